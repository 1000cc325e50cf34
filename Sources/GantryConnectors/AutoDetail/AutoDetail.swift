/// AutoDetail Hub, bookings of a car workshop, in its documented contract: names, addresses, what its records share.
///
/// An API key takes the place of a sign-in. Lists are bare, errors are `{error}`. A booking names its service by name,
/// not by id; see `ServiceList`.
public enum AutoDetail {
    /// The name in `gantry.yaml`.
    public static let system = "autodetail-hub"
    public static let title = "AutoDetail Hub"
    public static let environments = [
        "production": "https://api.autodetailhub.com", "development": "http://localhost:8080",
    ]
    /// What stands before a dataset's name in pipeline files.
    public static let prefix = "autodetail"

    /// Where a booking can stand.
    public static let statuses = ["new", "confirmed", "in_progress", "done", "cancelled"]
    /// What a photo shows: the work, or a defect.
    public static let photoKinds = ["work", "defect"]

    /// Keys that never leave the system.
    public static let withheldKeys = Withheld.everywhere + ["uploadUrl", "accessUrl", "signedUrl"]
}
