internal import CPQ
internal import Glibc

/// A connection to PostgreSQL: one owner of libpq's handle, used from one thread at a time. Every call blocks, for a
/// bounded time: a server that stands still keeps its connection alive and answers nothing.
@safe final class PostgresConnection: SQLConnection {
    private let handle: OpaquePointer
    private let patience: Duration
    /// Statements that the server has parsed, by their text and the types of their values.
    private var prepared: [String: String] = [:]

    /// - Parameters:
    ///   - address: a URI or `key=value` pairs, as libpq reads them; what they leave out, the environment says.
    ///   - patience: how long an answer may take, after which the connection is of no more use.
    init(_ address: String, patience: Duration) throws(PostgresFailure) {
        self.patience = patience
        // A server that died without a word is noticed well before a lease ends.
        let settings = [
            ("dbname", address), ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "5"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("client_encoding", "UTF8"),
            ("fallback_application_name", "gantry"),
        ]
        let opened = unsafe PostgresConnection.withCStrings(settings.map(\.0)) { names in
            unsafe PostgresConnection.withCStrings(settings.map(\.1)) { values in
                unsafe PQconnectdbParams(names, values, 1)
            }
        }
        guard let opened = unsafe opened else {
            throw PostgresFailure(message: "there is not enough memory for a connection")
        }
        unsafe handle = unsafe opened
        guard unsafe PQstatus(handle) == CONNECTION_OK else {
            throw unsafe PostgresFailure(message: String(cString: PQerrorMessage(handle)), isConnecting: true)
        }
        unsafe PQsetnonblocking(handle, 1)
        // What the server's default may be otherwise. A process that stands still in a transaction would keep others
        // from taking its lease over, so that the server ends it.
        try run(
            """
            SELECT set_config('synchronous_commit', 'on', false), set_config('lock_timeout', '10s', false),
                set_config('statement_timeout', '30s', false),
                set_config('idle_in_transaction_session_timeout', '10s', false),
                set_config('search_path', 'gantry', false), set_config('standard_conforming_strings', 'on', false)
            """)
    }

    deinit { unsafe PQfinish(handle) }

    /// The server's version: 150018 for 15.18.
    var version: Int { unsafe Int(PQserverVersion(handle)) }

    /// Whether the connection is of no more use.
    var isLost: Bool { unsafe PQstatus(handle) != CONNECTION_OK }

    /// Runs statements that need no values and give no rows.
    /// - Returns: what the last one did, such as `COMMIT`.
    @discardableResult
    func run(_ sql: String) throws(PostgresFailure) -> String {
        let result = unsafe try answer(to: PQsendQuery(handle, sql))
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK else {
            throw unsafe failure(result)
        }
        return unsafe PQcmdStatus(result).map { unsafe String(cString: $0) } ?? ""
    }

    /// Runs statements without a wait between them, `$1` being the first value. Each is parsed the first time only.
    func run(_ statements: [SQLStatement]) throws(PostgresFailure) -> [SQLResult] {
        guard !statements.isEmpty else { return [] }
        var names: [String] = []
        for statement in statements { names.append(try prepare(statement.sql, statement.values.map(\.type))) }
        let end = ContinuousClock.now + patience
        var results: [SQLResult] = []
        var problem: PostgresFailure?
        guard unsafe PQenterPipelineMode(handle) == 1 else { throw unsafe failure(nil) }
        for (statement, name) in zip(statements, names) {
            guard send(statement.values, to: name) == 1 else { throw unsafe failure(nil) }
        }
        guard unsafe PQpipelineSync(handle) == 1 else { throw unsafe failure(nil) }
        try flush(until: end)
        // Of each statement comes its result and then none; after a failure the others are passed over.
        for _ in statements {
            while let result = unsafe try next(until: end) {
                defer { unsafe PQclear(result) }
                switch unsafe PQresultStatus(result) {
                case PGRES_TUPLES_OK, PGRES_COMMAND_OK: unsafe results.append(SQLResult(result))
                default: problem = unsafe problem ?? failure(result)
                }
                if let problem, problem.isLost { throw problem }
            }
        }
        let last = unsafe try next(until: end)
        defer { unsafe PQclear(last) }
        guard unsafe PQresultStatus(last) == PGRES_PIPELINE_SYNC, unsafe PQexitPipelineMode(handle) == 1 else {
            throw unsafe failure(nil)
        }
        if let problem { throw problem }
        guard results.count == statements.count else { throw unsafe failure(nil) }
        return results
    }

    private func send(_ values: [SQLValue], to name: String) -> Int32 {
        let encoded = values.map(\.encoded)
        let pointers = unsafe encoded.map { bytes -> UnsafeMutablePointer<CChar>? in
            guard let bytes else { return nil }
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
            for (index, byte) in bytes.enumerated() { unsafe copy[index] = CChar(bitPattern: byte) }
            unsafe copy[bytes.count] = 0
            return unsafe copy
        }
        defer { unsafe pointers.forEach { unsafe $0?.deallocate() } }
        return unsafe PQsendQueryPrepared(
            handle, name, Int32(values.count), pointers.map { unsafe UnsafePointer($0) },
            encoded.map { Int32($0?.count ?? 0) }, values.map { _ in 1 }, 1)
    }

