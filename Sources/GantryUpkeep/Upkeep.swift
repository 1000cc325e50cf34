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

    static let lockName = "upkeep.lock"

    static func noSuchRun(_ id: RunID) -> RunError {
        RunError(.unusableRun, "There is no run \(id) in this workspace.", advice: "\(.listRuns) lists all runs.")
    }
}
