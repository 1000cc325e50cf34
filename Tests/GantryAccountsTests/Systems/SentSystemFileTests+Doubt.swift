import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryModel
import Testing

extension SentSystemFileTests {
    private static let page = "<!DOCTYPE html><html><body>Sign in</body></html>"

    private static let strangers = [
        (page, "a web page"), ("<html>\n<title> Sign in </title></html>", #"a web page called "Sign in""#),
        ("OK", #"the text "OK""#), ("<e/>", "XML"), (#"{"name":"Anna"#, "JSON that is cut off or broken"),
    ]

    private static func answered(_ found: String) -> String {
        "The server answered 200 with \(found), where JSON is expected, so the answer says nothing of the row."
    }

    @Test("is told what came where the id of the record, or what a later step needs, was expected")
    func strangerInstead() throws {
        let takes = (
            old: "        done: [200, 201]\n",
            new: "        done: 200\n        takes: { token: token }\n        lost: repeat\n      - post: /more\n"
                + "        body: { token: { step: token } }\n        done: 200\n"
        )
        for (body, found) in Self.strangers {
            let named = try Self.word(Self.open("stop").receive(0, 200, body))
            #expect(named == "unclear-answer: " + Self.answered(found))
            guard case .notSent(let problem, _, _) = try Self.open("stop", takes).receive(0, 200, body) else {
                throw HTTPOther()
            }
            #expect(problem.code == "no-token" && problem.sentence == Self.answered(found))
        }
    }

    private static func word(_ outcome: EffectOutcome) -> String {
        switch outcome {
        case .confirmed(let receipts): "done \(receipts[0].serverID)"
        case .unconfirmed(let problem, _), .ambiguous(let problem, _, _): "\(problem.code): \(problem.sentence)"
        case .rejected(let problem, _, _): problem.code
        default: "other"
        }
    }

    @Test(
        "isn't done by a success that isn't the server's or reports a failure, unless it has the id of the record",
        arguments: ["", "\n        id: \"r-{day}\"", "\n        echo: { hours: entry.hours }"])
    func disowned(asked: String) throws {
        let more = (old: "        id: entry.id\n        echo: { hours: entry.hours, note: entry.note }\n", new: "")
        let sent = try Self.open("repeat", (more.old, asked.isEmpty ? "" : String(asked.dropFirst()) + "\n"))
        for (body, found) in Self.strangers {
            #expect(Self.word(sent.receive(0, 200, body)) == "unclear-answer: " + Self.answered(found), "\(body)")
        }
        for (body, said) in [
            (#"{"success":false,"error":"no such user"}"#, ": no such user."),
            (#"{"errors":["The day is closed","No hours"]}"#, ": The day is closed: No hours."),
            (#"{"errors":{"hours":["is not a number"]}}"#, "."), (#"{"success":false}"#, "."),
        ] {
            let failed = "unclear-answer: The server reported success, but also a failure" + said
            #expect(Self.word(sent.receive(0, 200, body)) == failed, "\(body)")
        }
        let done = asked.contains("id:") ? "done r-2026-10-05" : "done "
        for body in [
            "", " \n", "{}", "[]", "true", #"{"success":true,"error":null,"errors":[]}"#,
            #"{"error":false,"errors":{}}"#, #"{"error":"","errors":0}"#,
        ] { #expect(Self.word(sent.receive(0, 200, body)) == done, "\(body)") }
        let named = try Self.open("repeat")
        #expect(Self.word(named.receive(0, 200, #"{"entry":{"id":7},"errors":["A warning"]}"#)) == "done 7")
    }

    @Test("is made again without the ledger only where it prepares a later step, and then certainly had no effect")
    func preparation() async throws {
        let next = "        body: { token: { step: token } }\n        done: 201\n        lost: stop"
        for (first, lost, isPreparation) in [
            ("post: /drafts", "repeat", true), ("post: /drafts", Self.byKey, false), ("put: /drafts", "repeat", false),
        ] {
            let more = (
                old: "      - post: /hours",
                new: "      - \(first)\n        done: 201\n        takes: { token: token }\n        lost: \(lost)\n"
                    + "      - post: /more\n\(next)\n      - post: /hours"
            )
            let sent = try Self.open("stop", more)
            guard case .call(let request) = try await sent.request(0, Lists()) else { throw HTTPOther() }
            #expect(request.isRepeatable == isPreparation)
            #expect(try await Self.shown(sent.find(0, Lists())) == (isPreparation ? "missing" : "repeatable"))
        }
    }

    private static let byKey = "{ key: Idempotency-Key }"

    @Test("isn't taken for its own where a web page comes with the status of what is there already")
    func thereByPage() throws {
        let more = (old: "done: [200, 201]", new: "done: 201\n        there: 200")
        let sent = try Self.open("repeat", more, attempts: 2)
        #expect(Self.word(sent.receive(0, 200, Self.page)).hasPrefix("unclear-answer: "))
        #expect(Self.word(sent.receive(0, 200, #"{"error":"exists"}"#)) == "unconfirmed: The server has it already.")
        #expect(try Self.word(Self.open("repeat", more).receive(0, 200, "")) == "already-there")
    }

    /// What a look-up says of a row after another one was confirmed with the id 7.
    ///
    /// - Parameter list: What the server shows then.
    private static func afterConfirmed<Row: SubmittedRow>(
        _ description: some SubmissionDescription<Row>, list: String, state: String = ""
    ) async throws -> String {
        let submission = description.submission
        let now = try #require(Instant("2026-10-01T08:00:00Z"))
        let step = submission.kind.delivery.steps.count - 1
        func rows(_ number: Int, _ key: String, hours: String) -> [OutgoingRow<Row>] {
            var row = Row()
            for (name, cell) in ["day": "2026-10-05", "hours": hours] {
                _ = submission.fields.first { $0.name == name }?.read(cell, into: &row)
            }
            return [OutgoingRow(row, LedgerEntry(row: number, idempotencyKey: key, resumeState: state, at: now))]
        }
        _ = submission.receive(
            StepAnswer(status: 201, body: Array(#"{"entry":{"id":7}}"#.utf8)), rows(2, "a" + key, hours: "7"), step)
        let lists = Lists(["hours": #"{"data":\#(list)}"#])
        return shown(try await submission.find(rows(3, key, hours: "8"), step, lists))
    }

    private static func described(
        _ lost: String, _ more: (old: String, new: String) = ("", "")
    ) throws -> any SubmissionDescription<DescribedRow> {
        let text = text.replacing("LOST", with: lost).replacing(more.old, with: more.new)
        let system = try SystemFile.read(Array(text.utf8), named: "Systems/tracker.yaml")
        return try #require(system.submissions.first as? any SubmissionDescription<DescribedRow>)
    }

    @Test("isn't believed to be missing by a look-up that doesn't show what was just confirmed")
    func blind() async throws {
        let blind = "doesn't show row 2 either"
        #expect(try await Self.afterConfirmed(Self.described(Self.mark), list: "[]").contains(blind))
        let seen = #"[{"id":7,"note":"gantry:a0123456789abcdef012"}]"#
        #expect(try await Self.afterConfirmed(Self.described(Self.mark), list: seen) == "missing")
    }

    @Test("isn't believed to be missing where the server shows the values of what was just confirmed otherwise")
    func blindBySame() async throws {
        let same = "{ find: hours, same: { day: day, hours: hours } }"
        let (own, other) = (#"{"id":7,"day":"2026-10-05","hours":7}"#, #"{"id":6,"day":"2026-10-05","hours":7}"#)
        let blind = "doesn't show row 2 either"
        let named = try Self.described(same)
        #expect(try await Self.afterConfirmed(named, list: "[\(own)]") == "missing")
        #expect(try await Self.afterConfirmed(named, list: "[]").contains(blind))
        // One that looks like it, but isn't it, shows nothing.
        #expect(try await Self.afterConfirmed(named, list: "[\(other)]").contains(blind))
        #expect(
            try await Self.afterConfirmed(named, list: #"[{"id":7,"day":"2026-10-05","hours":7.25}]"#).contains(blind))
        // Without an id of the answer, one that wasn't there before.
        let plain = try Self.described(same, (old: "        id: entry.id\n", new: ""))
        let before = #"{"before":["6"]}"#
        #expect(try await Self.afterConfirmed(plain, list: "[\(own),\(other)]", state: before) == "missing")
        #expect(try await Self.afterConfirmed(plain, list: "[\(other)]", state: before).contains(blind))
    }

    private static let hidden = "The server's list has 1 unreadable record; it may be the one that was sent."

    /// What a look-up by these values says, where the server shows one record.
    private static func looked(
        _ record: String, _ cells: [String: String], _ more: (old: String, new: String) = ("", ""),
        before: String = "[]"
    ) async throws -> String {
        let lost = "{ get: /days, records: items, same: { day: day, hours: hours, open: open } }"
        let sent = try open(lost, cells, more, state: #"{"before":\#(before)}"#)
        return shown(try await sent.find(1, Lists(["/days": #"{"items":[\#(record)]}"#])))
    }

    @Test(
        "is found again by values in another spelling, and unknown where they can't be compared",
        arguments: [
            (#""day":"2026-10-05T00:00:00Z","hours":"7.500","open":1"#, "found 7"),
            (#""day":"2026-10-05 00:00","hours":7.5,"open":"True""#, "found 7"),
            (#""day":"2026-10-06T00:00:00Z","hours":7.5,"open":true"#, "missing"),
            (#""day":"2026-10-05","hours":7.5,"open":0"#, "missing"),
            (#""day":"2026-10-04T22:00:00Z","hours":7.5,"open":true"#, hidden),
            (#""day":"2026-10-03T22:00:00Z","hours":7.5,"open":true"#, "missing"),
            (#""day":"05.10.2026","hours":7.5,"open":true"#, hidden),
            (#""day":"05.10.2026","hours":8,"open":true"#, "missing"),
            (#""day":"2026-10-05","hours":"7,5","open":true"#, hidden),
            (#""day":"2026-10-05","hours":7.5"#, "missing"),
        ])
    func spelled(record: String, meaning: String) async throws {
        let cells = ["day": "2026-10-05", "hours": "7.50", "open": "yes"]
        let record = #"{"id":7,\#(record)}"#
        #expect(try await Self.looked(record, cells) == meaning)
        // What was there before it was sent isn't it, however it is spelled.
        #expect(try await Self.looked(record, cells, before: #"["7"]"#) == "missing")
    }

    @Test(
        "is found again by times and numbers in another spelling",
        arguments: [
            ("time", "2026-10-05T07:00:00Z", #""2026-10-05T09:00:00.000+02:00""#, "found 7"),
            ("time", "2026-10-05T07:00:00Z", #""2026-10-05T08:00:00Z""#, "missing"),
            ("time", "2026-10-05T07:00:00Z", #""2026-10-05T07:00:00""#, hidden),
            ("time", "2026-10-05T07:00:00Z", #""2026-10-05""#, hidden),
            ("integer", "7", "7.0", "found 7"), ("integer", "7", #""8""#, "missing"),
            ("integer", "12345678901", "12345678902", "missing"),
        ])
    func spelledOtherwise(type: String, cell: String, shown: String, meaning: String) async throws {
        let record = #"{"id":7,"day":"2026-10-05","hours":7.5,"open":\#(shown)}"#
        let cells = ["day": "2026-10-05", "hours": "7.50", "open": cell]
        #expect(
            try await Self.looked(record, cells, ("open: { type: flag }", "open: { type: \(type) }")) == meaning)
    }

    @Test("keeps in mind what may look like it before it is sent") func doubtfulBefore() async throws {
        let lost = "{ get: /days, records: items, same: { day: day, hours: hours } }"
        let sent = try Self.open(lost)
        let lists = Lists(["/days": #"{"items":[{"id":7,"day":"05.10.2026","hours":7.5}]}"#])
        guard case .confirmed(let receipts) = try await sent.request(0, lists) else { throw HTTPOther() }
        #expect(receipts[0].resumeState == #"{"before":["7"]}"#)
    }

    @Test("has a key for each step, and the same each time")
    func keyOfEachStep() async throws {
        let more = (
            old: "      - post: /hours",
            new: "      - post: /drafts\n        done: 201\n        lost: \(Self.byKey)\n      - post: /hours"
        )
        for attempts in 1...2 {
            let sent = try Self.open(Self.byKey, more, attempts: attempts)
            for (step, key) in [(0, Self.key), (1, Self.key + "-2")] {
                guard case .call(let request) = try await sent.request(step, Lists()) else { throw HTTPOther() }
                #expect(request.headers.filter { $0.name == "Idempotency-Key" }.map(\.value) == [key])
            }
        }
    }

    @Test("isn't taken for what it replaces by the mark of that")
    func markOfReplaced() async throws {
        let lists = Lists(["hours": #"{"data":[{"id":7,"note":"gantry:0123456789fedcba9876"}]}"#])
        let cells = ["day": "2026-10-05", "hours": "7"]
        for (content, meaning) in [("fedcba9876543210", "found 7"), ("abcdef0123456789", "missing")] {
            let sent = try Sent(
                Self.described(Self.mark), cells, state: "", attempts: 1, key: "0123456789abcdef-" + content)
            #expect(try await Self.shown(sent.find(0, lists)) == meaning)
        }
    }
}
