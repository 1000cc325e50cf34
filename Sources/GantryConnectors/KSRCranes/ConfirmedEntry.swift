internal import GantryJSON
internal import GantryModel

/// A row of `GET /api/app/work-entries/confirmed`, which public servers of KSR Cranes answer instead of work entries
/// with their hours.
struct ConfirmedEntry: DeclaredRecord {
    var entry = WorkEntry()
    /// An index in ``statuses``.
    private var status = 0
    private var stated: Hours?
    private var pause: Int64?

    init() {}

    /// In the order of `WorkEntry.Status`. `status`, the other column, says nothing of what was confirmed.
    private static let statuses = ["pending", "submitted", "confirmed", "rejected"]

    static let fields: [Field<ConfirmedEntry>] = [
        Field("entry_id", \.entry.id, in: FieldRange.key, help: "The entry's number."),
        Field("employee.employee_id", \.entry.employeeID, in: FieldRange.key, help: "The worker's number."),
        Field("work_date", \.entry.workDate, unlessMidnight: \.entry.workTime, help: "The day of the work."),
        Field("start_time", \.entry.deployed.start, help: "When the work began, on any day."),
        Field("end_time", \.entry.deployed.end, help: "When it ended, on the same day as the start."),
        Field(
            "pause_minutes", \.pause, in: WorkEntry.Deployed.pauses(in: .minutes),
            help: "Minutes that are not worked."),
        Field("worked_hours", \.stated, help: "The hours as the server counts them."),
        Field("task.project.project_id", \.entry.projectID, in: FieldRange.reference, help: "The project."),
        Field("task.task_id", \.entry.taskID, in: FieldRange.reference, help: "The task."),
        Field("description", \.entry.notes, help: "What the worker wrote."),
        Field("confirmation_status", \.status, oneOf: statuses, help: "pending, submitted, confirmed or rejected."),
        Field("sent_to_payroll", \.entry.deployed.isSentToPayroll, help: "Whether it was handed to payroll."),
        Field("sent_to_payroll_at", \.entry.deployed.sentAt, help: "When it was handed to payroll."),
    ]

    static var sensitiveKeys: [String] { KSRCranes.sensitiveKeys }

    /// The same entry in the documented form.
    var workEntry: WorkEntry {
        var entry = entry
        entry.status = WorkEntry.Status(rawValue: status) ?? .draft
        entry.deployed.stated = stated
        entry.deployed.pause = (pause ?? 0) * TimeUnit.minutes.nanoseconds
        entry.normalHours = entry.deployed.countHours()
        return entry
    }
}

/// Decodes pages of confirmed entries as work entries, and landed lines of them.
final class ConfirmedEntryDecoder: PageDecoding {
    private let decoder = PageDecoder(ConfirmedEntry.self)

    func decodePage(
        _ chunk: inout Chunk<WorkEntry>, listKeys: [String], asked: Int?
    ) throws(JSONProblem) -> PageEnvelope {
        var rows = Chunk<ConfirmedEntry>(bytes: chunk.bytes, firstOrdinal: chunk.firstOrdinal, page: chunk.page)
        let envelope = try decoder.decodePage(&rows, listKeys: listKeys, asked: asked)
        chunk = rows.workEntries
        return envelope
    }

    func decodeLines(_ chunk: inout Chunk<WorkEntry>) throws(JSONProblem) {
        var rows = Chunk<ConfirmedEntry>(bytes: chunk.bytes, firstOrdinal: chunk.firstOrdinal, page: chunk.page)
        try decoder.decodeLines(&rows)
        chunk = rows.workEntries
    }
}

extension Chunk where R == ConfirmedEntry {
    fileprivate var workEntries: Chunk<WorkEntry> {
        var chunk = Chunk<WorkEntry>(bytes: bytes, firstOrdinal: firstOrdinal, page: page)
        chunk.decoded = decoded
        chunk.records = records.map(\.workEntry)
        chunk.ranges = ranges
        chunk.rejects = rejects
        chunk.redactions = redactions
        return chunk
    }
}
