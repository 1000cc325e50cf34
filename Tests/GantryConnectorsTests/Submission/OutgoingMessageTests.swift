import GantryConnectors
import GantryEngine
import GantryModel
import Testing

@Suite("A message that is sent") struct OutgoingMessageTests {
    private typealias Message = VynqTalk.OutgoingMessage

    private static func user(_ id: String, _ name: String) -> String {
        #"{"id":\#(id),"name":"\#(name)","email":"user\#(id)@example.test","userRole":"USER"}"#
    }
    private static let users = [
        "/user": #"{"success":true,"data":\#(user("1", "Archive")),"message":""}"#,
        "/users":
            #"{"success":true,"data":[\#([user("2", "Ana"), user("3", "Bo"), user("4", "Bo"), user("5", "Bo Larsen")].joined(separator: ","))],"message":""}"#,
    ]

    private static func row(
        _ to: String, _ content: String = "Hello"
    ) async throws -> (row: Message, problems: [RowProblem]) {
        let referenceData = try await Message.loadReferenceData(OfficeCalls(users))
        var row = Message()
        row.to = to
        row.content = content
        row.restore(row.resumeState(referenceData))
        return (row, row.check(referenceData, today: try #require(CivilDate(year: 2026, month: 11, day: 2))))
    }

    private static let sentAt = Instant(secondsSince1970: 1_793_600_000)

    private static func outgoing(_ to: String = "2") async throws -> OutgoingRow<Message> {
        let entry = LedgerEntry(row: 1, idempotencyKey: "k", at: sentAt)
        return OutgoingRow(try await row(to).row, try entry.after(.sending, at: sentAt))
    }

    @Test(
        "goes to the user with the id, the e-mail address or the name", arguments: ["2", "USER2@example.test", "ana"])
    func resolves(to: String) async throws {
        let (row, problems) = try await Self.row(to)
        #expect(problems.isEmpty)
        #expect(row.identity == RowIdentity(target: "2", purpose: "TEXT", group: "2", values: "Hello"))
    }

    @Test("to nobody or to one of several is refused, and the ids of the candidates are named, not the people")
    func candidates() async throws {
        let several = try #require(try await Self.row("Bo").problems.first)
        #expect(several.code == "several-receivers" && several.sentence.contains("Their ids: 3, 4."))
        let none = try #require(try await Self.row("Larsen").problems.first)
        #expect(
            none.code == "unknown-receiver" && none.sentence.hasSuffix("contains it: 5.")
                && !none.sentence.contains("@"))
        let nobody = try await Message.request(
            for: [OutgoingRow(Message(), LedgerEntry(row: 1, idempotencyKey: "", at: Self.sentAt))], step: 0,
            server: OfficeCalls())
        guard case .refuse = nobody else {
            Issue.record("sent to nobody")
            return
        }
    }

    @Test(
        "goes by a name to nobody where a user that can't be read may have the same, and by an id or address all the same",
        arguments: [
            ("Ana", "receivers-unreadable"), ("2", nil), ("user2@example.test", nil), ("Bo", "several-receivers"),
            ("6", "unknown-receiver"),
        ])
    func unreadableUser(to: String, code: String?) async throws {
        var answers = Self.users
        answers["/users"] = answers["/users"]?.replacing(
            "]", with: #",{"id":6,"name":null,"email":"user6@example.test"}]"#)
        let problems = Message.submission.row(["to": to, "content": "Hello"]).check(
            try await Message.loadReferenceData(OfficeCalls(answers)), today: CivilDate(daysSince1970: 0))
        #expect(problems.map(\.code) == [code].compactMap(\.self))
        if to == "Ana" {
            let sentence =
                "The user with the id 2 is called Ana, but the server also lists 1 unreadable user, which may have the same name."
            #expect(problems.first?.sentence.hasPrefix(sentence) == true)
        }
        if to == "6" {
            #expect(
                problems.first?.sentence.contains("The server lists 1 unreadable user, which may be it.") == true
            )
        }
    }

    @Test("is refused where the record of the account can't be read") func unreadableSender() async throws {
        var answers = Self.users
        answers["/user"] = #"{"success":true,"data":{"id":1,"name":null},"message":""}"#
        let problems = Message.submission.row(["to": "2", "content": "Hello"]).check(
            try await Message.loadReferenceData(OfficeCalls(answers)), today: CivilDate(daysSince1970: 0))
        #expect(
            problems.map(\.code) == ["unknown-sender"]
                && problems[0].sentence.hasPrefix("The server's record of the account can't be read"))
    }

