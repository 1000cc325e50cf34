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

    /// The error for an answer of 200 whose body reports a failure.
    func refusal(_ request: ReadRequest, _ body: [UInt8]) async -> RunError {
        var said = explain(body, 200)
        if said == nil || said?.sentence == ServerMessage.ofSuccess {
            said = ServerMessage.reported(body).map { ServerExplanation($0.sentence, traceID: said?.traceID) }
        }
        if let found = said { said = await gate.redacted(found) }
        let isRetryable = said?.isRetryable == true || ServerMessage.reportsPassingFailure(body)
        return RunError(
            .sourceRefused,
            "\(request.description) was answered, but reports a failure. \(said?.description ?? "It gives no reason.")",
            advice: isRetryable
                ? "Run the same command again to resume from the last checkpoint."
                : "Correct what it reports, then run the same command again to resume from the last checkpoint.",
            isRetryable: isRetryable)
    }
}
