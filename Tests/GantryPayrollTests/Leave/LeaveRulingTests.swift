import GantryEngine
import GantryModel
import GantryPayroll
import Testing

@Suite("Days of approved leave")
struct LeaveRulingTests {
    private typealias Rule = PayrollChecks.Rule

    private func words(_ outcome: Outcome) -> String { outcome.summary.leaveDays?.words ?? "none" }

    private func hold(_ employee: Int64) -> Decisions {
        Decisions([
            Decision(
                id: "H", verb: .hold, rule: Decision.byHand, entry: nil, employee: employee, date: nil,
                found: "kept out by clerk", by: "clerk", because: "Left the firm, dispute",
                time: Instant(secondsSince1970: 0))
        ])
    }

    @Test("that two requests want are held, and all others of both are paid")
    func overlap() throws {
        var month = LeaveMonth()
        try month.add(1, from: 5, to: 23)
        try month.add(2, "SICK", from: 20)
        let outcome = try month.outcome()
        #expect(words(outcome) == "16.00 = 14.00 + 0.00 + 0.00 + 2.00")
        #expect(try month.lines(outcome) == ["7 V 14.00"])
        let notes = outcome.summary.employeeNotes.filter { $0.rule == Rule.leaveOverlap }
        #expect(
            notes.map(\.found) == [
                "1.00 of 15.00 days of leave request 1 (VACATION 2026-10-05 to 2026-10-23) are also days of leave request 2",
                "1.00 of 1.00 days of leave request 2 (SICK 2026-10-20 to 2026-10-20) are also days of leave request 1",
            ])
        #expect(notes.allSatisfy { $0.severity == .blocker && $0.date == CivilDate("2026-10-20") })
    }

    @Test("that are halves of one day are both paid")
    func halves() throws {
        var month = LeaveMonth()
        try month.add(1, from: 5, half: true)
        try month.add(2, "SICK", from: 5, half: true)
        let outcome = try month.outcome()
        #expect(words(outcome) == "1.00 = 1.00 + 0.00 + 0.00 + 0.00")
        #expect(try month.lines(outcome) == ["7 V 0.50", "7 S 3.70"])
    }

    @Test("of a kind that no pay code pays keep out the same days of a kind that one pays")
    func notPaid() throws {
        var month = LeaveMonth()
        try month.add(1, from: 5, to: 7)
        try month.add(2, "PERSONAL", from: 7, to: 8)
        let outcome = try month.outcome()
        #expect(words(outcome) == "5.00 = 2.00 + 2.00 + 0.00 + 1.00")
        #expect(outcome.summary.employeeNotes.map(\.rule) == [Rule.leaveOverlap])
    }

    @Test("that nobody can read from the request are held: backwards, or half a day over several")
    func unclear() throws {
        var month = LeaveMonth()
        try month.add(1, from: 30, to: 2)
        try month.add(2, of: 8, from: 5, to: 6, half: true, stated: 1)
        let outcome = try month.outcome()
        #expect(words(outcome) == "23.00 = 0.00 + 0.00 + 0.00 + 23.00")
        #expect(try month.lines(outcome) == [])
        #expect(outcome.summary.employeeNotes.map(\.rule) == [Rule.leaveUnclear, Rule.leaveUnclear])
        #expect(
            outcome.summary.employeeNotes.map(\.found) == [
                "21.00 days of leave request 1 (VACATION 2026-10-30 to 2026-10-02): it ends before it starts",
                "2.00 days of leave request 2 (VACATION 2026-10-05 to 2026-10-06): half a day over several days, of which the server counts 1.00",
            ])
    }

    @Test("of an employee without a payroll number, or unknown, are held request by request")
    func unknown() throws {
        var month = LeaveMonth()
        month.employees = EmployeeTable([
            .init(employeeID: 7, payrollNumber: "1"), .init(employeeID: 99, payrollNumber: "2"),
        ])
        try month.add(1, from: 5)
        try month.add(2, of: 8, from: 5)
        try month.add(3, of: 99, from: 5, to: 6)
        try month.add(4, "PERSONAL", of: 99, from: 7)
        let outcome = try month.outcome()
        #expect(words(outcome) == "5.00 = 1.00 + 1.00 + 0.00 + 3.00")
        #expect(
            outcome.summary.employeeNotes.map { "\($0.rule) \($0.employeeID ?? 0)" } == [
                "\(Rule.noPayrollNumber) 8", "\(Rule.noPayrollNumber) 99",
            ])
    }

    @Test("of employees on a salary are left out, or paid without hours and amount")
    func salaried() throws {
        var month = LeaveMonth()
        month.employees = EmployeeTable([.init(employeeID: 7, payrollNumber: "1", isSalaried: true)])
        try month.add(1, from: 5, to: 16)
        try month.add(2, "SICK", from: 19)
        let entries = [Entry(1, day: "2026-10-20")]
        for (word, days, lines) in [
            (PaySettings.SalariedLines.none, "11.00 = 0.00 + 0.00 + 11.00 + 0.00", []),
            (.leave, "11.00 = 11.00 + 0.00 + 0.00 + 0.00", ["7 V 10.00", "7 S 7.40"]),
            (.lines, "11.00 = 11.00 + 0.00 + 0.00 + 0.00", ["7 N 7.50", "7 V 10.00", "7 S 7.40"]),
        ] {
            month.salaried = word
            let outcome = try month.outcome(entries)
            #expect(words(outcome) == days && outcome.summary.employeeNotes.isEmpty)
            #expect(try month.lines(outcome) == lines)
            let made = try month.calculation().employees(of: outcome.summary.employees, in: Roster(month.people))
            #expect(made.flatMap(\.lines).allSatisfy { $0.amount == nil })
        }
    }

    @Test("of a held employee are held")
    func heldEmployee() throws {
        var month = LeaveMonth()
        month.decisions = hold(7)
        try month.add(1, from: 5, to: 9)
        try month.add(2, "SICK", from: 12, to: 13)
        try month.add(3, of: 8, from: 6)
        let outcome = try month.outcome([Entry(1), Entry(2, employee: 8)])
        #expect(words(outcome) == "8.00 = 1.00 + 0.00 + 0.00 + 7.00")
        #expect(try month.lines(outcome) == ["8 N 7.50", "8 V 1.00"])
        #expect(
            outcome.summary.employeeNotes.map(\.found) == [
                "5.00 days of leave request 1 (VACATION 2026-10-05 to 2026-10-09): kept out by clerk",
                "2.00 days of leave request 2 (SICK 2026-10-12 to 2026-10-13): kept out by clerk",
            ])
    }

    @Test("that a rate prices are a finding where there is none, also of people without entries")
    func noRate() throws {
        var month = LeaveMonth()
        try month.add(1, "SICK", of: 8, from: 5, to: 9)
        try month.add(2, of: 8, from: 12)
        try month.add(3, "SICK", of: 9, from: 5, to: 9)
        let outcome = try month.outcome()
        #expect(words(outcome) == "11.00 = 6.00 + 0.00 + 0.00 + 5.00")
        #expect(try month.lines(outcome) == ["8 V 1.00", "8 S 37.00"])
        #expect(
            outcome.summary.employeeNotes.map { "\($0.rule) \($0.severity) \($0.found)" } == [
                "no-rate warning no hourly_rate",
                "unusable-rate blocker hourly_rate -5.00 for 5.00 days of leave request 3 (SICK 2026-10-05 to 2026-10-09)",
            ])
        month.rules = [Rule.noRate: .severity(.blocker), Rule.unusableRate: .severity(.warning)]
        let other = try month.outcome()
        #expect(words(other) == "11.00 = 6.00 + 0.00 + 0.00 + 5.00")
        #expect(try month.lines(other) == ["8 V 1.00", "9 S 37.00"])
    }

    @Test("that the server counts otherwise are held where the check is a blocker, until a person waives it")
    func counted() throws {
        var month = LeaveMonth()
        try month.add(1, from: 5, to: 9, stated: 4)
        #expect(words(try month.outcome()) == "5.00 = 5.00 + 0.00 + 0.00 + 0.00")
        month.rules[Rule.leaveDays] = .severity(.blocker)
        let held = try month.outcome()
        #expect(words(held) == "5.00 = 0.00 + 0.00 + 0.00 + 5.00")
        let note = try #require(held.summary.employeeNotes.first)
        #expect(note.severity == .blocker && note.rule == Rule.leaveDays && held.summary.employeeNotes.count == 1)
        month.decisions = Decisions([
            Decision(
                id: try #require(note.details?.id), verb: .waive, rule: note.rule, entry: nil, employee: 7,
                date: note.date, found: note.found, by: "clerk", because: "Five days by the roster",
                time: Instant(secondsSince1970: 0))
        ])
        let waived = try month.outcome()
        #expect(words(waived) == "5.00 = 5.00 + 0.00 + 0.00 + 0.00")
        #expect(waived.summary.employeeNotes.map(\.severity) == [.waived])
    }

    @Test("are a finding where somebody works more than the rest of the day")
    func work() throws {
        var month = LeaveMonth()
        try month.add(1, from: 5, half: true)
        try month.add(2, from: 6, half: true)
        try month.add(3, from: 7)
        let outcome = try month.outcome([
            Entry(1, day: "2026-10-05", normal: "7.4"), Entry(2, day: "2026-10-06", normal: "3.7"),
            Entry(3, day: "2026-10-07", normal: "0.5"),
        ])
        #expect(
            outcome.summary.employeeNotes.map(\.found) == [
                "7.40 hours on a half day of leave request 1", "hours on a day of leave request 3",
            ])
    }

    @Test("keep their dates in the archive, also backwards")
    func archive() throws {
        var month = LeaveMonth()
        try month.add(1, from: 30, to: 2)
        let leave = ApprovedLeave(month.requests)
        #expect(try ApprovedLeave(lines: leave.lines, path: "leave.jsonl") == leave)
    }
}
