/// A connection that is opened at its first use and again after it was lost, with transactions.
actor PostgresOwner {
    nonisolated private let executor = QueueExecutor("gantry.postgres")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private let address: String
    private let prepare: @Sendable (PostgresConnection) throws -> Void
    private let patience: Duration
    private var connection: PostgresConnection?

    /// - Parameters:
    ///   - patience: how long an answer may take.
    ///   - prepare: called with every new connection before its first use.
    init(
        _ address: String, patience: Duration, prepare: @escaping @Sendable (PostgresConnection) throws -> Void
    ) {
        self.address = address
        self.patience = patience
        self.prepare = prepare
    }

    /// Runs a body in a transaction: all of it or nothing. It is run again, for as long as `patience`, where the server
    /// restarts or the connection is lost before the end.
    ///
    /// - Parameter isReading: sees one state of the database, and changes nothing.
    func transaction<T: Sendable>(
        isReading: Bool = false, patience: Duration, _ body: @Sendable (PostgresConnection) throws -> T
    ) async throws -> T {
        let deadline = ContinuousClock.now + patience
        while true {
            do { return try attempt(isReading, body) } catch let failure as PostgresFailure {
                guard failure.isPassing, ContinuousClock.now < deadline else { throw failure }
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func attempt<T>(_ isReading: Bool, _ body: (PostgresConnection) throws -> T) throws -> T {
        let connection = try open()
        do {
            try connection.run(isReading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN")
            let result = try body(connection)
            do {
                guard try connection.run("COMMIT") == "COMMIT" || isReading else {
                    throw PostgresFailure(message: "the transaction was rolled back")
                }
            } catch var failure as PostgresFailure {
                failure.mayBeCommitted = !isReading && failure.isLost
                throw failure
            }
            return result
        } catch {
            // A connection that can't even roll back is opened anew.
            let isLost = connection.isLost || (error as? PostgresFailure)?.isLost == true
            if isLost || (try? connection.run("ROLLBACK")) == nil { self.connection = nil }
            throw error
        }
    }

    private func open() throws -> PostgresConnection {
        if let connection, !connection.isLost { return connection }
        let new = try PostgresConnection(address, patience: patience)
        try prepare(new)
        connection = new
        return new
    }
}
