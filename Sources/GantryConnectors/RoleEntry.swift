internal import GantryJSON
public import GantryModel

/// A landed line of a record that was read by roles: what was read, and under `source` the record as the server sent
/// it. So an export can be verified without the file that describes the system.
struct RoleEntry: DeclaredRecord {
    private var id: Int64?
    private var key: TextSlice?
    private var employee: Int64?
    private var employeeKey: TextSlice?
    private var date: CivilDate?
    private var time: Instant?
    private var normal: Hours?
    private var overtime: Hours?
    private var weekend: Hours?
    private var rounded: Int64?
    private var kind: TextSlice?
    private var leftOut: Bool?
    private var start: Instant?
    private var end: Instant?
    private var pause: Int64?
    private var finePause: Int64?
    private var project: Int64?
    private var projectKey: TextSlice?
    private var task: Int64?
    private var taskKey: TextSlice?
    private var note: TextSlice?
    private var status: Int?
    private var submitted: Instant?
    private var approvedAt: Instant?
    private var approvedBy: Int64?
    private var approvedByKey: TextSlice?
    /// Where fields of roles were looked for that the record doesn't have.
    private var noNormal: TextSlice?
    private var noOvertime: TextSlice?
    private var noWeekend: TextSlice?
    private var noPause: TextSlice?
    private var noProject: TextSlice?
    private var noApprovedBy: TextSlice?
    /// Why the record can't be used: the field at fault, what was found and what was expected.
    private var field: TextSlice?
    private var found: TextSlice?
    private var expected: TextSlice?

    init() {}

    static let fields: [Field<RoleEntry>] = [
        Field("id", \.id, help: "The number of the entry."),
        Field("roles." + RoleLine.entryKey, \.key, help: "The key of the entry, where it is a text."),
        Field("roles.employee", \.employee, help: "The number of the worker."),
        Field("roles.employee" + RoleLine.key, \.employeeKey, help: "The key of the worker, where it is a text."),
        Field("roles.date", \.date, help: "The day of the work."),
        Field("roles.time", \.time, help: "The time that the server sent for it, where that is no midnight in UTC."),
        Field("roles.normalHours", \.normal, help: "Hours at the normal rate."),
        Field("roles.overtimeHours", \.overtime, help: "Hours of overtime."),
        Field("roles.weekendHours", \.weekend, help: "Hours on a weekend."),
        Field("roles.rounded", \.rounded, help: "How many of them were rounded to nine decimals."),
        Field(
            "roles.unknown-kind", \.kind,
            help: "A kind of hours that the pipeline file doesn't name, and how many they are."),
        Field(
            "roles." + RoleLine.leftOut, \.leftOut,
            help: "Whether the description of the system leaves the record out: it has no hours then."),
        Field("roles.start", \.start, help: "When the work began."),
        Field("roles.end", \.end, help: "When it ended."),
        Field(
            "roles.pause", \.pause, in: WorkEntry.Deployed.pauses(in: .minutes),
            help: "Minutes between them that are not worked."),
        Field(
            "roles." + RoleLine.finePause, \.finePause, in: WorkEntry.Deployed.pauses(in: .milliseconds),
            help: "Milliseconds between them that are not worked, where they are no whole minutes."),
        Field("roles.project", \.project, help: "The project."),
        Field("roles.project" + RoleLine.key, \.projectKey, help: "The key of the project, where it is a text."),
        Field("roles.task", \.task, help: "The task."),
        Field("roles.task" + RoleLine.key, \.taskKey, help: "The key of the task, where it is a text."),
        Field("roles.note", \.note, help: "What the worker wrote."),
        Field("roles.status", \.status, oneOf: WorkEntry.Status.allCases.map(\.name), help: "How far it is."),
        Field("roles.submitted", \.submitted, help: "When it was handed in."),
        Field("roles.approved-at", \.approvedAt, help: "When it was approved."),
        Field("roles.approved-by", \.approvedBy, help: "Who approved it."),
        Field("roles.approved-by" + RoleLine.key, \.approvedByKey, help: "Who approved it, where the key is a text."),
        absent(.normal, \.noNormal), absent(.overtime, \.noOvertime), absent(.weekend, \.noWeekend),
        absent(.pause, \.noPause), absent(.project, \.noProject), absent(.approvedBy, \.noApprovedBy),
        Field("unusable.field", \.field, help: "The field at fault."),
        Field("unusable.found", \.found, help: "What was found there."),
        Field("unusable.expected", \.expected, help: "What was expected there."),
    ]

    private static func absent(
        _ role: SilentRole, _ path: any WritableKeyPath<RoleEntry, TextSlice?> & Sendable
    ) -> Field<RoleEntry> {
        Field(
            "roles.\(RoleLine.absent).\(role.rawValue)", path,
            help: "Where the field of the role was looked for, which the record doesn't have.")
    }

