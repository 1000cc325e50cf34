internal import ArgumentParser
internal import GantryModel
internal import GantrySandbox
internal import GantryTerminal

struct Sandbox: Action {
    static let configuration = CommandConfiguration(
        abstract: "Serve a sample back end on this machine, with faults to order.",
        discussion: """
            Serves a month of invented work entries of KSR Cranes, or any number of them, on the loopback interface until \
            Ctrl-C. Nothing leaves this machine.

            Examples:
              gantry sandbox --port 8080
              gantry sandbox --entries 100000 --fault work-entries:page=3:status=503

            Faults are written ENDPOINT:KIND with options between colons; * is every endpoint.
            \(Sandbox.faultTable)
            """)
    static let canBeRepeated = false

    @Option(help: ArgumentHelp("The port; 0 takes a free one.", valueName: "number"))
    var port = 0

    @Option(help: ArgumentHelp("Serve so many computed entries instead of the sample month.", valueName: "number"))
    var entries: Int?

    @Option(help: ArgumentHelp("Employees of the computed entries (default: one for every 25 entries).", valueName: "number"))
    var employees: Int?

    @Option(help: ArgumentHelp("What the computed entries begin from; the same number gives the same entries.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(name: .customLong("fault"), help: ArgumentHelp("A fault to serve. Can be repeated.", valueName: "fault"))
    var faults: [String] = []

    @Option(help: ArgumentHelp("How long a token is good for (default: 24h).", valueName: "time"), transform: duration)
    var tokenLife: Duration?

    @Option(help: ArgumentHelp("Wait this long before every page.", valueName: "time"), transform: duration)
    var pageDelay: Duration?

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        guard entries != nil || employees == nil else { throw ValidationError("--employees goes with --entries.") }
        guard (entries ?? 1) > 0, (employees ?? 1) > 0 else { throw ValidationError("--entries and --employees must be above 0.") }
    }

    func perform(_ session: Session) async throws -> Outcome {
        let (_, stopped) = session.stopRequest()
        let sandbox = try await explaining { try await SandboxServer.start(try configuration()) }
        if output.isJSON {
            let account = SandboxAccount.payroll
            let line = EventLine.serving(
                system: SandboxSystem.ksrCranes.rawValue, url: sandbox.baseURL, email: account.email, time: .now)
            session.console.report([line.line])
        } else if !output.isQuiet {
            session.console.report(introduction(sandbox))
        }
        for await _ in stopped {}
        await sandbox.stop()
        return Outcome(status: .complete, lines: [], result: JSONValue(members: ["requests": JSONValue(sandbox.requestLog.count)]))
    }

    private func configuration() throws(SandboxError) -> SandboxConfiguration {
        var configuration = SandboxConfiguration(port: port)
        if let entries {
            configuration.records = .generated(
                GeneratedData(entries: entries, employees: employees ?? max(entries / 25, 1), seed: seed))
        }
        for fault in faults { configuration.faults.append(try Fault(fault)) }
        if let tokenLife { configuration.tokenLife = tokenLife }
        if let pageDelay { configuration.pageDelay = pageDelay }
        return configuration
    }

    private func introduction(_ sandbox: RunningSandbox) -> [String] {
        let account = SandboxAccount.payroll
        return [
            "Serving KSR Cranes with invented records at \(sandbox.baseURL) until Ctrl-C.", "",
            "To export from it, write this into workspace/gantry.yaml:", "",
            SampleConnection.yaml(url: sandbox.baseURL), "", "and run:", "",
            "  export KSR_EMAIL=\(account.email) KSR_PASSWORD=\(account.password)",
            "  gantry run payroll-monthly --period 2026-10", "",
            "Endpoints for --fault:",
        ] + sandbox.endpointAddresses.map { "  \($0.name)  \($0.address)" }
    }

    private static var faultTable: String {
        (FaultSpelling.all + FaultSpelling.places).flatMap { spelling in
            wrapped(([spelling.form] + spelling.options).joined(separator: ", "), indent: 2)
                + wrapped(spelling.meaning, indent: 6)
        }.joined(separator: "\n")
    }
}

/// The connection that a sample back end is called through.
enum SampleConnection {
    /// The connection's name in the shipped pipeline files.
    static let name = "ksr"

    static func yaml(url: String) -> String {
        """
        connections:
          \(name):
            system: \(SandboxSystem.ksrCranes.rawValue)
            environment: \(url)
            credentials:
              email: { env: KSR_EMAIL }
              password: { env: KSR_PASSWORD }
        """
    }

    /// The process's environment with the account of the sample back end, and without another address for it.
    static func environment(_ environment: [String: String]) -> [String: String] {
        var environment = environment
        environment["KSR_EMAIL"] = SandboxAccount.payroll.email
        environment["KSR_PASSWORD"] = SandboxAccount.payroll.password
        environment["GANTRY_KSR_URL"] = nil
        return environment
    }
}

/// Runs `body` and says its sandbox errors as every other error is said.
func explaining<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let error as SandboxError {
        throw UsageError("\(error.subject): \(error.reason).", advice: error.nextStep)
    }
}
