package import GantryModel

/// The journal on PostgreSQL: one database for the workspaces of many machines.
package typealias PostgresJournal = SQLJournal<PostgresDatabase>

extension SQLJournal where Database == PostgresDatabase {
    /// It connects at its first use.
    ///
    /// - Parameters:
    ///   - address: a URI (`postgresql://…`) or `key=value` pairs, as libpq reads them.
    ///   - name: what messages call it.
    ///   - timing: how long leases last; other than the default only in tests.
    ///   - admit: called with the id of the journal before it is used; throws where it isn't the wanted one.
    package init(
        _ address: Secret, name: String, timing: LeaseTiming = LeaseTiming(),
        admit: @escaping @Sendable (String) throws -> Void = { _ in }
    ) {
        self.init(PostgresDatabase(address, name: name, timing: timing, admit: admit))
    }
}

/// A journal's database. Every commit is synchronous. While a right is held (``whileHolding(_:_:)``), every write is
/// refused once another process has taken it over.
package struct PostgresDatabase: SQLDatabase {
    let owner: PostgresOwner
    /// Renews leases while the other connection is at work.
    let renewals: PostgresOwner
    let held = HeldLeases()
    package let name: String
    let timing: LeaseTiming

    fileprivate init(
        _ address: Secret, name: String, timing: LeaseTiming, admit: @escaping @Sendable (String) throws -> Void
    ) {
        self.name = name
        self.timing = timing
        let prepare: @Sendable (PostgresConnection) throws -> Void = {
            try admit(PostgresSchema.prepare($0, name))
        }
        // Longer than the server itself takes to give a statement up.
        owner = PostgresOwner(address.reveal(), patience: .seconds(35), prepare: prepare)
        renewals = PostgresOwner(address.reveal(), patience: .seconds(8), prepare: prepare)
    }

    package func read<T: Sendable>(_ body: @Sendable (any SQLConnection) throws -> T) async throws -> T {
        do {
            return try await owner.transaction(isReading: true, patience: timing.length / 3) { try body($0) }
        } catch let failure as PostgresFailure { throw failure.error(name) }
    }

    package func write<T: Sendable>(_ body: @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await write { (db: PostgresConnection) in try body(db) }
    }

    func write<T: Sendable>(_ body: @Sendable (PostgresConnection) throws -> T) async throws -> T {
        let leases = held.all
        do {
            return try await owner.transaction(patience: timing.length / 3) { db in
                try PostgresDatabase.require(leases, db)
                return try body(db)
            }
        } catch let failure as PostgresFailure { throw failure.error(name) }
    }

    package func tidy() async {}

    package func isCopy(_ connection: any SQLConnection) throws -> Bool {
        try connection.query("SELECT place <> \(PostgresSchema.place) FROM journal").first?.bool(0) ?? false
    }

    package func settle(_ connection: any SQLConnection) throws {
        try connection.execute("UPDATE journal SET place = \(PostgresSchema.place)")
    }
}
