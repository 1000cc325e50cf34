import Foundation
import Testing

@Suite("Signing in with the program") struct SignInTests {
    private let folder: TestFolder
    private let workspace: String
    private let url: String

    init() async throws {
        folder = try TestFolder("sign-in")
        workspace = folder.file("workspace")
        url = try await Sandbox.plain.value.url
        try write(
            """
            connections:
              ksr:
                system: ksr-cranes
                environment: \(url)
              talk:
                system: vynqtalk
                environment: staging

            """, to: folder.file("gantry.yaml"))
    }

    private func gantry(_ words: String..., lines: [String] = []) async throws -> Ending {
        let typed = lines.isEmpty ? "true" : "printf '%s\\n' " + lines.map { "'\($0)'" }.joined(separator: " ")
        return try await Command(
            ["sh", "-c", typed + " | \"$0\" \"$@\"", Product.binary] + words
                + ["--workspace", workspace, "--config", folder.file("gantry.yaml")]
        ).run()
    }

    private func run() async throws -> Ending {
        try await gantry("run", Product.pipeline, "--period", "2026-10", "--set", "records.page-size=50")
    }

    @Test("serves runs without a password until somebody signs out") func wholeWay() async throws {
        let before = try await run()
        #expect(before.status == .exited(77) && before.err.contains("gantry login ksr"), "\(before)")
        let login = try await gantry("login", "ksr", lines: [Sandbox.email, Sandbox.password])
        #expect(login.status == .exited(0) && login.out.contains(Sandbox.email), "\(login)")
        let who = try await gantry("check", "--accounts")
        #expect(
            who.status == .exited(0) && who.out.contains(workspace + "/tokens/ksr.json")
                && who.out.contains("signed out"), "\(who)")
        let json = try await gantry("check", "--accounts", "ksr", "--json")
        #expect(
            json.out.contains("\"state\":\"signed-in\"") && json.out.contains("\"account\":\"\(Sandbox.email)\""),
            "\(json)")
        let done = try await run()
        done.expect(exit: 0)
        let out = try await gantry("logout", "ksr")
        #expect(out.status == .exited(0) && !exists(workspace + "/tokens/ksr.json"), "\(out)")
        for ending in [login, who, json, done, out] {
            #expect(!(ending.out + ending.err).contains(Sandbox.password), "a password is shown: \(ending)")
        }
    }

    @Test("shows the accounts of all connections, whatever is wrong with one") func allAccounts() async throws {
        _ = try await gantry("login", "ksr", lines: [Sandbox.email, Sandbox.password])
        let path = workspace + "/tokens/ksr.json"
        let kept = try String(contentsOfFile: path, encoding: .utf8)
        // A time that lies further from now than numbers of nanoseconds reach.
        try kept.replacing("\"grantedAt\"", with: "\"expiresAt\": \"1678-01-01T00:00:00Z\", \"grantedAt\"")
            .write(toFile: path, atomically: false, encoding: .utf8)
        let who = try await gantry("check", "--accounts")
        #expect(
            who.status == .exited(0) && who.out.contains("1678-01-01") && who.out.contains("gantry login ksr"), "\(who)"
        )
        try write(
            "connections:\n  ksr: { system: ksr-cranes, environment: \"\(url)\", credentials: { email: { env: NO_SUCH_VARIABLE } } }\n"
                + "  talk: { system: vynqtalk, environment: staging }\n", to: folder.file("gantry.yaml"))
        let unset = try await gantry("check", "--accounts")
        unset.expect(exit: 0)
        #expect(
            unset.out.contains("not signed in: ") && unset.out.contains("NO_SUCH_VARIABLE is not set")
                && unset.out.contains("talk"), "\(unset)")
        #expect(try await gantry("check", "--accounts", "ksr").status == .exited(77))
    }

    @Test("says what is missing when standard input ends, and what the server says of a wrong password") func refused()
        async throws
    {
        let short = try await gantry("login", "ksr", lines: [Sandbox.email])
        #expect(
            short.status == .exited(64) && short.err.contains("The password is missing")
                && short.err.contains("email, password"), "\(short)")
        let wrong = try await gantry("login", "ksr", lines: [Sandbox.email, "wrong-password"])
        #expect(
            wrong.status == .exited(77) && wrong.err.contains("401") && !wrong.err.contains("wrong-password"),
            "\(wrong)")
        #expect(!exists(workspace + "/tokens/ksr.json"))
        let unknown = try await gantry("login", "krs")
        #expect(unknown.status == .exited(78) && unknown.err.contains("Did you mean ksr?"), "\(unknown)")
        let noSignUp = try await gantry("login", "ksr", "--sign-up")
        noSignUp.expect(exit: 64)
    }

    @Test("never shows a password that is typed at a terminal, and Ctrl-C leaves the terminal as it was")
    func terminal() async throws {
        let tool = [Product.python, Product.tools + "/type_at_terminal.py"]
        let words = [
            "--", Product.binary, "login", "ksr", "--workspace", workspace, "--config", folder.file("gantry.yaml"),
        ]
        // A wrong key is taken back first.
        let typed = try await Command(tool + [Sandbox.email, "x\\x7f" + Sandbox.password] + words).run()
        #expect(
            typed.status == .exited(0) && typed.out.contains(Sandbox.email) && !typed.out.contains(Sandbox.password),
            "\(typed)")
        let stopped = try await Command(tool + [Sandbox.email, "half\\x03"] + words).run()
        #expect(stopped.status == .exited(75) && !stopped.out.contains("half"), "\(stopped)")
    }
}

