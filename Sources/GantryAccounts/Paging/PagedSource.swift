package import GantryConnectors
package import GantryEngine
internal import GantryHTTP
internal import GantryJSON
package import GantryModel

/// Fetches and decodes pages ahead, and gives them in order.
///
/// Each of a few lanes fetches one page at a time and decodes it on its own task, so that the next pages are ready
/// while one is checked and written. Memory follows the number of lanes.
package actor PagedSource<R: DatasetRecord>: PageSource {
    /// Fetches the page with a number, of so many records.
    package typealias Lane = @Sendable (_ page: Int, _ size: Int) async throws -> FetchedPage<R>

    /// Fetches the page that the one before says; `nil` for the first page.
    package typealias Follow = @Sendable (_ next: String?, _ size: Int) async throws -> FetchedPage<R>

    private let lanes: [Lane]
    private let follow: Follow?
    /// The keys of the last record, and of the one that the server has behind it, where texts are in its order.
    private var border: (last: String, next: String)?
    private let end: Int?
    private var state: PagingState
    /// Pages under way, the next to consume first.
    private var ahead: [Task<FetchedPage<R>, any Error>] = []
    private var nextToAsk: Int
    private var isCancelled = false
    /// Whether the pages of the list follow each other in the server's order.
    private let hasBorders: Bool
    /// Whether only a page without records is the end of them, so that a short page may be one that the server cut.
    private let endsEmpty: Bool
    /// Stands for the key of the last record of the page before, which must still be there when the next one is read.
    private var lastKey: Int64?
    /// The page before, where it may have fewer records than were asked for.
    private var short: ShortPage?
    /// The first page that is asked for.
    private let firstPage: Int
    /// Whether the first page is one at which an earlier attempt stopped.
    private let resumes: Bool
    /// Whether a single record can be asked for.
    private var givesOne: Bool
    private let decoder: any PageDecoding<R>
    /// Whether an answer holds one record.
    private let isOneAnAnswer: Bool

    /// - Parameters:
    ///   - position: where to continue.
    ///   - end: how many of the list's records end the source; `nil` gives all.
    ///   - most: how many records the whole list may have, for those that are kept in memory. The default is any
    ///     number.
    package init(
        _ list: PagedList<R>, at position: SourcePosition, through end: Int? = nil, most: Int = .max
    ) {
        lanes = list.lanes
        follow = list.follow
        self.end = end
        state = PagingState(
            list.paging, at: position, sendsLimit: list.sendsLimit, keys: list.keys, most: most,
            proof: list.dataset.proof, needsLeast: list.dataset.statesLeast, isOneAnAnswer: list.dataset.isOneAnAnswer)
        nextToAsk = position.page
        hasBorders = list.paging == .pages || list.paging == .offset
        endsEmpty = hasBorders && list.sendsLimit && list.dataset.proof.endsEmpty
        lastKey = position.lastKey
        if endsEmpty, position.page > 1, position.records < (position.page - 1) * position.pageSize {
            short = ShortPage(number: position.page - 1, size: position.pageSize)
        }
        firstPage = position.page
        resumes = position.page > 1 && list.paging != .keyed
        givesOne = list.sendsLimit
        decoder = list.dataset.decoder()
        isOneAnAnswer = list.dataset.isOneAnAnswer
    }

    deinit {
        for task in ahead { task.cancel() }
    }

    package func position() -> SourcePosition {
        var position = state.position
        position.lastKey = lastKey
        if isOneAnAnswer { position.isUnproven = nil }
        return position
    }

    /// Ends what is under way, also a wait; the next call of `next` throws.
    package func cancel() {
        isCancelled = true
        for task in ahead { task.cancel() }
    }

    package func next() async throws -> Chunk<R>? {
        while !isAtEnd {
            if isCancelled { throw CancellationError() }
            askAhead()
            let fetched: FetchedPage<R>
            do {
                fetched = try await withTaskCancellationHandler {
                    try await ahead[0].value
                } onCancel: { [ahead] in
                    for task in ahead { task.cancel() }
                }
            } catch let error as HTTPError {
                if let chunk = try await instead(of: error) { return chunk }
                continue
            } catch let error as RunError
                where state.isDoubtingTotal && [.sourceRefused, .unreadablePage].contains(error.code)
            {
                state.receivedNone()
                dropAhead()
                continue
            } catch let error as RunError where error.code == .sourceRefused && isSavedPlace {
                throw PagingState.lost(state.nextPage, because: error)
            }
            ahead.removeFirst()
            let page = state.nextPage
            let size = state.requestedSize
            let earlier = state
            let records = state.records
            try state.received(fetched.envelope, records: fetched.chunk.count, fingerprint: fetched.fingerprint)
            if hasBorders, state.records > records { try await requireBorder(before: page, size, fetched) }
            if let follow, let keys = fetched.envelope.afters { try await requireOrder(fetched, keys, size, follow) }
            if let most = try await mostGiven(before: page, size, fetched) {
                state = earlier
                state.goOn(inPagesOf: most, behind: short)
                short = nil
                dropAhead()
                continue
            }
            if hasBorders, state.records > records {
                lastKey = fetched.chunk.lastKey
                let isShort = endsEmpty && fetched.chunk.count < size
                short = isShort ? ShortPage(number: page, size: size, count: fetched.chunk.count) : nil
            }
            if state.isFinished || state.requestedSize != size { dropAhead() }
            var chunk = fetched.chunk
            chunk.page = page
            askAhead()
            // The page past the last one, which was asked for only to be sure.
            if state.isFinished, page > 1, chunk.count == 0 || hasBorders && state.records == records { return nil }
            return chunk
        }
        return nil
    }

    /// What replaces a page that the server refused or that is too large; `nil` to continue with other pages.
    private func instead(of error: HTTPError) async throws -> Chunk<R>? {
        let page = state.nextPage
        let isPast = state.isPastEnd || state.isLookingOn
        if isPast && [400, 404, 416].contains(error.status) || state.isDoubtingTotal && error.code == .status {
            state.receivedNone()
            dropAhead()
            return nil
        }
        if isSavedPlace, let status = error.status, [400, 404, 410, 416, 422].contains(status) {
            throw PagingState.lost(page, because: error)
        }
        guard error.code == .bodyTooLarge, !isCancelled else { throw error }
        guard !state.divide() else {
            dropAhead()
            return nil
        }
        guard state.canPassOver(answersHoldOneRecord: isOneAnAnswer), try await canReadBeside(page) else {
            throw error
        }
        var chunk = Chunk<R>(bytes: Array("\(OmittedRecord.json)\n".utf8), page: page)
        try decoder.decodeLines(&chunk)
        state.passedOver()
        lastKey = nil
        short = nil
        dropAhead()
        return chunk
    }

    /// Whether the record before or after one that is too large can be read. If not, the server is at fault, and not a
    /// record.
    private func canReadBeside(_ record: Int) async throws -> Bool {
        for page in [record - 1, record + 1] where page > 0 {
            do {
                _ = try await lanes[0](page, 1)
                return true
            } catch let error as HTTPError where error.code == .bodyTooLarge {}
        }
        return false
    }

    /// Drops the pages that were requested ahead: they have another size, or are past the end.
    private func dropAhead() {
        for task in ahead { task.cancel() }
        ahead = []
        nextToAsk = state.nextPage
    }

    /// Whether the next page is where an earlier attempt stopped: its address may hold no longer, or the list end
    /// before it.
    private var isSavedPlace: Bool { resumes && state.nextPage == firstPage }

    /// Whether no page is to be given any more.
    private var isAtEnd: Bool { state.isFinished || end.map { state.records >= $0 } ?? false }

    /// Whether a page begins before the end. The next one does; before it, a server's own page size isn't known.
    private func isWanted(_ page: Int) -> Bool {
        guard let end, page > state.nextPage else { return true }
        let (start, overflow) = (page - 1).multipliedReportingOverflow(by: state.pageSize ?? state.requestedSize)
        return !overflow && start < end
    }

    private func askAhead() {
        while !isCancelled, !isAtEnd, ahead.count < lanes.count, nextToAsk <= state.lastKnownPage, isWanted(nextToAsk) {
            let lane = lanes[nextToAsk % lanes.count]
            let (page, size) = (nextToAsk, state.requestedSize)
            if let follow {
                let next = state.next
                ahead.append(Task { try await follow(next, size) })
                nextToAsk += 1
                continue
            }
            let record = recordToCheck(before: page)
            ahead.append(
                Task {
                    var fetched = try await lane(page, size)
                    if let record, fetched.chunk.count > 0 { fetched.before = try await Self.key(of: record, lane) }
                    return fetched
                })
            nextToAsk += 1
        }
    }
}

