internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryRuns

/// What keeps a workspace in order over the years: forgetting runs, and moving the whole of it.
public enum Upkeep {
    /// The right to remove, add or copy whole runs of a workspace, held by one process.
    /// - Throws: `FileError.heldByAnother` with who has it.
    static func lock(_ workspace: Workspace, _ command: String) throws -> RunLock {
        try workspace.requireLocal()
        return try RunLock.acquire(in: workspace.path, name: lockName, command: command, now: .now)
    }

    /// - Throws: `RunError.unsupported` for a journal in a database, which is copied with the database's own tools.
    static func requireFile(_ workspace: Workspace) throws {
        guard try workspace.sharesJournal else { return }
        throw RunError(
            .unsupported,
            "The journal of this workspace is on PostgreSQL, and this command works with one that is a file.",
            advice: "Back up the database with pg_dump, and the folder exports with any tool. Nothing was changed.")
    }

    static let lockName = "upkeep.lock"
}
