internal import FoundationEssentials
internal import GantryFiles
public import GantryHTTP
internal import GantryModel

/// A store of objects that speaks S3. An object appears under its name in one step, and only where there is none, so
/// nothing is staged. The store checks the SHA-256 of what arrives. An object has at most 5 GiB.
public struct S3Place: DeliveryPlace {
    private let client: PatientClient
    /// Its name, and its address with the name in the host or the path.
    private let bucket: (name: String, url: String)
    private let prefix: String
    private let shown: @Sendable (String) -> String
    private let signature: RequestSignature
    private static let most = 5 << 30

    /// A place in a store.
    ///
    /// - Parameters:
    ///   - bucket: its name, and its address: `https://bucket.s3.eu-central-1.amazonaws.com`, or
    ///     `https://store/bucket`.
    ///   - prefix: what the names of objects begin with; empty or with steps.
    ///   - shown: the address of a path, for people.
    public init(
        bucket: (name: String, url: String), prefix: String, shown: @escaping @Sendable (String) -> String,
        signature: RequestSignature,
        client: HTTPClient, watch: DeliveryWatch = DeliveryWatch()
    ) {
        self.bucket = bucket
        self.prefix = prefix
        self.shown = shown
        self.signature = signature
        self.client = PatientClient(client: client, watch: watch)
    }

    public var width: Int { 8 }

    public var bytesMoved: Int { client.watch.meter.bytes }

    public func close() async { await client.client.shutdown() }

    public func address(of path: String) -> String { shown(path) }

    @discardableResult public func stage(_ file: DeliveredFile) async throws -> Bool {
        guard file.content.length <= Self.most else {
            throw DeliveryError(
                .refused,
                "\(quoted(file.path)) has \(file.content.length) bytes, and an object that is sent in one piece has at most \(Self.most).",
                advice: "Deliver it to another kind of destination.")
        }
        switch try await find(file) {
        case .same: return false
        case .other: throw DeliveryError.taken(address(of: file.path))
        case .nothing: return true
        }
    }

