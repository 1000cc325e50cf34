public import GantryModel

/// One registration of hours by a worker on a day (KSR Cranes, documented contract: `WorkEntry`; deployed contract: a
/// confirmed entry, whose worked hours are normal hours).
public struct WorkEntry: DeclaredRecord {
    public var id: Int64 = 0
    public var employeeID: Int64 = 0
    public var workDate = CivilDate(daysSince1970: 0)
    /// The time that the server sent for the day of the work, where it is no midnight in UTC: ``workDate`` then has its
    /// date part, and may be another day at the office.
    public var workTime: Instant?
    public var normalHours = Hours.zero
    public var overtimeHours = Hours.zero
    public var weekendHours = Hours.zero
    public var projectID: Int64?
    public var taskID: Int64?
    public var notes: TextSlice?
    /// `status`: how far it is; only approved entries are paid. An index that no status has reads as a draft.
    public var status: Status {
        get { Status(rawValue: statusIndex) ?? .draft }
        set { statusIndex = newValue.rawValue }
    }
    public var submittedAt: Instant?
    public var approvedAt: Instant?
    public var approvedBy: Int64?
    /// How many of the three quantities were finer than nine decimals and rounded when they were read. A record that
    /// names a quantity hundreds of times is rejected for it, whatever this counts then.
    public var roundedQuantities: UInt8 = 0
    /// The word for the kind of its hours, and how many there are, where no role says what that is paid as: its hours
    /// are zero.
    public var unknownKind: TextSlice?
    /// Whether the description of its system leaves the entry out, such as a removed one: its hours are zero.
    public var isLeftOut = false
    /// Roles whose field the record doesn't have, not even as null.
    public var absentRoles = SilentRoles()
    /// What only the deployed contract says of an entry, and what keeps it from being paid.
    public var deployed = Deployed()

    /// The status as its field keeps it.
    private var statusIndex = Status.draft.rawValue

    public init() {}

    /// Where an entry stands on its way from the worker to payroll.
    public enum Status: Int, Sendable, CaseIterable {
        case draft, submitted, approved, rejected

        /// The spelling on the wire.
        public var name: String { Status.names[rawValue] }
        static let names = ["DRAFT", "SUBMITTED", "APPROVED", "REJECTED"]
    }

    /// Normal, overtime and weekend hours together; each is at most `Hours.largestRead`.
    @inlinable public var totalHours: Hours { normalHours + overtimeHours + weekendHours }

    private static let key: ClosedRange<Int64> = 1...Int64.max
    /// References may be 0 where a server means none.
    private static let reference: ClosedRange<Int64> = 0...Int64.max

    /// The fields in the order of the contract; a record without `id`, `employeeId`, `workDate`, `normalHours`,
    /// `overtimeHours`, `weekendHours` or `status` is a reject.
    public static let fields: [Field<WorkEntry>] = [
        Field("id", \.id, in: key, help: "The entry's number; every entry has its own."),
        Field("employeeId", \.employeeID, in: key, help: "The number of the worker who did the work."),
        Field("workDate", \.workDate, unlessMidnight: \.workTime, help: "The day of the work."),
        Field("normalHours", \.normalHours, countingRounded: \.roundedQuantities, help: "Hours at the normal rate."),
        Field("overtimeHours", \.overtimeHours, countingRounded: \.roundedQuantities, help: "Hours of overtime."),
        Field("weekendHours", \.weekendHours, countingRounded: \.roundedQuantities, help: "Hours on a weekend."),
        Field("projectId", \.projectID, in: reference, help: "The project worked on."),
        Field("taskId", \.taskID, in: reference, help: "The task worked on."),
        Field("notes", \.notes, help: "What the worker wrote."),
        Field(
            "status", \.statusIndex, oneOf: Status.names,
            help: "DRAFT, SUBMITTED, APPROVED or REJECTED; only APPROVED is paid."),
        Field("submittedAt", \.submittedAt, help: "When the worker submitted the entry."),
        Field("approvedAt", \.approvedAt, help: "When the entry was approved."),
        Field("approvedBy", \.approvedBy, in: reference, help: "The number of the person who approved the entry."),
    ]
}
