import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryJSON
import Testing

@Suite("What pages say about the whole")
struct PagingStateTests {
    func envelope(
        page: Int64? = nil, of pages: Int64? = nil, total: Int64? = nil, hasNext: Bool? = nil, limit: Int64? = nil,
        offset: Int64? = nil
    ) -> PageEnvelope {
        var envelope = PageEnvelope()
        envelope.page = page
        envelope.totalPages = pages
        envelope.totalCount = total
        envelope.hasNext = hasNext
        envelope.limit = limit
        envelope.offset = offset
        return envelope
    }

    func paging(
        _ kind: DatasetPaging = .pages, pageSize: Int, sendsLimit: Bool = true, nextPage: Int, total: Int?,
        keys: Int = 0,
        records: Int? = nil, usual: Int? = nil
    ) -> PagingState {
        var position = SourcePosition(pageSize: pageSize, statedTotal: total)
        position.page = nextPage
        position.records = records ?? (nextPage - 1) * pageSize
        position.usualPageSize = usual
        return PagingState(kind, at: position, sendsLimit: sendsLimit, keys: keys)
    }

    func divide(_ state: inout PagingState, _ expected: Bool = true) {
        let isDivided = state.divide()
        #expect(isDivided == expected)
    }

    func code(_ body: () throws(RunError) -> Void) -> RunError.Code? {
        do throws(RunError) {
            try body()
            return nil
        } catch { return error.code }
    }

    @Test("ends after the stated number of pages") func totalPages() throws {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        #expect(state.lastKnownPage == 1)
        for page in 1...3 {
            #expect(!state.isFinished && state.nextPage == page)
            try state.received(
                envelope(page: Int64(page), of: 3, total: 5), records: page == 3 ? 1 : 2, fingerprint: [UInt8(page)])
            #expect(state.lastKnownPage == max(3, page + 1))
        }
        #expect(state.isFinished && state.total == 5 && state.totalPages == 3 && state.nextPage == 4)
    }

