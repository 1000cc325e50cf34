import GantryConnectors
import GantryKit
import GantryModel
import GantryPayroll
import Testing

@Suite("An entry that is on hold in another period") struct HeldElsewhereTests {
    private static let time = Instant(secondsSince1970: 0)

    private func hold(_ by: String, _ because: String) -> Decision {
        Decision(.hold, of: .entry(7), by: by, because: because, time: Self.time)
    }

    private func held(because: String = "Never worked there") throws -> HeldElsewhere {
        var entry = WorkEntry()
        entry.id = 7
        entry.employeeID = 1
        entry.workDate = try #require(CivilDate("2026-10-03"))
        entry.normalHours = Hours(8)
        return HeldElsewhere(PaidEntry(entry), by: hold("clerk", because), in: "payroll/2026-09")
    }

    @Test("can be leave, which is shown at its first day in the period and can be held by its request") func leave()
        throws
    {
        func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }
        let request = ApprovedLeave.Request(
            id: 31, employeeID: 1, type: "VACATION", first: try day("2026-09-28"), last: try day("2026-10-02"),
            isHalfDay: false, statedDays: nil)
        let hold = Decision(.hold, of: .leave(31), by: "clerk", because: "Asked for twice", time: Self.time)
        let october = try day("2026-10-01")
        let held = HeldElsewhere(request, from: october, by: hold, in: "payroll/2026-09")
        let finding = held.finding(Decisions(), roster)
        #expect(finding.rule == "held-elsewhere" && finding.state == .open && finding.entry == nil)
        #expect(finding.found == "leave 31, held in payroll/2026-09 by clerk: Asked for twice")
        #expect(finding.employee == 1 && finding.name == "Ann" && finding.date == october)
        #expect(finding.amount == nil && finding.hours == nil)
        #expect(held.finding(Decisions([hold]), roster).state == .held)
        let all = Decision(.hold, of: .employee(1), by: "clerk", because: "Asked for twice", time: Self.time)
        #expect(held.finding(Decisions([all]), roster).state == .held)
        let accepted = Decision(
            id: finding.id, verb: .accept, rule: finding.rule, entry: nil, employee: 1, date: finding.date,
            found: finding.found, by: "clerk", because: "It is settled", time: Self.time)
        #expect(held.finding(Decisions([accepted]), roster).state == .accepted)
    }

    private let roster = Roster([Roster.Person(id: 1, name: "Ann", hourlyRate: Money(nano: 100_000_000_000))])

    @Test("waits for a person, who is told where, by whom and why") func open() throws {
        let finding = try held().finding(Decisions(), roster)
        #expect(finding.rule == "held-elsewhere" && finding.severity == .warning && finding.state == .open)
        #expect(finding.found == "held in payroll/2026-09 by clerk: Never worked there")
        #expect(finding.name == "Ann" && finding.hours == Hours(8) && finding.amount?.description == "800.00")
        #expect(try held().finding(Decisions(), Roster([])).amount == nil)
    }

    @Test("is accepted or held by a decision in its own period, and asked about again for another reason")
    func decided() throws {
        let id = try held().finding(Decisions(), roster).id
        let accepted = Decisions([
            Decision(
                id: id, verb: .accept, rule: "held-elsewhere", entry: 7, employee: 1, date: nil, found: "", by: "clerk",
                because: "The customer agrees", time: Self.time)
        ])
        #expect(try held().finding(accepted, roster).state == .accepted)
        #expect(try held(because: "Paid by another firm").finding(accepted, roster).state == .open)
        #expect(
            try held().finding(Decisions(accepted.all + [hold("clerk", "Held here too")]), roster).state == .held)
    }
}