    public func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        let about = address(of: file.path)
        // An attempt may have stored it, and a receiver may have taken it since: only a look tells, never another PUT.
        if wasTried { return try await looked(file) ?? .unknown(.unknown(about)) }
        var attempt = 0
        var isLost = false
        while true {
            attempt += 1
            if isLost {
                if let said = try await looked(file) { return said }
            } else {
                let sent = try await client.once(putting(file))
                isLost = sent.isLost && !sent.isBusy
                if let said = try await said(sent, file) { return said }
                guard sent.isPassing || sent.isConflict else { return .refused(refusal(sent, file)) }
                if !isLost, try await !client.pause(after: attempt, sent, about: about) {
                    return .refused(refusal(sent, file))
                }
                if !isLost { continue }
                if let said = try await looked(file) { return said }
            }
            // What the store is still busy with appears later.
            guard
                try await client.pause(
                    after: attempt, "it isn't known yet whether the store has the object", retryAfter: .zero,
                    about: about)
            else { return .unknown(.unknown(about)) }
        }
    }

    /// What an answer that is certain says; `nil` for any other.
    private func said(_ sent: PatientClient.Attempt, _ file: DeliveredFile) async throws -> Publication? {
        guard case .answered(let answer) = sent else { return nil }
        let about = address(of: file.path)
        if answer.isSuccess {
            // Stores lose and cut objects that they said they have.
            switch try await find(file) {
            case .same: return .named
            case .other: return .refused(DeliveryError.cut(about))
            case .nothing: return .unknown(.lost(about))
            }
        }
        guard answer.status == 412 else { return nil }
        return try await looked(file) ?? .refused(refusal(answer, file))
    }

    /// What has the name; `nil` where nothing has.
    private func looked(_ file: DeliveredFile) async throws -> Publication? {
        switch try await find(file) {
        case .same: .found
        case .other: throw DeliveryError.taken(address(of: file.path))
        case .nothing: nil
        }
    }

    private func refusal(_ sent: PatientClient.Attempt, _ file: DeliveredFile) -> DeliveryError {
        switch sent {
        case .answered(let answer): refusal(answer, file)
        case .failed(let error): DeliveryError(error, address(of: file.path))
        }
    }

    public func has(_ file: DeliveredFile) async throws -> Bool { try await find(file) == .same }

    public func discard(_: DeliveredFile) async throws {}

    /// Stores the file twice under its own name. The second must be refused: no other step keeps two commands that
    /// publish at once from replacing each other's objects.
    public func prove(_ file: DeliveredFile) async throws -> DeliveryProof {
        let about = address(of: file.path)
        let first = try await put(file)
        guard first.isSuccess else { throw refusal(first, file) }
        let second = try await put(file)
        let removal = try await client.send(request(.delete, file), about: about)
        if second.isSuccess { throw DeliveryError.replaces(about, status: second.status) }
        guard [409, 412].contains(second.status) else { throw refusal(second, file) }
        return DeliveryProof(left: removal.isSuccess ? nil : about)
    }

    // MARK: Requests

    private func put(_ file: DeliveredFile) async throws -> HTTPResponse {
        try await client.send(putting(file), about: address(of: file.path))
    }

    private func putting(_ file: DeliveredFile) -> HTTPRequest {
        let digest = file.content.digest
        var request = request(.put, file, digest: digest.description)
        request.headers += [
            HeaderField("x-amz-checksum-sha256", HeaderValue(Data(digest.bytes).base64EncodedString())),
            HeaderField("If-None-Match", "*"), HeaderField("Content-Type", "application/octet-stream"),
        ]
        request.body = .content(file.content)
        request.meter = client.watch.meter
        return request
    }

    /// By the store's own checksum where it keeps one, else by reading the object.
    private func find(_ file: DeliveredFile) async throws -> FoundFile {
        let about = address(of: file.path)
        var head = request(.head, file)
        head.headers.append(HeaderField("x-amz-checksum-mode", "ENABLED"))
        let answer = try await client.send(head, about: about)
        // 403 is how a store answers about what isn't there if the account may not list it.
        if [404, 403].contains(answer.status) { return .nothing }
        guard answer.isSuccess else {
            // An answer to HEAD says no reason.
            if answer.status == 400, answer.headers[StoreAnswer.regionHeader] == nil {
                throw refusal(try await client.send(request(.get, file), about: about), file)
            }
            throw refusal(answer, file)
        }
        if let length = answer.headers.contentLength, length != file.content.length { return .other }
        if let checksum = answer.headers["x-amz-checksum-sha256"], !checksum.contains("-") {
            return checksum == Data(file.content.digest.bytes).base64EncodedString() ? .same : .other
        }
        return try await client.find(request(.get, file), file, about: about)
    }

    private static let nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private func request(_ method: HTTPMethod, _ file: DeliveredFile, digest: String = S3Place.nothing) -> HTTPRequest {
        var request = HTTPRequest(
            method, URLBuilder(bucket.url).path(prefix).path(file.path).text,
            headers: [HeaderField("x-amz-content-sha256", HeaderValue(digest))], timeouts: PatientClient.timeouts,
            mayRepeat: true)
        request.signature = signature
        // A store says so that the bucket is in another region.
        request.acceptsRedirect = true
        return request
    }

    private func refusal(_ answer: HTTPResponse, _ file: DeliveredFile) -> DeliveryError {
        let said = StoreAnswer(answer)
        let address = address(of: file.path)
        return said.mistake(bucket: bucket.name, region: signature.region)
            ?? .status(answer.status, address, said: said.code)
    }
}

extension PatientClient.Attempt {
    /// Whether somebody else was writing the same name.
    fileprivate var isConflict: Bool {
        if case .answered(let answer) = self { answer.status == 409 } else { false }
    }

    /// Whether the store was too busy to look at the request.
    fileprivate var isBusy: Bool {
        guard case .answered(let answer) = self, answer.status == 503 else { return false }
        return ["SlowDown", "ServiceUnavailable"].contains(StoreAnswer(answer).code)
    }
}
