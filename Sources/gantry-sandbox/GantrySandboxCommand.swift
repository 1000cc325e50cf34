internal import ArgumentParser
internal import GantryModel
internal import GantryProgram
internal import GantrySandbox
internal import GantryTerminal

struct GantrySandboxCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "gantry-sandbox",
        abstract: "Serve sample back ends on this machine, with faults to order.",
        discussion: """
            Serves invented records on the loopback interface until Ctrl-C: a month of KSR Cranes unless another system is \
            named, or any number of records. Each system has a port of its own. What is shown at the start goes into \
            gantry.yaml and the environment of another terminal, so that pipelines run against it. Nothing leaves this machine.

            Examples:
              gantry sandbox --port 8080
              gantry sandbox --system cdbl-lms --system vynqtalk
              gantry sandbox --entries 100000 --fault work-entries:page=3:status=503
              gantry sandbox --system cdbl-lms --effects effects.jsonl --fault create-leave:stored-status=500

            Faults are written ENDPOINT:KIND with options between colons; * is every endpoint.
            \(GantrySandboxCommand.faultTable)
            """)
    static let canBeRepeated = false

    @Option(
        name: .customLong("system"),
        help: ArgumentHelp(
            "What is served: \(SandboxSystem.allCases.map(\.rawValue).joined(separator: ", ")). Can be repeated.",
            valueName: "system"),
        transform: GantrySandboxCommand.system)
    var systems: [SandboxSystem] = []

    @Option(
        help: ArgumentHelp(
            "The port of the first system, and those after it of the others; 0 takes free ones.", valueName: "number"))
    var port = 0

    @Option(help: ArgumentHelp("Serve so many computed entries instead of the sample month.", valueName: "number"))
    var entries: Int?

    @Option(
        help: ArgumentHelp(
            "Employees of the computed entries (default: one for every 25 entries).", valueName: "number"))
    var employees: Int?

    @Option(
        help: ArgumentHelp(
            "What the computed entries begin from; the same number gives the same entries.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(name: .customLong("fault"), help: ArgumentHelp("A fault to serve. Can be repeated.", valueName: "fault"))
    var faults: [String] = []

    @Option(help: ArgumentHelp("How long a token is good for (default: 24h).", valueName: "time"), transform: duration)
    var tokenLife: Duration?

    @Flag(help: "Let a pair token of CDBL LMS pair one device only, as the real one does.")
    var singleUsePairing = false

    @Option(help: ArgumentHelp("Wait this long before every page.", valueName: "time"), transform: duration)
    var pageDelay: Duration?

    @Option(
        help: ArgumentHelp(
            "Append one line of JSON to this file for everything that is taken, before it is answered.",
            valueName: "file"))
    var effects: String?

    @Option(
        help: ArgumentHelp(
            "The day that new records are made on and notice of leave counts from (default: today).", valueName: "date")
    )
    var today: String?

    @Option(
        help: ArgumentHelp("How long a photo can be put to its address (default: 60s).", valueName: "time"),
        transform: duration)
    var uploadLife: Duration?

    @Flag(help: "Name each upload of a photo to AutoDetail Hub anew, and show linked ones under other addresses.")
    var opaquePhotos = false

    @Flag(help: "Take leaves of CDBL LMS beyond the balance, so that many can be imported.")
    var ignoreBalance = false

    /// For a program that starts it and may be killed.
    @Flag(help: .hidden) var untilInputEnds = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        guard entries != nil || employees == nil else { throw ValidationError("--employees goes with --entries.") }
        guard (entries ?? 1) > 0, (employees ?? 1) > 0 else {
            throw ValidationError("--entries and --employees must be above 0.")
        }
    }

    func perform(_ session: Session) async throws -> Outcome {
        let (_, stopped) = session.stopRequest()
        let sandboxes = try await explaining { try await SandboxServer.start(try configurations()) }
        if output.isJSON {
            session.console.report(sandboxes.map { GantrySandboxCommand.event($0).line })
        } else if !output.isQuiet {
            session.console.report(introduction(sandboxes))
        }
        await end(of: stopped)
        for sandbox in sandboxes { await sandbox.stop() }
        try await explaining { for sandbox in sandboxes { if let failure = sandbox.effectFailure { throw failure } } }
        let requests = sandboxes.reduce(0) { $0 + $1.requestLog.count }
        let kept = sandboxes.reduce(0) { $0 + $1.effects.count }
        return Outcome(
            status: .complete, lines: [],
            result: JSONValue(members: ["requests": JSONValue(requests), "effects": JSONValue(kept)]))
    }

    private static func system(_ name: String) throws -> SandboxSystem {
        guard let system = SandboxSystem(rawValue: name) else {
            throw ValidationError("There is no system called \(name).")
        }
        return system
    }

    private static func event(_ sandbox: RunningSandbox) -> JSONValue {
        EventLine.serving(
            system: sandbox.system.rawValue, url: sandbox.baseURL,
            email: SampleConnection.of(sandbox.system.rawValue)?.email, time: .now)
    }

    /// Waits for a signal, or for the end of standard input where that counts.
    private func end(of stopped: AsyncStream<Never>) async {
        await withTaskGroup { group in
            group.addTask { for await _ in stopped {} }
            if untilInputEnds { group.addTask { for await _ in InputEnd.stream() {} } }
            await group.next()
            group.cancelAll()
        }
    }

    private func configurations() throws(SandboxError) -> [SandboxConfiguration] {
        var faults: [Fault] = []
        for fault in self.faults { faults.append(try Fault(fault)) }
        return (systems.isEmpty ? [.ksrCranes] : systems).enumerated().map { index, system in
            var configuration = SandboxConfiguration(system: system, port: port == 0 ? 0 : port + index)
            if let entries {
                configuration.records = .generated(
                    GeneratedData(entries: entries, employees: employees ?? max(entries / 25, 1), seed: seed))
            }
            configuration.faults = faults
            configuration.pairsOnce = singleUsePairing
            configuration.effectFile = effects
            configuration.today = today
            configuration.checksBalance = !ignoreBalance
            configuration.keepsPhotoNames = !opaquePhotos
            if let uploadLife { configuration.uploadLife = uploadLife }
            if let tokenLife { configuration.tokenLife = tokenLife }
            if let pageDelay { configuration.pageDelay = pageDelay }
            return configuration
        }
    }

    private func introduction(_ sandboxes: [RunningSandbox]) -> [String] {
        let samples = sandboxes.compactMap { sandbox in
            SampleConnection.of(sandbox.system.rawValue).map { ($0, sandbox) }
        }
        var lines = samples.map { "Serving \($0.title) with invented records at \($1.baseURL) until Ctrl-C." }
        lines += [
            "", "To export from \(samples.count == 1 ? "it" : "them"), write this into workspace/gantry.yaml:", "",
            "connections:",
        ]
        for (sample, sandbox) in samples { lines.append(sample.yaml(url: sandbox.baseURL)) }
        lines += ["", "and run:", ""]
        for (sample, _) in samples { lines += ["  " + sample.export, "  " + sample.example] }
        lines += ["", "Endpoints for --fault:"]
        for (_, sandbox) in samples { lines += sandbox.endpointAddresses.map { "  \($0.name)  \($0.address)" } }
        return lines
    }

    private static var faultTable: String {
        (FaultSpelling.all + FaultSpelling.places).flatMap { spelling in
            wrapped(([spelling.form] + spelling.options).joined(separator: ", "), indent: 2)
                + wrapped(spelling.meaning, indent: 6)
        }.joined(separator: "\n")
    }
}

/// Runs `body` and says its sandbox errors as every other error is said.
private func explaining<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let error as SandboxError {
        throw UsageError("\(error.subject): \(error.reason).", advice: error.nextStep)
    }
}

/// Reads `500ms`, `30s`, `2m` or `24h`.
@Sendable private func duration(_ text: String) throws -> Duration {
    guard let duration = Figures.duration(from: text) else {
        throw ValidationError("It is no time. Write a number and a unit, such as 500ms, 30s, 2m or 24h.")
    }
    return duration
}
