import GantryModel
import Testing

@Suite("Dates, instants and pay periods")
struct CalendarTests {
    @Test("Every day from year 1 to 9999 reads back as it was printed")
    func datesRoundTrip() throws {
        let first = try #require(CivilDate("0001-01-01"))
        let last = try #require(CivilDate("9999-12-31"))
        var day = first
        while day <= last {
            let (y, m, d) = day.components
            #expect(CivilDate(year: y, month: m, day: d) == day)
            day = day + 97
        }
        #expect(last - first == 3_652_058)
        #expect(CivilDate("1970-01-01")?.daysSince1970 == 0)
    }

    @Test(
        "A day that does not exist is refused",
        arguments: [
            "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "26-10-01", "2026-1-01", "2026/10/01", "1900-02-29",
        ])
    func refusesImpossibleDays(text: String) { #expect(CivilDate(text) == nil) }

    @Test(
        "ISO weeks follow the standard around New Year",
        arguments: [
            ("2024-12-30", 2025, 1), ("2027-01-01", 2026, 53), ("2026-10-05", 2026, 41), ("2021-01-03", 2020, 53),
        ])
    func isoWeeks(text: String, year: Int, week: Int) throws {
        let found = try #require(CivilDate(text)).isoWeek
        #expect(found == (year, week))
    }

    @Test(
        "Timestamps with any fraction and offset are one instant",
        arguments: [
            ("2026-10-05T16:00:00Z", "2026-10-05T16:00:00Z"), ("2026-10-05T18:00:00+02:00", "2026-10-05T16:00:00Z"),
            ("2026-10-05t16:00:00.5z", "2026-10-05T16:00:00.500Z"),
            ("2026-10-05T16:00:00.123456Z", "2026-10-05T16:00:00.123456Z"),
            ("2026-10-05T16:00:00.000000000Z", "2026-10-05T16:00:00Z"), ("2026-10-05", "2026-10-05T00:00:00Z"),
            ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ])
    func instants(text: String, printed: String) throws { #expect(try #require(Instant(text)).description == printed) }

    @Test(
        "A clock that shows a time beyond April 2262 gives the last instant there is",
        arguments: [9_223_372_036, 9_223_372_037, 253_402_300_799, Int.max])
    func lateClock(seconds: Int) {
        let time = Instant(secondsSince1970: seconds, nanoseconds: 999_999_999)
        #expect(time.nanosecondsSince1970 == .max)
        #expect(time.description.hasPrefix("2262-04-11T23:47:16"))
        #expect(Instant(secondsSince1970: 5, nanoseconds: 7).nanosecondsSince1970 == 5_000_000_007)
    }

    @Test(
        "What is no RFC 3339 timestamp is refused",
        arguments: [
            "2026-10-05T24:00:00Z", "2026-10-05T16:00Z", "2026-10-05T16:00:00", "2026-10-05T16:00:00.Z",
            "2026-10-05 16:00:00Z", "2026-10-05T16:00:00.1234567890Z", "2026-10-05T16:00:00+0200", "",
        ])
    func refusesOtherTimes(text: String) { #expect(Instant(text) == nil) }

    @Test(
        "A period is named by month, week, two weeks or days",
        arguments: [
            ("2026-10", "2026-10-01", "2026-10-31"), ("2026-02", "2026-02-01", "2026-02-28"),
            ("2026-W41", "2026-10-05", "2026-10-11"), ("2026-W41-W42", "2026-10-05", "2026-10-18"),
            ("2026-W53-W01", "2026-12-28", "2027-01-10"), ("2026-10-05..2026-10-18", "2026-10-05", "2026-10-18"),
        ])
    func periods(text: String, first: String, last: String) throws {
        let period = try PayPeriod(text)
        #expect(period.first.description == first)
        #expect(period.last.description == last)
        #expect(period.name == text)
    }

    @Test(
        "A period that does not exist is refused with what was found",
        arguments: [
            "2026-13", "2025-W53", "2026-W41-W43", "2026-10-18..2026-10-05", "october", "", "../x", "2026-W53-W54",
            "2026-W+5", "2026-W-5", "+026-W05", "2026-W05-W+6", "2026-W 5", "2026-W",
        ])
    func refusesPeriods(text: String) {
        let error = #expect(throws: PayPeriodError.self) { try PayPeriod(text) }
        #expect(error?.description.contains("\"\(text)\"") == true)
    }

    @Test(
        "Neither a year nor a single day is paid at once",
        arguments: [
            ("2026", false), ("2026-10-05", false), ("2026-10-05..2026-10-05", false),
            ("2026-10-01..2026-11-01", false),
            ("2026-10-01..9026-10-31", false), ("2026-10", true), ("2026-02", true), ("2026-W41", true),
            ("2026-W41-W42", true),
            ("2026-10-05..2026-10-18", true), ("2026-10-01..2026-10-31", true),
        ])
    func payable(text: String, isPayable: Bool) throws {
        let period = try PayPeriod(text)
        do throws(PayPeriodError) {
            try period.requirePayDays()
            #expect(isPayable)
        } catch {
            #expect(!isPayable && error.description.contains("isn't a pay period: it "), "\(error)")
        }
    }

    @Test("A day behind an @ names days that are not over yet")
    func dated() throws {
        let month = try PayPeriod("2026-11")
        let open = month.dated(try #require(CivilDate("2026-11-22")))
        #expect(!month.isDated && open.isDated)
        #expect(open == (try PayPeriod("2026-11@2026-11-22")))
    }
}
