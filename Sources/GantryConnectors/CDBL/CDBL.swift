/// The CDBL leave management system in its documented contract: names, addresses, what its records share.
///
/// A phone is paired once and then holds a session of seven days; every request carries the session's token, the
/// device's id and its platform. Lists come as `{items, total, limit, offset}`, errors as `{error, message, traceId,
/// …}`.
public enum CDBL {
    /// The name in `gantry.yaml`.
    public static let system = "cdbl-lms"
    public static let title = "CDBL LMS"
    public static let environments = ["production": "https://lms.cdbl.com.bd"]
    /// What stands before a dataset's name in pipeline files.
    public static let prefix = "cdbl"

    /// Kinds of leave that the server knows; the documentation names the first three.
    public static let leaveTypes = [
        "CASUAL", "MEDICAL", "EARNED", "EXTRAWITHPAY", "EXTRAWITHOUTPAY", "MATERNITY", "PATERNITY", "STUDY",
        "SPECIAL_DISABILITY", "QUARANTINE", "SPECIAL",
    ]
    /// Where a request for leave can stand.
    public static let leaveStatuses = [
        "DRAFT", "SUBMITTED", "PENDING", "APPROVED", "REJECTED", "CANCELLED", "RETURNED", "CANCELLATION_REQUESTED",
        "RECALLED",
    ]
    /// What a step of an approval can say.
    public static let decisions = ["PENDING", "APPROVED", "REJECTED", "FORWARDED", "RETURNED"]

    /// Days begin in Dhaka, so many hours before they do in UTC. The documented contract writes a day as its midnight
    /// in UTC, the deployed server as its midnight in Dhaka: the day 25 October 2026 as `2026-10-24T18:00:00.000Z`.
    static let hoursEast = 6

    /// Keys that never leave the system.
    public static let withheldKeys = Withheld.everywhere + ["pairToken", "devicePublicKey", "signedUrl", "otp"]
}