    /// Few keys are locked one by one, in one order; many lock the scope, since the server's table of locks is small.
    func reserve(_ keys: [String], in scope: String) throws {
        let keys = Set(keys).sorted()
        guard keys.count <= 300 else {
            _ = try query("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", [.text(scope)])
            return
        }
        _ = try run(
            [SQLStatement("SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 1))", [.text(scope)])]
                + keys.map {
                    SQLStatement(
                        "SELECT pg_advisory_xact_lock(hashtextextended($2, hashtextextended($1, 2)))",
                        [.text(scope), .text($0)])
                })
    }

    private func prepare(_ sql: String, _ types: [UInt32]) throws(PostgresFailure) -> String {
        let key = "\(types)\(sql)"
        if let name = prepared[key] { return name }
        let name = "s\(prepared.count)"
        let result = unsafe try answer(to: PQsendPrepare(handle, name, sql, Int32(types.count), types))
        defer { unsafe PQclear(result) }
        guard unsafe PQresultStatus(result) == PGRES_COMMAND_OK else { throw unsafe failure(result) }
        prepared[key] = name
        return name
    }

    /// The last result of what was sent; the caller clears it.
    ///
    /// - Parameter isSent: what libpq said when it took the request.
    private func answer(to isSent: Int32) throws(PostgresFailure) -> OpaquePointer? {
        let end = ContinuousClock.now + patience
        guard isSent == 1 else { throw unsafe failure(nil) }
        try flush(until: end)
        var last: OpaquePointer?
        do throws(PostgresFailure) {
            while let result = unsafe try next(until: end) {
                unsafe PQclear(last)
                unsafe last = unsafe result
                if isLost { return unsafe last }
            }
        } catch {
            unsafe PQclear(last)
            throw error
        }
        return unsafe last
    }

    private func flush(until end: ContinuousClock.Instant) throws(PostgresFailure) {
        while unsafe PQflush(handle) == 1 {
            try wait(for: Int16(POLLIN | POLLOUT), until: end)
            guard unsafe PQconsumeInput(handle) == 1 else { throw unsafe failure(nil) }
        }
    }

    /// The next result, which the caller clears; `nil` after the last one of a statement.
    private func next(until end: ContinuousClock.Instant) throws(PostgresFailure) -> OpaquePointer? {
        while unsafe PQisBusy(handle) == 1 {
            try wait(for: Int16(POLLIN), until: end)
            // A connection that is gone is told by the result.
            if unsafe PQconsumeInput(handle) == 0 { break }
        }
        return unsafe PQgetResult(handle)
    }

    private func wait(for events: Int16, until end: ContinuousClock.Instant) throws(PostgresFailure) {
        var socket = unsafe pollfd(fd: PQsocket(handle), events: events, revents: 0)
        let left = (end - ContinuousClock.now) / .milliseconds(1)
        guard left > 0, unsafe poll(&socket, 1, Int32(min(left, 60_000))) != 0 else {
            throw PostgresFailure(message: "the server has not answered for \(patience)", isLost: true)
        }
    }

    private func failure(_ result: OpaquePointer?) -> PostgresFailure {
        // 'C': the code of the SQL standard.
        let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { unsafe String(cString: $0) }
        let message = unsafe result.flatMap { unsafe PQresultErrorMessage($0) } ?? PQerrorMessage(handle)
        // A server that goes away while a request is written leaves the status as it was; what it says itself has a
        // code.
        return unsafe PostgresFailure(
            message: message.map { unsafe String(cString: $0) } ?? "", state: state ?? "",
            isLost: isLost || state == nil)
    }

    private static func withCStrings<T>(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> T
    ) -> T {
        let copies = unsafe strings.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe (copies.map { unsafe UnsafePointer($0) } + [nil]).withUnsafeBufferPointer {
            unsafe body($0.baseAddress)
        }
    }
}

extension SQLResult {
    fileprivate init(_ result: OpaquePointer) {
        let columns = unsafe PQnfields(result)
        let rows = unsafe (0..<PQntuples(result)).map { row in
            SQLRow(
                (0..<columns).map { column -> SQLCell in
                    guard unsafe PQgetisnull(result, row, column) == 0,
                        let start = unsafe PQgetvalue(result, row, column)
                    else {
                        return .null
                    }
                    let count = unsafe Int(PQgetlength(result, row, column))
                    let bytes = unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) {
                        unsafe Array(UnsafeBufferPointer(start: $0, count: count))
                    }
                    return unsafe SQLCell(bytes, type: PQftype(result, column))
                })
        }
        unsafe self.init(rows: rows, changes: PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0)
    }
}
