import GantryModel
import Testing

@Suite("Pay periods from the 16th to the 15th") struct PayPeriodRuleTests {
    private let rule = PayPeriodRule(firstDay: 16)

    @Test(
        "are named by their days, and the one of a day is the newest that is over",
        arguments: [
            ("2026-11-15", "2026-09-16..2026-10-15"), ("2026-11-16", "2026-10-16..2026-11-15"),
            ("2026-12-15", "2026-10-16..2026-11-15"), ("2027-01-16", "2026-12-16..2027-01-15"),
            ("2027-01-01", "2026-11-16..2026-12-15"), ("2028-03-16", "2028-02-16..2028-03-15"),
        ])
    func newest(day: String, name: String) throws {
        let period = try #require(rule).period(on: #require(CivilDate(day)))
        #expect(period.name == name)
        #expect(try PayPeriod(name) == period)
    }

    @Test("cover every day once, whichever day they begin on", arguments: PayPeriodRule.firstDays)
    func partition(firstDay: Int) throws {
        let rule = try #require(PayPeriodRule(firstDay: firstDay))
        var period = rule.period(with: try #require(CivilDate("2027-12-01")))
        for _ in 0..<30 {
            let next = try #require(rule.period(after: period))
            #expect(next.first == period.last + 1 && next.first.components.day == firstDay)
            #expect(rule.allows(next) && PayPeriodRule(of: next) == rule)
            #expect(rule.day(of: next) == next.last + 1 && rule.period(on: next.last + 1) == next)
            #expect(rule.period(on: next.last) == period)
            for offset in 0..<next.days { #expect(rule.period(with: next.first + offset) == next) }
            period = next
        }
    }

    @Test("begin on day 2 to 28: from the first they are months, and later days aren't in every month")
    func range() {
        #expect([0, 1, 29, 31].allSatisfy { PayPeriodRule(firstDay: $0) == nil })
        #expect(PayPeriodRule(firstDay: 2)?.description == "from the 2nd to the 1st")
        #expect(PayPeriodRule(firstDay: 23)?.description == "from the 23rd to the 22nd")
        #expect(rule?.description == "from the 16th to the 15th")
    }

    @Test("are no months, weeks or other days, and what overlaps these is named")
    func others() throws {
        let rule = try #require(rule)
        for name in ["2026-10", "2026-W41-W42", "2026-10-16..2026-11-14", "2026-10-15..2026-11-14", "2026-10-16"] {
            #expect(!rule.allows(try PayPeriod(name)), "\(name)")
        }
        #expect(rule.allows(try PayPeriod("2026-10-16..2026-11-15@2026-11-10")))
        #expect(rule.day(of: try PayPeriod("2026-10-16..2026-11-15@2026-11-10")) == nil)
        #expect(
            rule.periods(overlapping: try PayPeriod("2026-10")).map(\.name)
                == ["2026-09-16..2026-10-15", "2026-10-16..2026-11-15"])
        #expect(
            rule.periods(overlapping: try PayPeriod("2026-10-20..2026-10-30")).map(\.name) == ["2026-10-16..2026-11-15"]
        )
        #expect(PayPeriodRule(of: try PayPeriod("2026-10")) == nil)
    }
}
