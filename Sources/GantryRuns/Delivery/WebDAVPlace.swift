internal import FoundationEssentials
internal import GantryFiles
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
            let isRemoved = try await removed(file)
            guard found == .nothing else { continue }
            // Some servers say of a file that nobody may read that there is none.
            guard isRemoved else { throw DeliveryError.gone(address(of: file.path)) }
            throw DeliveryError.unreadable(address(of: file.path))
        }
        throw DeliveryError.differs(address(of: file.path))
    }

    public func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        let about = address(of: file.path)
        var move = request("MOVE", file.hidden)
        move.headers += [HeaderField("Destination", HeaderValue(url(file.path))), HeaderField("Overwrite", "F")]
        // Whether an attempt may have moved it.
        var mayBeNamed = wasTried
        var attempt = 0
        while true {
            attempt += 1
            let sent = try await client.once(move)
            if case .answered(let answer) = sent, [201, 204].contains(answer.status) { return try await seen(file) }
            if sent.isLost { mayBeNamed = true }
            // Any other answer says nothing certain, not even 207: what is there does.
            let refusal = refusal(sent, file)
            let staged = try await find(file.hidden, file)
            switch try await find(file.path, file) {
            case .same: return .found
            case _ where staged == .nothing: return .unknown(mayBeNamed ? .unknown(about) : .gone(about))
            case .other: return .refused(DeliveryError.taken(about))
            case .nothing: break
            }
            guard sent.isPassing, try await client.pause(after: attempt, sent, about: about) else {
                return .refused(refusal)
            }
        }
    }

    /// One look at what the server says it has moved.
    private func seen(_ file: DeliveredFile) async throws -> Publication {
        let answer = try await send("HEAD", file.path, about: file)
        if answer.isSuccess, let length = answer.headers.contentLength, length == file.content.length { return .named }
        switch try await find(file.path, file) {
        case .same: return .named
        case .other: return .refused(DeliveryError.cut(address(of: file.path)))
        case .nothing: return .unknown(.lost(address(of: file.path)))
        }
    }

    private func refusal(_ attempt: PatientClient.Attempt, _ file: DeliveredFile) -> DeliveryError {
        switch attempt {
        case .answered(let answer): refusal(answer, file)
        case .failed(let error): DeliveryError(error, address(of: file.path))
        }
    }

    public func has(_ file: DeliveredFile) async throws -> Bool { try await find(file.path, file) == .same }

    public func discard(_ file: DeliveredFile) async throws { _ = try await removed(file) }

    /// Removes what is staged; false where there is nothing.
    private func removed(_ file: DeliveredFile) async throws -> Bool {
        let answer = try await send("DELETE", file.hidden, about: file)
        guard answer.isSuccess || answer.status == 404 else { throw refusal(answer, file) }
        return answer.isSuccess
    }

    // MARK: Requests

    private func find(_ path: String, _ file: DeliveredFile, counts: Bool = false) async throws -> FoundFile {
        try await client.find(request("GET", path), file, about: address(of: file.path), counts: counts)
    }

    private func send(_ method: String, _ path: String, about file: DeliveredFile) async throws -> HTTPResponse {
        try await client.send(request(method, path), about: address(of: file.path))
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
