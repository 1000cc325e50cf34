public import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
public import GantryModel
internal import GantryRuns

extension Gantry {
    /// Sends a message now, from the account of the connection. Nothing is kept of it: where its answer is lost, it
    /// isn't sent again and may have arrived.
    ///
    /// - Parameters:
    ///   - text: at most 10,000 characters; what is longer is cut.
    ///   - receiver: what the column `to` of the system's messages takes, such as the full name of a user.
    ///   - connection: one to a system with messages.
    ///   - workspace: where the session is kept.
    ///   - environment: the process's environment variables, for credentials.
    /// - Returns: why it wasn't sent, as a sentence; `nil` when it was.
    /// - Throws: errors of the sign-in and of the network.
    public static func message(
        _ text: String, to receiver: String, over connection: Connection, in workspace: Workspace,
        environment: [String: String]
    ) async throws -> String? {
        let system = connection.system
        guard let messages = system.messages.flatMap({ system.submission(named: system.qualified($0)) }) else {
            return "\(system.title) has no messages."
        }
        var connection = connection
        // Somebody waits for the command that tells of it.
        connection.retries = 0
        connection.maxWait = .seconds(10)
        let open = try APIConnection(
            connection, environment: environment, connections: 1, store: try workspace.sessions()
        ) { _ in }
        return try await open.whileOpen {
            try await send(["to": receiver, "content": String(text.prefix(10_000))], as: messages, over: open)
        }
    }

    private static func send<Row: SubmittedRow>(
        _ cells: [String: String], as messages: some SubmissionDescription<Row>, over open: APIConnection
    ) async throws -> String? {
        let messages = messages.submission
        let server = ConnectionReader(connection: open, period: nil)
        var row = Row()
        for field in messages.fields {
            if let cell = cells[field.name], let problem = field.read(cell, into: &row) { return problem.sentence }
        }
        let known = try await messages.loadReferenceData(server)
        if let problem = row.check(known, today: Instant.now.utcDate, now: .now).first { return problem.sentence }
        row.restore(row.resumeState(known))
        let rows = [OutgoingRow(row, LedgerEntry(row: 1, idempotencyKey: "", at: .now))]
        let request: WriteRequest
        switch try await messages.request(rows, 0, server) {
        // A socket is opened for many.
        case .call(let call), .message(_, otherwise: let call): request = call
        case .refuse(let problem): return problem.sentence
        default: return "It can't be sent."
        }
        let answer = try await open.write(request)
        switch messages.receive(StepAnswer(status: answer.status, body: answer.body), rows, 0) {
        case .confirmed: return nil
        case .rejected(let problem, _, _), .ambiguous(let problem, _, _), .unconfirmed(let problem, _),
            .wrongEffect(let problem, _), .notSent(let problem, _, _), .split(let problem, _):
            return problem.sentence
        case .stop(let error): throw error
        }
    }
}
