import GantryEngine
import GantryModel
import GantryPayroll
import Testing

private typealias Rule = PayrollChecks.Rule

@Suite("Work on a day of leave")
struct WorkOnLeaveTests {
    private func month(_ severity: Severity = .blocker) -> LeaveMonth {
        var month = LeaveMonth()
        month.rules[Rule.workOnLeave] = .severity(severity)
        return month
    }

    private func found(_ outcome: Outcome) -> [String] {
        outcome.notes(Rule.workOnLeave).map { "\($0.recordID ?? 0) \($0.severity): \($0.found)" }
    }

    @Test("holds the hours as a blocker, and the leave is paid: the day is paid once")
    func blocker() throws {
        var month = month()
        try month.add(1, from: 5, to: 6)
        let entries = [
            Entry(1), Entry(2, day: "2026-10-07"), Entry(3, day: "2026-10-06", normal: "0", overtime: "1"),
            Entry(4, employee: 8), Entry(5, day: "2026-10-06", normal: "0"),
            Entry(6, day: "2026-10-06", status: "DRAFT"),
        ]
        let outcome = try month.outcome(entries)
        #expect(outcome.verdicts == [.held, .exported, .held, .exported, .exported, .held])
        #expect(
            found(outcome) == [
                "1 blocker: hours on a day of leave request 1", "3 blocker: hours on a day of leave request 1",
            ])
        #expect(!outcome.summary.employeeNotes.contains { $0.rule == Rule.workOnLeave })
        #expect(outcome.count(Rule.workOnLeave, .blocker) == 2)
        #expect(outcome.summary.leaveDays?.words == "2.00 = 2.00 + 0.00 + 0.00 + 0.00")
        #expect(try month.lines(outcome) == ["7 N 7.50", "7 V 2.00", "8 N 7.50"])
    }

    @Test("is paid beside the leave when a person waives the finding")
    func waived() throws {
        var month = month()
        try month.add(1, from: 5)
        let found = "hours on a day of leave request 1"
        let id = FindingID.make(
            rule: Rule.workOnLeave, entry: 1, employee: 7, date: CivilDate("2026-10-05"), found: found,
            values: "7.50 0.00 0.00 none")
        month.decisions = Decisions([
            Decision(
                id: id, verb: .waive, rule: Rule.workOnLeave, entry: 1, employee: 7, date: CivilDate("2026-10-05"),
                found: found, by: "clerk", because: "Called in for a day", time: Instant(secondsSince1970: 0))
        ])
        let outcome = try month.outcome([Entry(1)])
        #expect(outcome.verdicts == [.exported])
        #expect(self.found(outcome) == ["1 waived: hours on a day of leave request 1"])
        #expect(!outcome.summary.employeeNotes.contains { $0.rule == Rule.workOnLeave })
        #expect(try month.lines(outcome) == ["7 N 7.50", "7 V 1.00"])
    }

    @Test("is no finding where a person holds the leave, so that the hours are paid")
    func heldLeave() throws {
        var month = month()
        try month.add(1, from: 5)
        month.decisions = Decisions([
            Decision(
                .hold, of: .leave(1), by: "clerk", because: "The leave was taken back",
                time: Instant(secondsSince1970: 0))
        ])
        let outcome = try month.outcome([Entry(1)])
        #expect(outcome.verdicts == [.exported] && found(outcome) == [])
        #expect(try month.lines(outcome) == ["7 N 7.50"])
    }

    @Test("holds the hours of a half day that are more than the other half, all of them")
    func halfDay() throws {
        var month = month()
        try month.add(1, from: 5, half: true)
        try month.add(2, from: 6, half: true)
        let outcome = try month.outcome([
            Entry(1, normal: "2"), Entry(2, normal: "0", overtime: "2"), Entry(3, day: "2026-10-06", normal: "3.7"),
        ])
        #expect(outcome.verdicts == [.held, .held, .exported])
        #expect(
            found(outcome) == [
                "1 blocker: 4.00 hours on a half day of leave request 1",
                "2 blocker: 4.00 hours on a half day of leave request 1",
            ])
        #expect(
            outcome.notes(Rule.workOnLeave).map(\.expected)
                == Array(repeating: "at most 3.70 hours on a half day of leave", count: 2))
    }

    @Test("goes by half of the employee's own day, else of the pay code's", arguments: [Severity.warning, .blocker])
    func ownDay(severity: Severity) throws {
        var month = month(severity)
        month.employees = EmployeeTable([
            .init(employeeID: 7, payrollNumber: "1", hoursADay: Hours(nano: 3_700_000_000)),
            .init(employeeID: 8, payrollNumber: "2", hoursADay: Hours(10)),
        ])
        try month.add(1, from: 5, half: true)
        try month.add(2, of: 8, from: 5, half: true)
        let outcome = try month.outcome([
            Entry(1, normal: "2"), Entry(2, employee: 8, normal: "5"), Entry(3, employee: 8, day: "2026-10-06"),
        ])
        let notes = (outcome.notes + outcome.summary.employeeNotes).filter { $0.rule == Rule.workOnLeave }
        #expect(notes.map { "\($0.employeeID ?? 0) \($0.found)" } == ["7 2.00 hours on a half day of leave request 1"])
        #expect(notes.map(\.expected) == ["at most 1.85 hours on a half day of leave"])
        #expect(outcome.verdicts == [severity == .blocker ? .held : .exported, .exported, .exported])
    }

    @Test("is nothing where three times 1:40 are half of ten hours, and something a second later")
    func clock() throws {
        var month = month()
        month.employees = EmployeeTable([.init(employeeID: 7, payrollNumber: "1", hoursADay: Hours(10))])
        try month.add(1, from: 5, half: true)
        for (last, isMore) in [("1.666666667", false), ("1.666944444", true)] {
            let work = [Entry(1, normal: "1.666666667"), Entry(2, normal: "1.666666667"), Entry(3, normal: last)]
            #expect(try found(month.outcome(work)).isEmpty != isMore, "\(last)")
        }
    }

    @Test("is every hour where the office is half free and the leave is the other half")
    func halfFree() throws {
        var month = month(.warning)
        month.calendar = PayCalendar(halfDays: Set([CivilDate("2026-10-08")].compactMap(\.self)))
        try month.add(1, from: 8)
        let outcome = try month.outcome([Entry(1, day: "2026-10-08", normal: "2")])
        #expect(
            outcome.summary.employeeNotes.filter { $0.rule == Rule.workOnLeave }.map(\.found)
                == ["hours on a day of leave request 1"])
    }

    @Test("is one finding of a day, however many requests it is of")
    func requests() throws {
        var month = month(.warning)
        try month.add(1, from: 5, half: true)
        try month.add(2, "SICK", from: 5, half: true)
        #expect(
            try month.outcome([Entry(1)]).summary.employeeNotes.map(\.found)
                == ["hours on a day of leave requests 1 and 2"])
    }
}
