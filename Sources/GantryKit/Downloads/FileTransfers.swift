internal import GantryEngine
internal import GantryHTTP

/// Fetches files from addresses that the answers of a connection name, which can be those of another server. Credentials of the
/// connection never go there.
///
/// Memory follows the largest file and the number of files fetched at once.
actor FileTransfers {
    enum Outcome: Sendable {
        case file([UInt8])
        /// There is no file to be had, however often it is asked for; the status where the server gave one.
        case none(reason: String, status: Int?)
    }

    private let client: HTTPClient
    private let configuration: GateConfiguration
    /// A server elsewhere has no business with this machine's own services.
    private let reachesLoopback: Bool
    private var gates: [String: RequestGate] = [:]

    init(_ client: HTTPClient, connectionURL: String, configuration: GateConfiguration) {
        self.client = client
        self.configuration = configuration
        let origin = HTTPRequest(.get, connectionURL)
        reachesLoopback = (try? CheckedURL.parse(connectionURL, for: origin).isLoopback) ?? false
    }

    /// - Parameter limit: the most bytes that a file may have.
    /// - Throws: `HTTPError` when the server can't be reached or is in trouble, and trying again later can help.
    func fetch(_ address: String, limit: Int) async throws -> Outcome {
        guard !address.isEmpty else { return .none(reason: "the server names no address", status: nil) }
        let request = HTTPRequest(
            .get, address, timeouts: .transfer, limits: HTTPLimits(bodyBytes: limit), needsToken: false)
        let url: CheckedURL
        do throws(HTTPError) {
            url = try CheckedURL.parse(address, for: request)
        } catch {
            return .none(reason: "its address can't be used", status: nil)
        }
        guard reachesLoopback || !url.isLoopback else {
            return .none(reason: "its address points to this machine", status: nil)
        }
        let outcome: Result<HTTPResponse, HTTPError>
        do throws(HTTPError) { outcome = .success(try await gate(url.origin.description).send(request)) } catch { outcome = .failure(error) }
        switch outcome {
        case .success(let answer): return .file(answer.body)
        case .failure(let error) where error.code == .status && !error.isRetryable:
            return .none(reason: "the server answered \(error.status ?? 0)", status: error.status)
        case .failure(let error) where error.code == .bodyTooLarge:
            return .none(reason: "it is larger than \(limit >> 20) MiB", status: nil)
        case .failure(let error) where error.code == .redirectRefused || error.code == .invalidRequest:
            return .none(reason: "its address can't be used", status: nil)
        case .failure(let error): throw error
        }
    }

    /// Puts a file at an address. Sent again it is the same file, so a lost answer is tried again.
    ///
    /// A header that the address was signed with has to be sent (Amazon S3 API Reference, "Authenticating Requests: Using Query
    /// Parameters"). Of those that a server can know beforehand that is `If-None-Match: *`, which keeps what stands there.
    func put(_ file: OutgoingFile, to address: String, meter: TransferMeter) async throws(HTTPError) -> HTTPResponse {
        var headers = [HeaderField("Content-Type", HeaderValue(file.contentType))]
        if FileTransfers.signedHeaders(of: address).contains("if-none-match") { headers.append(HeaderField("If-None-Match", "*")) }
        var request = HTTPRequest(
            .put, address, headers: headers, body: .content(file.content),
            timeouts: .transfer, mayRepeat: true, needsToken: false)
        request.meter = meter
        let url = try CheckedURL.parse(address, for: request)
        guard reachesLoopback || !url.isLoopback else {
            throw HTTPError(.invalidRequest, "the address for the file points to this machine", request: request)
        }
        return try await gate(url.origin.description).send(request)
    }

    /// The names that `X-Amz-SignedHeaders` lists, in lower case.
    private static func signedHeaders(of address: String) -> [String] {
        guard let query = address.split(separator: "?", maxSplits: 1).dropFirst().first,
            let list = query.split(separator: "&").first(where: { $0.hasPrefix("X-Amz-SignedHeaders=") })
        else { return [] }
        return list.split(separator: "=").last.map { $0.replacing("%3B", with: ";").lowercased().split(separator: ";").map(String.init) } ?? []
    }

    private func gate(_ origin: String) -> RequestGate {
        if let gate = gates[origin] { return gate }
        let gate = RequestGate(client: client, origin: origin, configuration: configuration)
        gates[origin] = gate
        return gate
    }
}
