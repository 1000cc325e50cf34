internal import ArgumentParser
internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff
internal import GantryTerminal

struct Status: Action {
    static let configuration = CommandConfiguration(
        abstract: "Show each pipeline's last result, its next start and what is running now.",
        discussion: """
            Of the newest published payroll run it says where and when it was delivered, or how many decisions it \
            waits for, or who has to sign it first.

            Ends with exit code 1 if a run of a pipeline stopped before its end and nobody works on it, or if \
            --max-age is exceeded; otherwise with 0. Where pipelines are scheduled, --max-age is asked only of these; \
            never of sheets.

            Examples:
              gantry status
              gantry status --watch
              gantry status --max-age 26h --quiet || echo "the night failed"
            """)
    static let canBeRepeated = false

    @Flag(help: "Show it again every two seconds until Ctrl-C.")
    var watch = false

    @Option(
        help: ArgumentHelp(
            "How old the newest published run of each pipeline may be, such as 26h or 35d.", valueName: "time"),
        transform: age)
    var maxAge: Duration?

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        if watch, session.console.isOutTerminal, !output.isJSON, !output.isQuiet {
            try await showAgain(place, session)
        } else if watch {
            throw UsageError("--watch needs a terminal.", advice: "Run 'gantry status --json' as often as you need.")
        }
        let board = try await board(place, session)
        return Outcome(
            status: board.isGood ? .complete : .failed,
            lines: StatusReport.lines(
                board, workspace: place.placeInWords, now: .now, style: session.console.outStyle),
            result: StatusReport.json(board, now: .now))
    }

    /// Draws over what it drew before, until a signal.
    private func showAgain(_ place: Workspace, _ session: Session) async throws {
        let stop = session.stopRequest().stop
        while !stop.isRequested {
            let lines = StatusReport.lines(
                try await board(place, session), workspace: place.placeInWords, now: .now,
                style: session.console.outStyle)
            session.console.report(["\u{1B}[H\u{1B}[2J" + lines.joined(separator: "\n")])
            // Ctrl-C is noticed within a fifth of a second.
            for _ in 0..<10 where !stop.isRequested { try await Task.sleep(for: .milliseconds(200)) }
        }
        session.console.report(["\u{1B}[H\u{1B}[2J"])
    }

    private func board(_ place: Workspace, _ session: Session) async throws -> StatusBoard {
        let (latest, marks) = try await Gantry.latest(in: place)
        // A part that is fetched is no result yet.
        let runs = latest.filter { $0.identity.part == nil || $0.phase != .complete }
        let holders = try await Gantry.working(in: place)
        let connections = Dictionary(grouping: try connections(place, session)) { Server($0) }
        var files = MemberFiles(settings: [], workspace: place, session: session)
        let timers = Schedules.timers()
        let home = SchedulePlace.standard(place.path)
        var scheduled: [String: NextStart] = [:]
        for entry in try Schedules.entries(in: nil, session.environment)
        where SchedulePlace.standard(entry.workspace) == home {
            let next = timers.next(of: entry.name)
            for name in names(of: entry.pipeline, &files) {
                scheduled[name] = scheduled[name].map { next.earlier(than: $0) } ?? next
            }
        }
        let pay = try await Gantry.payStandings(of: runs, rules: files.signOffs(of: runs), in: place)
        return StatusBoard(
            runs: runs, holders: holders, progress: ProgressFolder(place).read(holders),
            marks: marks, pay: pay, connection: { Status.connection(of: $0, among: connections) },
            scheduled: scheduled, maxAge: maxAge, now: .now)
    }

    /// What the runs of a scheduled pipeline are called, where it is a group or a path. One whose file can't be read is
    /// shown as it is.
    private func names(of pipeline: String, _ files: inout MemberFiles) -> [String] {
        guard let found = try? files.file(of: pipeline).0 else { return [pipeline] }
        guard !found.members.isEmpty else { return [found.name] }
        return found.members.map { (try? files.file(of: $0).0.name) ?? $0 }
    }

    /// The connection in the run's name; else the only one of its server, or the server and account themselves.
    private static func connection(of run: RunRecord, among connections: [Server: [Connection]]) -> String {
        if let name = PipelineReference(run.id.pipeline).connection { return name }
        guard let source = run.source else { return "" }
        let same = connections[Server(system: source.system, address: source.address)] ?? []
        return same.count == 1 ? same[0].name : source.words
    }

    /// What connections of one server have in common.
    private struct Server: Hashable {
        let system: String
        let address: String

        init(system: String, address: String) {
            self.system = system
            self.address = address
        }

        init(_ connection: Connection) {
            self.init(system: connection.system.name, address: connection.baseURL.description)
        }
    }

    /// Without gantry.yaml, sources are shown by their addresses.
    private func connections(_ place: Workspace, _ session: Session) throws -> [Connection] {
        guard workspace.config != nil || Session.isFile(place.configurationPath) else { return [] }
        return try place.readConfiguration(session).connections
    }
}

@Sendable private func age(_ text: String) throws -> Duration {
    let days =
        text.hasSuffix("d") ? Int(text.dropLast()).flatMap { $0 < 36_500 ? Duration.seconds($0 * 86_400) : nil } : nil
    guard let age = days ?? NumberText.duration(from: text), age > .zero else {
        throw ValidationError("Expected a time such as 26h or 35d.")
    }
    return age
}
