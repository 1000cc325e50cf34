public import GantryModel

/// The KSR Cranes back end in its documented contract: names, addresses, endpoints. What public servers answer instead
/// is in `ConfirmedEntry` and ``PayrollMark``.
public enum KSRCranes {
    /// What Gantry knows about the system.
    public static let system = System(
        name: "ksr-cranes", title: "KSR Cranes", prefix: "ksr",
        environments: ["production": "https://ksrcranes.dk"], contracts: [.documented, .deployed],
        signIn: KSRCranesSignIn(), explain: explain, probe: workersList(),
        sensitiveKeys: sensitiveKeys,
        datasets: [
            WorkEntry.dataset, Timesheet.dataset, PayrollBatch.dataset, PayrollPeriod.dataset, Worker.dataset,
            Customer.dataset, LeaveRequest.dataset, LeaveBalance.dataset, WorkTask.dataset, AppNotification.dataset,
        ],
        submissions: [
            ProfileImage.submission, WorkerDocument.submission, TimesheetFile.submission, SignatureFile.submission,
            WorkEntryRow.submission,
            CustomerRow.submission, WorkerRow.submission, BatchedEntry.submission, PayrollMark.submission,
            ReadNotification.submission,
        ])

    /// Where a payroll batch can stand, for those that are asked for by it.
    public static let batchStatuses = [
        "draft", "ready_for_approval", "approved", "sent_to_zenegy", "completed", "failed", "cancelled",
    ]
    /// The kinds of leave; ``LeaveRequest`` keeps an index in them.
    public static let leaveTypes = ["VACATION", "SICK", "PERSONAL", "PARENTAL", "COMPENSATORY", "EMERGENCY"]
    /// The statuses of a request for leave; ``LeaveRequest`` keeps an index in them.
    public static let leaveStatuses = ["PENDING", "APPROVED", "REJECTED", "CANCELLED", "EXPIRED"]

    /// Keys that never leave the system; deployed servers send whole rows of employees with tasks.
    public static let sensitiveKeys =
        SensitiveKeys.everywhere + [
            "zenegy_response", "operator_normal_rate", "operator_overtime_rate1", "operator_overtime_rate2",
            "operator_weekend_rate",
            "birth_date", "emergency_contact",
        ]

    /// Dataset names in pipeline files.
    public static let workEntries = "ksr.work-entries"
    /// The name of ``Worker`` records in pipeline files.
    public static let workers = "ksr.workers"

    /// `POST` with `email` and `password`; answers with a bearer token.
    public static let signInPath = "/api/app-login"

    /// `GET`: the confirmed entries of the deployed contract. `PATCH`: marks some of them.
    public static let confirmedPath = "/api/app/work-entries/confirmed"

    /// Keys under which a page may hold its list of work entries; a bare list is read too.
    public static let workEntryKeys = ["data", "entries", "workEntries"]
    /// Keys under which an answer may hold the list of workers; a bare list is read too.
    public static let workerKeys = ["workers", "data"]

    /// One page of the work entries of a period.
    public static func workEntriesPage(_ period: PayPeriod, page: Int, size: Int) -> ReadRequest {
        ReadRequest(
            path: "/api/app/work-entries",
            query: [
                ("startDate", period.first.description), ("endDate", period.last.description), ("page", String(page)),
                ("limit", String(size)),
            ])
    }

    /// The workers: all in one answer, or a page of them where the server cuts the list.
    public static func workersList(page: Int = 1) -> ReadRequest {
        ReadRequest(path: "/api/app/chef/workers", query: page == 1 ? [] : [("page", String(page))])
    }
}
