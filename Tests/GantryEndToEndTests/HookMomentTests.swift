import Glibc
import Testing

@Suite("Those who are to be told, of more than the end of a run") struct HookMomentTests {
    private static let arguments = ["--entries", "60", "--employees", "6", "--seed", "7"]

    /// A desk whose gantry.yaml has more lines, and the file to which its hook adds what it is told.
    private func desk(_ more: [String] = [], _ lines: String) async throws -> (OperatingDesk, told: String) {
        let desk = try await OperatingDesk(Self.arguments + more)
        let told = desk.folder.file("told")
        try add(lines.replacing("TOLD", with: told), to: desk.workspace + "/gantry.yaml")
        return (desk, told)
    }

    private func add(_ lines: String, to yaml: String) throws { try write(try text(of: yaml) + lines, to: yaml) }

    private func lines(_ path: String) throws -> [String] {
        exists(path) ? try text(of: path).split(separator: "\n").map(String.init) : []
    }

    private static let pager = "notify:\n  pager: { command: [sh, -c, \"cat >> TOLD; echo >> TOLD\"] }\n"

    @Test("get a message of VynqTalk each, and whoever can't be told changes nothing") func talk() async throws {
        let folder = try TestFolder("talk")
        let effects = folder.file("effects.jsonl")
        let messenger = try await Sandbox(["--system", "vynqtalk", "--effects", effects])
        let (desk, _) = try await desk(
            [],
            """
              talk:
                system: vynqtalk
                environment: \(messenger.url)
                credentials: { email: { env: TALK_EMAIL }, password: { env: TALK_PASSWORD } }
            notify:
              office: { vynqtalk: talk, to: [nobody@example.test, user2@example.test] }

            """)
        func run(_ period: String, password: String) async throws -> Ending {
            var command = desk.command(["run", "payroll-monthly", "--period", period])
            command.environment["TALK_EMAIL"] = "archive@example.test"
            command.environment["TALK_PASSWORD"] = password
            return try await command.run()
        }
        let done = try await run("2026-10", password: Sandbox.password)
        done.expect(exit: 0)
        #expect(done.err.contains("office could not be notified: No user"), "\(done)")
        let receivers = try Effect.all(in: effects).map { $0.identity["receiverId"] ?? "" }
        #expect(receivers == ["2"])
        #expect(try await run("2026-10", password: Sandbox.password).code == 3)
        // The hours of September are none, and the account is refused.
        let failed = try await run("2026-09", password: "wrong")
        #expect(failed.status == .exited(1) && failed.err.contains("office could not be notified: "), "\(failed)")
        #expect(try Effect.all(in: effects).count == 1)
    }

    @Test("learn of what ends a run before it begins, where its pipeline is known") func before() async throws {
        let (desk, told) = try await desk(["--page-delay", "200ms"], Self.pager)
        let month = ["run", "payroll-monthly", "--period", "2026-10", "--pages-ahead", "1"]
        #expect(try await desk.run(month + ["--set", "rejects.max=many"]).code == 78)
        let file = desk.folder.file("my-payroll.yaml")
        try write(try text(of: Product.pipeline) + "\nno-such-key: 1\n", to: file)
        #expect(try await desk.run(["run", file, "--period", "2026-10"]).code == 78)
        #expect(try await desk.run(["run", "payroll-monthly", "--period", "2999-05"]).code == 64)
        #expect(try await desk.run(["run", "payroll-montly", "--period", "2026-10"]).code == 78)
        let slowly = month + ["--set", "records.page-size=10"]
        let first = try desk.command(slowly + ["--json"]).start()
        try await first.says("\"event\":\"progress\"")
        first.signal(SIGSTOP)
        #expect(try await desk.run(slowly).code == 5)
        first.signal(SIGCONT)
        #expect(try await first.ending().code == 0)
        let lines = try lines(told)
        try #require(lines.count == 5, "\(lines)")
        for (line, words) in zip(
            lines,
            [
                #""pipeline":"payroll-monthly","run":null,"connection":null,"exitCode":78"#,
                #""pipeline":"my-payroll","run":null,"connection":null,"exitCode":78"#,
                #""pipeline":"payroll-monthly","run":null,"connection":"ksr","exitCode":64"#,
                #""exitCode":5"#, #""event":"success""#,
            ])
        {
            #expect(line.contains(words) && line.contains(#""event":"failure""#) != (line == lines.last), "\(line)")
        }
        // A gantry.yaml that can't be read names nobody.
        try add("no-such-key: 1\n", to: desk.workspace + "/gantry.yaml")
        #expect(try await desk.run(month + ["--revision", "next"]).code == 78)
        #expect(try self.lines(told).count == 5)
    }

    @Test("learn that a prepared run waits for the second person, once") func second() async throws {
        let month = try await SignedMonth.copy()
        let told = month.workspace.folder.file("told")
        try add(Self.pager.replacing("TOLD", with: told), to: month.workspace.path + ".yaml")
        #expect(try await month.sign("--by", "clerk").run().code == 0)
        #expect(try await month.sign("--by", "clerk").run().code == 3)
        try await month.sign(
            "--by", "manager", "--signature", month.signature(of: month.statement, by: "manager")
        ).succeed()
        let lines = try lines(told)
        #expect(lines.count == 1, "\(lines)")
        #expect(
            lines.first?.contains(#""event":"waiting""#) == true
                && lines.first?.contains("is prepared by clerk. It waits for the second signature.") == true
                && lines.first?.contains("gantry sign \(SignedMonth.run) --by manager") == true, "\(lines)")
    }
}
