package import GantryEngine

/// A statement with its values, `$1` being the first one.
package struct SQLStatement {
    package let sql: String
    package let values: [SQLValue]

    package init(_ sql: String, _ values: [SQLValue]) {
        self.sql = sql
        self.values = values
    }
}

/// What a statement gave: its rows, and how many it changed where it changes any.
package struct SQLResult: Sendable {
    package let rows: [SQLRow]
    package let changes: Int
}

/// A connection to a database, inside a transaction. Statements are parsed at their first use only.
package protocol SQLConnection {
    /// Runs statements one after the other; a server far away costs one wait for all of them.
    /// - Throws: the driver's error of the first one that fails.
    func run(_ statements: [SQLStatement]) throws -> [SQLResult]

    /// Keeps others from deciding about these keys of a ledger up to the end of the transaction.
    func reserve(_ keys: [String], in scope: String) throws
}

extension SQLConnection {
    package func query(_ sql: String, _ values: SQLValue...) throws -> [SQLRow] { try query(sql, values) }

    package func query(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
        try run([SQLStatement(sql, values)]).flatMap(\.rows)
    }

    /// - Returns: how many rows were changed.
    @discardableResult
    package func execute(_ sql: String, _ values: SQLValue...) throws -> Int {
        try run([SQLStatement(sql, values)]).first?.changes ?? 0
    }
}

/// A database that keeps a journal: SQLite or PostgreSQL. Errors are `JournalError`s, or those that the body throws.
package protocol SQLDatabase: Sendable {
    /// Names the journal in messages; contains no secret.
    var name: String { get }

    /// Runs a body that sees one state of the database and changes nothing.
    func read<T: Sendable>(_ body: @Sendable (any SQLConnection) throws -> T) async throws -> T

    /// Runs a body in a transaction: all of it or nothing, durable when it returns.
    func write<T: Sendable>(_ body: @Sendable (any SQLConnection) throws -> T) async throws -> T

    /// Gives back space that a finished run had needed.
    func tidy() async

    /// See `WorkspaceJournal`.
    func whileHolding<T: Sendable>(
        _ right: JournalRight, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T
    func holders(of rights: [String]) async throws -> [String: JournalRight.Holder]
    func serverFacts() async throws -> String?
    /// Whether the database itself shows that it is a copy of another one.
    func isCopy(_ connection: any SQLConnection) throws -> Bool
    /// Makes a copy a database of its own.
    func settle(_ connection: any SQLConnection) throws
}
