internal import GantryAccounts
internal import GantryFiles
internal import GantryHTTP

/// Sends requests that may be repeated, and again after a pause where that can help, with the waits and statuses of a
/// connection's requests.
struct PatientClient: Sendable {
    let client: HTTPClient
    let watch: DeliveryWatch
    static let timeouts = HTTPTimeouts(total: .seconds(86_400), connect: .seconds(15), stall: .seconds(60))
    private static let passing = RetryPolicy.statuses
    private static let backoff = BackoffSchedule()

    /// - Parameter address: what is delivered, for messages.
    func send(_ request: HTTPRequest, about address: String) async throws -> HTTPResponse {
        do { return try await patiently(request, about: address) } catch let error as HTTPError {
            throw DeliveryError(error, address)
        }
    }

    /// Whether a request succeeds; false where the server has this fault.
    func succeeds(_ request: HTTPRequest, unless fault: FileFault, about address: String) async throws -> Bool {
        do {
            _ = try await patiently(request, about: address)
            return true
        } catch let error as HTTPError {
            guard error.fileFault != fault else { return false }
            throw DeliveryError(error, address)
        }
    }

    /// What came of one attempt at a request that must not be repeated without a look.
    enum Attempt {
        case answered(HTTPResponse)
        case failed(HTTPError)

        /// Whether it can have had an effect that isn't known: no answer, or one that says nothing about it.
        var isLost: Bool {
            switch self {
            case .answered(let response):
                !response.bodyWasIncomplete && [408, 500, 502, 503, 504].contains(response.status)
            case .failed(let error): error.isRetryable && error.mayHaveReachedServer && !error.bodyWasIncomplete
            }
        }

        /// Whether another attempt can help.
        var isPassing: Bool {
            switch self {
            case .answered(let response): PatientClient.passing.contains(response.status)
            case .failed(let error): error.isRetryable
            }
        }

        var reason: String {
            switch self {
            case .answered(let response): "the server answered \(response.status)"
            case .failed(let error): error.reason
            }
        }

        /// How long the server asks to wait.
        var retryAfter: Duration? {
            guard case .answered(let response) = self else { return nil }
            return PatientClient.wait(of: response)
        }
    }

    /// Sends a request once.
    func once(_ request: HTTPRequest) async throws -> Attempt {
        do throws(HTTPError) {
            return .answered(try await client.send(request))
        } catch {
            if error.code == .cancelled { throw CancellationError() }
            if let cause = error.cause { throw cause }
            return .failed(error)
        }
    }

    /// Waits before another attempt, as long as the server asks.
    ///
    /// - Parameter attempt: how many there were.
    /// - Returns: false where there were enough.
    func pause(after attempt: Int, _ sent: Attempt, about address: String) async throws -> Bool {
        try await pause(after: attempt, sent.reason, retryAfter: sent.retryAfter, about: address)
    }

    /// The same for a reason of the caller's.
    ///
    /// - Parameter retryAfter: the least time to wait; `nil` for one that is chosen at random.
    func pause(
        after attempt: Int, _ reason: String, retryAfter: Duration?, about address: String
    ) async throws -> Bool {
        guard attempt <= watch.repeats else { return false }
        var random = SystemRandomNumberGenerator()
        let wait = Self.backoff.delay(failures: attempt, retryAfter: retryAfter, using: &random)
        watch.failed(.retrying(what: address, attempt: attempt, wait: wait, reason: reason))
        try await Task.sleep(for: wait)
        return true
    }

    private static func wait(of response: HTTPResponse) -> Duration? {
        ServerWait.of(response, wall: GateClock.system.wall())
    }

    private func patiently(_ request: HTTPRequest, about address: String) async throws -> HTTPResponse {
        var attempt = 1
        while true {
            let reason: String
            var retryAfter: Duration?
            do throws(HTTPError) {
                let response = try await client.send(request)
                guard Self.passing.contains(response.status), attempt <= watch.repeats else { return response }
                reason = "the server answered \(response.status)"
                retryAfter = Self.wait(of: response)
            } catch {
                if error.code == .cancelled { throw CancellationError() }
                if let cause = error.cause { throw cause }
                guard error.isRetryable, attempt <= watch.repeats else { throw error }
                reason = error.reason
            }
            _ = try await pause(after: attempt, reason, retryAfter: retryAfter, about: address)
            attempt += 1
        }
    }

    /// What a server that speaks files or HTTP has under a name, by reading all of it.
    ///
    /// - Parameter counts: whether it is what was sent, whose bytes count as progress.
    func find(
        _ request: HTTPRequest, _ file: DeliveredFile, about address: String, counts: Bool = false
    ) async throws -> FoundFile {
        var request = request
        if counts { request.meter = watch.meter }
        request.hashesBody = true
        // With room for what a server says where it has no such file.
        request.limits = HTTPLimits(bodyBytes: file.content.length + 65_536)
        request.timeouts = Self.timeouts
        request.mayRepeat = true
        // The bytes as they are kept.
        request.setHeader("Accept-Encoding", "identity")
        let response: HTTPResponse
        do {
            response = try await patiently(request, about: address)
        } catch let error as HTTPError {
            if error.fileFault == .notFound { return .nothing }
            if error.code == .bodyTooLarge, (error.status ?? 200) < 300 { return .other }
            throw DeliveryError(error, address)
        }
        if response.status == 404 || response.status == 410 { return .nothing }
        guard response.isSuccess else {
            throw DeliveryError.status(
                response.status, address, said: String(decoding: response.body.prefix(500), as: UTF8.self))
        }
        guard let found = response.hashed else { return .other }
        return FoundFile(length: found.length, digest: found.digest, comparedWith: file)
    }
}
