import Glibc
import Testing

/// The shipped pipeline that sends messages, through the built program against the sample back end.
@Suite("Sending messages") struct TalkSendingTests {
    @Test("sends each once to whom the sheet names, and a second run does nothing")
    func sends() async throws {
        let job = try await TalkSending()
        let sheet = Product.root + "/Samples/uploads/messages.csv"
        let plan = try await job.command("plan", sheet: sheet).run()
        plan.expect(exit: 2)
        #expect(try job.receivers().isEmpty)
        let run = try await job.command("run", sheet: sheet).run()
        try #require(run.code == 2, "\(run)")
        #expect(
            try job.column("gantry_status", "result.csv", "messages") == [
                "done", "done", "done", "done", "done", "refused", "refused", "refused",
            ])
        #expect(try job.receivers().sorted() == ["2", "2", "3", "4", "9"])
        let errors = try job.column("gantry_error", "refused.csv", "messages")
        #expect(
            errors[0].contains("contains it: 2") && errors[1].contains("Row 2 of the sheet")
                && errors[2].contains("content is empty"))
        let again = try await job.command("run", sheet: sheet).run()
        again.expect(exit: 3)
        #expect(try job.receivers().count == 5)
        #expect(try !job.hasSecret([plan, run, again]))
    }

    @Test("sends the same text again with another batch only, and keeps the order of what one person gets")
    func batches() async throws {
        let job = try await TalkSending()
        let rows = (1...12).flatMap { number in
            ["2", "user3@example.test"].map { (to: $0, content: "Message \(number)") }
        }
        let first = try await job.command("run", sheet: try job.sheet(rows)).run()
        first.expect(exit: 0)
        let ids = try job.column("gantry_server_id").compactMap { Int($0) }
        for receiver in 0...1 {
            let own: [Int] = stride(from: receiver, to: 24, by: 2).map { ids[$0] }
            #expect(own == own.sorted())
        }
        let other = try await job.command("run", sheet: try job.sheet([rows[0]], named: "november.csv")).run()
        other.expect(exit: 0)
        #expect(try job.receivers().count == 25)
    }

    @Test("goes over the socket, or as requests where the pipeline file says so")
    func transports() async throws {
        let job = try await TalkSending()
        let rows = (2...5).map { (to: "\($0)", content: "Hello") }
        #expect(try await job.command("run", sheet: try job.sheet(rows)).run().code == 0)
        #expect(try job.effects().map(\.way) == ["socket", "socket", "socket", "socket"])
        let file = job.workspace.folder.file("rest.yaml")
        try write(try text(of: Product.root + "/Pipelines/messages-send.yaml") + "\ntransport: rest\n", to: file)
        let run = try await job.command("run", sheet: try job.sheet(rows, named: "rest.csv"), pipeline: file).run()
        run.expect(exit: 0)
        #expect(
            try job.effects().dropFirst(4).map(\.way) == [
                "send-message", "send-message", "send-message", "send-message",
            ])
    }

    @Test("goes as requests where the server opens no socket")
    func refusedSocket() async throws {
        let job = try await TalkSending(faults: ["socket:times=always:status=503"])
        let run = try await job.command("run", sheet: try job.sheet([("2", "Hello"), ("3", "Hello")])).run()
        #expect(run.code == 0 && run.err.split(separator: "No WebSocket for now: ").count == 2, "\(run)")
        #expect(try job.effects().map(\.way) == ["send-message", "send-message"])
        #expect(try job.column("gantry_status") == ["done", "done"])
    }

    @Test(
        "whose echo does not come is found in the conversation, or goes as a request, and is there once",
        arguments: [
            ("socket:close", ["socket"]), ("socket:empty", ["socket"]), ("socket:unread", ["send-message"]),
        ])
    func lostEcho(fault: String, ways: [String]) async throws {
        let job = try await TalkSending(faults: [fault])
        let run = try await job.command("run", sheet: try job.sheet([("2", "Hello")])).run()
        run.expect(exit: 0)
        #expect(try job.effects().map(\.way) == ways)
        #expect(try job.column("gantry_status") == ["done"])
        #expect(try job.column("gantry_server_id") == ["1000000001"])
        #expect(try !job.hasSecret([run]))
    }

    @Test(
        "whose answer is lost is found in the conversation",
        arguments: ["send-message:close", "send-message:stored-status=500"])
    func lostAnswer(fault: String) async throws {
        let job = try await TalkSending(faults: ["socket:times=always:status=503", fault])
        let run = try await job.command("run", sheet: try job.sheet([("2", "Hello"), ("2", "Bye")])).run()
        run.expect(exit: 0)
        #expect(try job.receivers() == ["2", "2"])
    }

    @Test(
        "whose answer is lost is not found in the same text of an earlier batch",
        arguments: [
            ["socket:times=always:status=503", "send-message:after=1:status=500"],
            ["socket:times=always:status=503", "send-message:after=1:close"],
            ["socket:after=1:close"], ["socket:after=1:empty"],
        ])
    func earlierBatch(faults: [String]) async throws {
        let job = try await TalkSending(faults: faults)
        let october = try await job.command("run", sheet: try job.sheet([("2", "Hello")], named: "october.csv")).run()
        october.expect(exit: 0)
        let november = try await job.command("run", sheet: try job.sheet([("2", "Hello")], named: "november.csv")).run()
        november.expect(exit: 0)
        #expect(try job.receivers() == ["2", "2"])
        let ids = try ["october", "november"].flatMap { try job.column("gantry_server_id", "result.csv", $0) }
        #expect(ids == ["1000000001", "1000000002"], "\(november)")
    }

    @Test("that meets \"too many requests\" in an answer of 200 waits and is sent again, for reading as for sending")
    func limited() async throws {
        let limit = "false-success:times=2:message=Too many requests"
        let job = try await TalkSending(faults: [
            "users:\(limit)", "socket:times=always:status=503", "send-message:\(limit)",
        ])
        let run = try await job.command("run", sheet: try job.sheet([("2", "Hello"), ("2", "Bye"), ("3", "Hello")]))
            .run()
        run.expect(exit: 0)
        #expect(try job.receivers().sorted() == ["2", "2", "3"] && job.column("gantry_attempts") == ["1", "1", "1"])
        let always = try await TalkSending(faults: [
            "socket:times=always:status=503", "send-message:false-success:times=always:message=Too many requests",
        ])
        try BackEnd.vynqTalk.configure(always.workspace, always.sandbox.url, limit: "max-wait: 20s")
        let left = try await always.command("run", sheet: try always.sheet([("2", "Hello")])).run()
        #expect(left.code == 75 && left.err.contains("Too many requests"), "\(left)")
        #expect(try always.effects().isEmpty)
    }

    @Test(
        "keeps the order of the sheet for each person, over the ends of windows and whatever goes wrong",
        arguments: [
            ["socket:after=40:close", "send-message:after=5:close"],
            [
                "socket:times=always:status=503",
                "send-message:after=70:false-success:times=3:message=Too many requests", "send-message:after=90:close",
                "send-message:after=130:status=503:times=2", "send-message:after=205:stored-status=500",
            ],
        ])
    func order(faults: [String]) async throws {
        let job = try await TalkSending(faults: faults)
        let rows = (0..<260).map { (to: "\($0 % 5 == 0 ? 2 : $0 % 3 + 2)", content: "Message \($0)") }
        let run = try await job.command("run", sheet: try job.sheet(rows), ["--transfers", "6"]).run()
        run.expect(exit: 0)
        let ids = try job.column("gantry_server_id").compactMap { Int($0) }
        #expect(ids.count == 260 && Set(ids).count == 260)
        for person in ["2", "3", "4"] {
            let mine = zip(rows, ids).filter { $0.0.to == person }.map(\.1)
            #expect(mine == mine.sorted(), "person \(person)")
        }
    }

    @Test("waits behind one to the same person that can't be sent or whose outcome is unknown, and goes after it")
    func behind() async throws {
        // The conversation is not shown, so that nothing can be looked up.
        let job = try await TalkSending(faults: [
            "socket:times=always:status=503", "send-message:close", "conversation:times=always:false-success",
        ])
        let sheet = try job.sheet([("2", "One"), ("2", "Two"), ("3", "Other"), ("2", "Three")])
        let run = try await job.command("run", sheet: sheet, ["--transfers", "1"]).run()
        #expect(
            run.code == 1 && run.err.contains("The outcome of 1 row is unknown")
                && run.err.contains("2 more wait behind it"), "\(run)")
        #expect(try job.receivers() == ["2", "3"])
        let again = try await job.command("run", sheet: sheet, ["--transfers", "1"]).run()
        again.expect(exit: 1)
        let accepted = try await job.command("run", sheet: sheet, ["--transfers", "1", "--accept-unknown"]).run()
        accepted.expect(exit: 0)
        #expect(
            try job.receivers() == ["2", "3", "2", "2"]
                && job.column("gantry_status") == ["done", "done", "done", "done"])
    }

    @Test("is there once when the program is killed between the text and its echo")
    func killed() async throws {
        let job = try await TalkSending(faults: ["socket:slow=20:times=1"])
        let sheet = try job.sheet([("2", "Hello"), ("3", "Hello")])
        let command = job.command("run", sheet: sheet)
        let child = try command.start()
        for _ in 0..<400 where try job.effects().isEmpty { try await Task.sleep(for: .milliseconds(25)) }
        #expect(try !job.effects().isEmpty)
        kill(child.pid, SIGKILL)
        #expect(try await child.ending().wasKilled)
        let run = try await command.run()
        run.expect(exit: 0)
        #expect(try job.receivers().sorted() == ["2", "3"])
        #expect(try job.column("gantry_status") == ["done", "done"])
    }
}
