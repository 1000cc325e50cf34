import GantryAccounts
import GantryConnectors
import GantryFormats
import GantryModel
import Testing

/// How values are spelled, as a system file says.
@Suite("A described field") struct SystemFileSpellingTests {
    /// A system of one dataset with these fields.
    static func text(_ fields: String, more: String = "", top: String = "zone: Europe/Copenhagen") -> String {
        """
        system: tracker
        title: Time tracker
        \(top)
        sign-in:
          api-key: { header: X-Key }
          check: { get: /me }
        datasets:
          hours:
            help: The hours of everybody.
            get: /hours
            records: ""
            key: id
            paging: none
            total: none
        \(more)
            fields:
              id: { type: integer, required: true }
        \(fields)
        """
    }

    private func dataset(_ text: String) throws -> any DatasetDescription {
        try #require(
            try SystemFile.read(Array(text.utf8), named: "Systems/tracker.yaml").dataset(named: "tracker.hours"))
    }

    /// The value of a field that is spelled so, or what a reject says was expected.
    private func read(_ field: String, _ value: String) throws -> String? {
        func open(_ description: some DatasetDescription) throws -> String? {
            let dataset = description.dataset
            var chunk = Chunk(of: dataset, "[{\"id\":1,\"value\":\(value)}]")
            _ = try dataset.makePageDecoder().decodePage(&chunk, listKeys: [], asked: nil)
            if let reject = chunk.rejects.first { return "expected " + reject.expected }
            return chunk.text(dataset.shape.fields[1], of: 0)
        }
        return try open(dataset(Self.text("      value: { \(field) }")))
    }

    @Test(
        "is a day or a moment as the server spells it, in the zone that the file says",
        arguments: [
            ("type: date, format: \"DD.MM.YYYY\"", #""25.10.2026""#, "2026-10-25"),
            ("type: date, format: \"YYYY-MM-DD.*\"", #""2026-10-25.00:00:00""#, "2026-10-25"),
            ("type: date, format: unix", "1792879200", "2026-10-25"),
            ("type: date, format: unix", "1792879199", "2026-10-24"),
            ("type: date, format: unix-ms", #""1792879199999""#, "2026-10-24"),
            ("type: date, zone: Europe/Copenhagen", #""2026-10-24T22:00:00Z""#, "2026-10-25"),
            ("type: date", #""2026-10-24T22:00:00Z""#, "2026-10-24"),
            (
                "type: date, at: { year: value.y, month: value.m, day: value.d }", #"{"y":2026,"m":10,"d":"5"}"#,
                "2026-10-05"
            ),
            (
                "type: date, at: { year: value.y, month: value.m, day: value.d }", #"{"y":2026,"m":2,"d":29}"#,
                "expected an object with the numbers y, m and d"
            ),
            ("type: time, format: unix", "1792879200.5", "2026-10-24T22:00:00.500Z"),
            ("type: time, format: unix-ms", "1792879200123", "2026-10-24T22:00:00.123Z"),
            ("type: time", #""2026-10-25T00:30:00""#, "2026-10-24T22:30:00Z"),
            ("type: time", #""2026-10-25 00:30:00.25""#, "2026-10-24T22:30:00.250Z"),
            ("type: time", #""2026-10-25T02:30:00+01:00""#, "2026-10-25T01:30:00Z"),
            // The hour that clocks show twice, and the one that they skip.
            (
                "type: time", #""2026-10-25T02:30:00""#,
                "expected a timestamp, without an offset one that Europe/Copenhagen has once"
            ),
            (
                "type: time, format: \"DD.MM.YYYY hh:mm\"", #""29.03.2026 02:30""#,
                "expected DD.MM.YYYY hh:mm, a time that Europe/Copenhagen has once"
            ),
            ("type: time, format: \"DD.MM.YYYY hh:mm\"", #""29.03.2026 03:30""#, "2026-03-29T01:30:00Z"),
            ("type: time, format: \"YYYYMMDDThhmmss\", zone: UTC", #""20260329T033000""#, "2026-03-29T03:30:00Z"),
            ("type: date, format: \"DD.MM.YYYY\"", #""31.02.2026""#, "expected DD.MM.YYYY"),
            ("type: date, format: \"DD.MM.YYYY\"", #""5.10.2026""#, "expected DD.MM.YYYY"),
        ])
    func times(field: String, value: String, expected: String) throws {
        #expect(try read(field, value) == expected)
    }

    @Test(
        "is an exact number of what its unit says",
        arguments: [
            ("seconds", "26532.0", "26532"), ("seconds", "1200", "1200"), ("hours", #""7.4""#, "7.4"),
            ("ms", "26532001", "26532001"), ("iso", #""PT7H20M""#, "26400"), ("iso", #""P1DT0.5H""#, "88200"),
            ("iso", #""PT1.000000001S""#, "1.000000001"), ("iso", #""-PT90S""#, "-90"), ("h:mm", #""1:20""#, "80"),
            ("h:mm", #""-0:05""#, "-5"), ("h:mm", #""100:00""#, "6000"),
            ("iso", #""P1M""#, "expected a duration such as PT7H30M"),
            ("iso", #""PT""#, "expected a duration such as PT7H30M"),
            ("iso", #""PT1M1H""#, "expected a duration such as PT7H30M"),
            ("h:mm", #""1:60""#, "expected hours and minutes such as 7:30"),
            ("h:mm", "1.5", "expected hours and minutes such as 7:30"), ("seconds", #""7,5""#, "expected a number"),
        ])
    func durations(unit: String, value: String, expected: String) throws {
        #expect(try read("type: duration, unit: \"\(unit)\"", value) == expected)
    }

    @Test("tells what its number counts, and how much time one of it is")
    func units() throws {
        let fields = try dataset(
            Self.text(
                """
                      a: { type: duration, unit: iso }
                      b: { type: duration, unit: "h:mm" }
                      c: { type: integer, unit: minutes }
                      d: { type: decimal }
                """)
        ).fields
        #expect(fields.map(\.unit) == [nil, .seconds, .minutes, .minutes, nil])
        #expect(TimeUnit.allCases.map(\.nanoseconds) == [3_600_000_000_000, 60_000_000_000, 1_000_000_000, 1_000_000])
    }

    @Test("is a list whose records name the one that they belong to") func lists() throws {
        let text = Self.text(
            """
                  photos:
                    help: Photos.
                    list: { hours: { of: id }, id: { required: true }, taken: { type: time, format: unix }, url: { type: link } }
                  note: {}
            """)
        func open(_ description: some DatasetDescription) throws {
            let dataset = description.dataset
            #expect(description.fields.map(\.name) == ["id", "note"])
            #expect(description.lists.map { $0.fields.map(\.name) } == [["hours", "id", "taken", "url"]])
            let page =
                #"[{"id":1,"photos":[{"id":"a","url":"https://x.example/a?s=1"},{"id":"b","taken":0}]},{"id":2},{"id":3,"photos":[{"id":"c","hours":9}],"note":"n"}]"#
            var chunk = Chunk(of: dataset, page)
            _ = try dataset.makePageDecoder().decodePage(&chunk, listKeys: [], asked: nil)
            #expect(chunk.rejects.isEmpty)
            var encoder = try #require(
                ListCSVEncoder(
                    list: "photos", of: dataset.shape.fields,
                    columns: ["hours", "id", "taken", "url"].map { .init(field: $0, heading: $0) }, dialect: .machine))
            var out: [UInt8] = []
            #expect(encoder.encode(chunk, rows: [0, 1, 2], into: &out) == 3)
            #expect(
                String(decoding: out, as: UTF8.self).split(separator: "\r\n") == [
                    "1,a,,https://x.example/a", "1,b,1970-01-01T00:00:00Z,", "3,c,,",
                ])
            var broken = Chunk(of: dataset, #"[{"id":1,"photos":[{"id":"a"},{"url":"x"}]}]"#)
            _ = try dataset.makePageDecoder().decodePage(&broken, listKeys: [], asked: nil)
            #expect(broken.rejects.map(\.field) == ["photos[1].id"])
        }
        try open(dataset(text))
    }

    @Test("is asked for by days, moments and numbers of seconds, in the zone") func placeholders() throws {
        let query = """
                period: { day: day, query: { a: "{from:unix}", b: "{to:unix-ms}", c: "{from:start}", d: "{to:end}", e: "{from}/{to}" } }
            """
        func open(_ description: some DatasetDescription) throws -> String {
            description.dataset.request(DatasetRequest(period: try PayPeriod("2026-10"))).description
        }
        #expect(
            try open(dataset(Self.text("      day: { type: date }", more: query)))
                == "GET /hours?a=1790805600&b=1793487600000&c=2026-09-30T22:00:00Z&d=2026-10-31T23:00:00Z&e=2026-10-01/2026-10-31"
        )
    }

    @Test("is asked for by the day after the last, or by the last second or millisecond") func ends() throws {
        let query = """
                period: { day: day, query: { a: "{from}", b: "{to:next}", c: "{to:last}", d: "{to:last-unix}", e: "{to:last-unix-ms}" } }
            """
        func open(_ description: some DatasetDescription) throws -> String {
            description.dataset.request(DatasetRequest(period: try PayPeriod("2026-10"))).description
        }
        #expect(
            try open(dataset(Self.text("      day: { type: date }", more: query)))
                == "GET /hours?a=2026-10-01&b=2026-11-01&c=2026-10-31T22:59:59Z&d=1793487599&e=1793487599999"
        )
    }

    @Test("has a day before the first and one after the last without a zone") func nextDay() throws {
        let query = """
                period: { day: day, query: { from: "{from:before}", to: "{to:next}" } }
            """
        func open(_ description: some DatasetDescription) throws -> String {
            description.dataset.request(DatasetRequest(period: try PayPeriod("2026-12"))).description
        }
        #expect(
            try open(dataset(Self.text("      day: { type: date }", more: query, top: "")))
                == "GET /hours?from=2026-11-30&to=2027-01-01")
    }
}

extension Chunk {
    /// A page of a dataset that isn't decoded yet.
    fileprivate init(of dataset: Dataset<R>, _ text: String) where R: DatasetRecord {
        self.init(bytes: Array(text.utf8))
    }
}