extension PagedSource {
    /// The record before a page, from 1, which is asked for again after the page; `nil` where no page was read before.
    private func recordToCheck(before page: Int) -> Int? {
        guard hasBorders, givesOne, page > firstPage || lastKey != nil, page > 1, !state.isPastEnd else {
            return nil
        }
        let (record, overflow) = (page - 1).multipliedReportingOverflow(by: state.pageSize ?? state.requestedSize)
        return overflow ? nil : record
    }

    /// Stands for the key of one record; `nil` where the server doesn't give it alone.
    private static func key(of record: Int, _ lane: Lane) async throws -> Int64? {
        guard let one = try await given(record, 1, lane), one.count == 1 else { return nil }
        return one.lastKey
    }

    /// The records of a page; `nil` where the server doesn't give it.
    private static func given(_ page: Int, _ size: Int, _ lane: Lane) async throws -> Chunk<R>? {
        do {
            return try await lane(page, size).chunk
        } catch let error as HTTPError where error.code == .bodyTooLarge || [400, 404, 416].contains(error.status) {
            return nil
        }
    }

    /// The record before a page must still be the last one of the page before: where one was removed in front of it and
    /// another added elsewhere, the total is the same, and one is on neither page.
    ///
    /// A server can give another one of equal records when it is asked for one alone, or can't give one alone. Then the
    /// page before is asked for again.
    private func requireBorder(before page: Int, _ size: Int, _ fetched: FetchedPage<R>) async throws {
        guard let lastKey, page > 1, fetched.before != lastKey else { return }
        if fetched.before == nil { givesOne = false }
        do {
            guard try await lanes[0](page - 1, size).chunk.lastKey == lastKey else {
                throw PagingState.changed("the record before page \(page) is another one than was read")
            }
        } catch let error as HTTPError where error.code == .bodyTooLarge {}
    }

