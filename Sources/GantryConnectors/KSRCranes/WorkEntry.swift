public import GantryModel

/// One registration of hours by a worker on a day (KSR Cranes, documented contract: `WorkEntry`).
public struct WorkEntry: Record {
    public var id: Int64 = 0
    public var employeeID: Int64 = 0
    public var workDate = CivilDate(daysSince1970: 0)
    public var normalHours = Hours.zero
    public var overtimeHours = Hours.zero
    public var weekendHours = Hours.zero
    public var projectID: Int64?
    public var taskID: Int64?
    public var notes: TextSlice?
    public var status = Status.draft
    public var submittedAt: Instant?
    public var approvedAt: Instant?
    public var approvedBy: Int64?
    /// How many of the three quantities were finer than nine decimals and rounded when they were read. A record that
    /// names a quantity hundreds of times is rejected for it, whatever this counts then.
    public var roundedQuantities: UInt8 = 0

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

    public static let fields: [Field<WorkEntry>] = [
        Field(
            "id", required: true, help: "The entry's number; every entry has its own.",
            .integer(range: key, get: { $0.id }, set: { $0.id = $1 })),
        Field(
            "employeeId", required: true, help: "The number of the worker who did the work.",
            .integer(range: key, get: { $0.employeeID }, set: { $0.employeeID = $1 })),
        Field(
            "workDate", required: true, help: "The day of the work.",
            .date(get: { $0.workDate }, set: { $0.workDate = $1 })),
        Field(
            "normalHours", required: true, help: "Hours at the normal rate.",
            .hours(
                get: { $0.normalHours },
                set: {
                    $0.normalHours = $1
                    $0.roundedQuantities &+= $2 ? 0 : 1
                })),
        Field(
            "overtimeHours", required: true, help: "Hours of overtime.",
            .hours(
                get: { $0.overtimeHours },
                set: {
                    $0.overtimeHours = $1
                    $0.roundedQuantities &+= $2 ? 0 : 1
                })),
        Field(
            "weekendHours", required: true, help: "Hours on a weekend.",
            .hours(
                get: { $0.weekendHours },
                set: {
                    $0.weekendHours = $1
                    $0.roundedQuantities &+= $2 ? 0 : 1
                })),
        Field(
            "projectId", help: "The project worked on.",
            .integer(range: reference, get: { $0.projectID }, set: { $0.projectID = $1 })),
        Field(
            "taskId", help: "The task worked on.",
            .integer(range: reference, get: { $0.taskID }, set: { $0.taskID = $1 })),
        Field("notes", help: "What the worker wrote.", .text(get: { $0.notes }, set: { $0.notes = $1 })),
        Field(
            "status", required: true, help: "DRAFT, SUBMITTED, APPROVED or REJECTED; only APPROVED is paid.",
            .choice(Status.names, get: { $0.status.rawValue }, set: { $0.status = Status(rawValue: $1) ?? .draft })),
        Field(
            "submittedAt", help: "When the worker handed the entry in.",
            .instant(get: { $0.submittedAt }, set: { $0.submittedAt = $1 })),
        Field(
            "approvedAt", help: "When the entry was approved.",
            .instant(get: { $0.approvedAt }, set: { $0.approvedAt = $1 })),
        Field(
            "approvedBy", help: "The number of the person who approved the entry.",
            .integer(range: reference, get: { $0.approvedBy }, set: { $0.approvedBy = $1 })),
    ]
}
