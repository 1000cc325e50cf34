import GantryAccounts
import GantryConnectors
import GantryModel
import Testing

/// Systems whose records have a start and an end, and no day apart from these.
@Suite("A day and a time at one place") struct DayOfTimeTests {
    private static func system(day: String, start: String, first: String = "day") -> String {
        let fields = [
            "      day: { at: shift.begin, type: date\(day) }", "      start: { at: shift.begin, type: time\(start) }",
        ]
        return """
            system: clock
            title: Clock
            zone: Europe/Copenhagen
            environments: { production: https://clock.example.com }
            sign-in: { api-key: { header: X-Key }, check: { get: /me, account: login } }
            datasets:
              shifts:
                help: The shifts of everybody.
                get: /shifts
                records: data
                key: id
                paging: none
                total: none
                period: { day: day, query: { from: "{from}", to: "{to}" } }
                fields:
                  id: { type: integer, required: true }
                  user: { type: integer, required: true }
                  end: { type: time }
                  state: {}
            """ + "\n" + (first == "day" ? fields : fields.reversed()).joined(separator: "\n") + "\n"
    }

    private func read(_ begins: [String], _ text: String) throws -> Chunk<WorkEntry> {
        let system = try SystemFile.read(Array(text.utf8), named: "Systems/clock.yaml")
        let roles = EntryRoles(
            employee: "user", date: "day", hours: .times(start: "start", end: "end", pause: nil, nil),
            status: EntryRoles.StatusRole(field: "state", words: ["ok": .approved]))
        let dataset = try #require(system.dataset(named: "clock.shifts")).entries(by: roles)
        let records = begins.enumerated().map { index, begin in
            #"{"id":\#(index + 1),"user":3,"state":"ok","end":"2026-11-01T07:00:00Z"\#(begin)}"#
        }
        var page = Chunk<WorkEntry>(bytes: Array(#"{"data":[\#(records.joined(separator: ","))]}"#.utf8))
        _ = try dataset.makePageDecoder().decodePage(&page, listKeys: [], asked: nil)
        var lines = Chunk<WorkEntry>(bytes: page.bytes)
        try WorkEntry.dataset.decoder().decodeLines(&lines)
        #expect("\(lines.records)" == "\(page.records)" && "\(lines.rejects)" == "\(page.rejects)")
        return page
    }

    @Test(
        "are both read, in whatever order the file has them", arguments: ["day", "start"])
    func both(first: String) throws {
        let chunk = try read(
            [
                #","shift":{"begin":"2026-10-31T22:30:00Z"}"#, #","shift":{"begin":"2026-10-31T23:30:00Z"}"#,
                // On the clocks of the zone.
                #","shift":{"begin":"2026-10-31T23:30:00"}"#, #","shift":{"begin":"2026-11-01T00:30:00\u002B01:00"}"#,
                #","shift":{"begin":"2026-10-31"}"#, #","shift":{"begin":null}"#, "",
            ], Self.system(day: ", zone: Europe/Copenhagen, required: true", start: "", first: first))
        #expect(
            chunk.rejects.map { "\($0.index) \($0.field)" } == ["4 day", "5 day", "6 day"])
        #expect(
            chunk.records.prefix(4).map { "\($0.workDate) \($0.normalHours)" } == [
                "2026-10-31 8.50", "2026-11-01 7.50", "2026-10-31 8.50", "2026-11-01 7.50",
            ])
        #expect(chunk.records.prefix(4).allSatisfy { $0.workTime == nil && $0.deployed.doubt == nil })
    }

    @Test("of numbers since 1970, and required by the time alone") func unix() throws {
        let chunk = try read(
            [#","shift":{"begin":1793489400}"#, ""],
            Self.system(day: ", format: unix", start: ", format: unix, required: true"))
        #expect(chunk.rejects.map(\.index) == [1])
        #expect("\(chunk.records[0].workDate) \(chunk.records[0].normalHours)" == "2026-11-01 7.50")
    }

    @Test("are a mistake where nothing says which day a time is on, and for two times or days") func mistakes() {
        func mistake(_ day: String, _ start: String) -> String {
            do {
                _ = try SystemFile.read(
                    Array(Self.system(day: day, start: start).utf8), named: "Systems/clock.yaml")
                return ""
            } catch {
                return "\(error)"
            }
        }
        #expect(mistake("", "").contains("depends on the zone of day"))
        let twice =
            Self.system(day: ", zone: UTC", start: "")
            + "      again: { at: shift.begin, type: time }\n"
        #expect(throws: (any Error).self) {
            try SystemFile.read(Array(twice.utf8), named: "Systems/clock.yaml")
        }
    }
}