    @Test("is refused at once where it is longer than what is kept in memory, by its total, its pages or its records")
    func tooLong() throws {
        for stated in [envelope(page: 1, of: 20_000_000), envelope(page: 1, of: 2, total: 1_001)] {
            var state = PagingState(.pages, at: SourcePosition(pageSize: 2), most: 1_000)
            #expect(
                code { () throws(RunError) in try state.received(stated, records: 2, fingerprint: [1]) }
                    == .sourceIncomplete)
        }
        var state = PagingState(.pages, at: SourcePosition(pageSize: 2), most: 3)
        try state.received(envelope(page: 1, hasNext: true), records: 2, fingerprint: [1])
        #expect(
            code { () throws(RunError) in
                try state.received(envelope(page: 2, hasNext: true), records: 2, fingerprint: [2])
            } == .sourceIncomplete)
        var fitting = PagingState(.pages, at: SourcePosition(pageSize: 2), most: 1_000)
        try fitting.received(envelope(page: 1, of: 2, total: 4), records: 2, fingerprint: [1])
    }

    @Test("goes on while the server says so") func hasNext() throws {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(hasNext: true), records: 1, fingerprint: [1])
        #expect(!state.isFinished && state.lastKnownPage == 2)
        try state.received(envelope(hasNext: false), records: 2, fingerprint: [2])
        #expect(state.isFinished)
    }

    @Test("goes on to a page that isn't full where nothing else is said") func fullPages() throws {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(page: 1), records: 2, fingerprint: [1])
        #expect(!state.isFinished)
        try state.received(envelope(page: 2), records: 1, fingerprint: [2])
        #expect(state.isFinished)
        var exact = paging(pageSize: 2, nextPage: 1, total: nil)
        try exact.received(envelope(total: 2), records: 2, fingerprint: [1])
        try exact.received(envelope(total: 2), records: 0, fingerprint: [])
        #expect(exact.isFinished)
    }

    @Test("takes a bare list that is longer than was asked for as it is, but unproven") func bareList() throws {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        try state.received(PageEnvelope(), records: 500, fingerprint: [1])
        #expect(state.isFinished && state.position.isUnproven == true)
    }

    @Test(
        "asks for the next page after a full one, whatever the total says", arguments: [DatasetPaging.pages, .offset])
    func fullLastPage(kind: DatasetPaging) throws {
        var state = paging(kind, pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(total: 2, hasNext: false, limit: 2), records: 2, fingerprint: [1])
        #expect(!state.isFinished && state.isPastEnd && state.lastKnownPage == 2)
        let resumed = PagingState(kind, at: state.position)
        #expect(!resumed.isFinished && resumed.isPastEnd && resumed.nextPage == 2)
        for state in [state, resumed] {
            var empty = state
            try empty.received(envelope(total: 2), records: 0, fingerprint: [])
            #expect(empty.isFinished && empty.position.records == 2)
            var missing = state
            missing.receivedNone()
            #expect(missing.isFinished && missing.position.isAtEnd)
            // Some servers give the last page for any that comes after it.
            var last = state
            try last.received(
                kind == .pages ? envelope(page: 1, total: 2) : envelope(total: 2, offset: 0), records: 2,
                fingerprint: [9])
            #expect(last.isFinished)
        }
        try state.received(envelope(total: 2), records: 2, fingerprint: [1])
        #expect(state.isFinished, "the same records")
    }

    @Test("refuses a total that counts a page, and says so", arguments: [DatasetPaging.pages, .offset])
    func totalOfPage(kind: DatasetPaging) throws {
        var state = paging(kind, pageSize: 100, nextPage: 1, total: nil)
        try state.received(envelope(total: 100), records: 100, fingerprint: [1])
        for (total, records) in [(100, 100), (55, 55), (nil, 1)] as [(Int64?, Int)] {
            var next = state
            do throws(RunError) {
                try next.received(envelope(total: total), records: records, fingerprint: [2])
                Issue.record("it was believed")
            } catch {
                #expect(error.code == .sourceIncomplete && !error.isRetryable)
                #expect(
                    error.explanation.contains(
                        "reports a total of 100 records, but up to page 2 there are \(100 + records)"))
            }
        }
        // A record that was added meanwhile is a source that changed.
        #expect(
            code { () throws(RunError) in try state.received(envelope(total: 101), records: 1, fingerprint: [2]) }
                == .sourceChanged)
        var first = paging(kind, pageSize: 100, nextPage: 1, total: nil)
        #expect(
            code { () throws(RunError) in try first.received(envelope(total: 5), records: 37, fingerprint: [1]) }
                == .sourceIncomplete)
    }

    @Test(
        "goes on after a first page without any count in pages of what came, to an end that shows itself",
        arguments: [DatasetPaging.pages, .offset])
    func silentlyCut(kind: DatasetPaging) throws {
        var state = paging(kind, pageSize: 1_000, nextPage: 1, total: nil)
        try state.received(PageEnvelope(), records: 50, fingerprint: [1])
        #expect(!state.isFinished && state.requestedSize == 50 && state.nextPage == 2 && state.isLookingOn)
        var cut = state
        try cut.received(PageEnvelope(), records: 40, fingerprint: [2])
        #expect(cut.isFinished && cut.records == 90 && cut.position.isUnproven == nil)
        var whole = state
        try whole.received(PageEnvelope(), records: 0, fingerprint: [])
        #expect(whole.isFinished && whole.records == 50 && whole.position.isUnproven == nil)
        // A server that knows no pages gives the list again, or refuses.
        var again = state
        try again.received(PageEnvelope(), records: 50, fingerprint: [1])
        #expect(again.isFinished && again.records == 50 && again.position.isUnproven == true)
        state.receivedNone()
        #expect(state.isFinished && state.position.isUnproven == true)
    }

    @Test("says of a list in one answer whether a count shows that it is whole") func unproven() throws {
        for (total, sendsLimit, kind) in [
            (nil, false, .whole), (nil, false, .pages), (3, false, .whole), (3, false, .pages),
        ] as [(Int64?, Bool, DatasetPaging)] {
            var state = paging(kind, pageSize: 1_000, sendsLimit: sendsLimit, nextPage: 1, total: nil)
            try state.received(envelope(total: total), records: 3, fingerprint: [1])
            #expect(state.isFinished && (state.position.isUnproven == true) == (total == nil))
        }
        var empty = paging(.whole, pageSize: 1_000, sendsLimit: false, nextPage: 1, total: nil)
        try empty.received(PageEnvelope(), records: 0, fingerprint: [])
        #expect(empty.isFinished && empty.position.isUnproven == nil)
    }

    @Test("goes by the pages that come where the limit that the server names isn't kept") func namedLimit() throws {
        var state = paging(.offset, pageSize: 1_000, nextPage: 1, total: nil)
        try state.received(envelope(total: 90, hasNext: true, limit: 1_000, offset: 0), records: 50, fingerprint: [1])
        #expect(state.requestedSize == 50 && state.nextPage == 2)
        try state.received(envelope(total: 90, hasNext: false, limit: 50, offset: 50), records: 40, fingerprint: [2])
        #expect(state.isFinished && state.records == 90)
    }

    @Test("refuses a bare list of just as many as were asked for that can't be read on") func bareFullList() throws {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        try state.received(PageEnvelope(), records: 2, fingerprint: [1])
        #expect(!state.isFinished)
        var more = state
        try more.received(PageEnvelope(), records: 1, fingerprint: [2])
        #expect(more.isFinished && more.records == 3)
        do throws(RunError) {
            try state.received(PageEnvelope(), records: 2, fingerprint: [1])
            Issue.record("a list that may be cut was taken for the whole")
        } catch {
            #expect(
                error.code == .sourceIncomplete
                    && error.explanation.contains("sends only the first 2 records of the list")
            )
        }
    }

    @Test(
        "goes by the size of the pages that the server gives where that is smaller, stated or not",
        arguments: [nil, 37] as [Int64?])
    func cappedOffsets(limit: Int64?) throws {
        var state = paging(.offset, pageSize: 100, nextPage: 1, total: nil)
        try state.received(envelope(total: 255, limit: limit, offset: 0), records: 37, fingerprint: [1])
        #expect(state.requestedSize == 37 && state.nextPage == 2 && state.lastKnownPage == 7)
        #expect(state.position.pageSize == 37 && state.position.usualPageSize == nil)
        state = PagingState(.offset, at: state.position)
        for page in 2...6 {
            try state.received(
                envelope(total: 255, limit: limit, offset: Int64(37 * (page - 1))), records: 37,
                fingerprint: [UInt8(page)])
        }
        try state.received(envelope(total: 255, limit: limit, offset: 222), records: 33, fingerprint: [7])
        #expect(state.isFinished && state.records == 255)
    }

    @Test("goes by it too where only another page or a limit is stated") func cappedWithoutTotal() throws {
        var next = paging(.offset, pageSize: 100, nextPage: 1, total: nil)
        try next.received(envelope(hasNext: true), records: 40, fingerprint: [1])
        #expect(next.requestedSize == 40 && next.nextPage == 2)
        var limited = paging(.offset, pageSize: 100, nextPage: 1, total: nil)
        try limited.received(envelope(limit: 40), records: 40, fingerprint: [1])
        #expect(!limited.isFinished && limited.requestedSize == 40)
        var pages = paging(pageSize: 1_000, nextPage: 1, total: nil)
        try pages.received(envelope(page: 1, total: 45, limit: 20), records: 20, fingerprint: [1])
        try pages.received(envelope(page: 2, total: 45, limit: 20), records: 20, fingerprint: [2])
        try pages.received(envelope(page: 3, total: 45, limit: 20), records: 5, fingerprint: [3])
        #expect(pages.isFinished && pages.records == 45)
        // Without a limit a short page may be one that records were taken out of: the server counts pages as it was
        // asked to.
        var short = paging(pageSize: 1_000, nextPage: 1, total: nil)
        try short.received(envelope(page: 1, of: 2, total: 1_491), records: 998, fingerprint: [1])
        #expect(short.requestedSize == 1_000)
    }

    @Test("refuses a page in the middle with fewer or more records than its offsets leave room for") func gaps() throws
    {
        var state = paging(.offset, pageSize: 10, nextPage: 1, total: nil)
        try state.received(envelope(total: 100), records: 10, fingerprint: [1])
        for count in [9, 11] {
            var next = state
            #expect(
                code { () throws(RunError) in
                    try next.received(envelope(total: 100, limit: 10), records: count, fingerprint: [2])
                } == .sourceIncomplete)
        }
        var last = paging(pageSize: 10, nextPage: 3, total: 33)
        #expect(
            code { () throws(RunError) in
                try last.received(envelope(page: 3, of: 3, total: 33), records: 13, fingerprint: [2])
            } == .sourceIncomplete)
    }

    @Test("of nothing is one empty page", arguments: [0, 1] as [Int64]) func empty(pages: Int64) throws {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(page: 1, of: pages, total: 0, hasNext: false), records: 0, fingerprint: [])
        #expect(state.isFinished && state.total == 0)
    }

    @Test("goes on where a run stopped") func resumed() throws {
        var state = paging(pageSize: 2, nextPage: 3, total: 6)
        #expect(state.lastKnownPage == 3 && state.nextPage == 3)
        try state.received(envelope(page: 3, of: 3, total: 6), records: 2, fingerprint: [1])
        #expect(!state.isFinished && state.isPastEnd)
        var past = paging(pageSize: 2, nextPage: 4, total: 6)
        try past.received(envelope(page: 4, of: 3, total: 6), records: 0, fingerprint: [])
        #expect(past.isFinished)
    }

    @Test("notices another page than the one asked for") func otherPage() {
        var state = paging(pageSize: 2, nextPage: 2, total: nil)
        #expect(
            code { () throws(RunError) in try state.received(envelope(page: 1), records: 2, fingerprint: [1]) }
                == .sourceChanged)
    }

    @Test("notices the same page twice, but not two empty ones or a likeness further back") func sameRecords() throws {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(of: 9), records: 2, fingerprint: [1])
        try state.received(envelope(of: 9), records: 2, fingerprint: [2])
        try state.received(envelope(of: 9), records: 2, fingerprint: [1])
        #expect(
            code { () throws(RunError) in try state.received(envelope(of: 9), records: 2, fingerprint: [1]) }
                == .sourceChanged)
    }

    @Test("notices a total that changes, also from before a run stopped") func changedTotal() throws {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(of: 3, total: 5), records: 2, fingerprint: [1])
        #expect(
            code { () throws(RunError) in try state.received(envelope(of: 3, total: 6), records: 2, fingerprint: [2]) }
                == .sourceChanged)
        var pages = paging(pageSize: 2, nextPage: 1, total: nil)
        try pages.received(envelope(of: 3), records: 2, fingerprint: [1])
        #expect(
            code { () throws(RunError) in try pages.received(envelope(of: 4), records: 2, fingerprint: [2]) }
                == .sourceChanged)
        var resumed = paging(pageSize: 2, nextPage: 2, total: 5)
        #expect(
            code { () throws(RunError) in try resumed.received(envelope(of: 3, total: 4), records: 2, fingerprint: [2])
            } == .sourceChanged)
    }

    @Test("believes what was stated once when a later page states nothing") func silent() throws {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(of: 2, total: 4), records: 2, fingerprint: [1])
        try state.received(envelope(page: 2), records: 2, fingerprint: [2])
        #expect(state.isPastEnd && state.total == 4)
    }

    @Test("notices an empty page before the last, and says that another try may help") func emptyPage() {
        var state = paging(pageSize: 2, nextPage: 1, total: nil)
        do throws(RunError) {
            try state.received(envelope(of: 3, total: 5), records: 0, fingerprint: [])
            Issue.record("an empty page was believed")
        } catch {
            #expect(error.code == .sourceIncomplete && error.isRetryable)
        }
        #expect(!state.isFinished && state.nextPage == 1)
    }

    @Test("survives any numbers") func hugeNumbers() throws {
        for kind in [DatasetPaging.pages, .offset, .whole] {
            for limit in [nil, Int64.max, 0, -1, .min] {
                for count in [2, 3] {
                    var state = paging(kind, pageSize: 3, nextPage: 1, total: nil)
                    let found = code { () throws(RunError) in
                        try state.received(
                            envelope(of: .max, total: .max, hasNext: true, limit: limit), records: count,
                            fingerprint: [1])
                    }
                    #expect(found == nil || found == .sourceIncomplete)
                    #expect((state.total == .max || found != nil) && state.lastKnownPage >= state.nextPage)
                }
            }
        }
        for size in [1, 2, 1_000, Int.max] {
            let pages = PagingState.pages(of: .max, size: size)
            #expect(pages == Int.max / size + (Int.max % size == 0 ? 0 : 1))
        }
    }
}
