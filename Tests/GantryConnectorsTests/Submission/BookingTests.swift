import GantryConnectors
import GantryEngine
import GantryModel
import Testing

@Suite("A booking")
struct BookingTests {
    typealias Booking = AutoDetail.Booking
    private static let now = Instant("2026-10-01T08:00:00Z") ?? Instant(nanosecondsSince1970: 0)
    private static let services = """
        [{"id":"1","name":"Car Washing","priceRub":1200,"durationMinutes":45},
         {"id":"2","name":"Полировка фар","priceRub":3900,"durationMinutes":60,"active":true},
         {"id":"3","name":"Осмотр","priceRub":0,"durationMinutes":30,"active":false}]
        """

    private static func row(_ more: KeyValuePairs<String, String> = [:]) -> Booking {
        var row = Booking.submission.row([
            "start": "2036-10-06T10:00:00+03:00", "client_name": "Client 501", "phone": "+79000000501",
            "service": "Car Washing",
        ])
        for (name, cell) in more { _ = Booking.submission.fields.first { $0.name == name }?.read(cell, into: &row) }
        return row
    }

    private static func outgoing(_ row: Booking) -> [OutgoingRow<Booking>] {
        [OutgoingRow(row, LedgerEntry(row: 1, idempotencyKey: "k", at: now))]
    }

    private static func problem(_ field: String, _ cell: String) -> String? {
        var row = Booking()
        return Booking.submission.fields.first { $0.name == field }?.read(cell, into: &row)?.code
    }

    @Test(
        "is refused for a start without zone, and for what is too long",
        arguments: [
            ("start", "2036-10-06T10:00:00", "unusable-value"), ("start", "2036-10-06", "unusable-value"),
            ("start", "06.10.2036 10:00", "unusable-value"),
            ("start", "", "missing"), ("client_name", "", "missing"),
            ("client_name", String(repeating: "ф", count: 101), "too-long"),
            ("notes", String(repeating: "n", count: 501), "too-long"), ("service", " ", "missing"),
        ])
    func cells(field: String, cell: String, code: String) {
        #expect(Self.problem(field, cell) == code)
    }

    @Test("may be as long as documented")
    func limits() {
        #expect(Self.problem("client_name", String(repeating: "ф", count: 100)) == nil)
        #expect(Self.problem("notes", String(repeating: "n", count: 500)) == nil)
    }

    static let brokenRules: [(cells: KeyValuePairs<String, String>, codes: [String])] = [
        ([:], []), (["start": "2026-10-01T08:00:00Z"], ["start-passed"]), (["start": "2026-10-01T08:00:01Z"], []),
        (["client_name": "C"], ["too-short"]), (["telegram": "@client"], ["unusable-value"]),
        (["telegram": "client"], []),
        (["phone": "7,9E+10"], ["phone"]), (["phone": "call me"], ["phone"]), (["phone": ""], []),
        (["service": "Осмотр"], ["service-inactive"]), (["service": "car washing"], ["unknown-service"]),
        (["service": "Car Wash", "start": "2020-01-01T00:00:00Z"], ["start-passed", "unknown-service"]),
    ]

    @Test("is refused for every rule that it breaks", arguments: brokenRules)
    func rules(cells: KeyValuePairs<String, String>, codes: [String]) async throws {
        let referenceData = try await Booking.loadReferenceData(HubCalls(["services": Self.services]))
        #expect(Self.row(cells).check(referenceData, today: Self.now.utcDate, now: Self.now).map(\.code) == codes)
    }

