import GantryEngine
import GantryModel
import GantryPayroll
import Testing

/// Hours as only a broken or hostile source sends them: sums past the nine thousand million hours that 64 bits hold.
@Suite("Hours past what 64 bits hold")
struct AbsurdHoursTests {
    /// Entries of the largest quantity that is read, each in all three categories.
    private func entries(_ count: Int, hours: String = "100000", employee: (Int) -> Int = { _ in 7 }) -> [String] {
        (0..<count).map { Entry($0 + 1, employee: employee($0), normal: hours, overtime: hours, weekend: hours).json() }
    }

    private func withoutLimits() -> PayrollChecks {
        var checks = PayrollChecks()
        checks.dayBlocker = nil
        checks.dayWarning = nil
        checks.negativeHours = nil
        return checks
    }

    @Test("of one person and day are held together and summed exactly") func held() throws {
        let outcome = try check(entries(200_000))
        #expect(outcome.summary.counts.held == 200_000)
        #expect(
            outcome.summary.held.normal == HoursSum(20_000_000_000)
                && outcome.summary.held.total == HoursSum(60_000_000_000))
        #expect(outcome.summary.days[4].held == outcome.summary.held)
        #expect(outcome.wholeBatch?.heldDays.values.map(\.counted.description) == ["60000000000.00"])
        #expect(outcome.summary.employees.isEmpty && outcome.summary.exported.total == .zero)
    }

    @Test("are named, not cut off, where no limit holds them", arguments: ["100000", "-100000"]) func exported(
        hours: String
    ) throws {
        let outcome = try check(entries(200_000, hours: hours), withoutLimits())
        let sign = hours.hasPrefix("-") ? -1 : 1
        #expect(outcome.summary.exported.total == HoursSum(sign * 60_000_000_000))
        #expect(outcome.summary.days[4].exported == outcome.summary.exported)
        let employee = try #require(outcome.summary.employees.first)
        #expect(employee.excessiveDay == CivilDate("2026-10-05") && employee.tally.entries == 200_000)
    }

    @Test("of all entries are no matter where each day is small enough") func manyPeople() throws {
        let people = Roster((1...50).map { Roster.Person(id: $0, name: "P", hourlyRate: nil) })
        let outcome = try check(entries(150_000) { $0 % 50 + 1 }, withoutLimits(), roster: people)
        #expect(outcome.summary.exported.normal == HoursSum(15_000_000_000))
        #expect(outcome.summary.employees.allSatisfy { $0.excessiveDay == nil && $0.tally.entries == 3_000 })
        #expect(
            outcome.summary.employees.flatMap(\.days).reduce(HoursSum.zero) { $0 + $1.exported }
                == outcome.summary.exported.total)
    }

    @Test("don't hide a day whose exported hours are ordinary") func ordinaryBesideAbsurd() throws {
        var checks = withoutLimits()
        checks.notApproved = .blocker
        let drafts = (0..<40_000).map {
            Entry($0 + 10, normal: "100000", overtime: "100000", weekend: "100000", status: "DRAFT").json()
        }
        let outcome = try check([Entry(1).json()] + drafts + [Entry(2, overtime: "1").json()], checks)
        let employee = try #require(outcome.summary.employees.first)
        #expect(employee.excessiveDay == nil)
        let day = try #require(employee.days.first { $0.exported != .zero })
        #expect(day.normal == Hours(15) && day.overtime == Hours(1) && day.weekend == .zero)
    }

    @Test("are one reject for a record that repeats its fields hundreds of times") func repeatedFields() throws {
        let many = Array(repeating: #""normalHours":0.00000000001"#, count: 700).joined(separator: ",")
        let outcome = try check([Entry(1, others: many).json(), Entry(2).json()])
        #expect(outcome.verdicts == [.rejected, .exported])
    }
}
