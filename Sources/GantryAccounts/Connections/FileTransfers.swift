package import GantryFiles
package import GantryHTTP

/// Fetches files from addresses that the answers of a connection name, which can be those of another server.
/// Credentials of the connection never go there.
///
/// Memory follows the largest file and the number of files fetched at once.
package actor FileTransfers {
    package enum Outcome: Sendable {
        case file([UInt8])
        /// The file can't be fetched, however often it is requested; the status if the server gave one.
        case none(reason: String, status: Int?)
        /// The file could not be fetched after all attempts, but may be available later. The cause can be the file or
        /// its whole server.
        case failed(HTTPError)
    }

    /// The retry rules for a server's downloads: each file has all its attempts, however many failed before.
    /// ``StoreCheck`` keeps outages short.
    package static let downloadRetries = RetryBudget(share: Double(RetryPolicy().attempts))

    /// The most bytes that a file may have.
    private static let largestFile = 64 << 20
    /// Redirects that are followed for one file.
    private static let mostRedirects = 3

    private let transport: RequestGate.Transport
    private let configuration: GateConfiguration
    /// The connection's own address, below which relative addresses are; `nil` for one that can't be used.
    private let home: CheckedURL?
    private var gates: [String: RequestGate] = [:]

    /// - Parameters:
    ///   - connectionURL: the address of the connection.
    ///   - transport: sends one attempt; it has no credentials of its own.
    package init(connectionURL: String, configuration: GateConfiguration, transport: @escaping RequestGate.Transport) {
        self.transport = transport
        self.configuration = configuration
        let base = connectionURL.hasSuffix("/") ? connectionURL : connectionURL + "/"
        home = try? CheckedURL.parse(base, for: HTTPRequest(.get, base))
    }

    /// - Parameters:
    ///   - address: absolute, or relative to the connection's.
    ///   - mayBeCut: whether content can be a part of a file. Where the server doesn't state where it ends, it is then
    ///     requested again; after all attempts it is given as it is. The default takes it at once.
    /// - Throws: `HTTPError` when the task is cancelled or libcurl can't be set up.
    package func fetch(
        _ address: String, mayBeCut: @Sendable ([UInt8]) -> Bool = { _ in false }
    ) async throws(HTTPError) -> Outcome {
        guard !address.isEmpty else { return .none(reason: "the server gives no address", status: nil) }
        let outcome: Outcome
        do throws(NamedAddress.Objection) {
            outcome = try await follow(address, mayBeCut)
        } catch {
            outcome = .none(reason: error.reason, status: nil)
        }
        if case .failed(let error) = outcome, error.lastCode == .cancelled || error.lastCode == .setUp { throw error }
        return outcome
    }

    private func follow(
        _ address: String, _ mayBeCut: @Sendable ([UInt8]) -> Bool
    ) async throws(NamedAddress.Objection) -> Outcome {
        guard let home else { throw .unusable }
        var target = try NamedAddress(address, at: home, of: home)
        for _ in 0...FileTransfers.mostRedirects {
            var request = HTTPRequest(
                .get, target.url.text, timeouts: .transfer, limits: HTTPLimits(bodyBytes: FileTransfers.largestFile),
                needsToken: false)
            request.acceptsRedirect = true
            request.mayReachThisMachine = target.mayReachThisMachine
            let answer: HTTPResponse
            do throws(HTTPError) {
                answer = try await send(request, to: target.store, mayBeCut)
            } catch {
                return try FileTransfers.outcome(of: error)
            }
            guard answer.isRedirect, let next = answer.headers["location"] else {
                guard answer.status == 200 else {
                    return .none(reason: "the server answered \(answer.status)", status: answer.status)
                }
                return .file(answer.body)
            }
            target = try NamedAddress(next, at: target.url, of: home)
        }
        return .none(reason: "the server redirects more than \(FileTransfers.mostRedirects) times", status: nil)
    }

    /// Sends a request again while the end of the connection, which any fault can cause, alone ends what may be cut.
    private func send(
        _ request: HTTPRequest, to store: String, _ mayBeCut: @Sendable ([UInt8]) -> Bool
    ) async throws(HTTPError) -> HTTPResponse {
        var answer = try await gate(store).send(request)
        var random = SystemRandomNumberGenerator()
        for failures in 1..<max(configuration.retry.attempts, 2) {
            guard answer.status == 200, !answer.statesEnd, mayBeCut(answer.body) else { break }
            let delay = configuration.retry.backoff.delay(failures: failures, retryAfter: nil, using: &random)
            do { try await configuration.clock.sleep(delay) } catch {
                throw HTTPError(.cancelled, "cancelled while waiting to try again", request: request)
            }
            answer = try await gate(store).send(request)
        }
        return answer
    }

    private static func outcome(of error: HTTPError) throws(NamedAddress.Objection) -> Outcome {
        switch error.code {
        case .status where !error.isRetryable:
            .none(reason: "the server answered \(error.status ?? 0)", status: error.status)
        case .bodyTooLarge: .none(reason: "it is larger than \(largestFile >> 20) MiB", status: nil)
        case .invalidRequest: throw .unusable
        case .thisMachine: throw .thisMachine
        default: .failed(error)
        }
    }

    /// The server that an address is on; `nil` for an address that can't be used.
    package func store(of address: String) -> String? {
        guard let home else { return nil }
        do throws(NamedAddress.Objection) { return try NamedAddress(address, at: home, of: home).store } catch {
            return nil
        }
    }

    /// Puts a file at an address. Sent again it is the same file.
    ///
    /// A header that the address was signed with has to be sent (Amazon S3 API Reference, "Authenticating Requests:
    /// Using Query Parameters"). Of those that a server can know beforehand that is `If-None-Match: *`, which keeps an
    /// existing file.
    ///
    /// - Parameter mayRepeat: Whether a lost answer is tried again here.
    /// - Throws: `HTTPError`; `invalidRequest` where the rules of ``NamedAddress`` forbid the address.
    package func put(
        _ content: FileContent, contentType: String, to address: String, mayRepeat: Bool, meter: TransferMeter
    ) async throws(HTTPError) -> HTTPResponse {
        var headers = [HeaderField("Content-Type", HeaderValue(contentType))]
        if FileTransfers.signedHeaders(of: address).contains("if-none-match") {
            headers.append(HeaderField("If-None-Match", "*"))
        }
        var request = HTTPRequest(
            .put, address, headers: headers, body: .content(content),
            timeouts: .transfer, mayRepeat: mayRepeat, needsToken: false)
        request.meter = meter
        let url = try CheckedURL.parse(address, for: request)
        do throws(NamedAddress.Objection) {
            guard let home else { throw .unusable }
            request.mayReachThisMachine = try NamedAddress(address, at: home, of: home).mayReachThisMachine
        } catch {
            throw HTTPError(.invalidRequest, "the file's address is refused: \(error.reason)", request: request)
        }
        return try await gate(url.origin.description).send(request)
    }

    /// The names that `X-Amz-SignedHeaders` lists, in lower case.
    private static func signedHeaders(of address: String) -> [String] {
        guard let query = address.split(separator: "?", maxSplits: 1).dropFirst().first,
            let list = query.split(separator: "&").first(where: { $0.hasPrefix("X-Amz-SignedHeaders=") })
        else { return [] }
        return list.split(separator: "=").last.map {
            $0.replacing("%3B", with: ";").lowercased().split(separator: ";").map(String.init)
        } ?? []
    }

    private func gate(_ origin: String) -> RequestGate {
        if let gate = gates[origin] { return gate }
        var configuration = configuration
        // The rate is that of the connection's own server.
        if origin != home?.origin.description { configuration.limiter = RateLimiter() }
        let gate = RequestGate(origin: origin, configuration: configuration, transport: transport)
        gates[origin] = gate
        return gate
    }
}