    @Test(
        "names the service that is meant",
        arguments: [
            ("Car Washng", "Did you mean \"Car Washing\"?"), ("car  WASHING", "Did you mean \"Car Washing\"?"),
            ("Полировка фаар", "Did you mean \"Полировка фар\"?"),
            ("Tyres", "Available: \"Car Washing\", \"Полировка фар\"."),
        ])
    func nearest(service: String, hint: String) async throws {
        let referenceData = try await Booking.loadReferenceData(HubCalls(["services": Self.services]))
        let problem = try #require(
            Self.row(["service": service]).check(referenceData, today: Self.now.utcDate, now: Self.now).first)
        #expect(problem.sentence.hasSuffix(hint))
    }

    @Test("of a service that can't be read is refused, and the refusal says why") func unreadableService() async throws
    {
        let services = Self.services.replacing("]", with: #",{"id":"4","name":"Tyres","priceRub":"?"}]"#)
        let referenceData = try await Booking.loadReferenceData(HubCalls(["services": services]))
        let problems = Self.row(["service": "Tyres"]).check(referenceData, today: Self.now.utcDate, now: Self.now)
        #expect(problems.map(\.code) == ["unknown-service"])
        #expect(
            problems.first?.sentence.hasSuffix(
                " The server lists 1 unreadable service, which may be it. Have that corrected there.") == true)
    }

    @Test("is refused after another row for the same service and start, whatever the zone")
    func repeated() async throws {
        let referenceData = try await Booking.loadReferenceData(HubCalls(["services": Self.services]))
        var earlier = Booking.noneEarlier
        #expect(Self.row().check(referenceData, after: earlier).isEmpty)
        Self.row().join(&earlier, with: referenceData)
        #expect(
            Self.row(["start": "2036-10-06T07:00:00Z", "client_name": "Another"]).check(referenceData, after: earlier)
                .map(
                    \.code) == ["slot-repeated"])
        #expect(Self.row(["start": "2036-10-06T07:30:00Z"]).check(referenceData, after: earlier).isEmpty)
        #expect(Self.row(["service": "Полировка фар"]).check(referenceData, after: earlier).isEmpty)
    }

    @Test("is sent in UTC, with nothing that the sheet leaves out")
    func request() async throws {
        let rows = Self.outgoing(Self.row(["notes": "Key \"7\""]))
        let sent = try await Booking.request(for: rows, step: 0, server: HubCalls()).sent
        #expect(sent?.line == "POST /api/client/appointments")
        #expect(
            sent?.body
                == #"{"startIso":"2036-10-06T07:00:00Z","clientName":"Client 501","serviceName":"Car Washing","phone":"+79000000501","#
                + #""notes":"Key \"7\""}"#)
    }

    @Test(
        "is booked when the answer is the booking that was sent",
        arguments: [
            (HubCalls.booking("apt-7"), ["taken", "apt-7"]),
            (#"{"appointment":\#(HubCalls.booking("apt-7"))}"#, ["taken", "apt-7"]),
            (
                HubCalls.booking("apt-7").replacing("2036-10-06T07:00:00Z", with: "2036-10-06T07:00:00.000Z"),
                ["taken", "apt-7"]
            ),
            (
                HubCalls.booking("apt-7").replacing("2036-10-06T07:00:00Z", with: "2036-10-06T10:00:00Z"),
                ["doubtful", "other-booking"]
            ),
            // The server shows names as it likes.
            (HubCalls.booking("apt-7").replacing("Client 501", with: "C. 501"), ["taken", "apt-7"]),
            (HubCalls.booking(""), ["unconfirmed", "unconfirmed"]), ("{}", ["unconfirmed", "unconfirmed"]),
            ("", ["unconfirmed", "unconfirmed"]), ("<html>", ["unclear", "unclear-answer"]),
        ])
    func answers(body: String, expected: [String]) {
        #expect(
            Booking.receive(StepAnswer(status: 201, body: Array(body.utf8)), for: Self.outgoing(Self.row()), step: 0)
                .words
                == expected)
    }

    @Test("is looked for by telephone number, then by name, and never taken for another one")
    func find() async throws {
        func find(_ answers: [String: String], taken: Set<String> = []) async throws -> [String] {
            let calls = HubCalls(
                answers.reduce(into: [:]) { $0["/api/client/appointments?\($1.key)"] = $1.value }, taken: taken)
            return try await Booking.find(Self.outgoing(Self.row()), step: 0, server: calls).words
        }
        let (phone, name) = ("phone=+79000000501", "clientName=Client 501")
        let mine = HubCalls.booking("apt-7")
        let others = [
            mine.replacing("2036-10-06T07:00:00Z", with: "2036-10-06T08:00:00Z"),
            mine.replacing("Car Washing", with: "Осмотр"),
            mine.replacing("\"done\"", with: "\"cancelled\""), mine.replacing("Client 501", with: "Client 5010"),
        ].joined(separator: ",")
        #expect(try await find([phone: "[\(others),\(mine)]"]) == ["there", "apt-7"])
        #expect(try await find([phone: "[\(others)]", name: "{\"appointments\":[\(mine)]}"]) == ["there", "apt-7"])
        // With the telephone number and at the time it may be this one under another name.
        #expect(try await find([phone: "[\(others)]", name: "[]"]) == ["cannot tell"])
        #expect(try await find([phone: "[]", name: "[\(others)]"]) == ["missing"])
        // One that another row has become is not this one.
        #expect(
            try await find([phone: "[\(mine),\(HubCalls.booking("apt-8"))]", name: "[]"], taken: ["apt-7"]) == [
                "there", "apt-8",
            ])
        #expect(try await find([phone: "[\(mine)]", name: "[\(mine)]"], taken: ["apt-7"]) == ["missing"])
        let error = await #expect(throws: RunError.self) { try await find([phone: "<html>"]) }
        #expect(error?.isRetryable == true && error?.explanation.contains("000501") == false)
        #expect(try await find([:]) == ["cannot tell"])
    }
}
