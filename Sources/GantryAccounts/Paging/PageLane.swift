package import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
package import GantryJSON
package import GantryModel

/// A page, decoded.
package struct FetchedPage<R: Record>: Sendable {
    package var chunk: Chunk<R>
    package var envelope: PageEnvelope
    /// Its first and last record as sent.
    package var fingerprint: [UInt8]
    /// Stands for the key of the record before the page, asked for after it; `nil` where it isn't known.
    package var before: Int64?

    package init(chunk: Chunk<R>, envelope: PageEnvelope, fingerprint: [UInt8]) {
        self.chunk = chunk
        self.envelope = envelope
        self.fingerprint = fingerprint
    }
}

/// Fetches one page at a time and decodes it with a decoder that is kept from page to page.
package actor PageLane<R: DatasetRecord> {
    private let connection: APIConnection
    private let listKeys: [String]
    private let decoder: any PageDecoding<R>
    private let headers: AnswerHeaders
    private let dataset: Dataset<R>

    /// - Parameter dataset: as the connection's contract has it.
    package init(_ connection: APIConnection, _ dataset: Dataset<R>) {
        self.connection = connection
        listKeys = dataset.listKeys
        headers = dataset.headers
        self.dataset = dataset
        decoder = dataset.makePageDecoder()
    }

    package func fetch(_ request: ReadRequest) async throws -> FetchedPage<R> {
        var attempt = 1
        while true {
            let answer = try await read(request)
            do {
                let page = try decode(answer.body, asked: request.limit)
                if page.envelope.success != false { return try await successful(page, of: request, answer.headers) }
                let refusal = await connection.refusal(request, answer.body)
                try await connection.pauseOrThrow(refusal, afterAttempt: attempt, of: request)
            } catch JSONProblem.tooManyRecords(let most) {
                throw connection.tooLong(request, body: answer.body, most: most)
            } catch let problem as JSONProblem {
                // A text that isn't JSON usually means a server or proxy with a temporary problem.
                guard attempt < APIConnection.tries else {
                    throw connection.unreadable(request, body: answer.body, problem: problem)
                }
                try await connection.pause(
                    afterAttempt: attempt, of: request, because: "the answer was not a readable page")
            }
            attempt += 1
        }
    }

    /// Reads an answer. A server without the address may be one of the documented contract.
    private func read(_ request: ReadRequest) async throws -> HTTPResponse {
        do {
            return try await connection.whole(request)
        } catch let error as HTTPError where error.status == 404 && connection.contract != .documented {
            throw RunError(
                .sourceRefused,
                "The server has no \(request.path), which belongs to the \(connection.contract.rawValue) contract. "
                    + "It answers the documented one, or is another server.",
                advice:
                    "Check the address of the connection \(connection.name) in gantry.yaml, and write contract: documented there if it is right."
            )
        }
    }

    /// A page whose answer reports success.
    private func successful(
        _ page: FetchedPage<R>, of request: ReadRequest, _ sent: HTTPHeaders
    ) async throws -> FetchedPage<R> {
        var page = page
        try await page.envelope.note(sent, known: headers, of: request, from: connection)
        if dataset.isDescribed, page.envelope.linkToMore == nil, let link = sent.linkToNext {
            page.envelope.linkToMore = "the header Link"
            page.envelope.sentLink = link
        }
        dataset.noteNext(behind: page.chunk, asked: request.limit, in: &page.envelope)
        if let object = page.envelope.objectAtNext { throw connection.unreadable(request, object) }
        if let unreadable = page.envelope.unreadable { throw connection.unreadable(request, unreadable) }
        return page
    }

    private func decode(_ body: [UInt8], asked: Int?) throws(JSONProblem) -> FetchedPage<R> {
        var chunk = Chunk<R>(bytes: body)
        let envelope = try decoder.decodePage(&chunk, listKeys: listKeys, asked: asked)
        var fingerprint: [UInt8] = []
        if let first = chunk.ranges.first, let last = chunk.ranges.last {
            fingerprint = Array(chunk.bytes[first]) + Array(chunk.bytes[last])
        }
        return FetchedPage(chunk: chunk, envelope: envelope, fingerprint: fingerprint)
    }
}
