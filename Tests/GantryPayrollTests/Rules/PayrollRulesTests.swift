import GantryEngine
import GantryModel
import GantryPayroll
import Testing

private typealias Rule = PayrollChecks.Rule

@Suite("The payroll checks")
struct PayrollRulesTests {
    /// Checks that the one entry is held by this rule alone.
    private func expectHeld(_ entry: Entry, by rule: String, found: String, expected: String) throws {
        let outcome = try check([entry, Entry(99, day: "2026-10-20")])
        #expect(outcome.verdicts == [.held, .exported])
        #expect(
            outcome.notes == [
                ExceptionNote(
                    rule: rule, severity: .blocker, ordinal: 0, recordID: Int64(entry.id),
                    employeeID: Int64(entry.employee),
                    date: CivilDate(String(entry.day.dropFirst().dropLast())), found: found, expected: expected)
            ])
        #expect(outcome.summary.exceptions == [ExceptionCount(rule: rule, severity: .blocker, count: 1)])
        #expect(outcome.wholeBatch == nil)
    }

    @Test("export an entry with nothing odd about it, joined to its worker") func plain() throws {
        let outcome = try check([
            Entry(1), Entry(2, employee: 8, day: "2026-10-31", normal: "0", overtime: "1.5", weekend: "2"),
        ])
        #expect(outcome.verdicts == [.exported, .exported] && outcome.notes == [] && outcome.wholeBatch == nil)
        #expect(outcome.joined == [0, 1])
        #expect(outcome.summary.exceptions == [] && outcome.summary.employeeNotes.map(\.plain) == [])
        #expect(outcome.summary.exported.total == HoursSum(11) && outcome.summary.held.total == .zero)
    }

    @Test("add the hours of each day up, and those on hold on other days apart") func days() throws {
        let outcome = try check([
            Entry(1, normal: "7.5", overtime: "1"), Entry(2, employee: 8, normal: "0.25"),
            Entry(3, normal: "2", weekend: "0.000000001", status: "DRAFT"),
            Entry(4, day: "2026-10-31", normal: "0", weekend: "4", status: "DRAFT"),
            Entry(5, day: "2026-11-01", normal: "3"), Entry(6, employee: 1234, day: "2026-09-30", normal: "-1"),
        ])
        let days = outcome.summary.days
        #expect(days.count == 31 && days.first?.date == CivilDate("2026-10-01"))
        let fifth = try #require(days.first { $0.date == CivilDate("2026-10-05") })
        #expect(fifth.exported.normal == HoursSum(nano: 7_750_000_000) && fifth.exported.overtime == HoursSum(1))
        #expect(fifth.held.normal == HoursSum(2) && fifth.held.weekend == HoursSum(nano: 1))
        #expect(days[30].held.weekend == HoursSum(4) && days[30].exported.total == .zero)
        #expect(days.filter { $0.exported.total != .zero || $0.held.total != .zero }.count == 2)
        #expect(outcome.summary.heldElsewhere.normal == HoursSum(2))
        #expect(
            outcome.summary.held.normal == HoursSum(4) && outcome.summary.held.total == HoursSum(nano: 8_000_000_001))
    }

    @Test("tell an entry that came again on its own page from one that came on another") func repeatsByPage() throws {
        for (ids, all, within) in [
            ([[1, 2], [3, 4]], 0, 0), ([[1, 1], [3, 4]], 1, 1), ([[1, 2], [2, 4]], 1, 0), ([[1, 2, 2], [2]], 2, 1),
        ] {
            var rules = PayrollRules(
                checks: PayrollChecks(), period: try october(), roster: Roster([]), wholeBatch: nil)
            for (index, page) in ids.enumerated() {
                for var chunk in try chunks(page.map { Entry($0).json() }, sizes: [page.count]) {
                    chunk.page = index + 1
                    _ = rules.check(chunk)
                }
            }
            #expect(rules.repeats == all && rules.repeatsWithinPages == within, "\(ids)")
        }
    }

    @Test("hold what isn't approved", arguments: ["DRAFT", "SUBMITTED", "REJECTED"]) func notApproved(
        status: String
    ) throws {
        try expectHeld(Entry(status: status), by: Rule.notApproved, found: status, expected: "APPROVED")
    }

    @Test(
        "hold what lies outside the period",
        arguments: ["2026-09-30", "2026-11-01", "2025-10-05", "9999-12-31", "0001-01-01"])
    func outsidePeriod(day: String) throws {
        try expectHeld(Entry(day: day), by: Rule.outsidePeriod, found: day, expected: "2026-10-01 to 2026-10-31")
    }

    @Test("take the first and the last day of the period") func edges() throws {
        #expect(
            try check([Entry(1, day: "2026-10-01"), Entry(2, day: "2026-10-31")]).verdicts == [.exported, .exported])
    }

    @Test(
        "hold negative hours, even when they add up to something or nothing",
        arguments: [("-1", "0", "0"), ("8", "-1", "0"), ("1", "0", "-1")])
    func negative(normal: String, overtime: String, weekend: String) throws {
        try expectHeld(
            Entry(normal: normal, overtime: overtime, weekend: weekend), by: Rule.negativeHours, found: "-1.00 hours",
            expected: "hours of zero or more")
    }

    @Test("hold entries of a worker nobody knows") func unknownWorker() throws {
        try expectHeld(
            Entry(employee: 1234), by: Rule.unknownWorker, found: "worker 1234",
            expected: "a worker of the list of workers")
        #expect(try check([Entry(employee: 1234), Entry(2)]).joined == [-1, 0])
    }

    @Test("hold entries of a worker whose name XML can't hold") func unprintableName() throws {
        try expectHeld(
            Entry(employee: 9), by: Rule.unprintableName, found: "a control character in the name of worker 9",
            expected: "a name that XML 1.0 can hold")
    }

    @Test("count an entry without hours, and export it unless ordered otherwise") func zero() throws {
        let entry = Entry(normal: "0", overtime: "0.0", weekend: "-0")
        let standard = try check([entry])
        #expect(standard.verdicts == [.exported] && standard.notes == [] && standard.count(Rule.zeroHours, .info) == 1)
        var checks = PayrollChecks()
        checks.zeroHours = .blocker
        let blocked = try check([entry], checks)
        #expect(blocked.verdicts == [.held])
        #expect(blocked.notes.map(\.found) == ["0.00 hours in all"])
    }

    @Test("count an entry whose hours were finer than can be kept, once however many were") func finer() throws {
        let entries = [
            Entry(1, normal: "7.3000000000000007", overtime: "0.33333333333"),
            Entry(2, day: "2026-10-06", normal: "7.300000000000"),
        ]
        let standard = try check(entries)
        #expect(
            standard.verdicts == [.exported, .exported] && standard.notes == []
                && standard.count(Rule.finerThanKept, .info) == 1)
        #expect(standard.summary.exported.normal == HoursSum(nano: 14_600_000_000))
        var checks = PayrollChecks()
        for (severity, verdict) in [(Severity.warning, Verdict.exported), (.blocker, .held)] {
            checks.finerThanKept = severity
            let outcome = try check(entries, checks)
            #expect(outcome.verdicts == [verdict, .exported] && outcome.notes(Rule.finerThanKept).count == 1)
            #expect(outcome.count(Rule.finerThanKept, severity) == 1)
        }
        checks.finerThanKept = nil
        #expect(try check(entries, checks).summary.exceptions == [])
    }

    @Test("note everything that is odd about one entry") func everything() throws {
        let outcome = try check([Entry(employee: 1234, day: "2026-09-30", normal: "-1", status: "DRAFT")])
        #expect(outcome.verdicts == [.held])
        #expect(
            Set(outcome.notes.map(\.rule)) == [
                Rule.notApproved, Rule.outsidePeriod, Rule.unknownWorker, Rule.negativeHours,
            ])
        #expect(outcome.summary.counts.held == 1)
    }

    @Test("keep rejects apart and out of every rule") func rejects() throws {
        let outcome = try check([Entry(1).json(), #"{"id":1}"#, "7", Entry(1).json(), #"{"id":2,"employeeId":0}"#])
        #expect(outcome.verdicts == [.exported, .rejected, .rejected, .repeated, .rejected])
        #expect(outcome.joined == [0, -1, -1, 0, -1])
        #expect(outcome.summary.counts.rejected == 3 && outcome.summary.counts.fetched == 5)
    }

    @Test("survive an entry that repeats a key hundreds of times") func repeatedKey() throws {
        let repeated = Array(repeating: #""normalHours":0.12345678901"#, count: 1_000).joined(separator: ",")
        #expect(try check([Entry(1, others: repeated).json(), Entry(2).json()]).verdicts == [.rejected, .exported])
    }

    @Test("make each rule matter as much as ordered", arguments: [nil, Severity.info, .warning, .blocker])
    func severities(severity: Severity?) throws {
        let cases: [(String, Entry, WritableKeyPath<PayrollChecks, Severity?>)] = [
            (Rule.notApproved, Entry(status: "DRAFT"), \.notApproved),
            (Rule.negativeHours, Entry(normal: "-1"), \.negativeHours),
            (Rule.zeroHours, Entry(normal: "0"), \.zeroHours),
            (Rule.unknownWorker, Entry(employee: 1234), \.unknownWorker),
            (Rule.finerThanKept, Entry(normal: "1.00000000001"), \.finerThanKept),
        ]
        for (rule, entry, path) in cases {
            var checks = PayrollChecks()
            checks[keyPath: path] = severity
            let outcome = try check([entry], checks)
            #expect(outcome.verdicts == [severity == .blocker ? .held : .exported], "\(rule)")
            // What is only worth counting is not listed.
            #expect(
                outcome.notes.map(\.severity) == (severity.map { $0 > .info } == true ? [severity ?? .info] : []),
                "\(rule)")
            #expect(
                outcome.summary.exceptions
                    == (severity.map { [ExceptionCount(rule: rule, severity: $0, count: 1)] } ?? []), "\(rule)")
        }
    }

    @Test("sum exported and held hours apart, by category, employee and day") func totals() throws {
        let outcome = try check([
            Entry(10, normal: "7", overtime: "1"), Entry(20, normal: "2", weekend: "0.25"),
            Entry(30, day: "2026-10-06", normal: "3"),
            Entry(40, employee: 8, normal: "1", overtime: "2", weekend: "3"),
            Entry(50, day: "2026-10-07", normal: "5", overtime: "6", weekend: "7", status: "DRAFT"),
            Entry(60, employee: 1234, normal: "1"),
        ])
        let summary = outcome.summary
        #expect(
            [summary.exported.normal, summary.exported.overtime, summary.exported.weekend] == [
                HoursSum(13), HoursSum(3), HoursSum(nano: 3_250_000_000),
            ])
        #expect(
            [summary.held.normal, summary.held.overtime, summary.held.weekend] == [
                HoursSum(6), HoursSum(6), HoursSum(7),
            ])
        #expect(summary.counts.exported == 4 && summary.counts.held == 2 && summary.hashOfIDs == 100)
        #expect(summary.employees.map(\.id) == [7, 8])
        let anna = try #require(summary.employees.first)
        #expect(
            anna.tally.entries == 3 && anna.tally.normal == 3 && anna.tally.overtime == 1 && anna.tally.weekend == 1
                && anna.tally.sumOfIDs == 60)
        #expect(anna.days.count == 31)
        #expect(anna.days.enumerated().filter { $0.element.exported != .zero }.map(\.offset) == [4, 5])
        #expect(anna.days.first { $0.exported != .zero }?.normal == Hours(9))
    }

    @Test("have nothing to say about nothing") func nothing() throws {
        let outcome = try check([Entry]())
        #expect(
            outcome.summary.counts == BatchCounts() && outcome.summary.employees.isEmpty && outcome.wholeBatch == nil)
    }
}
