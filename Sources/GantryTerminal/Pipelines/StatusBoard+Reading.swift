internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
package import GantryKit
package import GantryModel
internal import GantryRuns

extension StatusBoard {
    /// So long pay is asked for that nobody has delivered.
    private static let daysOfPay: Int64 = 400

    /// How everything of a workspace stands now.
    ///
    /// - Parameters:
    ///   - isFileNamed: whether gantry.yaml was named, which then has to be there.
    ///   - maxAge: how old the newest published run of each pipeline may be; `nil` for any age.
    ///   - isPayAsked: whether what became of pay is said, which reads the files of the newest runs. The default is
    ///     yes.
    package static func read(
        _ place: Workspace, _ session: Session, isFileNamed: Bool, maxAge: Duration?, isPayAsked: Bool = true
    ) async throws -> StatusBoard {
        let (runs, marks) = try await Gantry.latest(in: place)
        let holders = try await Gantry.working(in: place)
        let connections = Dictionary(grouping: try connections(in: place, session, isFileNamed: isFileNamed)) {
            Server($0)
        }
        var files = MemberFiles(settings: [], workspace: place, session: session)
        let timers = Schedules.timers()
        let home = SchedulePlace.absolute(place.path)
        var scheduled: [String: NextStart] = [:]
        for entry in try Schedules.entries(in: nil, session.environment)
        where SchedulePlace.absolute(entry.workspace) == home {
            let next = timers.next(of: entry.name)
            for name in names(of: entry.pipeline, &files) {
                scheduled[name] = scheduled[name].map { next.earlier(than: $0) } ?? next
            }
        }
        var payable: [RunHead] = []
        var pay: [RunID: PayStanding] = [:]
        if isPayAsked {
            let day: Int64 = 86_400_000_000_000
            // Where nobody signs and the file names no place, runs may be meant to stay here.
            payable = try await Gantry.newestPay(since: Instant.now.adding(nanoseconds: -daysOfPay * day), in: place)
                .filter {
                    files.signOff(of: $0.id.pipeline) != nil || !files.destinations(of: $0.id.pipeline).isEmpty
                }
            let asked = runs + payable.filter { !runs.contains($0) }
            pay = try await Gantry.payStandings(
                of: asked, rules: files.signOffs(of: asked), listed: files.destinations(of: asked), in: place)
        }
        var missed = try await Gantry.missed(by: runs, in: place)
        // Periods of pay are named one by one, so that no run looks for those before it.
        for run in runs where run.paysPeople {
            guard let rule = files.periods(of: run.id.pipeline) else { continue }
            let gaps = try await Gantry.payGaps(of: run, by: rule, in: place).map(\.name)
            let known = missed[run.id] ?? []
            if !gaps.isEmpty { missed[run.id] = (known + gaps.filter { !known.contains($0) }).sorted() }
        }
        let unreadable = PipelineFiles.own(place, session) { _ in false }.unreadable.map {
            (pipeline: $0.name, explanation: ErrorReport($0.error, command: nil).explanation)
        }
        return StatusBoard(
            runs: runs, holders: holders, progress: ProgressFolder(place).read(holders),
            marks: marks, pay: pay, payable: payable, missed: missed, unreadable: unreadable,
            restored: try await Gantry.restoreNote(in: place, now: .now),
            books: isPayAsked ? try await Gantry.bookProblems(of: runs, in: place) : [],
            connection: { StatusBoard.connection(of: $0, among: connections) },
            scheduled: scheduled, maxAge: maxAge, now: .now)
    }

    /// What the runs of a scheduled pipeline are called, where it is a group or a path. One whose file can't be read is
    /// shown as it is.
    private static func names(of pipeline: String, _ files: inout MemberFiles) -> [String] {
        guard let found = try? files.file(of: pipeline).0 else { return [pipeline] }
        guard !found.members.isEmpty else { return [found.name] }
        return found.members.map { (try? files.file(of: $0).0.name) ?? $0 }
    }

    /// The connection in the run's name; else the only one of its server, or the server and account themselves.
    private static func connection(of run: RunHead, among connections: [Server: [Connection]]) -> String {
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
    private static func connections(
        in place: Workspace, _ session: Session, isFileNamed: Bool
    ) throws -> [Connection] {
        guard isFileNamed || Session.isFile(place.configurationPath) else { return [] }
        return try place.readConfiguration(session).connections
    }
}
