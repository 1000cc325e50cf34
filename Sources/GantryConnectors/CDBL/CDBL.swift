internal import GantryModel

/// The CDBL leave management system in its documented contract: names, addresses, what its records share.
///
/// A phone is paired once and then holds a session of seven days; every request carries the session's token, the
/// device's id and its platform. Lists come as `{items, total, limit, offset}`, errors as `{error, message, traceId,
/// …}`.
public enum CDBL {
    /// What Gantry knows about the system.
    public static let system = System(
        name: "cdbl-lms", title: "CDBL LMS", prefix: "cdbl",
        environments: ["production": "https://lms.cdbl.com.bd"],
        signIn: CDBLSignIn(), retry: retry, explain: explain,
        probe: ReadRequest(path: "/api/notifications/latest", query: []),
        sensitiveKeys: sensitiveKeys,
        datasets: [
            Leave.dataset, Leave.history, LeaveBalance.dataset, Holiday.dataset, LeaveNotification.dataset,
        ],
        submissions: [LeaveCancellation.submission, Certificate.submission, LeaveApplication.submission])

    /// What the contract asks for: at once, then after 1, 2, 4, 8 s and so on, at most ten attempts and five minutes.
    /// Each wait is chosen at random up to that length, so that many clients don't come back together.
    private static let retry = RetryRules(
        attempts: 10, total: .seconds(300), firstWait: .seconds(1), longestWait: .seconds(256), grantsAllAttempts: true)

    /// Kinds of leave that the server knows; the documentation names the first three.
    public static let leaveTypes = [
        "CASUAL", "MEDICAL", "EARNED", "EXTRAWITHPAY", "EXTRAWITHOUTPAY", "MATERNITY", "PATERNITY", "STUDY",
        "SPECIAL_DISABILITY", "QUARANTINE", "SPECIAL",
    ]
    /// The statuses of a leave request, for those that are asked for by it.
    public static let leaveStatuses = [
        "DRAFT", "SUBMITTED", "PENDING", "APPROVED", "REJECTED", "CANCELLED", "RETURNED", "CANCELLATION_REQUESTED",
        "RECALLED",
    ]

    /// Days begin in Dhaka six hours before they do in UTC. The documented contract writes a day as its midnight
    /// in UTC, the deployed server as its midnight in Dhaka: the day 25 October 2026 as `2026-10-24T18:00:00.000Z`.
    static let utcOffset = UTCOffset(hours: 6)

    /// Keys that never leave the system.
    public static let sensitiveKeys = SensitiveKeys.everywhere + ["pairToken", "devicePublicKey", "signedUrl", "otp"]
}
