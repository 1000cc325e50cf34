import GantryConnectors
import GantryEngine
import GantryJSON
import GantryModel
import GantryPayroll
import Testing

/// An entry as a server sends it; members as JSON.
struct Entry {
    var id = "1"
    var employee = "7"
    var day = "\"2026-10-05\""
    var normal = "7.5"
    var overtime = "0"
    var weekend = "0"
    var status = "\"APPROVED\""
    var others = ""
    /// Who approved it when, another person than who did the work.
    var approval = #""approvedAt":"2026-10-31T08:00:00Z","approvedBy":901"#

    init(
        _ id: Int = 1, employee: Int = 7, day: String = "2026-10-05", normal: String = "7.5", overtime: String = "0",
        weekend: String = "0",
        status: String = "APPROVED", others: String = ""
    ) {
        self.id = "\(id)"
        self.employee = "\(employee)"
        self.day = "\"\(day)\""
        self.normal = normal
        self.overtime = overtime
        self.weekend = weekend
        self.status = "\"\(status)\""
        self.others = others
    }

    /// Its members in another order is another spelling of the same entry.
    func json(reversed: Bool = false) -> String {
        var members = [
            #""id":\#(id)"#, #""employeeId":\#(employee)"#, #""workDate":\#(day)"#, #""normalHours":\#(normal)"#,
            #""overtimeHours":\#(overtime)"#,
            #""weekendHours":\#(weekend)"#, #""status":\#(status)"#,
        ]
        if !others.contains("approved") && !approval.isEmpty { members.append(approval) }
        if !others.isEmpty { members.append(others) }
        return "{" + (reversed ? members.reversed() : members).joined(separator: ",") + "}"
    }
}

/// What the checks made of a batch in all their passes.
struct Outcome {
    var verdicts: [Verdict] = []
    var joined: [Int32] = []
    var notes: [ExceptionNote] = []
    var wholeBatch: PayrollBatchFindings?
    var summary: PayrollSummary
    /// Verdicts of the first pass.
    var early: [Verdict] = []

    func notes(_ rule: String) -> [ExceptionNote] { notes.filter { $0.rule == rule } }

    func count(_ rule: String, _ severity: Severity) -> Int {
        summary.exceptions.first { $0.rule == rule && $0.severity == severity }?.count ?? 0
    }

    /// Everything that may be compared between two ways to cut the same batch.
    var comparable: String {
        let people = summary.employees.map { employee in
            "\(employee.id) \(employee.tally) \(employee.days.map { [$0.normal, $0.overtime, $0.weekend] })"
        }
        return """
            \(verdicts) \(joined) \(notes) \(wholeBatch?.conflictingIDs.sorted() ?? []) \
            \((wholeBatch?.heldDays ?? [:]).map { "\($0.key) \($0.value)" }.sorted()) \(summary.counts) \(summary.exported) \(summary.held) \(summary.days) \(summary.heldElsewhere) \
            \(summary.hashOfIDs) \(summary.exceptions) \(summary.employeeNotes) \(people)
            """
    }
}

/// The roster of the tests: workers 7 and 8 by name, 9 under a name that XML can't hold.
let roster = Roster([
    Roster.Person(id: 7, name: "Anna", hourlyRate: Money(nano: 200_000_000_000)),
    Roster.Person(id: 8, name: "Bo", hourlyRate: nil),
    Roster.Person(id: 9, name: "C\u{1}", hourlyRate: nil),
])

func october() throws -> PayPeriod { try PayPeriod("2026-10") }

/// The elements in chunks of these sizes, the last size again and again.
func chunks(_ elements: [String], sizes: [Int]) throws -> [Chunk<WorkEntry>] {
    let decoder = PageDecoder(WorkEntry.self)
    var chunks: [Chunk<WorkEntry>] = []
    var rest = elements[...]
    var position = 0
    while !rest.isEmpty {
        let size = max(1, sizes[min(chunks.count, sizes.count - 1)])
        let text = "[" + rest.prefix(size).joined(separator: ",") + "]"
        var chunk = Chunk<WorkEntry>(bytes: Array(text.utf8), firstOrdinal: position)
        _ = try decoder.decodePage(&chunk, listKeys: [])
        position += chunk.count
        rest = rest.dropFirst(size)
        chunks.append(chunk)
    }
    return chunks
}

/// Runs the checks as the engine does: a first pass, a comparison where they ask for one, and a second pass where the
/// whole has shown something.
func check(
    _ elements: [String], _ checks: PayrollChecks = PayrollChecks(), roster: Roster = roster, sizes: [Int] = [1_000],
    inputs: PayInputs = PayInputs(), period: String = "2026-10"
) throws -> Outcome {
    try check(pages: chunks(elements, sizes: sizes), checks, roster: roster, inputs: inputs, period: period)
}

/// The same of entries that were read already.
func check(
    pages chunks: [Chunk<WorkEntry>], _ checks: PayrollChecks = PayrollChecks(), roster: Roster = roster,
    inputs: PayInputs = PayInputs(), period: String = "2026-10"
) throws -> Outcome {
    let period = try PayPeriod(period)
    var rules = PayrollRules(checks: checks, period: period, roster: roster, inputs: inputs, wholeBatch: nil)
    var outcome = pass(&rules, chunks)
    outcome.early = outcome.verdicts
    if !rules.idsToCompare().isEmpty {
        for chunk in chunks { rules.compare(chunk) }
    }
    guard let wholeBatch = rules.finalize() else { return outcome }
    var second = PayrollRules(
        checks: checks, period: period, roster: roster, inputs: inputs, wholeBatch: wholeBatch)
    var final = pass(&second, chunks)
    #expect(second.idsToCompare().isEmpty && second.finalize() == nil)
    final.early = outcome.early
    final.wholeBatch = wholeBatch
    return final
}

func check(_ entries: [Entry], _ checks: PayrollChecks = PayrollChecks()) throws -> Outcome {
    try check(entries.map { $0.json() }, checks)
}

private func pass(_ rules: inout PayrollRules, _ chunks: [Chunk<WorkEntry>]) -> Outcome {
    var verdicts: [Verdict] = []
    var joined: [Int32] = []
    var notes: [ExceptionNote] = []
    for chunk in chunks {
        let checked = rules.check(chunk)
        #expect(checked.verdicts.count == chunk.count && checked.joined.count == chunk.count)
        verdicts += checked.verdicts
        joined += checked.joined
        notes += checked.exceptions.map(\.plain)
    }
    let summary = rules.summary()
    #expect(summary.counts.addUp)
    return Outcome(verdicts: verdicts, joined: joined, notes: notes, summary: summary)
}

extension ExceptionNote {
    /// Without what a person decides by, which has tests of its own.
    var plain: ExceptionNote {
        ExceptionNote(
            rule: rule, severity: severity, ordinal: ordinal, recordID: recordID, recordKey: recordKey,
            employeeID: employeeID, date: date, found: found, expected: expected)
    }
}
