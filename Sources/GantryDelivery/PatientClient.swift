internal import GantryAccounts
internal import GantryFiles
internal import GantryHTTP
internal import GantryModel

/// Sends requests that may be repeated, and again after a pause where that can help.
struct PatientClient: Sendable {
    let client: HTTPClient
    let watch: DeliveryWatch
    private static let waits: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)]
    static let timeouts = HTTPTimeouts(total: .seconds(86_400), connect: .seconds(15), stall: .seconds(60))
    private static let passing = [408, 429, 500, 502, 503, 504]

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

    /// Waits before another attempt.
    ///
    /// - Parameter attempt: how many there were.
    /// - Returns: false where there were enough.
    func pause(after attempt: Int, _ reason: String, about address: String) async throws -> Bool {
        guard attempt <= min(watch.repeats, Self.waits.count) else { return false }
        let wait = Self.waits[attempt - 1]
        watch.failed(.retrying(what: address, attempt: attempt, wait: wait, reason: reason))
        try await Task.sleep(for: wait)
        return true
    }

    private func patiently(_ request: HTTPRequest, about address: String) async throws -> HTTPResponse {
        var waits = Self.waits.prefix(watch.repeats)
        let repeats = waits.count
        while true {
            let reason: String
            do throws(HTTPError) {
                let response = try await client.send(request)
                guard Self.passing.contains(response.status), !waits.isEmpty else { return response }
                reason = "the server answered \(response.status)"
            } catch {
                if error.code == .cancelled { throw CancellationError() }
                if let cause = error.cause { throw cause }
                guard error.isRetryable, !waits.isEmpty else { throw error }
                reason = error.reason
            }
            let wait = waits.removeFirst()
            let attempt = repeats - waits.count
            watch.failed(.retrying(what: address, attempt: attempt, wait: wait, reason: reason))
            try await Task.sleep(for: wait)
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
        return FoundFile(found.length, found.digest, file)
    }
}
