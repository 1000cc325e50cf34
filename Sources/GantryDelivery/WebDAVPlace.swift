internal import FoundationEssentials
public import GantryHTTP
public import GantryModel

/// A folder on a server that speaks WebDAV (RFC 4918).
public struct WebDAVPlace: DeliveryPlace {
    private let client: PatientClient
    /// The folder's address, without a slash at its end.
    private let root: String
    private let headers: [HeaderField]
    private let folders = MadeFolders()

    /// A place at an `https` address.
    ///
    /// - Parameter account: the user and their password, sent with each request (RFC 7617); `nil` for none.
    public init(
        _ address: String, account: (user: String, password: Secret)?, client: HTTPClient,
        watch: DeliveryWatch = DeliveryWatch()
    ) {
        root = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.client = PatientClient(client: client, watch: watch)
        headers =
            account.map { account in
                let pair = Data("\(account.user):\(account.password.reveal())".utf8).base64EncodedString()
                return [HeaderField("Authorization", HeaderValue(secret: Secret(pair), prefix: "Basic "))]
            } ?? []
    }

    public var width: Int { 8 }

    public var bytesMoved: Int { client.watch.meter.bytes / 2 }

    public func close() async { await client.client.shutdown() }

    public func address(of path: String) -> String { path.isEmpty ? root : "\(root)/\(path)" }

    @discardableResult public func stage(_ file: DeliveredFile) async throws -> Bool {
        switch try await find(file.path, file) {
        case .same: return false
        case .other: throw DeliveryError.taken(address(of: file.path))
        case .nothing: break
        }
        for folder in folders.missing(of: file) {
            // 405 says that it is there.
            let answer = try await send("MKCOL", folder + "/", about: file)
            guard answer.isSuccess || answer.status == 405 else { throw refusal(answer, file) }
        }
        folders.note(file)
        for _ in 1...2 {
            var request = request("PUT", file.hidden)
            request.body = .content(file.content)
            request.meter = self.client.watch.meter
            let answer = try await client.send(request, about: address(of: file.path))
            guard answer.isSuccess else { throw refusal(answer, file) }
            let found = try await find(file.hidden, file, counts: true)
            if found == .same { return true }
            try await discard(file)
            if found == .nothing { throw DeliveryError.unreadable(address(of: file.path)) }
        }
        throw DeliveryError.differs(address(of: file.path))
    }

    public func publish(_ file: DeliveredFile, marked mark: String, isFresh: Bool) async throws {
        let target = HeaderField("Destination", HeaderValue(url(file.path)))
        let answer = try await send("MOVE", file.hidden, [target, HeaderField("Overwrite", "F")], about: file)
        // Any other answer says nothing certain, not even 207: what is there does.
        if [201, 204].contains(answer.status) { return }
        let staged = try await find(file.hidden, file)
        switch try await find(file.path, file) {
        case .same: try await discard(file)
        case .other where staged != .nothing: throw DeliveryError.taken(address(of: file.path))
        // It had its name before, and was taken, if the server says that there is nothing to move.
        case .other, .nothing:
            guard staged == .nothing, answer.status == 404 else { throw refusal(answer, file) }
            guard try await hasFolder(of: file) else { throw DeliveryError.folderGone(address(of: file.path)) }
        }
    }

    /// Servers answer in many ways about a folder that is there.
    private func hasFolder(of file: DeliveredFile) async throws -> Bool {
        let answer = try await send("HEAD", file.folder + "/", about: file)
        return answer.status != 404 && answer.status != 410
    }

    public func discard(_ file: DeliveredFile) async throws {
        let answer = try await send("DELETE", file.hidden, about: file)
        guard answer.isSuccess || answer.status == 404 else { throw refusal(answer, file) }
    }

    // MARK: Requests

    private func find(_ path: String, _ file: DeliveredFile, counts: Bool = false) async throws -> FoundFile {
        try await client.find(request("GET", path), file, about: address(of: file.path), counts: counts)
    }

    private func send(
        _ method: String, _ path: String, _ more: [HeaderField] = [], about file: DeliveredFile
    ) async throws -> HTTPResponse {
        var request = request(method, path)
        request.headers += more
        return try await client.send(request, about: address(of: file.path))
    }

    private func request(_ method: String, _ path: String) -> HTTPRequest {
        HTTPRequest(
            HTTPMethod(method), url(path), headers: headers, timeouts: PatientClient.timeouts, mayRepeat: true)
    }

    /// A path that ends with a slash is a folder's.
    private func url(_ path: String) -> String { URLBuilder(root).path(path).text + (path.hasSuffix("/") ? "/" : "") }

    private func refusal(_ answer: HTTPResponse, _ file: DeliveredFile) -> DeliveryError {
        .status(answer.status, address(of: file.path), said: "")
    }
}
