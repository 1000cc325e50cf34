package import GantryConnectors
package import GantryEngine
internal import GantryModel

/// How a list is asked for, page by page or key by key: everything that a ``PagedSource`` needs but its position.
package struct PagedList<R: DatasetRecord>: Sendable {
    package let dataset: Dataset<R>
    /// Each is asked for one page at a time; at least one.
    package let lanes: [PagedSource<R>.Lane]
    package let paging: DatasetPaging
    /// Whether a request states how many records a page should have.
    package let sendsLimit: Bool
    /// How many keys a keyed list is asked for; each is a page of its own.
    package let keys: Int
    /// Fetches the page that the one before says, in place of the lanes; `nil`, the default, for other lists.
    package var follow: PagedSource<R>.Follow?

    /// - Parameter paging: that of the dataset by default.
    package init(
        _ dataset: Dataset<R>, lanes: [PagedSource<R>.Lane], paging: DatasetPaging? = nil, sendsLimit: Bool,
        keys: Int = 0
    ) {
        self.dataset = dataset
        self.lanes = lanes
        self.paging = paging ?? dataset.paging
        self.sendsLimit = sendsLimit
        self.keys = keys
    }

    /// Pages of a connection, of a dataset as its contract has it: of a list without a fixed order a page for each day.
    /// Every record must be of the period that the server is asked for.
    ///
    /// - Parameters:
    ///   - ask: what each request says besides the place of its page.
    ///   - provesAsked: whether the records must be usable, and those that are asked for. The default is true.
    package init(
        _ connection: APIConnection, of dataset: Dataset<R>, lanes: Int, asking ask: DatasetRequest,
        provesAsked: Bool = true
    ) {
        if dataset.unorderedPageSize != nil, ask.period != nil, let pieces = ListPieces(dataset, of: ask) {
            self = pieces.list(connection, lanes: lanes)
            return
        }
        let details: @Sendable (_ page: Int, _ size: Int, _ next: String?) -> DatasetRequest = { page, size, next in
            var ask = ask
            (ask.page, ask.pageSize, ask.next) = (page, size, next)
            return ask
        }
        let lane: @Sendable () -> @Sendable (Int, Int, String?) async throws -> FetchedPage<R> = {
            let lane = PageLane(connection, dataset)
            return { page, size, next in
                let ask = details(page, size, next)
                return try await provesAsked ? dataset.page(ask, lane) : lane.fetch(dataset.request(ask))
            }
        }
        self.init(
            dataset,
            lanes: (0..<max(lanes, 1)).map { _ in
                let fetch = lane()
                return { try await fetch($0, $1, nil) }
            }, sendsLimit: dataset.request(details(1, 1, nil)).sendsLimit)
        guard dataset.paging == .linked else { return }
        let fetch = lane()
        follow = { try await fetch(1, $1, $0) }
    }

    /// The list from a position on.
    /// - Parameter most: how many records it may have. The default is any number.
    package func source(at position: SourcePosition, most: Int = .max) -> PagedSource<R> {
        PagedSource(self, at: position, most: most)
    }

    /// Reads a list again that nothing else shows to be whole; nothing for any other.
    ///
    /// - Parameters:
    ///   - keys: those of the first reading.
    ///   - end: where it ended.
    /// - Throws: `RunError.sourceChanged` where the second reading has others.
    package func requireSecondReading(
        of keys: Set<[UInt8]>, endingAt end: SourcePosition, at position: SourcePosition
    ) async throws {
        guard dataset.proof.isSecondReading, !end.isWholeInOne else { return }
        var again: Set<[UInt8]> = []
        let source = source(at: position)
        while let chunk = try await source.next() { again.formUnion(chunk.spelledKeys) }
        guard again == keys else { throw PagingState.otherRecords(keys.count) }
    }

    /// The most records of a list that is kept in memory: people, and their leave.
    package static var mostKept: Int { 1_000_000 }
}