    /// Asked for what comes behind the last record but one, a server whose keys are texts must send the last one first,
    /// and then the first one of the next page: its order of texts can be any. Of the first page, a record that comes
    /// before the one behind it by its bytes, and one that comes after it, are asked about as well: a server that sorts
    /// by something else, and compares keys, can't send what is behind both.
    private func requireOrder(
        _ page: FetchedPage<R>, _ keys: [String?], _ size: Int, _ follow: Follow
    ) async throws {
        let isFirst = border == nil
        if let (last, next) = border, keys.first ?? nil != next {
            throw PagingState.otherBehind(last, keys.first ?? nil, expected: next)
        }
        border = nil
        let pairs = zip(keys, keys.dropFirst()).map { ($0 ?? "", $1 ?? "") }
        guard page.envelope.order?.isNumber == false, page.envelope.next != nil, let last = pairs.last,
            !last.0.isEmpty
        else { return }
        border = try await behind(last, size, follow).map { (last.1, $0) }
        guard isFirst else { return }
        for rises in [false, true] {
            let pair = pairs.first { one, other in
                !one.isEmpty && !other.isEmpty
                    && (rises
                        ? one.utf8.lexicographicallyPrecedes(other.utf8)
                        : other.utf8.lexicographicallyPrecedes(one.utf8))
            }
            if let pair, pair != last { _ = try await behind(pair, size, follow) }
        }
    }

    /// Asks for what comes behind the first of two records, one after the other on a page.
    /// - Returns: the key behind both; `nil` for no record.
    /// - Throws: `RunError` where the second one doesn't come first.
    private func behind(_ pair: (String, String), _ size: Int, _ follow: Follow) async throws -> String? {
        let page: FetchedPage<R>
        do {
            page = try await follow(pair.0, 2)
        } catch let error as HTTPError
            where error.code == .bodyTooLarge || [400, 404, 416, 422].contains(error.status)
        {
            page = try await follow(pair.0, size)
        }
        let found = page.envelope.afters ?? []
        guard found.first == pair.1 else {
            throw PagingState.otherBehind(pair.0, found.first ?? nil, expected: pair.1)
        }
        return found.dropFirst().first ?? nil
    }

    /// How many records the server gives at most, where the page before was short for that reason: records behind it
    /// are on neither page, and would be lost. `nil` where none is lost, as of a page that some were taken out of.
    private func mostGiven(before page: Int, _ size: Int, _ fetched: FetchedPage<R>) async throws -> Int? {
        let isEnd = fetched.chunk.count == 0
        guard let short, isEnd || fetched.before == nil || fetched.before != lastKey else { return nil }
        var again: Chunk<R>?
        if short.count == nil { again = try await Self.given(short.number, short.size, lanes[0]) }
        guard let count = short.count ?? again?.count else { throw short.isUnproven }
        guard 0 < count, count < short.size else { return nil }
        let unproven = short.isUnproven
        let (start, end) = (short.start, short.start + count)
        // Behind a list's last page a single record is enough to ask for; a first page can be one that was cut.
        var probe = isEnd && start > 0 ? PageProbe(page: end + 1, size: 1) : short.probe(count)
        let known = fetched.chunk.spelledKeys
        while true {
            guard let behind = try await Self.given(probe.page, probe.size, lanes[0]) else {
                guard isEnd else { throw unproven }
                return nil
            }
            let keys = behind.spelledKeys
            // A server that counts pages by what it gives has the same page under this number in either size.
            if start == 0, !isEnd, keys == known { return count }
            if !keys.isSubset(of: known) {
                if again == nil { again = try await Self.given(short.number, short.size, lanes[0]) }
                guard let again, again.count == count else { throw unproven }
                let before = again.spelledKeys
                if !keys.isSubset(of: known.union(before)) {
                    guard probe.start == end, end % count == 0, keys.isDisjoint(with: before) else { throw unproven }
                    return count
                }
            }
            if isEnd || !keys.isDisjoint(with: known) || probe.end >= start + short.size { return nil }
            probe.page += 1
        }
    }
}
