import Testing

@Suite("A first connection") struct InitTests {
    private let folder: TestFolder
    private let sandbox: Sandbox
    private var workspace: String { folder.file("work space") }

    init() async throws {
        folder = try TestFolder("init")
        sandbox = try await Sandbox.plain.value
    }

    private func gantry(
        _ words: [String], line: String? = nil, environment: [String: String] = [:]
    ) async throws -> Ending {
        try await Command(
            [
                "sh", "-c", (line.map { "printf '%s\\n' '\($0)'" } ?? "true") + " | \"$0\" \"$@\"", Product.binary,
                "init",
            ]
                + words + ["--workspace", workspace], environment: environment
        ).run()
    }

    private var answers: [String] {
        ["--system", "ksr-cranes", "--address", sandbox.url, "--account", Sandbox.email]
    }

    @Test("is written and checked, and its password is in a file of its own") func file() async throws {
        let done = try await gantry(answers + ["--secret", "file:secrets/ksr.password"], line: Sandbox.password)
        #expect(done.status == .exited(0), "\(done)")
        let text = try text(of: workspace + "/gantry.yaml")
        #expect(text.contains("password: { file: \"secrets/ksr.password\" }") && !text.contains(Sandbox.password))
        #expect(try GantryEndToEndTests.text(of: workspace + "/secrets/ksr.password") == Sandbox.password + "\n")
        let modes = try await Command(
            ["stat", "-c", "%a"] + ["gantry.yaml", "secrets/ksr.password", "secrets"].map { "\(workspace)/\($0)" }
        ).succeed()
        #expect(modes.out == "600\n600\n700\n")
        #expect(done.out.contains("gantry plan payroll-monthly --period 2026-10 --workspace"), "\(done)")
        #expect(!(done.out + done.err).contains(Sandbox.password))
        let plan = try await Command(
            [Product.binary, "plan", Product.pipeline, "--period", "2026-10", "--workspace", workspace]
        ).run()
        #expect(plan.status == .exited(0), "\(plan)")
        let again = try await gantry(answers + ["--secret", "env:OTHER"])
        #expect(again.status == .exited(64) && again.err.contains("exists already"), "\(again)")
        #expect(try GantryEndToEndTests.text(of: workspace + "/gantry.yaml") == text)
    }

    @Test(
        "names where the secret is",
        arguments: [
            ("env:KSR_PASSWORD", "{ env: KSR_PASSWORD }"), ("env", "{ env: KSR_PASSWORD }"),
            ("systemd:ksr", "{ systemd: \"ksr\" }"),
            ("command:printf sandbox-password", "{ command: [\"printf\", \"sandbox-password\"] }"),
        ])
    func places(secret: String, written: String) async throws {
        let done = try await gantry(
            answers + ["--secret", secret], environment: ["KSR_PASSWORD": Sandbox.password])
        #expect(done.status == .exited(secret.hasPrefix("systemd") ? 77 : 0), "\(done)")
        #expect(try text(of: workspace + "/gantry.yaml").contains("password: \(written)"))
    }

    @Test("keeps no secret where a person signs in, and names the command for that") func login() async throws {
        let done = try await gantry(
            ["--system", "vynqtalk", "--address", sandbox.url, "--account", "a@b.c", "--secret", "login", "--json"])
        #expect(done.status == .exited(77) && done.out.contains("gantry login talk"), "\(done)")
        let text = try text(of: workspace + "/gantry.yaml")
        #expect(text.contains("email: \"a@b.c\"") && !text.contains("password:"), "\(text)")
    }

    @Test("needs every answer without a terminal, and writes nothing for one that can't be used") func usage()
        async throws
    {
        for (option, place) in [("--system", 0), ("--address", 2), ("--account", 4)] {
            var words = answers + ["--secret", "login"]
            words.removeSubrange(place..<(place + 2))
            let ending = try await gantry(words)
            #expect(ending.status == .exited(64) && ending.err.contains("\(option) is missing"), "\(ending)")
        }
        for (words, said) in [
            (
                ["--system", "ksr-crane", "--address", "production", "--account", "a", "--secret", "login"],
                "Did you mean ksr-cranes?"
            ),
            (answers + ["--secret", "vault:x"], "What was given is no place for a secret."),
            (answers + ["--secret", "file:new.password"], "The password is missing"),
            (
                ["--system", "ksr-cranes", "--address", "http://example.com", "--account", "a", "--secret", "env:P"],
                "plain http"
            ),
            (answers + ["--secret", "env:lower"], "environment variable in capital letters"),
        ] {
            let ending = try await gantry(words)
            #expect(ending.status == .exited(64) && ending.err.contains(said), "\(ending)")
        }
        #expect(!exists(workspace + "/gantry.yaml") && !exists(workspace + "/new.password"))
    }

    @Test("is asked for on a terminal, which never shows the password") func terminal() async throws {
        let typed = try await Command(
            [
                Product.python, Product.tools + "/type_at_terminal.py", "ksr-cranes", sandbox.url, "", Sandbox.email,
                "", "", Sandbox.password, "--", Product.binary, "init", "--workspace", workspace,
            ]
        ).run()
        #expect(typed.status == .exited(0), "\(typed)")
        #expect(!typed.out.contains(Sandbox.password))
        let text = try text(of: workspace + "/gantry.yaml")
        #expect(text.contains("contract: documented") && text.contains("file: \"ksr.password\""), "\(text)")
        #expect(try GantryEndToEndTests.text(of: workspace + "/ksr.password") == Sandbox.password + "\n")
    }
}
