internal import CSQLite
internal import GantryEngine
internal import GantryModel
internal import Glibc

extension JournalError {
    /// Whether the journal's file system has hardly any blocks or inodes left, which SQLite reports as an I/O error.
    private static func hasNoRoom(_ path: String) -> Bool {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return false }
        return UInt(status.f_bavail) * UInt(status.f_bsize) < 64 << 10 || (status.f_files > 0 && status.f_favail < 4)
    }

    /// The journal error for an error of SQLite, or of the copy of a journal.
    static func from(_ error: any Error, _ path: String) -> JournalError {
        if let error = error as? JournalError { return error }
        guard let error = error as? SQLiteFailure else {
            return JournalError(
                .unusable, "The journal \(path) can't be used: \(singleLine(String(describing: error))).")
        }
        if error.code == SQLITE_IOERR || error.code == SQLITE_CANTOPEN, hasNoRoom(path) {
            return JournalError(
                .diskFull, "The disk is full: the journal \(path) could not be written.",
                advice: "Free some space, then run the same command again to resume from the last checkpoint.")
        }
        let reason = "SQLite says: \(singleLine(error.message)) (\(error.code))."
        switch error.code {
        case SQLITE_FULL:
            return JournalError(
                .diskFull, "The disk is full: the journal \(path) could not be written. \(reason)",
                advice: "Free some space, then run the same command again to resume from the last checkpoint.")
        case SQLITE_BUSY, SQLITE_LOCKED:
            return JournalError(
                .busy, "The journal \(path) is in use by another process. \(reason)", advice: "Try again in a moment.")
        case SQLITE_NOTADB:
            return JournalError(
                .foreign, "\(path) is not a journal, because it is not an SQLite database. \(reason)",
                advice: "Move the file away if it doesn't belong here, or restore the journal from a backup.")
        // A missing table or column is an error of the statement to SQLite; the statements are ours, so the schema is
        // at fault.
        case SQLITE_CORRUPT, SQLITE_ERROR:
            return JournalError(
                .damaged, "The journal \(path) is damaged. \(reason)",
                advice: "Restore it from a backup, or move it away. Published exports are not affected.")
        default:
            return JournalError(
                .unusable, "The journal \(path) can't be read or written. \(reason)",
                advice: "Check that the folder exists and belongs to you, and that its disk works.")
        }
    }
}
