import GantryConnectors
import GantryEngine
import GantryJSON
import GantryKit
import Testing

@Suite("What pages say about the whole")
struct PagingStateTests {
    private func envelope(
        page: Int64? = nil, of pages: Int64? = nil, total: Int64? = nil, hasNext: Bool? = nil, limit: Int64? = nil, offset: Int64? = nil
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

    private func code(_ body: () throws(RunError) -> Void) -> RunError.Code? {
        do throws(RunError) {
            try body()
            return nil
        } catch { return error.code }
    }

    @Test("ends after the stated number of pages") func totalPages() throws {
        var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
        #expect(state.lastKnownPage == 1)
        for page in 1...3 {
            #expect(!state.isFinished && state.nextPage == page)
            try state.received(envelope(page: Int64(page), of: 3, total: 5), records: page == 3 ? 1 : 2, fingerprint: [UInt8(page)])
            #expect(state.lastKnownPage == max(3, page + 1))
        }
        #expect(state.isFinished && state.total == 5 && state.totalPages == 3 && state.nextPage == 4)
    }

    @Test("goes on while the server says so") func hasNext() throws {
        var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(hasNext: true), records: 1, fingerprint: [1])
        #expect(!state.isFinished && state.lastKnownPage == 2)
        try state.received(envelope(hasNext: false), records: 2, fingerprint: [2])
        #expect(state.isFinished)
    }

