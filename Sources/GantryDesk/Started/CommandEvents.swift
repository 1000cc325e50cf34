internal import GantryEngine
internal import GantryJSON
internal import GantryTerminal

/// What a started command has said, by its last events.
struct CommandEvents: Sendable {
    /// Whether it still runs.
    let isRunning: Bool
    /// What it does, as events name stages; `nil` before the first.
    private(set) var stage: String?
    /// How far it is, in records, rows or files; `nil` for a stage without.
    private(set) var done: Int?
    /// `nil` while unknown.
    private(set) var total: Int?
    private(set) var perSecond: Int?
    private(set) var secondsLeft: Int?
    /// Everything up to this record is saved.
    private(set) var savedUpTo: Int?
    /// Of rows that are sent: how many were refused, and of how many it isn't known.
    private(set) var refused = 0
    private(set) var unknown = 0
    /// Of a sheet: how many rows are done, refused and so on, as the last event says.
    private(set) var rows: JSONTree?
    /// Why it waits and tries again; `nil` where it doesn't.
    private(set) var trouble: String?
    /// The run that it works on.
    private(set) var run: RunID?
    /// How it ended; `nil` while it runs, and for one that was killed.
    private(set) var ending: Ending?

    struct Ending: Sendable {
        let status: ExitStatus
        let result: JSONTree
        let explanation: String?
        let advice: String?
        let details: [String]

        /// Whether the same command would fail again: what the run has so far must be set aside.
        var needsNewStart: Bool { advice?.contains("--start-over") ?? false }

        /// Whether all is well but for somebody to sign in.
        var lacksSignIn: Bool {
            let checks = (result["connections"]?.list ?? []).flatMap { $0["checks"]?.list ?? [] }
            return checks.contains { $0["code"]?.text == "sign-in.signed-out" }
        }
    }

    /// - Parameter bytes: one event a line; the first line may be cut.
    init(_ bytes: [UInt8], isRunning: Bool) {
        self.isRunning = isRunning
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let event = try? JSONTree(Array(line)), let name = event["event"]?.text else { continue }
            add(event, name)
        }
    }

    private mutating func add(_ event: JSONTree, _ name: String) {
        run = event["run"]?.text.flatMap(RunID.init) ?? run
        func progress(_ stage: String?, done: Int?, of total: Int?) {
            if stage != self.stage { savedUpTo = nil }
            (self.stage, self.done, self.total) = (stage, done, total)
            secondsLeft = event["secondsLeft"]?.int
            trouble = nil
        }
        switch name {
        case "progress":
            progress(event["stage"]?.text, done: event["records"]?.int, of: event["total"]?.int)
            perSecond = event["recordsPerSecond"]?.int
        case "sending":
            rows = event["rows"]
            func count(_ key: String) -> Int { rows?[key]?.int ?? 0 }
            refused = count("refused")
            unknown = count("unknown")
            progress(name, done: count("all") - count("left"), of: count("all"))
            perSecond = event["rowsPerSecond"]?.int
        case "delivering":
            progress(name, done: event["files"]?.int, of: event["filesTotal"]?.int)
            perSecond = nil
        case "stage", "alive":
            if let stage = event["stage"]?.text, stage != self.stage { progress(stage, done: nil, of: nil) }
        case "checkpoint": savedUpTo = event["records"]?.int
        case "retrying": trouble = event["reason"]?.text
        case "finished":
            let error = event["error"]
            ending = Ending(
                status: event["exitCode"]?.int.flatMap { ExitStatus(rawValue: Int32($0)) } ?? .failed,
                result: event["result"] ?? .null, explanation: error?["explanation"]?.text,
                advice: error?["advice"]?.text, details: error?["details"].map(CommandEvents.texts) ?? [])
        default: break
        }
    }

    /// Whether it ended and says what changed of periods, or how connections are.
    var isAnswer: Bool { ending?.result["periods"] != nil || ending?.result["connections"] != nil }

    /// Paid periods that the command compared with the server, and whether something is otherwise there.
    func lookedAt(by command: StartedCommand) -> [(run: RunID, differs: Bool)] {
        guard let ending else { return [] }
        if command.kind == .changes {
            guard isAnswer, let run = RunID(command.subject) else { return [] }
            return [(run, [.waits, .differs].contains(ending.status))]
        }
        return (ending.result["lookBack"]?.list ?? []).compactMap { period in
            guard let run = period["base"]?.text.flatMap({ RunID($0) }) else { return nil }
            return (run, !(period["entries"]?.list ?? []).isEmpty || !(period["lines"]?.list ?? []).isEmpty)
        }
    }

    private static func texts(_ tree: JSONTree) -> [String] {
        guard case .array(let all) = tree else { return [] }
        return all.compactMap(\.text)
    }
}
