import GantryModel
import GantryPayroll
import Testing

@Suite("What is held since another run has paid it") struct HeldAsPaidTests {
    private static let run = "half/2026-09-01..2026-09-14/r1"

    private func held(_ entry: Int64?, _ found: String, day: String = "2026-09-01") throws -> HeldAsPaid {
        let day = try #require(CivilDate(day))
        return try #require(
            HeldAsPaid(entry: entry, employee: 1, day: day, found: "\(found)paid by \(Self.run)"))
    }

    private func takenOut(
        entries: [Int64] = [], leave: [String] = [], holidays: [String] = [], hours: [String] = []
    ) -> [PayInputs.TakenOut] {
        func days(_ days: [String]) -> Set<EmployeeDay> {
            Set(days.compactMap { CivilDate($0) }.map { EmployeeDay(employeeID: 1, date: $0) })
        }
        return [
            PayInputs.TakenOut(
                run: Self.run, entries: EntryNumbers(entries), leave: days(leave), holidays: days(holidays),
                hours: days(hours))
        ]
    }

    @Test("is on hold as long as that run pays it, whatever it is") func paid() throws {
        let held = [
            try held(7, ""), try held(8, "other hours of the day "), try held(9, "other hours of the week "),
            try held(nil, "1 days of leave 3 "), try held(nil, "public holiday "),
        ]
        #expect(held.allSatisfy { $0.run == Self.run })
        let all = takenOut(entries: [7], leave: ["2026-09-01"], holidays: ["2026-09-01"], hours: ["2026-09-01"])
        #expect(HeldAsPaid.lapsed(held, now: all).isEmpty)
        #expect(HeldAsPaid.lapsed(held, now: takenOut()) == held)
        #expect(HeldAsPaid.lapsed(held, now: []) == held)
        // Another day of the week.
        #expect(
            HeldAsPaid.lapsed(Array(held[1...2]), now: takenOut(hours: ["2026-09-03"])) == [held[1]])
        // Leave isn't a holiday.
        #expect(HeldAsPaid.lapsed(Array(held[3...]), now: takenOut(leave: ["2026-09-01"])) == [held[4]])
    }

    @Test("is of a list that gives ids for itself, and then an entry of the same day and employee") func otherList()
        throws
    {
        func paid(on day: String, of employee: Int64) throws -> [PayInputs.TakenOut] {
            let place = EmployeeDay(employeeID: employee, date: try #require(CivilDate(day)))
            return [PayInputs.TakenOut(run: Self.run, entries: EntryNumbers([7]), places: [7: place])]
        }
        let held = [try held(7, "")]
        #expect(HeldAsPaid.lapsed(held, now: try paid(on: "2026-09-01", of: 1)).isEmpty)
        #expect(HeldAsPaid.lapsed(held, now: try paid(on: "2026-09-02", of: 1)) == held)
        #expect(HeldAsPaid.lapsed(held, now: try paid(on: "2026-09-01", of: 2)) == held)
    }

    @Test("waits with the rest of its day for an entry that moved there") func moved() throws {
        let held = [try held(7, ""), try held(8, "other hours of the day ")]
        #expect(HeldAsPaid.lapsed(held, now: takenOut(entries: [7], hours: ["2026-08-20"])).isEmpty)
        #expect(HeldAsPaid.lapsed(held, now: takenOut(hours: ["2026-08-20"])) == held)
    }
}
