package import GantryConnectors
package import GantryEngine
internal import GantryHTTP
package import GantryModel

/// What one part of a run fetches of a list: a range of its pages or keys.
package struct ListShare: Codable, Equatable, Sendable {
    /// What is counted.
    package enum Unit: String, Codable, Sendable {
        case pages, keys
        /// One answer, which one part has.
        case answer
    }

    package let unit: Unit
    /// Pages or keys of the whole list.
    package let count: Int
    /// The first and last that are fetched, from 1; none where the first is after the last.
    package let first: Int
    package let last: Int
    /// How many records a request asks for.
    package let pageSize: Int
    /// What the server says the whole list holds; `nil` where it says nothing, and for keys.
    package let total: Int?
    /// Records on the pages before.
    package let recordsBefore: Int
    /// Stands for the key of the record before the first page, the last of another part: a list that moved between the
    /// two parts shows in it. `nil` where none is before, or it can't be read.
    package var keyBefore: Int64?
    /// Records up to the last page; `nil` where the share ends with the list, and for keys.
    package let recordsThrough: Int?

    package var isEmpty: Bool { first > last }
    /// How many records it must have; `nil` where only the pages say so.
    package var records: Int? {
        guard !isEmpty, unit == .pages else { return isEmpty ? 0 : nil }
        return (recordsThrough ?? total).map { $0 - recordsBefore }
    }
}

extension PagedList {
    /// What one part of several fetches. Asks for the first page where only the server knows how many there are.
    ///
    /// - Throws: `RunError.unsupported` for a list whose length the server doesn't say.
    package func share(_ number: Int, of parts: Int, pageSize: Int) async throws -> ListShare {
        var (unit, count, size) = (ListShare.Unit.answer, 1, pageSize)
        var state = PagingState(
            paging, at: SourcePosition(pageSize: pageSize), sendsLimit: sendsLimit,
            proof: dataset.proof, needsLeast: dataset.statesLeast)
        switch paging {
        case .whole: break
        case .keyed: (unit, count) = (.keys, keys)
        case .linked:
            throw RunError(
                .unsupported, "Each page of the list says where the next one is, so it can't be fetched in parts.",
                advice: "Fetch it whole.")
        case .pages, .offset:
            let page = try await lanes[0](1, pageSize)
            try state.received(page.envelope, records: page.chunk.count, fingerprint: page.fingerprint)
            unit = .pages
            size = max(state.pageSize ?? page.chunk.count, 1)
            let isOnePage = state.isFinished || state.isPastEnd
            guard
                let pages = isOnePage
                    ? 1 : state.totalPages ?? state.total.map({ PagingState.pages(of: $0, size: size) })
            else {
                throw RunError(
                    .unsupported,
                    "The server doesn't say how many records the list has, so it can't be fetched in parts.",
                    advice: "Fetch it whole.")
            }
            count = pages
        }
        // The product could be too large for a number.
        let (each, rest) = count.quotientAndRemainder(dividingBy: parts)
        func end(_ part: Int) -> Int { each * part + rest * part / parts }
        let (first, last) = (end(number - 1) + 1, end(number))
        let (before, isTooLarge) = (first - 1).multipliedReportingOverflow(by: size)
        let (through, isTooLargeAfter) = last.multipliedReportingOverflow(by: size)
        guard !isTooLarge, !isTooLargeAfter else {
            throw RunError(.sourceIncomplete, "The server reports \(counted(count, "page")), which can't be.")
        }
        let isPaged = unit == .pages
        return ListShare(
            unit: unit, count: count, first: first, last: last, pageSize: isPaged ? state.requestedSize : pageSize,
            total: isPaged ? state.total : nil, recordsBefore: isPaged ? before : 0,
            recordsThrough: isPaged && number < parts ? through : nil)
    }

    /// The page before a share; `nil` where there is none, or it is too large to be read.
    package func page(before share: ListShare) async throws -> FetchedPage<R>? {
        guard share.unit == .pages, share.first > 1, !share.isEmpty else { return nil }
        do {
            return try await lanes[0](share.first - 1, share.pageSize)
        } catch let error as HTTPError where error.code == .bodyTooLarge {
            return nil
        }
    }

    /// The records of a share, from a position in it on.
    package func source(of share: ListShare, at position: SourcePosition) -> ShareSource<R> {
        ShareSource(self, share, at: position)
    }
}

/// Gives the pages of a share. Its positions count the records of the share alone.
package actor ShareSource<R: DatasetRecord>: PageSource {
    private let share: ListShare
    private let source: PagedSource<R>?
    /// In the whole list, after what was given.
    private var place: SourcePosition

    init(_ list: PagedList<R>, _ share: ListShare, at position: SourcePosition) {
        self.share = share
        place = position
        if position.page == 1, position.records == 0 { place.page = share.first }
        place.records += share.recordsBefore
        place.statedTotal = share.total
        let ofKeys = share.unit == .keys ? share.last : list.keys
        let upTo = PagedList(
            list.dataset, lanes: list.lanes, paging: list.paging, sendsLimit: list.sendsLimit, keys: ofKeys)
        source = share.isEmpty ? nil : PagedSource(upTo, at: place, through: share.recordsThrough)
    }

    package func position() -> SourcePosition {
        var position = place
        position.records -= share.recordsBefore
        position.statedTotal = share.records
        // That of the whole list.
        position.statedLeast = nil
        return position
    }

    /// Ends what is under way; the next call of `next` throws.
    package func cancel() async { await source?.cancel() }

    package func next() async throws -> Chunk<R>? {
        guard let source else { return nil }
        guard let chunk = try await source.next() else {
            place.isUnproven = await source.position().isUnproven
            return nil
        }
        place = await source.position()
        return chunk
    }
}
