internal import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
internal import GantryModel

extension HTTPRequest {
    /// A request that has an effect, below a base address.
    init(_ request: WriteRequest, base: String, files: [String: OutgoingFile]) {
        var headers = [HeaderField("Accept", "application/json")]
        let body: HTTPBody
        var carriesFile = false
        switch request.body {
        case .none: body = .none
        case .json(let text):
            headers.append(HeaderField("Content-Type", "application/json"))
            body = .text(text)
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
    }
}

/// What a submission may ask a connection.
struct ServerCalls: SystemCalls {
    let connection: APIConnection

    func read(_ request: ReadRequest) async throws -> [UInt8]? {
        do {
            return try await connection.read(request)
        } catch let error as HTTPError {
            guard error.code == .status, error.status == 404 else { throw error }
            return nil
        }
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
