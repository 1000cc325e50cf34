internal import GRDB

extension SQLiteJournal {
    /// Free pages are given back from here on: fewer aren't worth the writing.
    private static let fewPages = 64

    /// Gives back the pages that are free, which after a run are most of a small journal.
    ///
    /// A journal of before this was possible is written anew once, where more than half of it is free.
    func giveBackPages() {
        // A journal that is busy, or a disk that is full, only stays as large as it is; the next run tries again.
        do {
            try withDatabase { db in
                let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
                guard free >= Self.fewPages else { return }
                if try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2 {
                    _ = try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum")
                } else if try free * 2 > (Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0) {
                    try db.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL")
                    try db.execute(sql: "VACUUM")
                } else {
                    return
                }
                // The file itself gets shorter when the log is written back.
                _ = try Row.fetchAll(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
        } catch {}
    }
}
