package import GantryAccounts
package import GantryEngine
internal import GantryFiles
internal import GantryJournal
package import GantryModel

/// What a workspace remembers of its journal in a database: the file `journal.postgresql`.
private struct DatabaseMark {
    /// The journal's own id.
    let id: String
    /// The environment variable with its address.
    let variable: String
    /// The workspace's own, the same on all machines that have its folder.
    let workspace: String

    static let name = "journal.postgresql"

    init?(_ text: String) {
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.count == 3, lines[0].hasPrefix("journal: "), lines[1].hasPrefix("variable: "),
            lines[2].hasPrefix("workspace: ")
        else { return nil }
        id = String(lines[0].dropFirst(9))
        variable = String(lines[1].dropFirst(10))
        workspace = String(lines[2].dropFirst(11))
    }
}

extension Workspace {
    /// Whether the journal is in a database, so that other workspaces use it too.
    /// - Throws: as ``openJournal()``.
    package var sharesJournal: Bool { get throws { try databaseJournal(isWriting: false) != nil } }

    /// The sessions of the workspace, each of which one process at a time may change: of this machine, or of all that
    /// share the journal.
    /// - Throws: as ``openJournal()``.
    package func sessions() throws -> TokenStore {
        TokenStore(self, sharing: try databaseJournal(isWriting: false))
    }

    /// The journal in a database, if gantry.yaml says so or the workspace was used with one; `nil` for a file.
    ///
    /// - Parameter isWriting: whether the workspace remembers it from now on.
    /// - Throws: `RunError.settingsChanged` where the workspace was used with another journal.
    func databaseJournal(isWriting: Bool) throws -> (any WorkspaceJournal)? {
        let mark = try databaseMark()
        let isConfigured = try configuration.map { try ReadFile.exists($0) } ?? false
        let wanted = try configuration.flatMap { try Configuration.journalVariable(path: $0) }
        guard let variable = wanted ?? mark?.variable else { return nil }
        let shown = singleLine(path, limit: 4_000)
        guard try mark != nil || !ReadFile.exists(journalPath) else {
            throw RunError(
                .settingsChanged,
                "\(shown) has its journal in journal.sqlite, and gantry.yaml names a database for it.",
                advice:
                    "Remove journal: from gantry.yaml, or use another workspace with the database: \(.otherWorkspace) Nothing was changed."
            )
        }
        if let mark, wanted == nil, isConfigured {
            throw RunError(
                .settingsChanged,
                "\(shown) was used with a journal on PostgreSQL, and gantry.yaml names none.",
                advice:
                    "Add journal: { postgresql: { env: \(mark.variable) } } to gantry.yaml, or use another workspace: \(.otherWorkspace) Nothing was changed."
            )
        }
        guard let address = environment[variable], !address.isEmpty else {
            throw RunError(
                .settingsChanged, "The journal is on PostgreSQL, and the environment variable \(variable) is not set.",
                advice: "Set it to the address of the database, such as postgresql://user@host/gantry.")
        }
        return PostgresJournal(Secret(address), name: "of \(variable)") { id in
            if isWriting, try databaseMark() == nil { try remember(id, variable) }
            guard let mark = try mark ?? databaseMark(), mark.id != id else { return }
            throw RunError(
                .settingsChanged,
                "\(variable) names another database than the one that \(shown) was used with.",
                advice: "Set the variable to the former address, or use another workspace: \(.otherWorkspace)")
        }
    }

    /// Writes down which database the journal is in, unless another process was first: many can begin with a new
    /// workspace at once.
    private func remember(_ id: String, _ variable: String) throws {
        let number = String(UInt64.random(in: 0 ... .max), radix: 36)
        let own = "\(DatabaseMark.name).\(number)"
        let text = "journal: \(id)\nvariable: \(variable)\nworkspace: \(number)\n"
        try Publishing.writeDurably(Array(text.utf8).span, to: "\(path)/\(own)")
        do throws(FileError) {
            try Publishing.publish(file: "\(path)/\(own)", to: "\(path)/\(DatabaseMark.name)")
        } catch {
            try Folders.remove(own, under: path)
            guard error.code == .alreadyExists else { throw error }
        }
    }

    /// What tells this workspace from others with the same journal; `nil` where the journal is a file.
    var sharedName: String? { get throws { try databaseMark()?.workspace } }

    private func databaseMark() throws -> DatabaseMark? {
        let file = "\(path)/\(DatabaseMark.name)"
        guard RunDirectories.isFolder(path), try ReadFile.exists(file) else { return nil }
        guard try Folders.checkIsOwn(DatabaseMark.name, in: path),
            let mark = DatabaseMark(String(decoding: try ReadFile.bytes(of: file), as: UTF8.self))
        else {
            throw RunError(
                .settingsChanged, "\(singleLine(file, limit: 4_000)) is not what Gantry wrote.",
                advice: "Put it back from a backup. It says which database has the journal of this workspace.")
        }
        return mark
    }
}

extension RunDirectories {
    /// The right to work on the run, for processes of any machine.
    package var right: JournalRight { right("run") }

    /// A right that belongs to the run, or to all runs of its pipeline.
    package func right(_ what: String, ofPipeline: Bool = false) -> JournalRight {
        JournalRight(
            name: "\(what) \(ofPipeline ? id.pipeline : id.description)", pid: RunLock.processID,
            host: RunLock.hostName(),
            since: "\(Instant.now.wholeSeconds)",
            command: command, place: what == "run" ? RunLock.place(of: parts) : "")
    }

    /// Whether a process of any machine works on the run.
    package func isHeld(_ journal: any WorkspaceJournal) async throws -> Bool {
        if isLocked { return true }
        return try await !journal.holders(of: [right.name]).isEmpty
    }
}
