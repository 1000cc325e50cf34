internal import ArgumentParser
internal import GantryJSON
internal import GantryModel
internal import GantrySandbox
internal import GantryTerminal

struct SandboxCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Serve sample back ends on this machine and inject faults on demand.",
        discussion: """
            Serves invented records on the loopback interface until Ctrl-C: a month of KSR Cranes unless you name \
            another system, or any number of records. Each system has a port of its own. The output shows what to \
            write into gantry.yaml and the environment of another terminal to run pipelines against it. Nothing \
            leaves this machine.

            Examples:
              gantry sandbox --port 8080
              gantry sandbox --system cdbl-lms --system vynqtalk
              gantry sandbox --entries 100000 --fault work-entries:page=3:status=503
              gantry sandbox --system cdbl-lms --effects effects.jsonl --fault create-leave:stored-status=500

            Faults are written ENDPOINT:KIND with options between colons; * is every endpoint.
            \(SandboxCommand.faultTable)
            """)
    static let canBeRepeated = false

    @Option(
        name: .customLong("system"),
        help: ArgumentHelp(
            "The system to serve: \(SandboxSystem.allCases.map(\.rawValue).joined(separator: ", ")). Can be repeated.",
            valueName: "system"),
        transform: SandboxCommand.system)
    var systems: [SandboxSystem] = []

    @Option(
        help: ArgumentHelp(
            "The port of the first system; the others get the ports after it. 0 takes free ones.", valueName: "number"))
    var port = 0

    @Option(help: ArgumentHelp("Serve this many computed entries instead of the sample month.", valueName: "number"))
    var entries: Int?

    @Option(
        help: ArgumentHelp(
            "Employees in the computed entries (default: one for every 25 entries).", valueName: "number"))
    var employees: Int?

    @Option(
        help: ArgumentHelp(
            "The seed of the computed entries; the same number gives the same entries.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(name: .customLong("fault"), help: ArgumentHelp("A fault to inject. Can be repeated.", valueName: "fault"))
    var faults: [String] = []

    @Option(
        help: ArgumentHelp(
            "How long a token is valid (default: 24h for KSR Cranes, 7 days for CDBL LMS and VynqTalk).",
            valueName: "time"), transform: duration)
    var tokenLife: Duration?

    @Option(help: ArgumentHelp("Wait this long before every page.", valueName: "time"), transform: duration)
    var pageDelay: Duration = .zero

    @Option(
        help: ArgumentHelp(
            "Append one line of JSON to this file for everything that is stored or changed, before the answer.",
            valueName: "file"))
    var effects: String?

    @Option(
        help: ArgumentHelp(
            "The day on which new records are created and from which notice of leave counts (default: today).",
            valueName: "date"))
    var today: String?

    @Option(
        help: ArgumentHelp(
            "Serve the records of this folder instead of the invented ones. It has a folder for each system, with the "
                + "files that Samples has.",
            valueName: "folder"))
    var records: String?

    @OptionGroup(title: "KSR Cranes") var ksrCranes: KSRCranesArguments

    @OptionGroup(title: "CDBL LMS") var cdblLMS: CDBLLMSArguments

    @OptionGroup(title: "AutoDetail Hub") var autoDetailHub: AutoDetailHubArguments

    /// For a program that starts it and may be killed.
    @Flag(help: .hidden) var untilInputEnds = false

    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        guard entries == nil || records == nil else {
            throw ValidationError("--records and --entries exclude each other.")
        }
        guard entries != nil || employees == nil else { throw ValidationError("--employees needs --entries.") }
        guard (entries ?? 1) > 0, (employees ?? 1) > 0 else {
            throw ValidationError("--entries and --employees must be above 0.")
        }
    }

    func perform(_ session: Session) async throws -> Outcome {
        let (_, stopped) = session.stopRequest()
        let sandboxes = try await explaining { try await SandboxServer.start(try configurations()) }
        if output.isJSON {
            session.console.report(sandboxes.map { SandboxCommand.event($0).line })
        } else if !output.isQuiet {
            session.console.report(introduction(sandboxes))
        }
        await InputEnd.wait(for: stopped, orInput: untilInputEnds)
        for sandbox in sandboxes { await sandbox.stop() }
        try await explaining { for sandbox in sandboxes { if let failure = sandbox.effectFailure { throw failure } } }
        let requests = sandboxes.reduce(0) { $0 + $1.requestLog.count }
        let most = sandboxes.map(\.requestLog.mostInASecond).max() ?? 0
        let kept = sandboxes.reduce(0) { $0 + $1.effects.count }
        return Outcome(
            status: .complete, lines: [],
            result: .object([
                "requests": JSONTree(requests), "effects": JSONTree(kept), "mostInASecond": JSONTree(most),
            ]))
    }

    private static func system(_ name: String) throws -> SandboxSystem {
        guard let system = SandboxSystem(rawValue: name) else {
            throw ValidationError("There is no system called \(name).")
        }
        return system
    }

    private static func event(_ sandbox: RunningSandbox) -> JSONTree {
        EventLine.serving(
            system: sandbox.system.rawValue, url: sandbox.baseURL,
            email: SampleConnection.of(sandbox.system.rawValue)?.email, time: .now)
    }

    private func configurations() throws(SandboxError) -> [SandboxConfiguration] {
        var faults: [Fault] = []
        for fault in self.faults { faults.append(try Fault(fault)) }
        return (systems.isEmpty ? [.ksrCranes] : systems).enumerated().map { index, system in
            var configuration = SandboxConfiguration(
                options(of: system), port: port == 0 ? 0 : port + index, pageDelay: pageDelay, faults: faults,
                today: today, effectFile: effects)
            if let records { configuration.records = .folder(records) }
            if let entries {
                configuration.records = .generated(
                    GeneratedData(entries: entries, employees: employees ?? max(entries / 25, 1), seed: seed))
            }
            return configuration
        }
    }

    private func options(of system: SandboxSystem) -> BackendOptions {
        switch system {
        case .ksrCranes:
            var options = KSRCranesOptions(
                contract: ksrCranes.contract, largestPage: ksrCranes.largestPage,
                unmarkableEvery: ksrCranes.unmarkableEvery, failsBeforeMarking: ksrCranes.failBeforeMarking)
            options.tokenLife = tokenLife ?? options.tokenLife
            return .ksrCranes(options)
        case .cdblLMS:
            var options = CDBLLMSOptions(
                pairsOnce: cdblLMS.singleUsePairing, checksBalance: !cdblLMS.ignoreBalance)
            options.tokenLife = tokenLife ?? options.tokenLife
            return .cdblLMS(options)
        case .autoDetailHub:
            var options = AutoDetailHubOptions(keepsPhotoNames: !autoDetailHub.opaquePhotos)
            options.uploadLife = autoDetailHub.uploadLife ?? options.uploadLife
            return .autoDetailHub(options)
        case .vynqTalk:
            var options = VynqTalkOptions()
            options.tokenLife = tokenLife ?? options.tokenLife
            return .vynqTalk(options)
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
        for (sample, sandbox) in samples {
            let isDeployed = sandbox.system == .ksrCranes && ksrCranes.contract == .deployed
            lines.append(sample.yaml(url: sandbox.baseURL, contract: isDeployed ? "deployed" : nil))
        }
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

/// The options of KSR Cranes alone.
struct KSRCranesArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The contract to answer: documented, or deployed, which public servers answer (default: documented).",
            valueName: "name"), transform: KSRCranesArguments.contract)
    var contract = KSRCranesOptions.Contract.documented

    @Option(help: ArgumentHelp("Deployed: the most confirmed entries in one answer.", valueName: "number"))
    var largestPage: Int?

    @Option(
        help: ArgumentHelp("Deployed: refuse to mark entries whose number this divides.", valueName: "number"))
    var unmarkableEvery: Int?

    @Flag(help: "Deployed: fail between making a payroll batch and marking its entries.")
    var failBeforeMarking = false

    private static func contract(_ name: String) throws -> KSRCranesOptions.Contract {
        guard let contract = KSRCranesOptions.Contract(rawValue: name) else {
            throw ValidationError("The contract is documented or deployed.")
        }
        return contract
    }
}

