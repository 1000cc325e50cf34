import GantryConnectors
import GantryEngine
import GantryModel
import Testing

extension SentSystemFileTests {
    private static let page = "<!DOCTYPE html><html><body>Sign in</body></html>"

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
        let web = "unclear-answer: The server reported success, but something else than JSON came, such as a web page."
        for body in [Self.page, "OK", "{"] { #expect(Self.word(sent.receive(0, 200, body)) == web, "\(body)") }
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

    @Test("isn't taken for its own where a web page comes with the status of what is there already")
    func thereByPage() throws {
        let more = (old: "done: [200, 201]", new: "done: 201\n        there: 200")
        let sent = try Self.open("repeat", more, attempts: 2)
        #expect(Self.word(sent.receive(0, 200, Self.page)).hasPrefix("unclear-answer: "))
        #expect(Self.word(sent.receive(0, 200, #"{"error":"exists"}"#)) == "done ")
        #expect(try Self.word(Self.open("repeat", more).receive(0, 200, "")) == "already-there")
    }
}
