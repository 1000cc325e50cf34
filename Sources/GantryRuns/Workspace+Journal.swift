public import GantryEngine
internal import GantryFiles
internal import GantryJournal
public import GantryModel

extension Workspace {
    /// Makes the folder if it is missing and proves that files can be made in it.
    /// - Throws: `FileError`: it can't be made or written, others can write to it, or it is on a network file system.
    public func create() throws {
        try requireLocal()
        try Folders.makePrivate(path)
        try Folders.checkIsWritable(path)
    }

    /// Proves that the journal is or would be on a disk of this machine: on a network file system two machines destroy
    /// it, because SQLite's locks and shared memory don't reach from one to the other.
    ///
    /// A journal in a database leaves no file there.
    /// - Throws: `FileError.networkFileSystem`.
    package func requireLocal() throws {
        guard try !sharesJournal else { return }
        try LocalDisk.require(path, for: "The journal")
    }

    /// The published folder of a run, whether or not it exists.
    public func folder(of id: RunID) -> String { "\(path)/exports/\(id)" }

    package var journalPath: String { "\(path)/journal.sqlite" }

    /// Whether the workspace has a journal that only this user can have put or changed there.
    ///
    /// SQLite opens its files by name: it would follow a link planted there, and make a file where that points.
    package func hasJournal() throws -> Bool {
        do throws(FileError) {
            try Folders.checkIsPrivate(path)
        } catch {
            guard error.code == .missing else { throw error }
            return false
        }
        let name = "journal.sqlite"
        for suffix in ["-wal", "-shm"] { try Folders.checkIsOwn(name + suffix, in: path) }
        if try Folders.checkIsOwn(name, in: path) { return true }
        guard try !holdsExports() else {
            throw RunError(
                .journalLost,
                "\(path)/exports contains published runs, but their journal \(journalPath) is missing.",
                advice:
                    "Restore a backup, and don't pay or send anything twice: what was sent is in the journal alone. "
                    + "If there is no backup, make a journal from the exports: \(.adopt(folder: path + "/exports"))"
            )
        }
        return false
    }

    private func holdsExports() throws -> Bool {
        do throws(FileError) {
            return try Folders.list(path + "/exports").contains { $0.kind == .file && $0.path.hasSuffix("/bagit.txt") }
        } catch {
            guard error.code == .missing else { throw error }
            return false
        }
    }

    /// Unfinished files of a run, relative to the workspace.
    package func parts(of id: RunID) -> String { "parts/\(id)" }

    /// Opens the journal of a workspace that is about to be written to.
    ///
    /// - Throws: `RunError.journalLost` when the workspace holds exports of a missing journal; `FileError` when others
    ///   could have put or changed the journal there, or use its file system from other machines.
    package func openJournal() throws -> any WorkspaceJournal {
        if let database = try databaseJournal(isWriting: true) { return database }
        try LocalDisk.require(path, for: "The journal")
        _ = try hasJournal()
        return try journalFile()
    }

    /// Opens or makes the journal that is a file, whatever else is in the workspace.
    package func journalFile() throws -> any JournalFile { try SQLiteJournal(path: journalPath) }

    /// Opens a copy of a journal that is a file. What is written to it is lost.
    package static func journal(copying path: String) throws -> any WorkspaceJournal {
        try SQLiteJournal(copying: path)
    }

    /// The journal of a workspace that is only read, which may be on a read-only file system; `nil` if there is none
    /// yet.
    package func existingJournal() throws -> (any WorkspaceJournal)? {
        if let database = try databaseJournal(isWriting: false) { return database }
        guard try hasJournal() else { return nil }
        guard try Folders.isWritable(path) else { return try Workspace.journal(copying: journalPath) }
        // Reading writes too: SQLite keeps its log and shared memory beside the journal.
        try LocalDisk.require(path, for: "The journal")
        return try journalFile()
    }
}
