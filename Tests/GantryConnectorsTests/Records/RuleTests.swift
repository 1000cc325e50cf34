import GantryConnectors
import GantryModel
import Testing

@Suite("Working days of a leave")
struct LeaveDaysTests {
    private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    @Test(
        "leave out Fridays, Saturdays and holidays",
        arguments: [
            ("2026-10-11", "2026-10-15", 5), ("2026-10-11", "2026-10-17", 5), ("2026-10-16", "2026-10-17", 0),
            ("2026-12-14", "2026-12-17", 3),
            ("2026-12-16", "2026-12-16", 0), ("2026-10-12", "2026-10-11", 0), ("2026-12-25", "2026-12-25", 0),
            ("2026-10-18", "2026-10-18", 1),
        ])
    func days(first: String, last: String, days: Int) throws {
        // 25 December 2026 is a Friday: a holiday on a weekend isn't taken off twice.
        let rule = CDBL.LeaveDays(
            holidays: [try date("2026-12-16"), try date("2026-12-25"), try date("2026-12-16")], years: [2026])
        #expect(rule.count(from: try date(first), to: try date(last)) == days)
    }

    @Test("are the same as when every day is looked at", arguments: 0..<50 as Range<UInt64>) func everyDay(seed: UInt64)
    {
        var numbers = SeededGenerator(seed: seed)
        let holidays = (0..<20).map { _ in CivilDate(daysSince1970: Int32.random(in: 20_000...20_400, using: &numbers))
        }
        let rule = CDBL.LeaveDays(holidays: holidays, years: [])
        for _ in 0..<50 {
            let first = CivilDate(daysSince1970: Int32.random(in: 19_990...20_410, using: &numbers))
            let length = Int.random(in: 0...60, using: &numbers)
            let days = (0..<length).map { first + $0 }.filter {
                ![5, 6].contains($0.isoWeekday) && !holidays.contains($0)
            }
            #expect(rule.count(from: first, to: first + (length - 1)) == days.count, "seed \(seed)")
        }
    }

    @Test("that differ from what the server states are a finding") func findings() throws {
        let holidays = UsableRecords(
            try decode(
                CDBL.Holiday.dataset,
                #"{"holidays":[{"date":"2026-12-16","name":"Victory Day"},{"date":"x","name":"?"},{"date":"2026-12-15","name":"Maybe","isOptional":true}]}"#
            ))
        let rule = CDBL.LeaveDays(holidays: CDBL.LeaveDays.holidays(holidays), years: CDBL.LeaveDays.years(holidays))
        func finding(_ first: String, _ last: String, _ days: String) throws -> CDBL.LeaveDays.Finding? {
            let chunk = try decode(
                CDBL.Leave.dataset,
                #"[{"id":"1","type":"CASUAL","startDate":"\#(first)","endDate":"\#(last)","workingDays":\#(days),"status":"APPROVED"}]"#
            )
            return rule.finding(chunk.records[0])
        }
        #expect(try finding("2026-12-14", "2026-12-17", "3") == nil)
        #expect(try finding("2026-12-14", "2026-12-17", "3.0") == nil)
        let other = try #require(try finding("2026-12-14", "2026-12-17", "3.5"))
        #expect(other == .otherDays(counted: Decimal9(3), stated: Decimal9(nano: 3_500_000_000)))
        #expect(other.found == "3.5 working days")
        #expect(other.expected == "3 working days without Fridays, Saturdays and holidays")
        let single = try #require(try finding("2026-12-14", "2026-12-14", "2"))
        #expect(single.expected == "1 working day without Fridays, Saturdays and holidays")
        #expect(try finding("2026-12-17", "2026-12-14", "0") == .endsBeforeStart)
        #expect(try finding("2027-01-05", "2027-01-04", "0") == .endsBeforeStart)
    }

