import GantryEngine
import GantryModel
import GantryPayroll
import Testing

private typealias Rule = PayrollChecks.Rule

@Suite("Leave in hours of part-time workers")
struct PartTimeLeaveTests {
    private func month(_ employment: String? = "deltid", _ severity: Severity? = nil) throws -> LeaveMonth {
        var month = LeaveMonth()
        month.people[0] = Roster.Person(
            id: 7, name: "Worker 7", hourlyRate: Money(nano: 200_000_000_000),
            others: employment.map { ["employment_type": $0] } ?? [:])
        month.rules["part-time"] = severity.map { .severity($0) }
        try month.add(1, "SICK", from: 5, to: 9)
        try month.add(2, from: 12)
        return month
    }

    private func notes(_ outcome: Outcome) -> [String] {
        outcome.summary.employeeNotes.map { "\($0.rule) \($0.severity): \($0.found)" }
    }

    @Test("is held while nobody knows how long their day is; leave in days is paid")
    func held() throws {
        let month = try month()
        let outcome = try month.outcome()
        #expect(
            notes(outcome) == [
                "part-time blocker: employment_type deltid for 5.00 days of leave request 1 (SICK 2026-10-05 to 2026-10-09)"
            ])
        #expect(
            outcome.summary.employeeNotes.map(\.expected)
                == ["hours_a_day or workdays of employee 7 in the list of employees"])
        #expect(outcome.summary.leaveDays?.words == "6.00 = 1.00 + 0.00 + 0.00 + 5.00")
        #expect(try month.lines(outcome) == ["7 V 1.00"])
    }

    @Test("is paid by the hours or weekdays that the list of employees has")
    func listed() throws {
        var month = try month()
        month.employees = EmployeeTable([
            .init(employeeID: 7, payrollNumber: "1", hoursADay: Hours(nano: 3_700_000_000))
        ])
        #expect(try notes(month.outcome()) == [])
        #expect(try month.lines(month.outcome()) == ["7 V 1.00", "7 S 18.50"])
        month.employees = EmployeeTable([.init(employeeID: 7, payrollNumber: "1", workdays: Workdays("mon-wed"))])
        #expect(try notes(month.outcome()) == [])
        #expect(try month.lines(month.outcome()) == ["7 V 1.00", "7 S 22.20"])
        month.employees = EmployeeTable([.init(employeeID: 7, payrollNumber: "1")])
        #expect(try notes(month.outcome()).count == 1)
    }

    @Test("is no finding of people who work full time, or of whom the server says something else or nothing")
    func others() throws {
        for employment in ["fuld_tid", "timebaseret", "elev", nil] {
            #expect(try notes(month(employment).outcome()) == [])
            #expect(try month(employment).lines(month(employment).outcome()) == ["7 V 1.00", "7 S 37.00"])
        }
    }

    @Test("is paid as a warning, and when a person has waived the finding")
    func warned() throws {
        var month = try month("deltid", .warning)
        #expect(
            try notes(month.outcome()) == [
                "part-time warning: employment_type deltid for 5.00 days of leave request 1 (SICK 2026-10-05 to 2026-10-09)"
            ])
        #expect(try month.lines(month.outcome()) == ["7 V 1.00", "7 S 37.00"])
        month.rules["part-time"] = .off
        #expect(try notes(month.outcome()) == [])
        month.rules["part-time"] = nil
        try waive(in: &month)
        #expect(try notes(month.outcome()).map { $0.prefix(17) } == ["part-time waived:"])
        #expect(try month.lines(month.outcome()) == ["7 V 1.00", "7 S 37.00"])
    }

    private func waive(in month: inout LeaveMonth) throws {
        let note = try #require(try month.outcome().summary.employeeNotes.first { $0.severity == .blocker })
        month.decisions = Decisions([
            Decision(
                id: try #require(note.details?.id), verb: .waive, rule: note.rule, entry: nil, employee: 7,
                date: note.date, found: note.found, by: "clerk", because: "Five full days a week",
                time: Instant(secondsSince1970: 0))
        ])
    }

    @Test("stays held for another reason when the finding is waived")
    func otherReason() throws {
        var month = try month()
        month.rules[Rule.leaveDays] = .severity(.blocker)
        try month.add(3, "SICK", from: 19, stated: 4)
        month.requests.removeFirst()
        try waive(in: &month)
        let outcome = try month.outcome()
        #expect(
            notes(outcome).map { $0.split(separator: ":").first ?? "" } == ["part-time waived", "leave-days blocker"])
        #expect(try month.lines(outcome) == ["7 V 1.00"])
    }
}
