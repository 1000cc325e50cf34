/// AutoDetail Hub, bookings of a car workshop, in its documented contract: names, addresses, what its records share.
///
/// An API key replaces a sign-in. Lists are bare, errors are `{error}`. A booking names its service by name,
/// not by id; see `ServiceList`.
public enum AutoDetail {
    /// What Gantry knows about the system.
    public static let system = System(
        name: "autodetail-hub", title: "AutoDetail Hub", prefix: "autodetail",
        environments: [
            "production": "https://api.autodetailhub.com", "development": "http://localhost:8080",
        ],
        signIn: AutoDetailSignIn(), explain: explain,
        probe: ReadRequest(path: "/api/client/services", query: []),
        sensitiveKeys: sensitiveKeys,
        datasets: [
            Service.dataset, Appointment.dataset, Appointment.search, PhotoFile.dataset,
        ],
        submissions: [Booking.submission, PhotoUpload.submission])

    /// What a photo shows: the work, or a defect.
    public static let photoKinds = ["work", "defect"]

    /// Keys that never leave the system.
    public static let sensitiveKeys = SensitiveKeys.everywhere + ["uploadUrl", "accessUrl", "signedUrl"]
}
