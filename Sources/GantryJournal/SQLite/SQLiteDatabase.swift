internal import CSQLite
package import GantryEngine
internal import GantryModel
internal import Glibc

/// A journal's file, with its write-ahead log next to it.
///
/// Every commit is synced before it returns (`synchronous = FULL`).
package actor SQLiteDatabase: SQLDatabase {
    nonisolated private let executor = QueueExecutor("gantry.sqlite")
    nonisolated package var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The journal's path, also where a copy of it is read.
    nonisolated package let name: String
    private let connection: SQLiteConnection
    /// Kept for as long as the journal is used.
    private let copy: JournalCopy?

    /// How long a statement waits for another process, in milliseconds.
    private static let patience: Int32 = 10_000

    /// "GANT": marks the file as ours.
    private static let applicationID: Int64 = 0x4741_4E54

    /// - Parameter isCopied: whether a copy of it is opened, whose changes are lost.
    init(path: String, isCopied: Bool) throws(JournalError) {
        name = path
        do {
            copy = try isCopied ? JournalCopy(of: path) : nil
            connection = try SQLiteDatabase.opened(copy?.path ?? path, name: path)
        } catch { throw JournalError.from(error, path) }
    }

    private static func opened(_ path: String, name: String) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, patience: patience)
        // What is deleted is overwritten, since it can be personal data.
        try connection.execute(
            script: """
                PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;
                PRAGMA synchronous = FULL; PRAGMA secure_delete = ON
                """)
        // Only a file without a page takes this, and any other must stay as it is.
        if try connection.number("PRAGMA page_count") == 0 {
            try connection.execute(script: "PRAGMA auto_vacuum = INCREMENTAL")
        }
        let isNew = try connection.transaction(isWriting: false) { try self.isNew($0, name) }
        // Two processes that make one journal at the same moment conflict where SQLite doesn't wait.
        for attempt in 0...200 {
            do { try connection.execute(script: "PRAGMA journal_mode = WAL") } catch let failure as SQLiteFailure {
                guard failure.code == SQLITE_BUSY, attempt < 200 else { throw failure }
                usleep(20_000)
                continue
            }
            break
        }
        guard isNew else { return connection }
        try connection.transaction(isWriting: true) { (db: SQLiteConnection) throws -> Void in
            // Another process can have made it since.
            guard try self.isNew(db, name) else { return }
            try db.execute(
                script: """
                    PRAGMA application_id = \(applicationID); PRAGMA user_version = \(SQLSchema.version);
                    \(SQLSchema.sqlite.tables)
                    """)
        }
        return connection
    }

    /// Whether it has no table yet. Throws where it is no journal that this Gantry reads.
    private static func isNew(_ db: SQLiteConnection, _ name: String) throws -> Bool {
        let application = try db.number("PRAGMA application_id")
        let version = try db.number("PRAGMA user_version")
        if application == 0, version == 0, try db.number("SELECT COUNT(*) FROM sqlite_master") == 0 { return true }
        guard application == applicationID else {
            throw JournalError(
                .foreign, "\(name) is another program's database, not a Gantry journal.",
                advice: "Choose another workspace folder, or move that file away.")
        }
        guard version <= SQLSchema.version else {
            throw JournalError(
                .newerVersion, "The journal \(name) was written by a newer version of Gantry.",
                advice: "Update Gantry, or use another workspace. Nothing was changed.")
        }
        guard version == SQLSchema.version else {
            throw JournalError(
                .earlierVersion, "The journal \(name) was written by an earlier version of Gantry.",
                advice:
                    "Nothing was changed. Finish what is unfinished with that version. Then copy exports into a new folder and make a journal there: \(.adoptElsewhere). What was sent or delivered is in this journal alone: keep it, and send no sheet a second time."
            )
        }
        return false
    }

    package func read<T: Sendable>(_ body: @Sendable (any SQLConnection) throws -> T) throws -> T {
        try transaction(isWriting: false, body)
    }

    package func write<T: Sendable>(_ body: @Sendable (any SQLConnection) throws -> T) throws -> T {
        try transaction(isWriting: true, body)
    }

    private func transaction<T>(isWriting: Bool, _ body: (any SQLConnection) throws -> T) throws -> T {
        do { return try connection.transaction(isWriting: isWriting, body) } catch let failure as SQLiteFailure {
            throw JournalError.from(failure, name)
        }
    }

    /// Free pages are given back from here on: fewer aren't worth the writing.
    private static let fewPages = 64

    /// Gives back the pages that are free, which after a run are most of a small journal.
    package func tidy() {
        // What others read or write now is not worth a wait, in which they would wait too.
        connection.wait(milliseconds: 0)
        defer { connection.wait(milliseconds: SQLiteDatabase.patience) }
        // A journal that is busy, or a disk that is full, only stays as large as it is; the next run tries again.
        do {
            guard try connection.number("PRAGMA freelist_count") >= SQLiteDatabase.fewPages else { return }
            // The file itself gets shorter when the log is written back.
            try connection.execute(script: "PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
        } catch {}
    }

    /// Copies the journal as it is at one instant into a new file, whatever is written to it in the meantime.
    func backUp(to path: String) throws(JournalError) {
        do {
            let target = try SQLiteConnection(path: path)
            try connection.copy(to: target)
            // A copy of a database with a write-ahead log is complete only without one of its own.
            try target.execute(script: "PRAGMA journal_mode = DELETE")
        } catch { throw JournalError.from(error, path) }
    }

    package func whileHolding<T: Sendable>(
        _ right: JournalRight, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T { try await body() }

    package func holders(of rights: [String]) -> [String: JournalRight.Holder] { [:] }

    package func serverFacts() -> String? { nil }
    nonisolated package func isCopy(_ connection: any SQLConnection) -> Bool { false }
    nonisolated package func settle(_ connection: any SQLConnection) {}
}