@Suite("Signing in to each sample back end") struct SignInSystemsTests {
    private static let systems: [(system: String, lines: [String], shows: String)] = [
        ("ksr-cranes", [Sandbox.email, Sandbox.password], "\"account\":\"\(Sandbox.email)\""),
        ("cdbl-lms", ["pair-sandbox-000001"], "\"renews\":true"),
        ("autodetail-hub", ["org_1705671234_sandbox000001"], "\"account\":\"org_"),
        ("vynqtalk", ["archive@example.test", "sandbox-password"], "\"account\":\"archive@example.test\""),
    ]

    @Test("keeps what the system gives, and says in its words why it refuses", arguments: systems)
    func signsIn(system: String, lines: [String], shows: String) async throws {
        let folder = try TestFolder("sign-in")
        let sandbox = try await Sandbox(["--system", system])
        try write(
            "connections:\n  it: { system: \(system), environment: \"\(sandbox.url)\" }\n",
            to: folder.file("gantry.yaml"))
        func gantry(_ words: String..., lines: [String] = []) async throws -> Ending {
            try await Command(
                [
                    "sh", "-c", "printf '%s\\n' " + lines.map { "'\($0)'" }.joined(separator: " ") + " | \"$0\" \"$@\"",
                    Product.binary,
                ] + words
                    + ["--workspace", folder.file("workspace"), "--config", folder.file("gantry.yaml")]
            ).run()
        }
        let wrong = lines.dropLast() + [system == "autodetail-hub" ? "org_1_unknown" : "wrong"]
        let refused = try await gantry("login", "it", lines: Array(wrong))
        #expect(refused.status == .exited(77) && !exists(folder.file("workspace/tokens/it.json")), "\(refused)")
        let login = try await gantry("login", "it", lines: lines)
        login.expect(exit: 0)
        let who = try await gantry("check", "--accounts", "it", "--json")
        #expect(who.out.contains("\"state\":\"signed-in\"") && who.out.contains(shows), "\(who)")
        for ending in [refused, login, who] {
            let said = ending.out + ending.err
            #expect(!said.contains(lines[lines.count - 1]), "a secret is shown: \(said)")
        }
        // Once more, as after a lost session: also a server that pairs a device only once takes it.
        #expect(try await gantry("logout", "it").status == .exited(0))
        let again = try await gantry("login", "it", lines: lines)
        again.expect(exit: 0)
        _ = sandbox
    }
}
