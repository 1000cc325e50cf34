package import GantryConnectors
package import GantryEngine
internal import GantryHTTP
package import GantryModel

/// What a submission may ask a connection, and what other rows became according to the ledger.
package struct ConnectionReader: ServerReader {
    package let connection: APIConnection
    package let period: PayPeriod?
    package var contract: Contract { connection.contract }
    private let hasOther: @Sendable (String, LedgerEntry) async throws -> Bool

    /// - Parameter hasOther: Whether the ledger has an id of the server for another row than this one. By default it
    ///   has none.
    package init(
        connection: APIConnection, period: PayPeriod?,
        hasOther: @escaping @Sendable (String, LedgerEntry) async throws -> Bool = { _, _ in false }
    ) {
        self.connection = connection
        self.period = period
        self.hasOther = hasOther
    }

    package func isTaken(_ serverID: String, besides entry: LedgerEntry) async throws -> Bool {
        try await hasOther(serverID, entry)
    }

    package func read(_ request: ReadRequest) async throws -> [UInt8]? {
        do {
            return try await connection.readSuccess(request)
        } catch let error as HTTPError {
            guard error.code == .status, error.status == 404 else { throw error }
            // An answer from a gateway or a web page doesn't show what the server has.
            guard error.serverMessage != nil else {
                throw RunError(
                    .unreadablePage,
                    "GET \(request.path) was answered with a 404 that doesn't look like one of \(connection.connection.system.name).",
                    advice: "It may come from a proxy on the way to the server. Run the same command again; "
                        + "if it happens again, check the address of the connection \(connection.name).",
                    isRetryable: true)
            }
            return nil
        }
    }

    package func search(_ request: ReadRequest) async throws -> [UInt8]? {
        try await ifThere { try await connection.readSuccess(request) }
    }

    package func has(_ file: FileFingerprint, at request: ReadRequest) async throws -> Bool? {
        try await ifThere { try await connection.has(file, at: request) }
    }

    private func ifThere<Found>(_ read: () async throws -> Found) async throws -> Found? {
        do {
            return try await read()
        } catch let error as HTTPError where error.code == .status && [404, 405, 410, 501].contains(error.status) {
            return nil
        }
    }

    package func isAboutRequest(_ error: any Error) -> Bool {
        guard let error = error as? HTTPError else {
            return [.unreadablePage, .sourceRefused].contains((error as? RunError)?.code)
        }
        switch error.lastCode {
        // An account that is refused, or comes too often, gets no other answer to another request.
        case .status: return ![401, 403, 429].contains(error.status)
        case .truncated, .badEncoding, .bodyTooLarge, .headersTooLarge: return true
        default: return false
        }
    }

    package func isNotAllowed(_ error: any Error) -> Bool {
        guard let error = error as? HTTPError, let status = error.status else { return false }
        // Some servers answer a role that may not read something as they answer a sign-in that is over.
        return status == 403 || error.serverMessage?.code == "invalid_token"
    }

    package func readAll<R: DatasetRecord>(
        _ dataset: Dataset<R>, period: PayPeriod?, filters: [String: String], _ body: (UsableRecords<R>) -> Void
    ) async throws {
        let dataset = dataset.variant(of: contract)
        let size = dataset.pageSize(wanted: min(dataset.pageSizes.upperBound, 1_000))
        let position = SourcePosition(pageSize: size)
        // Rows are checked against what holds now, so kept answers are not used.
        let list = PagedList(
            connection, of: dataset, lanes: 2, asking: DatasetRequest(period: period, filters: filters))
        var (chunks, end) = try await all(of: list, at: position)
        let twice = ConnectionReader.keysOnTwoPages(chunks)
        if !twice.isEmpty, dataset.paging != .keyed, dataset.paging != .whole {
            // A row must not be sent because a page left out the record that shows that it was sent before.
            let ask = DatasetRequest(period: period, filters: filters)
            guard let pieces = ListPieces(dataset, of: ask)?.list(connection, lanes: 2) else {
                throw PagingState.twice(twice)
            }
            let keys = Set(chunks.flatMap(\.spelledKeys))
            chunks = try await all(of: pieces, at: position).chunks
            let rest = ConnectionReader.keysOnTwoPages(chunks)
            guard rest.isEmpty else { throw PagingState.twice(rest) }
            let count = chunks.reduce(0) { $0 + $1.count }
            guard keys.isSubset(of: Set(chunks.flatMap(\.spelledKeys))),
                count >= max(end.statedTotal ?? 0, end.statedLeast ?? 0)
            else { throw PagingState.lackingPieces(count) }
        }
        for chunk in chunks { body(UsableRecords(chunk)) }
    }

    private func all<R: DatasetRecord>(
        of list: PagedList<R>, at position: SourcePosition
    ) async throws -> (chunks: [Chunk<R>], end: SourcePosition) {
        let source = list.source(at: position)
        var chunks: [Chunk<R>] = []
        while let chunk = try await source.next() { chunks.append(chunk) }
        let end = await source.position()
        try end.requireAll()
        try await list.requireSecondReading(
            of: Set(chunks.flatMap(\.spelledKeys)), endingAt: end, at: position)
        return (chunks, end)
    }

    /// The keys of records that are on more than one page.
    private static func keysOnTwoPages<R: DatasetRecord>(_ chunks: [Chunk<R>]) -> [String] {
        guard chunks.count > 1 else { return [] }
        var seen: Set<[UInt8]> = []
        var twice: [String] = []
        for chunk in chunks {
            let keys = chunk.spelledKeys
            twice += keys.intersection(seen).map { singleLine(String(decoding: $0, as: UTF8.self)) }.sorted()
            seen.formUnion(keys)
        }
        return twice
    }
}
