import GantryModel
import Testing

@Suite("The period of a run that names none") struct StandardPeriodTests {
    @Test(
        "is counted from the day of the run; days that are not over carry its name",
        arguments: [
            (StandardPeriod.today, "2026-11-21"), (.yesterday, "2026-11-20"), (.thisWeek, "2026-W47@2026-11-21"),
            (.lastWeek, "2026-W46"), (.lastFortnight, "2026-W45-W46"),
            (.thisMonth, "2026-11@2026-11-21"), (.lastMonth, "2026-10"), (.thisYear, "2026@2026-11-21"),
            (.lastYear, "2025"),
        ])
    func spelling(standard: StandardPeriod, text: String) throws {
        let day = try #require(CivilDate("2026-11-21"))
        #expect(standard.spelling(on: day) == text)
        #expect(try PayPeriod(text).name == text)
    }

    @Test("crosses the turn of a year") func turn() throws {
        let day = try #require(CivilDate("2027-01-01"))
        #expect(
            StandardPeriod.lastMonth.spelling(on: day) == "2026-12"
                && StandardPeriod.lastWeek.spelling(on: day) == "2026-W52")
        #expect(
            StandardPeriod.thisWeek.spelling(on: day) == "2026-W53@2027-01-01"
                && StandardPeriod.lastYear.spelling(on: day) == "2026")
    }

    @Test(
        "of two weeks is the newest one of KSR Cranes that is over, also after week 53",
        arguments: [
            ("2026-11-15", "2026-W43-W44"), ("2026-11-16", "2026-W45-W46"), ("2026-11-22", "2026-W45-W46"),
            ("2026-11-29", "2026-W45-W46"), ("2026-11-30", "2026-W47-W48"), ("2027-01-10", "2026-W51-W52"),
            ("2027-01-11", "2026-W53-W01"), ("2025-12-28", "2025-W49-W50"), ("2025-12-29", "2025-W51-W52"),
        ])
    func fortnight(day: String, period: String) throws {
        #expect(try StandardPeriod.lastFortnight.spelling(on: #require(CivilDate(day))) == period)
    }

    @Test("covers what stands before the @") func covered() throws {
        let period = try PayPeriod("2026@2026-11-21")
        #expect(period.first.description == "2026-01-01" && period.last.description == "2026-12-31")
        for text in ["2026@", "@2026-11-21", "2026@2026", "2026@2026-11-21@2026-11-21", "2026@x"] {
            #expect(throws: PayPeriodError.self) { _ = try PayPeriod(text) }
        }
    }

    @Test(
        "stands in names of files as every system can keep it",
        arguments: [
            ("2026-10", "pay-2026-10.csv"), ("2026-W41-W42", "pay-2026-W41-W42.csv"),
            ("2026-10-05..2026-10-18", "pay-2026-10-05--2026-10-18.csv"),
            ("2026-11@2026-11-22", "pay-2026-11_2026-11-22.csv"),
        ])
    func fileName(period: String, name: String) throws {
        #expect(try PayPeriod(period).fileName("pay-{period}.csv") == name)
        #expect(try PayPeriod(period).fileName("payroll.csv") == "payroll.csv")
    }

    @Test("of more than two weeks is told as days")
    func weeks() {
        #expect(throws: PayPeriodError.self) { try PayPeriod("2026-W40-W42") }
        do {
            _ = try PayPeriod("2026-W40-W42")
        } catch let error {
            #expect(error.description.contains("write the days: 2026-09-28..2026-10-18"), "\(error)")
        }
    }
}

@Suite("A period that is counted from today") struct RelativePeriodTests {
    @Test("is recognised by its name, whatever the day", arguments: StandardPeriod.allCases)
    func day(standard: StandardPeriod) throws {
        let start = try #require(CivilDate("2026-12-20"))
        for day in (0..<40).map({ start + $0 }) {
            let period = try standard.period(on: day)
            let found = try #require(standard.day(of: period))
            #expect(try found <= day && standard.period(on: found) == period)
        }
        #expect(try standard.day(of: PayPeriod("2026-12-20..2026-12-23")) == nil)
    }

    @Test(
        "is followed by the next one",
        arguments: [
            (StandardPeriod.yesterday, "2026-12-31", "2027-01-01"), (.lastWeek, "2026-W53", "2027-W01"),
            (.lastFortnight, "2026-W51-W52", "2026-W53-W01"), (.lastFortnight, "2026-W53-W01", "2027-W02-W03"),
            (.lastMonth, "2026-12", "2027-01"), (.lastMonth, "2027-01", "2027-02"), (.lastYear, "2027", "2028"),
        ])
    func next(standard: StandardPeriod, period: String, next: String) throws {
        #expect(try standard.period(after: PayPeriod(period))?.name == next)
    }

    @Test("is not followed by one that can be made later where it names the day of the run")
    func state() throws {
        #expect(try StandardPeriod.today.period(after: PayPeriod("2026-12-31")) == nil)
        #expect(try StandardPeriod.thisYear.period(after: PayPeriod("2026@2026-12-31")) == nil)
    }
}
