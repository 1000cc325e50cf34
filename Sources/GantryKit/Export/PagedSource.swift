package import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
package import GantryJSON
package import GantryModel

/// Fetches and decodes pages ahead, and gives them in order.
///
/// Each of a few lanes fetches one page at a time and decodes it on its own task, so that the next pages are ready while
/// one is checked and written. Memory follows the number of lanes.
actor PagedSource<R: DatasetRecord>: CountedSource {
    /// Fetches the page with a number.
    typealias Lane = @Sendable (Int) async throws -> FetchedPage<R>

    private let lanes: [Lane]
    private var state: PagingState
    /// Pages under way, the next to consume first.
    private var ahead: [Task<FetchedPage<R>, any Error>] = []
    private var nextToAsk: Int
    private var isCancelled = false

    /// - Parameters:
    ///   - lanes: each is asked for one page at a time; at least one.
    ///   - sendsLimit: whether the server is told how many records a page shall hold.
    init(
        lanes: [Lane], paging: DatasetPaging = .pages, pageSize: Int, sendsLimit: Bool, startingAt page: Int, statedTotal: Int?,
        keys: Int = 0
    ) {
        self.lanes = lanes
        state = PagingState(
            paging, pageSize: pageSize, sendsLimit: sendsLimit, nextPage: page, total: statedTotal, keys: keys)
        nextToAsk = page
    }

    deinit {
        for task in ahead { task.cancel() }
    }

    func statedTotal() -> Int? { state.total }
    func isAtEnd() -> Bool { state.isFinished }

    /// Ends what is under way, be it a wait; the next call of `next` throws.
    func cancel() {
        isCancelled = true
        for task in ahead { task.cancel() }
    }

    func next() async throws -> Chunk<R>? {
        guard !state.isFinished else { return nil }
        if isCancelled { throw CancellationError() }
        askAhead()
        let page = try await withTaskCancellationHandler {
            try await ahead[0].value
        } onCancel: { [ahead] in
            for task in ahead { task.cancel() }
        }
        ahead.removeFirst()
        try state.received(page.envelope, records: page.chunk.count, fingerprint: page.fingerprint)
        var chunk = page.chunk
        chunk.page = state.nextPage - 1
        if state.isFinished {
            for task in ahead { task.cancel() }
            ahead = []
        } else {
            askAhead()
        }
        return chunk
    }

    private func askAhead() {
        while !isCancelled, ahead.count < lanes.count, nextToAsk <= state.lastKnownPage {
            let lane = lanes[nextToAsk % lanes.count]
            let page = nextToAsk
            ahead.append(Task { try await lane(page) })
            nextToAsk += 1
        }
    }
}

extension PagedSource {
    /// Pages of a connection.
    init(
        _ connection: APIConnection, lanes: Int, life: Duration? = nil, paging: DatasetPaging = .pages, pageSize: Int, startingAt page: Int,
        statedTotal: Int?, keys: Int = 0, listKeys: [String], request: @escaping @Sendable (Int) -> ReadRequest
    ) {
        let lanes = (0..<max(lanes, 1)).map { _ -> Lane in
            let lane = PageLane<R>(connection, listKeys: listKeys, life: life)
            return { try await lane.fetch(request($0)) }
        }
        self.init(
            lanes: lanes, paging: paging, pageSize: pageSize, sendsLimit: request(page).sendsLimit, startingAt: page,
            statedTotal: statedTotal, keys: keys)
    }
}

/// A page, decoded.
package struct FetchedPage<R: Record>: Sendable {
    package var chunk: Chunk<R>
    package var envelope: PageEnvelope
    /// Its first and last record as sent.
    package var fingerprint: [UInt8]
}

/// Fetches one page at a time and decodes it with a decoder that is kept from page to page.
package actor PageLane<R: DatasetRecord> {
    private let connection: APIConnection
    private let listKeys: [String]
    private let decoder = R.makeDecoder()

    private let life: Duration?

    /// - Parameter life: how long an answer may be used again instead of asking; `nil` asks each time.
    package init(_ connection: APIConnection, listKeys: [String], life: Duration? = nil) {
        self.connection = connection
        self.life = life
        self.listKeys = listKeys
    }

    package func fetch(_ request: ReadRequest) async throws -> FetchedPage<R> {
        // A text that is no JSON is most often a server or proxy in trouble, which passes: it is asked for again.
        for attempt in 1..<3 {
            // Only the first answer may be a kept one: what is no page must not be read again and again.
            let answer = try await connection.read(request, life: life, isAnew: attempt > 1)
            if let page = try? decode(answer.body) {
                if page.envelope.success != false || !answer.wasKept { return try await successful(page, request, answer) }
                connection.forget(answer)
                continue
            }
            connection.forget(answer)
            guard !answer.wasKept else { continue }
            try await connection.pause(afterAttempt: attempt, of: request, because: "the answer was no readable page")
        }
        let answer = try await connection.read(request, life: life, isAnew: true)
        let outcome = Result { () throws(JSONProblem) in try decode(answer.body) }
        switch outcome {
        case .success(let page): return try await successful(page, request, answer)
        case .failure(let problem): throw connection.unreadable(request, answer.body, problem)
        }
    }

    /// Keeps an answer that is one. An answer of 200 can still say that it is none.
    private func successful(_ page: FetchedPage<R>, _ request: ReadRequest, _ answer: ReadAnswer) async throws -> FetchedPage<R> {
        guard page.envelope.success != false else { throw await connection.refusal(request, answer.body) }
        if let unreadable = page.envelope.unreadable { throw connection.unreadable(request, unreadable) }
        connection.keep(answer)
        return page
    }

    private func decode(_ body: [UInt8]) throws(JSONProblem) -> FetchedPage<R> {
        var chunk = Chunk<R>(bytes: body)
        let envelope = try decoder.decodePage(&chunk, listKeys: listKeys)
        var fingerprint: [UInt8] = []
        if let first = chunk.ranges.first, let last = chunk.ranges.last {
            fingerprint = Array(chunk.bytes[first]) + Array(chunk.bytes[last])
        }
        return FetchedPage(chunk: chunk, envelope: envelope, fingerprint: fingerprint)
    }
}