    @Test("goes on to a page that isn't full where nothing else is said") func fullPages() throws {
        var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(page: 1), records: 2, fingerprint: [1])
        #expect(!state.isFinished)
        try state.received(envelope(page: 2), records: 1, fingerprint: [2])
        #expect(state.isFinished)
        var exact = PagingState(pageSize: 2, nextPage: 1, total: nil)
        try exact.received(envelope(total: 2), records: 2, fingerprint: [1])
        try exact.received(envelope(total: 2), records: 0, fingerprint: [])
        #expect(exact.isFinished)
    }

    @Test("takes a bare list for the whole, however long") func bareList() throws {
        var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
        try state.received(PageEnvelope(), records: 500, fingerprint: [1])
        #expect(state.isFinished)
    }

    @Test("of nothing is one empty page", arguments: [0, 1] as [Int64]) func empty(pages: Int64) throws {
        var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(page: 1, of: pages, total: 0, hasNext: false), records: 0, fingerprint: [])
        #expect(state.isFinished && state.total == 0)
    }

    @Test("goes on where a run stopped") func resumed() throws {
        var state = PagingState(pageSize: 2, nextPage: 3, total: 6)
        #expect(state.lastKnownPage == 3 && state.nextPage == 3)
        try state.received(envelope(page: 3, of: 3, total: 6), records: 2, fingerprint: [1])
        #expect(state.isFinished)
        var past = PagingState(pageSize: 2, nextPage: 4, total: 6)
        try past.received(envelope(page: 4, of: 3, total: 6), records: 0, fingerprint: [])
        #expect(past.isFinished)
    }

    @Test("notices another page than the one asked for") func otherPage() {
        var state = PagingState(pageSize: 2, nextPage: 2, total: nil)
        #expect(code { () throws(RunError) in try state.received(envelope(page: 1), records: 2, fingerprint: [1]) } == .sourceChanged)
    }

    @Test("notices the same page twice, but not two empty ones or a likeness further back") func sameRecords() throws {
        var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(of: 9), records: 2, fingerprint: [1])
        try state.received(envelope(of: 9), records: 2, fingerprint: [2])
        try state.received(envelope(of: 9), records: 2, fingerprint: [1])
        #expect(code { () throws(RunError) in try state.received(envelope(of: 9), records: 2, fingerprint: [1]) } == .sourceChanged)
    }

    @Test("notices a total that changes, also from before a run stopped") func changedTotal() throws {
        var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(of: 3, total: 5), records: 2, fingerprint: [1])
        #expect(code { () throws(RunError) in try state.received(envelope(of: 3, total: 6), records: 2, fingerprint: [2]) } == .sourceChanged)
        var pages = PagingState(pageSize: 2, nextPage: 1, total: nil)
        try pages.received(envelope(of: 3), records: 2, fingerprint: [1])
        #expect(code { () throws(RunError) in try pages.received(envelope(of: 4), records: 2, fingerprint: [2]) } == .sourceChanged)
        var resumed = PagingState(pageSize: 2, nextPage: 2, total: 5)
        #expect(code { () throws(RunError) in try resumed.received(envelope(of: 3, total: 4), records: 2, fingerprint: [2]) } == .sourceChanged)
    }

    @Test("believes what was stated once when a later page states nothing") func silent() throws {
        var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(of: 2, total: 4), records: 2, fingerprint: [1])
        try state.received(envelope(page: 2), records: 2, fingerprint: [2])
        #expect(state.isFinished && state.total == 4)
    }

    @Test("notices an empty page before the last, and says that another try may help") func emptyPage() {
        var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
        do throws(RunError) {
            try state.received(envelope(of: 3, total: 5), records: 0, fingerprint: [])
            Issue.record("an empty page was believed")
        } catch {
            #expect(error.code == .sourceIncomplete && error.isRetryable)
        }
        #expect(!state.isFinished && state.nextPage == 1)
    }

    @Test("survives any numbers") func hugeNumbers() throws {
        for paging in [DatasetPaging.pages, .offset, .whole] {
            for limit in [nil, Int64.max, 0, -1, .min] {
                var state = PagingState(paging, pageSize: 3, nextPage: 1, total: nil)
                try state.received(envelope(of: .max, total: .max, hasNext: true, limit: limit), records: 2, fingerprint: [1])
                #expect(state.total == .max && state.lastKnownPage >= state.nextPage)
            }
        }
        for size in [1, 2, 1_000, Int.max] {
            let pages = PagingState.pages(of: .max, size: size)
            #expect(pages == Int.max / size + (Int.max % size == 0 ? 0 : 1))
        }
    }

    @Test("refuses a total below zero", arguments: [Int64.min, -1]) func negative(value: Int64) {
        for bad in [envelope(total: value), envelope(page: 1, of: value)] {
            var state = PagingState(pageSize: 2, nextPage: 1, total: nil)
            #expect(code { () throws(RunError) in try state.received(bad, records: 1, fingerprint: [1]) } == .sourceIncomplete)
        }
    }

    @Test("notices that one answer is as long as was asked for, which may hide the rest") func cutWhole() throws {
        var state = PagingState(.whole, pageSize: 100, nextPage: 1, total: nil)
        // Such a total counts what was sent.
        do throws(RunError) {
            try state.received(envelope(total: 100), records: 100, fingerprint: [1])
            Issue.record("a full answer was taken for the whole")
        } catch {
            #expect(error.code == .sourceIncomplete && !error.isRetryable)
            #expect(error.advice?.contains("page-size to more than 100") == true && error.advice?.contains("filters") == true)
        }
        var short = PagingState(.whole, pageSize: 100, nextPage: 1, total: nil)
        try short.received(envelope(total: 99), records: 99, fingerprint: [1])
        #expect(short.isFinished)
        var unlimited = PagingState(.whole, pageSize: 100, sendsLimit: false, nextPage: 1, total: nil)
        try unlimited.received(envelope(), records: 100, fingerprint: [1])
        #expect(unlimited.isFinished)
    }

    @Test("goes on behind a full page of a list with offsets, stated total or none, to one that is not full") func offsetsWithoutTotal() throws {
        var state = PagingState(.offset, pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(), records: 2, fingerprint: [1])
        #expect(!state.isFinished && state.lastKnownPage == 2)
        try state.received(envelope(), records: 2, fingerprint: [2])
        try state.received(envelope(), records: 0, fingerprint: [])
        #expect(state.isFinished)
        var short = PagingState(.offset, pageSize: 2, nextPage: 1, total: nil)
        try short.received(envelope(), records: 1, fingerprint: [1])
        #expect(short.isFinished)
    }

    @Test("says so where a server knows no offsets and gives only the first records") func ignoredOffset() throws {
        var state = PagingState(.offset, pageSize: 100, nextPage: 1, total: nil)
        try state.received(envelope(), records: 100, fingerprint: [1])
        do throws(RunError) {
            try state.received(envelope(), records: 100, fingerprint: [1])
            Issue.record("the same records were taken for more of them")
        } catch {
            #expect(error.code == .sourceIncomplete && !error.isRetryable)
            #expect(error.advice?.contains("fewer than 100") == true)
        }
        var stated = PagingState(.offset, pageSize: 100, nextPage: 1, total: nil)
        try stated.received(envelope(total: 250), records: 100, fingerprint: [1])
        #expect(code { () throws(RunError) in try stated.received(envelope(total: 250), records: 100, fingerprint: [1]) } == .sourceChanged)
    }

    @Test("notices another offset than the one asked for") func otherOffset() throws {
        var state = PagingState(.offset, pageSize: 50, nextPage: 1, total: nil)
        try state.received(envelope(total: 101, limit: 50, offset: 0), records: 50, fingerprint: [1])
        for offset in [0, 49, .max, .min] as [Int64] {
            var other = state
            let found = code { () throws(RunError) in
                try other.received(envelope(total: 101, limit: 50, offset: offset), records: 50, fingerprint: [2])
            }
            #expect(found == .sourceChanged)
        }
        try state.received(envelope(total: 101, limit: 50, offset: 50), records: 50, fingerprint: [2])
        #expect(!state.isFinished)
    }

    @Test("takes the stated limit for the size of pages where none was asked for") func statedLimit() throws {
        var state = PagingState(pageSize: 1_000, sendsLimit: false, nextPage: 1, total: nil)
        try state.received(envelope(page: 1, total: 45, limit: 20), records: 20, fingerprint: [1])
        #expect(!state.isFinished && state.pageSize == 20 && state.lastKnownPage == 3)
        try state.received(envelope(page: 2, total: 45, limit: 20), records: 20, fingerprint: [2])
        var resumed = PagingState(pageSize: 1_000, sendsLimit: false, nextPage: 3, total: 45)
        try resumed.received(envelope(page: 3, total: 45, limit: 20), records: 5, fingerprint: [3])
        try state.received(envelope(page: 3, total: 45, limit: 20), records: 5, fingerprint: [3])
        #expect(state.isFinished && resumed.isFinished)
        var whole = PagingState(pageSize: 1_000, sendsLimit: false, nextPage: 1, total: nil)
        try whole.received(envelope(page: 1, total: 45, limit: 20), records: 45, fingerprint: [1])
        #expect(whole.isFinished)
        var asked = PagingState(pageSize: 1_000, nextPage: 1, total: nil)
        #expect(code { () throws(RunError) in try asked.received(envelope(page: 1, total: 45, limit: 20), records: 20, fingerprint: [1]) } == .sourceIncomplete)
    }

    @Test("goes on to an empty page where nobody has said how large pages are") func unknownSize() throws {
        var state = PagingState(pageSize: 1_000, sendsLimit: false, nextPage: 1, total: nil)
        try state.received(envelope(page: 1, total: 3), records: 2, fingerprint: [1])
        try state.received(envelope(page: 2, total: 3), records: 1, fingerprint: [2])
        #expect(!state.isFinished)
        try state.received(envelope(page: 3, total: 3), records: 0, fingerprint: [])
        #expect(state.isFinished)
        var whole = PagingState(pageSize: 1_000, sendsLimit: false, nextPage: 1, total: nil)
        try whole.received(envelope(page: 1, total: 3), records: 3, fingerprint: [1])
        #expect(whole.isFinished)
    }

    @Test("takes one answer for everything, and asks for nothing after it, also on continuing") func whole() throws {
        var state = PagingState(.whole, pageSize: 100, nextPage: 1, total: nil)
        try state.received(envelope(), records: 250, fingerprint: [1])
        #expect(state.isFinished)
        #expect(PagingState(.whole, pageSize: 100, nextPage: 2, total: nil).isFinished)
    }

    @Test("counts the pages of a list with offsets by its total") func offsets() throws {
        var state = PagingState(.offset, pageSize: 50, nextPage: 1, total: nil)
        try state.received(envelope(total: 101), records: 50, fingerprint: [1])
        #expect(!state.isFinished && state.lastKnownPage == 3)
        try state.received(envelope(total: 101), records: 50, fingerprint: [2])
        try state.received(envelope(total: 101), records: 1, fingerprint: [3])
        #expect(state.isFinished)
        var empty = PagingState(.offset, pageSize: 50, nextPage: 1, total: nil)
        try empty.received(envelope(total: 0), records: 0, fingerprint: [])
        #expect(empty.isFinished)
    }

    @Test("asks once for each key, whatever the answers hold") func keys() throws {
        var state = PagingState(.keyed, pageSize: 50, nextPage: 1, total: nil, keys: 3)
        #expect(state.lastKnownPage == 3)
        for page in 1...3 {
            #expect(!state.isFinished && state.nextPage == page)
            try state.received(envelope(total: Int64(page)), records: page - 1, fingerprint: [])
        }
        #expect(state.isFinished && state.total == nil)
        #expect(PagingState(.keyed, pageSize: 50, nextPage: 1, total: nil, keys: 0).isFinished)
    }
}
