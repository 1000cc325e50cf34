import Foundation
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
        done.expect(exit: 0)
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
        plan.expect(exit: 0)
        let again = try await gantry(answers + ["--secret", "env:OTHER"])
        #expect(again.status == .exited(64) && again.err.contains("exists already"), "\(again)")
        #expect(try GantryEndToEndTests.text(of: workspace + "/gantry.yaml") == text)
        let second = try await gantry(
            answers + ["--name", "ksr2", "--secret", "env:OTHER"], environment: ["OTHER": Sandbox.password])
        #expect(second.status == .exited(0), "\(second)")
        let both = try GantryEndToEndTests.text(of: workspace + "/gantry.yaml")
        #expect(both.contains("  ksr:\n") && both.contains("  ksr2:\n"), "\(both)")
        let check = try await Command(
            [Product.binary, "check", "--workspace", workspace], environment: ["OTHER": Sandbox.password]
        ).run()
        #expect(check.status == .exited(0) && check.out.contains("ksr2"), "\(check)")
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
                "", "", Sandbox.password, "", "--", Product.binary, "init", "--workspace", workspace,
            ]
        ).run()
        typed.expect(exit: 0)
        #expect(!typed.out.contains(Sandbox.password))
        let text = try text(of: workspace + "/gantry.yaml")
        #expect(text.contains("contract: documented") && text.contains("file: \"ksr.password\""), "\(text)")
        #expect(try GantryEndToEndTests.text(of: workspace + "/ksr.password") == Sandbox.password + "\n")
    }

    private func typed(_ lines: [String], at words: [String]) async throws -> Ending {
        try await Command(
            [Product.python, Product.tools + "/type_at_terminal.py"] + lines + ["--", Product.binary] + words
                + ["--workspace", workspace]
        ).run()
    }

    @Test("asks again at a terminal for an empty answer, a mistyped system and a password that the server refuses")
    func askedAgain() async throws {
        let typed = try await typed(
            [
                "", "ksr-crane", "ksr-cranes", sandbox.url, "", "", Sandbox.email, "", "", "", "mistyped-password",
                Sandbox.password, "",
            ], at: ["init"])
        typed.expect(exit: 0)
        #expect(typed.out.contains("Did you mean ksr-cranes?") && typed.out.contains("can't be empty"), "\(typed)")
        let path = workspace + "/ksr.password"
        #expect(typed.out.contains("Type the password again; it is kept in \(path)"), "\(typed)")
        #expect(!typed.out.contains("mistyped-password") && !typed.out.contains(Sandbox.password))
        #expect(try text(of: path) == Sandbox.password + "\n")
    }

    @Test("writes nothing after three passwords that the server refuses") func refused() async throws {
        let typed = try await typed(
            ["", "wrong-password-1", "wrong-password-2", "wrong-password-3"],
            at: ["init"] + answers + ["--secret", "file:ksr.password"])
        #expect(typed.status == .exited(77) && typed.out.contains("Nothing was written."), "\(typed)")
        #expect(!exists(workspace + "/gantry.yaml") && !exists(workspace + "/ksr.password"))
        // The same on standard input, where nobody can be asked.
        let piped = try await gantry(answers + ["--secret", "file:ksr.password"], line: "wrong-password-1")
        #expect(
            piped.status == .exited(77) && piped.err.contains("gantry init --system ksr-cranes")
                && piped.err.contains(workspace + "/ksr.password"), "\(piped)")
        // Who reads the advice gives the command at a terminal.
        let json = try await gantry(answers + ["--secret", "file:ksr.password", "--json"], line: "wrong-password-1")
        let advice = json.out.components(separatedBy: "right answers, run: ")
        #expect(advice.count > 1 && advice.last?.contains("--json") == false, "\(json)")
        #expect(!exists(workspace + "/gantry.yaml") && !exists(workspace + "/ksr.password"))
    }

    @Test("writes nothing for an address at which the system doesn't answer, and asks a person for it again")
    func stranger() async throws {
        // Port 9 is for what nobody answers.
        var words = answers
        words[3] = "http://127.0.0.1:9"
        let piped = try await gantry(words + ["--secret", "file:ksr.password"], line: Sandbox.password)
        #expect(piped.status == .exited(64) && piped.err.contains("Nothing was written."), "\(piped)")
        #expect(!exists(workspace + "/gantry.yaml") && !exists(workspace + "/ksr.password"))
        let typed = try await typed(
            ["ksr-cranes", words[3], "", Sandbox.email, "", "", Sandbox.password, sandbox.url, ""], at: ["init"])
        typed.expect(exit: 0)
        #expect(try text(of: workspace + "/gantry.yaml").contains("environment: \"\(sandbox.url)\""))
    }

    @Test("names the file that has a wrong password, and replaces what a person types again") func wrongFile()
        async throws
    {
        let path = workspace + "/ksr.password"
        try FileManager.default.createDirectory(
            atPath: workspace, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try write("wrong-password\n", to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let words = answers + ["--secret", "file:ksr.password"]
        let piped = try await gantry(words)
        #expect(
            piped.status == .exited(77) && piped.err.contains("Correct the password in \(path), then run:"), "\(piped)")
        #expect(!exists(workspace + "/gantry.yaml"))
        let typed = try await typed(["", Sandbox.password, ""], at: ["init"] + words)
        typed.expect(exit: 0)
        #expect(try text(of: path) == Sandbox.password + "\n")
        // Signing in names it too, and takes the right one.
        try write("wrong-password\n", to: path)
        let login = try await Command([Product.binary, "login", "ksr", "--workspace", workspace]).run()
        #expect(
            login.status == .exited(77) && login.err.contains("Correct the password in \(path)")
                && login.err.contains("gantry check ksr"), "\(login)")
        let again = try await self.typed([Sandbox.password], at: ["login", "ksr"])
        again.expect(exit: 0)
        #expect(try text(of: path) == Sandbox.password + "\n")
    }

    @Test("takes ~ in an option and in gantry.yaml as the home folder") func home() async throws {
        let environment = ["HOME": folder.path]
        let done = try await Command(
            [
                "sh", "-c", "printf '%s\\n' '\(Sandbox.password)' | \"$0\" \"$@\"", Product.binary, "init",
            ] + answers + ["--secret", "file:~/secrets/ksr.password", "--workspace=~/work space"],
            environment: environment
        ).run()
        done.expect(exit: 0)
        #expect(try text(of: folder.file("secrets/ksr.password")) == Sandbox.password + "\n")
        #expect(try text(of: workspace + "/gantry.yaml").contains("file: \"~/secrets/ksr.password\""))
        let check = try await Command(
            [Product.binary, "check", "ksr", "--workspace=~/work space"], environment: environment
        ).run()
        check.expect(exit: 0)
    }
}