    @Test("is sent with the type under its documented name first, and a UUID as a text")
    func body() async throws {
        guard
            case .message(let spoken, let request) = try await Message.request(
                for: [try await Self.outgoing()], step: 0, server: OfficeCalls()),
            case .json(let text) = request.body
        else {
            Issue.record("no request")
            return
        }
        #expect(spoken.path == "/ws" && spoken.tokenName == "token")
        #expect(spoken.text == #"{"type":"chat_message","receiverId":2,"content":"Hello","messageType":"TEXT"}"#)
        #expect(request.description == "POST /messages" && !request.isRepeatable)
        #expect(text == #"{"receiverId":2,"content":"Hello","type":"TEXT","messageType":"TEXT"}"#)
        var row = Message()
        row.content = "Hi"
        row.restore("A\nB0C1")
        let named = try await Message.request(
            for: [OutgoingRow(row, LedgerEntry(row: 1, idempotencyKey: "", at: Self.sentAt))], step: 0,
            server: OfficeCalls())
        guard case .message(_, let other) = named, case .json(let text) = other.body else {
            Issue.record("no request")
            return
        }
        #expect(text.contains(#""receiverId":"B0C1""#))
    }

    @Test("goes as a request where it is too long for a frame") func long() async throws {
        var row = Message()
        row.content = String(repeating: "å", count: 10_000)
        row.restore("1\n2")
        let request = try await Message.request(
            for: [OutgoingRow(row, LedgerEntry(row: 1, idempotencyKey: "", at: Self.sentAt))], step: 0,
            server: OfficeCalls())
        guard case .call = request else {
            Issue.record("\(request)")
            return
        }
    }