/// The options of CDBL LMS alone.
struct CDBLLMSArguments: ParsableArguments {
    @Flag(help: "Let a pair token pair one device only, as the real system does.")
    var singleUsePairing = false

    @Flag(help: "Accept leaves beyond the balance, so that many can be imported.")
    var ignoreBalance = false
}

/// The options of AutoDetail Hub alone.
struct AutoDetailHubArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("How long a photo can be uploaded to its address (default: 60s).", valueName: "time"),
        transform: duration)
    var uploadLife: Duration?

    @Flag(help: "Give each uploaded photo a new name, and show linked ones under other addresses.")
    var opaquePhotos = false
}

/// Runs `body` and reports its sandbox errors like every other error.
private func explaining<Result>(_ body: () async throws -> Result) async throws -> Result {
    do {
        return try await body()
    } catch let error as SandboxError {
        throw UsageError("\(error.subject): \(error.reason).", advice: Advice(error.nextStep))
    }
}

/// Reads `500ms`, `30s`, `2m` or `24h`.
@Sendable private func duration(_ text: String) throws -> Duration {
    guard let duration = NumberText.duration(from: text) else {
        throw ValidationError("It isn't a time. Write a number and a unit, such as 500ms, 30s, 2m or 24h.")
    }
    return duration
}
