internal import GantryFiles
internal import GantryModel
internal import GantryTerminal
internal import Glibc
internal import Synchronization

/// The commands that desks of a workspace started, in `desk/commands`. What each printed lies beside it.
struct StartedCommands: Sendable {
    private let workspace: Workspace
    /// Where `gantry` is.
    private let program: String
    private let own = OwnProcesses()

    /// How long one is kept, in nanoseconds.
    private static let life: Int64 = 7 * 86_400 * 1_000_000_000
    /// The same of the last answer about a subject, which Home shows until there is another.
    private static let longLife: Int64 = 400 * 86_400 * 1_000_000_000
    /// So many bytes of what it printed are read: its last events.
    private static let tail = 1 << 16
    private static let longTail = 1 << 24
    private static let folder = "desk/commands"

    init(_ workspace: Workspace, program: String) {
        self.workspace = workspace
        self.program = program
    }

    /// Starts a command, unless one of the same number was.
    ///
    /// - Parameters:
    ///   - filled: what its form was filled in with.
    ///   - input: secrets that it reads, which are kept nowhere.
    /// - Throws: `FileError` where it can't be started; nothing is left of it.
    func start(
        _ kind: StartedCommand.Kind, about subject: String, _ command: ShellCommand, id: String, next: DeskAddress,
        filled: FormFields, input: [UInt8] = []
    ) throws(FileError) {
        removeOld()
        let folder = "\(StartedCommands.folder)/\(id)"
        guard (try? ReadFile.exists(path(id, "command.json"))) != true else { return }
        try Folders.makePrivate(workspace.path)
        try Folders.makePrivate(folder, under: workspace.path)
        do throws(FileError) {
            let words = [program] + command.words.dropFirst() + ["--json"]
            let process = try StartedProgram.start(
                words, output: path(id, "events.jsonl"), problems: path(id, "problems.txt"), input: input)
            own.add(process)
            let started = StartedCommand(
                id: id, kind: kind, subject: subject, command: command, started: .now, process: Int(process),
                next: next.path, filled: filled)
            try Publishing.writeDurably(started.bytes.span, to: path(id, "command.json"))
        } catch {
            // The same form, which came at the same time, has begun.
            guard error.errorNumber != EEXIST else { return }
            try? Folders.remove(folder, under: workspace.path)
            throw error
        }
    }

    /// - Returns: `nil` where there is none.
    func read(_ id: String) throws -> (command: StartedCommand, events: CommandEvents)? {
        guard let command = try known(id) else { return nil }
        return (command, try events(of: id))
    }

    /// What the form of a command was filled in with; nothing for one that isn't there.
    func filled(_ id: String) -> FormFields { (try? known(id))?.filled ?? FormFields() }

    private func known(_ id: String) throws -> StartedCommand? {
        guard FormFields.isNumber(id), let bytes = try ReadFile.ifExists(path(id, "command.json")) else { return nil }
        return StartedCommand(id: id, bytes)
    }

    private func events(of id: String) throws -> CommandEvents {
        own.reap()
        let events = path(id, "events.jsonl")
        // In this order: one that ends between the two has written its last event.
        let isRunning = StartedProgram.isRunning(output: events)
        var said = CommandEvents(try ReadFile.end(of: events, most: StartedCommands.tail), isRunning: isRunning)
        if !isRunning, said.ending == nil {
            // The last event of a check lists rows, and is longer.
            said = CommandEvents(try ReadFile.end(of: events, most: StartedCommands.longTail), isRunning: isRunning)
        }
        return said
    }

    /// Those that were started last, the newest first.
    /// - Parameter kinds: the default is all.
    func newest(
        _ most: Int, of kinds: [StartedCommand.Kind] = StartedCommand.Kind.allCases
    ) throws -> [(command: StartedCommand, events: CommandEvents)] {
        let all = try ids().compactMap(known).filter { kinds.contains($0.kind) }.sorted { $0.started > $1.started }
        return try all.prefix(most).map { ($0, try events(of: $0.id)) }
    }

    /// Asks one for its end, as Ctrl-C does.
    func stop(_ id: String) throws {
        guard let (command, events) = try read(id), events.isRunning, command.process > 1 else { return }
        _ = kill(pid_t(command.process), SIGINT)
    }

    private func ids() throws -> [String] {
        guard Session.isFolder("\(workspace.path)/\(StartedCommands.folder)") else { return [] }
        return try Folders.names(of: StartedCommands.folder, under: workspace.path).filter(FormFields.isNumber)
    }

    private func path(_ id: String, _ name: String) -> String {
        "\(workspace.path)/\(StartedCommands.folder)/\(id)/\(name)"
    }

    /// Whether a sheet that is still there was sent by a command: its page tells by it what became of the rows.
    private func isOfSheet(_ command: StartedCommand) -> Bool {
        guard command.kind == .send, case .sheet(_, let id)? = DeskAddress(path: command.next) else { return false }
        return (try? DroppedSheet.read(id, in: workspace)) != nil
    }

    private func removeOld() {
        let now = Instant.now
        let all = ((try? ids()) ?? []).compactMap { try? known($0) }.sorted { $0.started > $1.started }
        var shown: Set<[String]> = []
        for command in all {
            let isShown =
                [.changes, .connections, .connect].contains(command.kind)
                && (try? events(of: command.id))?.isAnswer ?? false
                && shown.insert([command.kind.rawValue, command.subject]).inserted
            let life = isShown ? StartedCommands.longLife : StartedCommands.life
            guard command.started.adding(nanoseconds: life) < now,
                !StartedProgram.isRunning(output: path(command.id, "events.jsonl")), !isOfSheet(command)
            else { continue }
            // One that can't be removed is tried again the next time.
            try? Folders.remove("\(StartedCommands.folder)/\(command.id)", under: workspace.path)
        }
    }
}

/// The processes that this one started, which it takes note of when they end.
private final class OwnProcesses: Sendable {
    private let all = Mutex<[Int32]>([])

    func add(_ process: Int32) { all.withLock { $0.append(process) } }

    func reap() { all.withLock { $0.removeAll(where: StartedProgram.forget) } }
}