    @Test("are counted only where the holidays of all years of the leave were fetched") func otherYears() throws {
        let holidays = UsableRecords(
            try decode(
                CDBL.Holiday.dataset,
                #"{"holidays":[{"date":"2026-12-16","name":"Victory Day"},{"date":"2028-05-01","name":"May Day","isOptional":true}]}"#
            ))
        let rule = CDBL.LeaveDays(holidays: CDBL.LeaveDays.holidays(holidays), years: CDBL.LeaveDays.years(holidays))
        let days = [
            ("2026-12-30", "2026-12-31"), ("2026-12-30", "2027-01-03"), ("2027-01-03", "2027-01-04"),
            ("2026-12-30", "2028-01-03"), ("2028-01-03", "2028-01-04"),
        ]
        let leaves = days.map {
            #"{"id":"1","type":"CASUAL","startDate":"\#($0)","endDate":"\#($1)","workingDays":99,"status":"APPROVED"}"#
        }
        let chunk = try decode(CDBL.Leave.dataset, "[" + leaves.joined(separator: ",") + "]")
        #expect(chunk.records.map { rule.finding($0) != nil } == [true, false, false, false, true])
    }

    @Test(
        "are days in Dhaka, which the deployed server writes as a time in UTC",
        arguments: [
            ("2026-10-24T18:00:00.000Z", "2026-10-25"), ("2026-10-25T00:00:00.000Z", "2026-10-25"),
            ("2026-10-25T00:00:00Z", "2026-10-25"),
            ("2026-10-25", "2026-10-25"), ("2026-10-25T00:00:00+06:00", "2026-10-25"),
            ("2026-10-25T17:59:59.999Z", "2026-10-25"),
            ("2025-12-31T18:00:00Z", "2026-01-01"), ("2026-10-24T18:00:00.000\\u005A", "2026-10-25"),
        ])
    func dhaka(sent: String, day: String) throws {
        let leaves = try decode(
            CDBL.Leave.dataset,
            #"[{"id":"1","type":"CASUAL","startDate":"\#(sent)","endDate":"\#(sent)","workingDays":1,"status":"APPROVED"}]"#
        )
        #expect(leaves.values(0)["startDate"] == day && leaves.values(0)["endDate"] == day)
        let history = try decode(
            CDBL.Leave.history,
            #"{"id":"1","type":"CASUAL","startDate":"\#(sent)","endDate":"\#(sent)","workingDays":1,"status":"APPROVED"}"#
        )
        #expect(history.values(0)["endDate"] == day)
        let holidays = try decode(
            CDBL.Holiday.dataset, #"{"items":[{"id":1,"name":"A","date":"\#(sent)","isOptional":false}]}"#)
        #expect(holidays.values(0)["date"] == day)
        for broken in ["2026-10-24T25:00:00Z", "2026-02-30", "2026-10-2"] {
            #expect(
                try decode(CDBL.Holiday.dataset, #"[{"name":"A","date":"\#(broken)"}]"#).rejects.map(\.field) == [
                    "date"
                ])
        }
    }
}

@Suite("The service of a booking")
struct ServiceListTests {
    @Test("is found by its name, whatever its case and spaces") func match() throws {
        let chunk = try decode(
            AutoDetail.Service.dataset,
            """
            [{"id":"s1","name":"Car Washing","priceRub":1500,"durationMinutes":45},{"id":"s2","name":"Мойка","priceRub":900,"durationMinutes":30},
             {"id":"s3","name":"Twice","priceRub":1,"durationMinutes":1},{"id":"s4","name":"twice ","priceRub":2,"durationMinutes":2},{"id":"s5"}]
            """)
        let list = AutoDetail.ServiceList(AutoDetail.ServiceList.entries(UsableRecords(chunk)))
        #expect(list.entries.map(\.id) == ["s1", "s2", "s3", "s4"])
        #expect(list.match(" car  washing") == .one(0))
        #expect(list.entries[0].price == Money(nano: 1_500_000_000_000))
        #expect(list.match("мойка") == .one(1))
        #expect(list.match("Polishing") == .none)
        #expect(list.match("TWICE") == .several(2))
    }
}
