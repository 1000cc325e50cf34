package import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel

extension APIConnection {
    /// How often an answer of 200 is asked for, where what it says passes.
    static let tries = 3

    /// The body of a 2xx answer that doesn't report a failure. One that is cut off or no JSON is asked for again, as a
    /// page of a list is; after three tries it is returned as it is.
    /// - Throws: `RunError.sourceRefused` with the server's reason; where that passes, after three tries.
    package func readSuccess(_ request: ReadRequest) async throws -> [UInt8] {
        var attempt = 1
        while true {
            let body = try await read(request)
            guard (try? JSONTree(body)) != nil else {
                guard attempt < APIConnection.tries else { return body }
                try await pause(afterAttempt: attempt, of: request, because: "the answer can't be read")
                attempt += 1
                continue
            }
            guard PageEnvelope.reportsFailure(body) else { return body }
            try await pauseOrThrow(await refusal(request, body), afterAttempt: attempt, of: request)
            attempt += 1
        }
    }

    /// Waits before the request is sent again, where a refusal passes and tries are left; else throws it.
    func pauseOrThrow(_ refusal: RunError, afterAttempt attempt: Int, of request: ReadRequest) async throws {
        guard refusal.isRetryable, attempt < APIConnection.tries else { throw refusal }
        try await pause(afterAttempt: attempt, of: request, because: "the answer reports a failure that passes")
    }

    /// Whether the file of the system says that such an answer's request failed.
    func isFailed(_ body: [UInt8]) -> Bool { failed?.isShown(by: body) ?? false }

    /// What an answer of 200 says of its failure; `nil` if it gives no reason.
    private func reason(_ body: [UInt8]) async -> ServerMessage? {
        var said = explain(body, 200)
        if said == nil || said?.sentence == ServerMessage.ofSuccess {
            said = ServerMessage.reported(body).map {
                ServerMessage($0.sentence, code: said?.code, traceID: said?.traceID)
            }
        }
        guard let said else { return nil }
        return await gate.redacted(said)
    }

    /// The error for an answer of 2xx to a request with an effect, which the file of the system calls a failure: like
    /// a failure of the server, it doesn't say whether there was one.
    func failure(_ http: HTTPRequest, _ answer: HTTPResponse) async -> HTTPError {
        var error = HTTPError(.status, "the server answered \(answer.status) but reports a failure", request: http)
        error.status = answer.status
        error.attempts = answer.attempts
        error.mayHaveReachedServer = true
        error.serverMessage = await reason(answer.body)
        return error
    }

    /// The error for an answer of 200 whose body reports a failure.
    /// - Parameter passes: whether the same request can succeed later; `nil`, the default, where the answer says it.
    func refusal(_ request: ReadRequest, _ body: [UInt8], passes: Bool? = nil) async -> RunError {
        let said = await reason(body)
        let isRetryable = passes ?? (said?.isRetryable == true || ServerMessage.reportsPassingFailure(body))
        return RunError(
            .sourceRefused,
            "\(request.description) was answered, but reports a failure. \(said?.description ?? "It gives no reason.")",
            advice: isRetryable
                ? "Run the same command again to resume from the last checkpoint."
                : "Correct what it reports, then run the same command again to resume from the last checkpoint.",
            isRetryable: isRetryable)
    }
}
