internal import CSQLite

/// What SQLite says of a failure.
struct SQLiteFailure: Error {
    /// The primary result code, such as `SQLITE_BUSY`.
    let code: Int32
    let message: String
}

/// A connection to a database file: the one owner of SQLite's handle and of its statements. It belongs to one thread at
/// a time.
@safe package final class SQLiteConnection: SQLConnection {
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens the file, or makes it.
    ///
    /// - Parameter patience: how long a statement waits for another process, in milliseconds.
    package init(path: String, patience: Int32 = 10_000) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let handle = unsafe opened else {
            throw SQLiteFailure(code: SQLITE_NOMEM, message: "there is not enough memory for a connection")
        }
        // From here on the handle is closed with the connection, also where this throws.
        unsafe self.handle = unsafe handle
        guard code == SQLITE_OK else { throw failure(code) }
        unsafe sqlite3_extended_result_codes(handle, 1)
        wait(milliseconds: patience)
        try check(unsafe gantry_sqlite_quotes_names(handle))
    }

    deinit {
        statements = [:]
        unsafe sqlite3_close_v2(handle)
    }

    /// Sets how long statements wait for another process.
    func wait(milliseconds: Int32) { unsafe sqlite3_busy_timeout(handle, milliseconds) }

    /// Runs statements that have no values, and passes over their rows.
    package func execute(script sql: String) throws { try check(unsafe sqlite3_exec(handle, sql, nil, nil, nil)) }

    /// The one number that a statement gives, which is parsed anew: what a PRAGMA does it may do then.
    package func number(_ sql: String) throws -> Int64 {
        try unsafe SQLiteStatement(sql, handle, isKept: false).run([], handle).rows.first?.int64(0) ?? 0
    }

    package func run(_ statements: [SQLStatement]) throws -> [SQLResult] {
        try statements.map { try unsafe prepared($0.sql).run($0.values, handle) }
    }

    /// Transactions that write hold the only lock of the file.
    package func reserve(_ keys: [String], in scope: String) {}

    private func prepared(_ sql: String) throws -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = try unsafe SQLiteStatement(sql, handle, isKept: true)
        statements[sql] = statement
        return statement
    }

    /// Runs a body in a transaction, which is rolled back where it throws.
    ///
    /// - Parameter isWriting: waits for the right to write before the body runs, so that it never has to wait in
    ///   between.
    func transaction<T>(isWriting: Bool, _ body: (SQLiteConnection) throws -> T) throws -> T {
        try execute(script: isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
        do {
            let result = try body(self)
            try execute(script: "COMMIT")
            return result
        } catch {
            // SQLite ends a transaction itself after some errors, such as a full disk.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? execute(script: "ROLLBACK") }
            throw error
        }
    }

    /// Copies the database as it is at one instant, whatever is written to it in the meantime.
    func copy(to target: SQLiteConnection) throws {
        guard let backup = unsafe sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.failure(unsafe sqlite3_errcode(target.handle))
        }
        let code = unsafe sqlite3_backup_step(backup, -1)
        let end = unsafe sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE, end == SQLITE_OK else { throw target.failure(code == SQLITE_DONE ? end : code) }
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> SQLiteFailure { unsafe SQLiteFailure(code, handle) }
}

extension SQLiteFailure {
    init(_ code: Int32, _ handle: OpaquePointer) {
        self.code = code & 0xFF
        message = unsafe String(cString: sqlite3_errmsg(handle))
    }
}

/// A statement that SQLite has parsed: the one owner of its handle.
@safe private final class SQLiteStatement {
    private let handle: OpaquePointer

    /// - Parameter isKept: whether it is run often.
    init(_ sql: String, _ connection: OpaquePointer, isKept: Bool) throws {
        var prepared: OpaquePointer?
        // `?1` is the first value wherever it stands; `$1` would be a name, counted by where it stands.
        let code = unsafe sqlite3_prepare_v3(
            connection, sql.replacing("$", with: "?"), -1, isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0, &prepared,
            nil)
        guard code == SQLITE_OK, let prepared = unsafe prepared else { throw unsafe SQLiteFailure(code, connection) }
        unsafe handle = unsafe prepared
    }

    deinit { unsafe sqlite3_finalize(handle) }

    func run(_ values: [SQLValue], _ connection: OpaquePointer) throws -> SQLResult {
        defer {
            unsafe sqlite3_reset(handle)
            // Values can be personal data, and large.
            unsafe sqlite3_clear_bindings(handle)
        }
        for (index, value) in values.enumerated() {
            let code = bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw unsafe SQLiteFailure(code, connection) }
        }
        var rows: [SQLRow] = []
        while true {
            switch unsafe sqlite3_step(handle) {
            case SQLITE_ROW: rows.append(SQLRow(unsafe (0..<sqlite3_column_count(handle)).map(cell)))
            case SQLITE_DONE: return SQLResult(rows: rows, changes: Int(unsafe sqlite3_changes(connection)))
            case let code: throw unsafe SQLiteFailure(code, connection)
            }
        }
    }

    private func bind(_ value: SQLValue, at place: Int32) -> Int32 {
        switch value {
        case .number(nil), .text(nil), .anyText(nil): unsafe sqlite3_bind_null(handle, place)
        case .number(let number?): unsafe sqlite3_bind_int64(handle, place, number)
        case .text(var text?), .anyText(var text?):
            text.withUTF8 {
                unsafe gantry_sqlite_bind_text(handle, place, $0.baseAddress, UInt64($0.count))
            }
        case .bytes(let bytes):
            unsafe bytes.withUnsafeBytes {
                unsafe gantry_sqlite_bind_blob(handle, place, $0.baseAddress, UInt64($0.count))
            }
        }
    }

    private func cell(_ column: Int32) -> SQLCell {
        switch unsafe sqlite3_column_type(handle, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .number(unsafe sqlite3_column_int64(handle, column))
        case SQLITE_TEXT:
            let start = unsafe sqlite3_column_text(handle, column)
            let count = Int(unsafe sqlite3_column_bytes(handle, column))
            return .text(unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = unsafe sqlite3_column_blob(handle, column)
            let count = Int(unsafe sqlite3_column_bytes(handle, column))
            return .bytes(unsafe Array(UnsafeRawBufferPointer(start: start, count: count)))
        default: return .other
        }
    }
}