    @Test(
        "is taken when the answer names it, refused when it says so, and never sent again after the server's success",
        arguments: [
            (
                #"{"success":true,"data":{"id":9,"content":"Hello","type":"TEXT","sender":{"id":1},"receiver":{"id":2}},"message":""}"#,
                "taken 9"
            ),
            (
                #"{"success":true,"data":{"id":"A-1","content":"Hello","type":"TEXT","receiver":{"id":"2"}},"message":""}"#,
                "taken A-1"
            ),
            (
                #"{"success":false,"message":"Receiver is suspended"}"#,
                "refused The server rejected the message: Receiver is suspended."
            ),
            (
                #"{"success":true,"data":{"id":9,"content":"Other &amp; more","type":"TEXT","receiver":{"id":2}},"message":""}"#,
                "taken 9"
            ),
            (
                #"{"success":true,"data":{"id":9,"content":"Hello","type":"TEXT","receiver":{"id":3}},"message":""}"#,
                "for a person"
            ),
            (#"{"success":true,"message":"Message sent"}"#, "not again"), ("<html>", "unclear"), ("", "not again"),
        ])
    func answers(body: String, expected: String) async throws {
        let said =
            switch Message.receive(
                StepAnswer(status: 200, body: Array(body.utf8)), for: [try await Self.outgoing()], step: 0)
            {
            case .confirmed(let receipts): "taken \(receipts[0].serverID)"
            case .rejected(let problem, _, _): "refused \(problem.sentence)"
            case .ambiguous: "unclear"
            case .unconfirmed: "not again"
            case .wrongEffect: "for a person"
            default: "other"
            }
        #expect(said == expected)
    }

    @Test(
        "is taken by the echo that shows it, and by no other text",
        arguments: [
            (
                #"{"success":true,"data":{"id":9,"content":"Hello","type":"TEXT","sender":{"id":1},"receiver":{"id":2},"timestamp":815292800.25},"message":"chat_message"}"#,
                "9"
            ),
            (
                #"{"success":true,"data":{"id":9,"content":"Hello","type":"TEXT","sender":{"id":1},"receiver":{"id":3}},"message":"chat_message"}"#,
                ""
            ),
            (
                #"{"success":true,"data":{"id":9,"content":"Hello","type":"TEXT","sender":{"id":2},"receiver":{"id":1}},"message":"chat_message"}"#,
                ""
            ),
            (
                #"{"success":true,"data":{"id":9,"content":"Hell","type":"TEXT","sender":{"id":1},"receiver":{"id":2}},"message":"chat_message"}"#,
                ""
            ),
            (#"{"success":true,"data":{"userIds":[1,2]},"message":"online_users"}"#, ""),
            (#"{"success":false,"message":"Hello"}"#, ""), ("?", ""),
        ])
    func echo(text: String, id: String) async throws {
        guard
            case .message(let spoken, _) = try await Message.request(
                for: [try await Self.outgoing()], step: 0, server: OfficeCalls())
        else {
            Issue.record("nothing is said")
            return
        }
        #expect(spoken.echo(Array(text.utf8))?.serverID ?? "" == id)
    }

    private static func message(_ id: Int, from: Int = 1, _ content: String = "Hello", seconds: Int64?) -> String {
        let time = seconds.map { "\"\(sentAt.adding(nanoseconds: $0 * 1_000_000_000))\"" } ?? "null"
        return
            #"{"id":\#(id),"content":"\#(content)","type":"TEXT","sender":{"id":\#(from)},"receiver":{"id":\#(3 - from)},"timestamp":\#(time)}"#
    }

    @Test(
        "whose answer is lost is found in the conversation, or missing, or can't be told",
        arguments: [
            ([message(1, "Other", seconds: 1), message(2, seconds: 1)], "2"),
            // The server's clock is behind, and tells whole seconds.
            ([message(3, seconds: -100)], "3"),
            ([message(4, seconds: -86_500)], "missing"), ([], "missing"),
            ([message(5, from: 2, seconds: 1)], "missing"),
            // The server shows texts as it likes: in another spelling, or in other words.
            ([message(11, " hello ", seconds: 1)], "11"), ([message(12, "H***o", seconds: 1)], "cannot tell"),
            ([message(13, "Other", seconds: -7_200)], "missing"),
            ([message(6, seconds: 1), message(7, seconds: 2)], "cannot tell"),
            ([message(8, seconds: nil)], "cannot tell"),
            ([message(9, seconds: -7_200)], "cannot tell"),
        ])
    func finds(messages: [String], expected: String) async throws {
        let calls = OfficeCalls([
            "/messages/conversation/1/2": #"{"success":true,"data":[\#(messages.joined(separator: ","))],"message":""}"#
        ])
        #expect(try await Message.find([try await Self.outgoing()], step: 0, server: calls).words.last == expected)
    }

    @Test(
        "is not found in an equal one that another row has become",
        arguments: [
            ([message(1, seconds: -30)], "missing"), ([message(1, seconds: -30), message(2, seconds: 1)], "2"),
            ([message(1, seconds: nil), message(2, seconds: 1)], "2"), ([message(1, seconds: -7_200)], "missing"),
            ([message(1, seconds: -30), message(2, seconds: 1), message(3, seconds: 1)], "cannot tell"),
        ])
    func findsOwn(messages: [String], expected: String) async throws {
        let body = #"{"success":true,"data":[\#(messages.joined(separator: ","))],"message":""}"#
        let calls = OfficeCalls(["/messages/conversation/1/2": body], taken: ["1"])
        #expect(try await Message.find([try await Self.outgoing()], step: 0, server: calls).words.last == expected)
    }

    @Test(
        "is looked up again later where the conversation is no answer",
        arguments: ["", "<html>", #"{"success":true,"message":""}"#, "{}"])
    func unreadable(body: String) async throws {
        let rows = [try await Self.outgoing()]
        let error = await #expect(throws: RunError.self) {
            try await Message.find(rows, step: 0, server: OfficeCalls(["/messages/conversation/1/2": body]))
        }
        #expect(error?.isRetryable == true)
    }

    @Test("can't be told of where the server has no conversation") func noConversation() async throws {
        guard case .unknown = try await Message.find([try await Self.outgoing()], step: 0, server: OfficeCalls()) else {
            Issue.record("404 was taken for an answer")
            return
        }
    }
}
