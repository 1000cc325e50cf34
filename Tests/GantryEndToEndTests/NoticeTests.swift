import FoundationEssentials
import Testing

/// The section `notify` of a pipeline file, through the built program against the sample back end.
@Suite("A notice of a published run") struct NoticeTests {
    private func file(_ job: TalkSending, to: String) throws -> String {
        let path = job.workspace.folder.file("archive.yaml")
        try write(
            try text(of: Product.root + "/Pipelines/message-archive.yaml")
                + "\nnotify: { connection: talk, to: \(to) }\n", to: path)
        return path
    }

    private func command(_ job: TalkSending, _ file: String) -> Command {
        Command(
            [Product.binary, "run", file, "--period", "2026-10", "--workspace", job.workspace.path],
            environment: ["TALK_EMAIL": "archive@example.test", "TALK_PASSWORD": Sandbox.password],
            folder: job.workspace.folder.path)
    }

    @Test("is sent once") func once() async throws {
        let job = try await TalkSending()
        let file = try file(job, to: "user2@example.test")
        let run = try await command(job, file).run()
        #expect(run.code == 0 && run.err.contains("user2@example.test was notified."), "\(run)")
        #expect(try await command(job, file).run().code == 3)
        #expect(try job.effects().map(\.receiver) == ["2"])
        let sheet = try text(of: job.workspace.exports + "/message-archive-notice/2026-10-r1/r1/data/result.csv")
        #expect(sheet.contains("Users and messages, 2026-10, is published: ") && sheet.contains(" records"), "\(sheet)")
    }

    @Test("follows rows that were sent, too") func afterSending() async throws {
        let job = try await TalkSending()
        let path = job.workspace.folder.file("greetings.yaml")
        try write(
            try text(of: Product.root + "/Pipelines/messages-send.yaml")
                + "\nnotify: { connection: talk, to: user2@example.test }\n", to: path)
        let run = try await job.command(
            "run", sheet: try job.sheet([("3", "Hello"), ("999", "Hello")]), pipeline: path
        ).run()
        #expect(run.code == 2 && run.err.contains("user2@example.test was notified."), "\(run)")
        #expect(try job.effects().map(\.receiver) == ["3", "2"])
        #expect(
            try await job.command("run", sheet: job.workspace.folder.file("own.csv"), pipeline: path).run().code != 1)
        #expect(try job.effects().count == 2)
    }

    @Test("that can't be sent fails no run, and the next one tries again") func fails() async throws {
        let job = try await TalkSending(faults: ["send-message:times=3:status=503"])
        let first = try await command(job, try file(job, to: "nobody@example.test")).run()
        #expect(first.code == 0 && first.err.contains("nobody@example.test could not be notified: No user"), "\(first)")
        let corrected = try file(job, to: "user3@example.test")
        let second = try await command(job, corrected).run()
        #expect(second.code == 3 && second.err.contains("could not be notified"), "\(second)")
        #expect(try job.effects().isEmpty)
        let third = try await command(job, corrected).run()
        #expect(third.code == 3 && third.err.contains("user3@example.test was notified."), "\(third)")
        #expect(try job.effects().map(\.receiver) == ["3"])
    }
}
