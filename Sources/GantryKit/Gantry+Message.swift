public import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
public import GantryModel
internal import GantryRuns

extension Gantry {
    /// Sends a message of VynqTalk now, from the account of the connection. Nothing is kept of it: where its answer is
    /// lost, it isn't sent again and may have arrived.
    ///
    /// - Parameters:
    ///   - text: at most 10,000 characters; what is longer is cut.
    ///   - receiver: the id, the e-mail address or the full name of a user.
    ///   - connection: one to VynqTalk.
    ///   - workspace: where the session is kept.
    ///   - environment: the process's environment variables, for credentials.
    /// - Returns: why it wasn't sent, as a sentence; `nil` when it was.
    /// - Throws: errors of the sign-in and of the network.
    public static func message(
        _ text: String, to receiver: String, over connection: Connection, in workspace: Workspace,
        environment: [String: String]
    ) async throws -> String? {
        var connection = connection
        // Somebody waits for the command that tells of it.
        connection.retries = 0
        connection.maxWait = .seconds(10)
        let open = try APIConnection(
            connection, environment: environment, connections: 1, store: try workspace.sessions(), cache: .none
        ) { _ in }
        return try await open.whileOpen {
            let server = ConnectionReader(connection: open, period: nil)
            let known = try await VynqTalk.OutgoingMessage.loadReferenceData(server)
            var message = VynqTalk.OutgoingMessage()
            message.to = receiver
            message.content = String(text.prefix(10_000))
            if let problem = message.check(known, today: Instant.now.utcDate, now: .now).first {
                return problem.sentence
            }
            message.restore(message.resumeState(known))
            return try await send(message, over: open, server)
        }
    }

    private static func send(
        _ message: VynqTalk.OutgoingMessage, over open: APIConnection, _ server: ConnectionReader
    ) async throws -> String? {
        let row = OutgoingRow(message, LedgerEntry(row: 1, idempotencyKey: "", at: .now))
        let request: WriteRequest
        switch try await VynqTalk.OutgoingMessage.request(for: [row], step: 0, server: server) {
        // A socket is opened for many.
        case .call(let call), .message(_, otherwise: let call): request = call
        case .refuse(let problem): return problem.sentence
        default: return "It can't be sent."
        }
        let answer = try await open.write(request)
        let step = StepAnswer(status: answer.status, body: answer.body)
        switch VynqTalk.OutgoingMessage.receive(step, for: [row], step: 0) {
        case .confirmed: return nil
        case .rejected(let problem, _, _), .ambiguous(let problem, _, _), .unconfirmed(let problem, _),
            .wrongEffect(let problem, _), .notSent(let problem, _, _), .split(let problem, _):
            return problem.sentence
        case .stop(let error): throw error
        }
    }
}
