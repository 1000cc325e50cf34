internal import GantryConnectors
internal import FoundationEssentials
internal import GantryEngine
internal import GantryFiles
internal import GantryHTTP
internal import GantryModel

extension HTTPRequest {
    /// A request that has an effect, below a base address.
    ///
    /// - Throws: `HTTPError` with `bodyUnreadable` or `bodyChanged` for a file that is held in memory and is not what it was.
    init(_ request: WriteRequest, base: String, files: [String: OutgoingFile]) throws(HTTPError) {
        var headers = [HeaderField("Accept", "application/json")]
        let body: HTTPBody
        var carriesFile = false
        switch request.body {
        case .none: body = .none
        case .json(let text):
            headers.append(HeaderField("Content-Type", "application/json"))
            body = .text(text)
        case .jsonWithFile(let before, let field, let after):
            carriesFile = true
            headers.append(HeaderField("Content-Type", "application/json"))
            let target = HTTPRequest(HTTPMethod(request.method.rawValue), base + request.path)
            body = .text(before + (try HTTPRequest.base64(of: files[field], for: target)) + after)
        case .form(let parts):
            carriesFile = true
            body = .multipart(
                MultipartForm(
                    parts.compactMap { part -> MultipartForm.Part? in
                        switch part {
                        case .text(let name, let text): return .text(name, text)
                        case .file(let name, let field):
                            guard let file = files[field] else { return nil }
                            return .file(name, named: file.name, contentType: file.contentType, content: file.content)
                        }
                    }))
        }
        self.init(
            HTTPMethod(request.method.rawValue), base + request.path, headers: headers, body: body,
            timeouts: carriesFile ? .transfer : .ordinary, mayRepeat: request.isRepeatable)
        // Thousands of small requests over a new connection each would cost more than what they carry.
        connection = .recent
    }

    private static func base64(of file: OutgoingFile?, for request: HTTPRequest) throws(HTTPError) -> String {
        guard let file else { return "" }
        do throws(FileError) {
            return Data(try FileContentReader(file.content).whole()).base64EncodedString()
        } catch {
            var failure = HTTPError(error.code == .changed ? .bodyChanged : .bodyUnreadable, error.explanation, request: request)
            failure.cause = error
            throw failure
        }
    }
}

/// What a submission may ask a connection.
struct ServerCalls: SystemCalls {
    let connection: APIConnection
    let period: PayPeriod?

    func read(_ request: ReadRequest) async throws -> [UInt8]? {
        do {
            return try await connection.read(request)
        } catch let error as HTTPError {
            guard error.code == .status, error.status == 404 else { throw error }
            return nil
        }
    }

    func isNotAllowed(_ error: any Error) -> Bool {
        guard let error = error as? HTTPError, let status = error.status else { return false }
        // Some servers answer a role that may not read something as they answer a sign-in that is over.
        return status == 403 || error.serverMessage?.code == "invalid_token"
    }

    func readAll<R: DatasetRecord>(
        _: R.Type, period: PayPeriod?, filters: [String: String], _ body: (Chunk<R>) -> Void
    ) async throws {
        let dataset = R.dataset
        let size = min(dataset.pageSizes.upperBound, 1_000)
        let request: @Sendable (Int) -> ReadRequest = { page in
            dataset.request(DatasetRequest(period: period, filters: filters, page: page, pageSize: size))
        }
        let lanes = (0..<2).map { _ -> PagedSource<R>.Lane in
            // Rows are checked against what holds now, so kept answers are not used.
            let lane = PageLane<R>(connection, listKeys: dataset.listKeys, life: nil)
            return { try await lane.fetch(request($0)) }
        }
        let source = PagedSource<R>(
            lanes: lanes, paging: dataset.paging, pageSize: size, sendsLimit: request(1).sendsLimit, startingAt: 1, statedTotal: nil)
        while let chunk = try await source.next() { body(chunk) }
    }
}