    private var absentRoles: SilentRoles {
        var roles = SilentRoles()
        func note(_ role: SilentRole, _ place: TextSlice?) {
            if place != nil { roles.insert(SilentRoles(role)) }
        }
        note(.normal, noNormal)
        note(.overtime, noOvertime)
        note(.weekend, noWeekend)
        note(.pause, noPause)
        note(.project, noProject)
        note(.approvedBy, noApprovedBy)
        return roles
    }

    /// The entry; the hours of an unknown kind, and those of times that can't be right, are zero.
    fileprivate func workEntry(_ text: (TextSlice) -> String) -> WorkEntry {
        func number(_ number: Int64?, _ key: TextSlice?) -> Int64? { key.map { Int64(key: text($0)) } ?? number }
        var entry = WorkEntry()
        entry.id = number(id, key) ?? 0
        entry.employeeID = number(employee, employeeKey) ?? 0
        entry.workDate = date ?? entry.workDate
        entry.workTime = time
        entry.normalHours = normal ?? .zero
        entry.overtimeHours = overtime ?? .zero
        entry.weekendHours = weekend ?? .zero
        entry.roundedQuantities = UInt8(clamping: rounded ?? 0)
        entry.unknownKind = kind
        entry.isLeftOut = leftOut ?? false
        entry.absentRoles = absentRoles
        entry.projectID = number(project, projectKey)
        entry.taskID = number(task, taskKey)
        entry.notes = note
        entry.status = status.flatMap { WorkEntry.Status(rawValue: $0) } ?? .draft
        entry.submittedAt = submitted
        entry.approvedAt = approvedAt
        entry.approvedBy = number(approvedBy, approvedByKey)
        if let pause = pause.map({ $0 * TimeUnit.minutes.nanoseconds })
            ?? finePause.map({ $0 * TimeUnit.milliseconds.nanoseconds })
        {
            entry.deployed.start = start
            entry.deployed.end = end
            entry.deployed.pause = pause
            // Counted when the line was written, into the kind that the record has.
            _ = entry.deployed.countHours()
        }
        return entry
    }

    fileprivate func reject(_ index: Int, _ text: (TextSlice) -> String) -> Reject? {
        guard let field, let found, let expected else {
            // Only a line that somebody has changed has neither.
            guard id == nil, key.flatMap({ Int64(key: text($0)) }) == nil else { return nil }
            return Reject(index: index, field: "id", found: "nothing", expected: "the key of the entry")
        }
        return Reject(index: index, field: text(field), found: text(found), expected: text(expected))
    }
}

/// Decodes landed lines of records that were read by roles.
final class RoleEntryDecoder {
    private let decoder = PageDecoder(RoleEntry.self)

    func decodeLines(_ chunk: inout Chunk<WorkEntry>) throws(JSONProblem) {
        var rows = Chunk<RoleEntry>(bytes: chunk.bytes, firstOrdinal: chunk.firstOrdinal, page: chunk.page)
        try decoder.decodeLines(&rows)
        chunk.decoded = rows.decoded
        chunk.records = rows.records.map { $0.workEntry { rows.text($0) } }
        chunk.ranges = rows.ranges
        chunk.redactions = rows.redactions
        chunk.rejects =
            (rows.rejects + rows.records.enumerated().compactMap { index, row in row.reject(index) { rows.text($0) } })
            .sorted { $0.index < $1.index }
    }

    /// How every such line begins: no server's record has `roles` behind its number.
    static func wrote(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: RoleLine.start.utf8) else { return false }
        let rest = bytes.dropFirst(RoleLine.start.utf8.count).drop { $0 != 0x2C }
        return rest.starts(with: RoleLine.roles.utf8) || rest.starts(with: RoleLine.unusable.utf8)
    }
}

extension Chunk<WorkEntry> {
    /// All that an entry says, in one spelling: entries under one number are the same if this is. Of a record that was
    /// read by roles also what has no role, since two pieces of work can differ in that alone.
    public func content(of index: Int) -> [UInt8] {
        let line = Array(bytes[ranges[index]])
        guard RoleEntryDecoder.wrote(line), let source = (try? JSONTree(line))?["source"] else {
            return canonicalText(of: index)
        }
        return canonicalText(of: index) + source.inOneOrder.compact.utf8
    }
}

extension JSONTree {
    /// The same with the members of every object in the order of their keys.
    fileprivate var inOneOrder: JSONTree {
        switch self {
        case .object(let members):
            .object(
                members.map { Member($0.key, $0.value.inOneOrder) }
                    .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        case .array(let items): .array(items.map(\.inOneOrder))
        case .null, .bool, .number, .string: self
        }
    }
}

/// The parts of such a line.
enum RoleLine {
    static let start = "{\"id\":"
    static let roles = ",\"roles\":{"
    static let unusable = ",\"unusable\":{"
    static let source = ",\"source\":"
    /// The key of the entry, where it is a text; `id` is null then.
    static let entryKey = "entry" + key
    /// Whether the record is left out.
    static let leftOut = "left-out"
    /// Fields that the record doesn't have.
    static let absent = "absent"
    /// A pause in milliseconds.
    static let finePause = "pause-ms"
    /// What the names of other keys end in that are texts.
    static let key = "-key"
}
