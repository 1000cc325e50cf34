internal import GRDB

extension SQLiteJournal {
    /// Free pages are given back from here on: fewer aren't worth the writing.
    private static let fewPages = 64
    /// A journal is written anew up to so many pages, 32 MiB, which takes less than a second.
    private static let mostCopied = 8_192

    /// Gives back the pages that are free, which after a run are most of a small journal.
    ///
    /// A journal of before this was possible is written anew once, where more than half of it is free and what it holds
    /// is soon copied: others wait meanwhile.
    func giveBackPages() {
        // A journal that is busy, or a disk that is full, only stays as large as it is; the next run tries again.
        do {
            try withDatabase { db in
                // What others read or write now is not worth a wait, in which they would wait too.
                try db.execute(sql: "PRAGMA busy_timeout = 0")
                defer { try? db.execute(sql: "PRAGMA busy_timeout = \(Int(SQLiteJournal.patience * 1_000))") }
                let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
                guard free >= Self.fewPages else { return }
                if try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2 {
                    _ = try Row.fetchAll(db, sql: "PRAGMA incremental_vacuum")
                } else if case let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0,
                    free * 2 > pages, pages - free <= Self.mostCopied
                {
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
