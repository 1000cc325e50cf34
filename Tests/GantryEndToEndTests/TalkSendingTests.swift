import FoundationEssentials
import Testing

/// The shipped pipeline that sends messages, through the built program against the sample back end.
@Suite("Sending messages") struct TalkSendingTests {
    @Test("sends each once to whom the sheet names, and a second run does nothing")
    func sends() async throws {
        let job = try await TalkSending()
        let sheet = Product.root + "/Samples/uploads/messages.csv"
        let plan = try await job.command("plan", sheet: sheet).run()
        #expect(plan.code == 2, "\(plan)")
        #expect(try job.receivers().isEmpty)
        let run = try await job.command("run", sheet: sheet).run()
        try #require(run.code == 2, "\(run)")
        #expect(try job.column("gantry_status", "result.csv", "messages") == ["done", "done", "done", "done", "done", "refused", "refused", "refused"])
        #expect(try job.receivers().sorted() == ["2", "2", "3", "4", "9"])
        let errors = try job.column("gantry_error", "refused.csv", "messages")
        #expect(errors[0].contains("There is Usuario 2") && errors[1].contains("Row 1 of the sheet") && errors[2].contains("content is empty"))
        let again = try await job.command("run", sheet: sheet).run()
        #expect(again.code == 3, "\(again)")
        #expect(try job.receivers().count == 5)
        #expect(try !job.hasSecret([plan, run, again]))
    }

    @Test("sends the same text again with another batch only, and keeps the order of what one person gets")
    func batches() async throws {
        let job = try await TalkSending()
        let rows = (1...12).flatMap { number in ["2", "user3@example.test"].map { (to: $0, content: "Message \(number)") } }
        let first = try await job.command("run", sheet: try job.sheet(rows)).run()
        #expect(first.code == 0, "\(first)")
        let ids = try job.column("gantry_server_id").compactMap { Int($0) }
        for receiver in 0...1 { #expect(stride(from: receiver, to: 24, by: 2).map { ids[$0] } == stride(from: receiver, to: 24, by: 2).map { ids[$0] }.sorted()) }
        let other = try await job.command("run", sheet: try job.sheet([rows[0]], named: "november.csv")).run()
        #expect(other.code == 0, "\(other)")
        #expect(try job.receivers().count == 25)
    }
}
