import Testing

/// A server that only a proxy reaches: its name exists nowhere else.
@Suite("A server behind a proxy") struct ProxyTests {
    private static let account = "clerk:proxy-canary"
    private let folder: TestFolder
    private let sandbox: Sandbox
    private let proxy: Child
    private let address: String

    init() async throws {
        folder = try TestFolder("proxy")
        sandbox = try await Sandbox(["--entries", "12", "--employees", "3", "--seed", "7"])
        let port = String(sandbox.url.split(separator: ":").last ?? "")
        proxy = try Command(
            [Product.python, Product.tools + "/connect_proxy.py", folder.path, port, Self.account],
            timeout: .seconds(600)
        ).start()
        try await proxy.says("port ")
        try await proxy.says("\n")
        let said = try proxy.outSoFar().split(whereSeparator: \.isNewline).first ?? ""
        address = "127.0.0.1:\(said.split(separator: " ").last ?? "")"
    }

    /// Plans the month, which signs in and reads, with more lines for the connection.
    private func plan(
        _ more: String = "", _ environment: [String: String] = [:], options: [String] = []
    ) async throws -> Ending {
        try write(
            """
            connections:
              ksr:
                system: ksr-cranes
                environment: https://cranes.example.test
                ca-file: ca.pem
                retries: 0
                credentials: { email: { env: KSR_EMAIL }, password: { env: KSR_PASSWORD } }
            \(more)

            """, to: folder.file("gantry.yaml"))
        let variables = Sandbox.environment.merging(environment) { $1 }
        return try await Command(
            [
                Product.binary, "plan", Product.pipeline, "--period", "2026-10", "--workspace",
                folder.file("workspace"), "--config", folder.file("gantry.yaml"),
            ] + options, environment: variables
        ).run()
    }

    @Test("is reached through the proxy of the connection, whose account is kept like any secret") func ofConnection()
        async throws
    {
        let text = "    proxy: { address: \"http://\(address)\", user: clerk, password: { env: PROXY_PASSWORD } }"
        // The environment of the connection's own proxy doesn't count.
        let done = try await plan(text, ["PROXY_PASSWORD": "proxy-canary", "NO_PROXY": "*"])
        done.expect(exit: 0)
        #expect(try proxy.outSoFar().contains("cranes.example.test:443\n"))
        let wrong = try await plan(text, ["PROXY_PASSWORD": "wrong-canary"])
        #expect(wrong.status == .exited(78) && wrong.err.contains("asks for an account (407)"), "\(wrong)")
        #expect(wrong.err.contains("gantry check ksr"), "\(wrong)")
        for ending in [done, wrong] { #expect(!(ending.out + ending.err).contains("canary"), "\(ending)") }
    }

    @Test(
        "is reached through the environment's proxy, in capitals or not",
        arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
    func ofEnvironment(variable: String) async throws {
        let value = "http://\(Self.account)@\(address)"
        let done = try await plan("", [variable: value])
        done.expect(exit: 0)
        for (name, host) in [("no_proxy", "cranes.example.test"), ("NO_PROXY", ".example.test"), ("NO_PROXY", "*")] {
            let direct = try await plan("", [variable: value, name: host])
            direct.expect(exit: 75)
            #expect(direct.err.contains("the name cranes.example.test was not found"), "\(direct)")
        }
        let off = try await plan("    proxy: none", [variable: value])
        #expect(off.status == .exited(75) && off.err.contains("was not found"), "\(off)")
        let wrong = try await plan("", [variable: "http://clerk:other-canary@\(address)"])
        wrong.expect(exit: 78)
        for ending in [done, off, wrong] { #expect(!(ending.out + ending.err).contains("canary"), "\(ending)") }
    }

    @Test("A server on this machine is reached without the environment's proxy") func local() async throws {
        try write(
            Sandbox.configuration(sandbox.url), to: folder.file("local.yaml"))
        let done = try await Command(
            [
                Product.binary, "plan", Product.pipeline, "--period", "2026-10", "--workspace",
                folder.file("workspace"), "--config", folder.file("local.yaml"),
            ],
            environment: [
                "KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password, "http_proxy": "http://127.0.0.1:9",
                "all_proxy": "http://127.0.0.1:9",
            ]
        ).run()
        done.expect(exit: 0)
    }
}

@Suite("A server that can't be reached") struct UnreachableTests {
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder("unreachable")
        try limit("")
    }

    /// Writes the configuration, with lines of the connection that limit its requests.
    private func limit(_ lines: String) throws {
        try write(
            """
            connections:
              ksr:
                system: ksr-cranes
                environment: https://cranes.invalid
                \(lines)
                credentials: { email: { env: KSR_EMAIL }, password: { env: KSR_PASSWORD } }

            """, to: folder.file("gantry.yaml"))
    }

    private func command(_ words: String...) -> Command { command(words) }

    private func command(_ words: [String]) -> Command {
        Command(
            [Product.binary] + words + [
                Product.pipeline, "--period", "2026-10", "--workspace", folder.file("workspace"), "--config",
                folder.file("gantry.yaml"),
            ], environment: Sandbox.environment)
    }

    @Test(
        "is reported at once, also with -q and by commands without progress",
        arguments: [["run"], ["plan"], ["plan", "--rows", "3"]])
    func atOnce(verb: [String]) async throws {
        let quiet = try command(verb + ["-q"]).start()
        try await quiet.says("Attempt 2 in")
        quiet.end()
        #expect(try await quiet.ending().out == "")
        let json = try command(verb + ["--json"]).start()
        try await json.says("\"retrying\"")
        json.end()
    }

    @Test("is asked as often and as long as the connection says") func limits() async throws {
        try limit("retries: 0")
        let once = try await command("plan").run()
        #expect(once.status == .exited(75) && !once.err.contains("Attempt"), "\(once)")
        #expect(once.err.contains("gantry check ksr"), "\(once)")
        try limit("retries: 1")
        let twice = try await command("plan").run()
        #expect(twice.status == .exited(75) && twice.err.contains("Attempt 2 in"), "\(twice)")
        #expect(!twice.err.contains("Attempt 3"), "\(twice)")
        try limit("retries: 100\n    max-wait: 1s")
        let short = try await command("plan").run()
        #expect(short.status == .exited(75) && short.took < .seconds(20), "\(short)")
        for wrong in ["retries: 101", "max-wait: 0s", "max-wait: long"] {
            try limit(wrong)
            let usage = try await command("plan").run()
            usage.expect(exit: 78)
        }
    }
}
