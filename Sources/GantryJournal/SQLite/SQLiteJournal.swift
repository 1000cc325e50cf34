package import GantryEngine

/// The journal in a file, `journal.sqlite`.
package typealias SQLiteJournal = SQLJournal<SQLiteDatabase>

extension SQLJournal where Database == SQLiteDatabase {
    /// Opens or creates the journal at `path`, in a folder that exists.
    /// - Throws: `JournalError` when it is damaged, foreign, busy or of another version; the file is then untouched.
    package init(path: String) throws(JournalError) { self.init(try SQLiteDatabase(path: path, isCopied: false)) }

    /// Opens a copy of the journal at `path`, whose folder can't be written to, so that it can be read. What is written
    /// is lost.
    package init(copying path: String) throws(JournalError) {
        self.init(try SQLiteDatabase(path: path, isCopied: true))
    }
}

extension SQLJournal: JournalFile where Database == SQLiteDatabase {
    package func backUp(to path: String) async throws { try await database.backUp(to: path) }
}
