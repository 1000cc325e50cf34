import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryJSON
import GantryModel
import Testing

extension PagingStateTests {
    @Test("refuses a total below zero", arguments: [Int64.min, -1]) func negative(value: Int64) {
        for bad in [envelope(total: value), envelope(page: 1, of: value)] {
            var state = paging(pageSize: 2, nextPage: 1, total: nil)
            #expect(
                code { () throws(RunError) in try state.received(bad, records: 1, fingerprint: [1]) }
                    == .sourceIncomplete)
        }
    }

    @Test("notices that one answer is as long as was asked for, which may hide the rest") func cutWhole() throws {
        var state = paging(.whole, pageSize: 100, nextPage: 1, total: nil)
        // Such a total counts what was sent.
        do throws(RunError) {
            try state.received(envelope(total: 100), records: 100, fingerprint: [1])
            Issue.record("a full answer was taken for the whole")
        } catch {
            #expect(error.code == .sourceIncomplete && !error.isRetryable)
            #expect(
                error.advice?.text(spelling: { "\($0)" }).contains("page-size to more than 100") == true
                    && error.advice?.text(spelling: { "\($0)" }).contains("filters") == true)
        }
        var short = paging(.whole, pageSize: 100, nextPage: 1, total: nil)
        try short.received(envelope(total: 99), records: 99, fingerprint: [1])
        #expect(short.isFinished)
        var unlimited = paging(.whole, pageSize: 100, sendsLimit: false, nextPage: 1, total: nil)
        try unlimited.received(envelope(), records: 100, fingerprint: [1])
        #expect(unlimited.isFinished)
    }

    @Test("goes on behind a full page of a list with offsets, stated total or none, to one that is not full")
    func offsetsWithoutTotal() throws {
        var state = paging(.offset, pageSize: 2, nextPage: 1, total: nil)
        try state.received(envelope(), records: 2, fingerprint: [1])
        #expect(!state.isFinished && state.lastKnownPage == 2)
        try state.received(envelope(), records: 2, fingerprint: [2])
        try state.received(envelope(), records: 0, fingerprint: [])
        #expect(state.isFinished)
        var stated = paging(.offset, pageSize: 2, nextPage: 1, total: nil)
        try stated.received(envelope(total: 1), records: 1, fingerprint: [1])
        #expect(stated.isFinished && !stated.isUnproven)
    }

    @Test("looks behind a first page that is not full and states nothing, in pages of what came")
    func silentCap() throws {
        var first = paging(.offset, pageSize: 3, nextPage: 1, total: nil)
        try first.received(envelope(), records: 2, fingerprint: [1])
        #expect(!first.isFinished && first.isLookingOn && first.requestedSize == 2 && first.nextPage == 2)
        var whole = first
        try whole.received(envelope(), records: 0, fingerprint: [])
        #expect(whole.isFinished && !whole.isUnproven)
        var capped = first
        try capped.received(envelope(), records: 1, fingerprint: [2])
        #expect(capped.isFinished && capped.records == 3 && !capped.isUnproven)
        var deaf = first
        try deaf.received(envelope(), records: 2, fingerprint: [1])
        #expect(deaf.isFinished && deaf.records == 2 && deaf.isUnproven)
        var refused = first
        refused.receivedNone()
        #expect(refused.isFinished && refused.records == 2 && refused.isUnproven)
    }

    @Test("says so where a server knows no offsets and gives only the first records") func ignoredOffset() throws {
        var state = paging(.offset, pageSize: 100, nextPage: 1, total: nil)
        try state.received(envelope(), records: 100, fingerprint: [1])
        do throws(RunError) {
            try state.received(envelope(), records: 100, fingerprint: [1])
            Issue.record("the same records were taken for more of them")
        } catch {
            #expect(error.code == .sourceIncomplete && !error.isRetryable)
            #expect(error.advice?.text(spelling: { "\($0)" }).contains("fewer than 100") == true)
        }
        var stated = paging(.offset, pageSize: 100, nextPage: 1, total: nil)
        try stated.received(envelope(total: 250), records: 100, fingerprint: [1])
        #expect(
            code { () throws(RunError) in try stated.received(envelope(total: 250), records: 100, fingerprint: [1]) }
                == .sourceChanged)
    }

    @Test("notices another offset than the one asked for") func otherOffset() throws {
        var state = paging(.offset, pageSize: 50, nextPage: 1, total: nil)
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
        var state = paging(pageSize: 1_000, sendsLimit: false, nextPage: 1, total: nil)
        try state.received(envelope(page: 1, total: 45, limit: 20), records: 20, fingerprint: [1])
        #expect(!state.isFinished && state.pageSize == 20 && state.lastKnownPage == 3)
        try state.received(envelope(page: 2, total: 45, limit: 20), records: 20, fingerprint: [2])
        var resumed = paging(pageSize: 1_000, sendsLimit: false, nextPage: 3, total: 45, records: 40)
        try resumed.received(envelope(page: 3, total: 45, limit: 20), records: 5, fingerprint: [3])
        try state.received(envelope(page: 3, total: 45, limit: 20), records: 5, fingerprint: [3])
        #expect(state.isFinished && resumed.isFinished)
        var whole = paging(pageSize: 1_000, sendsLimit: false, nextPage: 1, total: nil)
        try whole.received(envelope(page: 1, total: 45, limit: 20), records: 45, fingerprint: [1])
        #expect(whole.isFinished)
    }

    @Test("goes on to an empty page where nobody has said how large pages are") func unknownSize() throws {
        var state = paging(pageSize: 1_000, sendsLimit: false, nextPage: 1, total: nil)
        try state.received(envelope(page: 1, total: 3), records: 2, fingerprint: [1])
        try state.received(envelope(page: 2, total: 3), records: 1, fingerprint: [2])
        #expect(!state.isFinished)
        try state.received(envelope(page: 3, total: 3), records: 0, fingerprint: [])
        #expect(state.isFinished)
        var whole = paging(pageSize: 1_000, sendsLimit: false, nextPage: 1, total: nil)
        try whole.received(envelope(page: 1, total: 3), records: 3, fingerprint: [1])
        #expect(whole.isPastEnd && !whole.isFinished)
        try whole.received(envelope(page: 2, total: 3), records: 0, fingerprint: [])
        #expect(whole.isFinished)
    }

    @Test("takes one answer for everything, and asks for nothing after it, also on continuing") func whole() throws {
        var state = paging(.whole, pageSize: 100, nextPage: 1, total: nil)
        try state.received(envelope(), records: 250, fingerprint: [1])
        #expect(state.isFinished)
        #expect(paging(.whole, pageSize: 100, nextPage: 2, total: nil).isFinished)
    }

    @Test("counts the pages of a list with offsets by its total") func offsets() throws {
        var state = paging(.offset, pageSize: 50, nextPage: 1, total: nil)
        try state.received(envelope(total: 101), records: 50, fingerprint: [1])
        #expect(!state.isFinished && state.lastKnownPage == 3)
        try state.received(envelope(total: 101), records: 50, fingerprint: [2])
        try state.received(envelope(total: 101), records: 1, fingerprint: [3])
        #expect(state.isFinished)
        var empty = paging(.offset, pageSize: 50, nextPage: 1, total: nil)
        try empty.received(envelope(total: 0), records: 0, fingerprint: [])
        #expect(empty.isFinished)
    }

    @Test("asks once for each key, however many records it has") func keys() throws {
        var state = paging(.keyed, pageSize: 50, nextPage: 1, total: nil, keys: 3)
        #expect(state.lastKnownPage == 3)
        for page in 1...3 {
            #expect(!state.isFinished && state.nextPage == page)
            try state.received(envelope(total: Int64(page - 1)), records: page - 1, fingerprint: [])
        }
        #expect(state.isFinished && state.total == nil)
        #expect(paging(.keyed, pageSize: 50, nextPage: 1, total: nil, keys: 0).isFinished)
    }

    @Test(
        "is a list with a part missing where the one answer for it, or for a key, is cut by its own words",
        arguments: [DatasetPaging.keyed, .whole])
    func cutAnswer(kind: DatasetPaging) throws {
        var following = envelope()
        following.next = "/2"
        let cut = [
            envelope(total: 70), envelope(total: 19), envelope(of: 2), envelope(total: 20, hasNext: true), following,
            bounded(21),
        ]
        for envelope in cut {
            var state = paging(kind, pageSize: 50, nextPage: 1, total: nil, keys: 3)
            #expect(
                code { () throws(RunError) in try state.received(envelope, records: 20, fingerprint: [1]) }
                    == .sourceIncomplete)
            #expect(!state.isFinished && state.nextPage == 1)
            // Beside one record, a total is the sum of a bill.
            var single = PagingState(
                .keyed, at: SourcePosition(pageSize: 50), keys: 3, isOneAnAnswer: true)
            try single.received(envelope, records: 1, fingerprint: [])
            #expect(single.nextPage == 2)
        }
        for envelope in [envelope(of: 1, total: 20, hasNext: false), envelope(of: 0), bounded(20)] {
            var state = paging(kind, pageSize: 50, nextPage: 1, total: nil, keys: 3)
            try state.received(envelope, records: 20, fingerprint: [1])
            #expect(state.nextPage == 2)
        }
    }

    @Test("needs the total, or the lower bound, in the answer for each key where the file says that it is there")
    func countsOfKeys() throws {
        for needsLeast in [false, true] {
            var state = PagingState(
                .keyed, at: SourcePosition(pageSize: 50), keys: 3, proof: needsLeast ? .answers : .total,
                needsLeast: needsLeast)
            try state.received(needsLeast ? bounded(1) : envelope(total: 1), records: 1, fingerprint: [])
            #expect(
                code { () throws(RunError) in try state.received(envelope(), records: 1, fingerprint: []) }
                    == .sourceIncomplete)
        }
    }

    private func bounded(_ least: Int64?, next: String? = nil, hasNext: Bool? = nil) -> PageEnvelope {
        var envelope = envelope(hasNext: hasNext)
        envelope.leastCount = least
        envelope.next = next
        return envelope
    }

    @Test("takes a lower bound for no total: only the pages show that all have come, and no fewer than it says may")
    func lowerBound() throws {
        for paging in [DatasetPaging.pages, .offset] {
            var state = PagingState(paging, at: SourcePosition(pageSize: 2), needsLeast: true)
            try state.received(bounded(3), records: 2, fingerprint: [1])
            try state.received(bounded(2), records: 2, fingerprint: [2])
            #expect(!state.isFinished && state.position.statedLeast == 3 && state.position.statedTotal == nil)
            // Another process goes on from there.
            state = PagingState(paging, at: state.position, needsLeast: true)
            var fewer = state
            try state.received(bounded(nil), records: 0, fingerprint: [])
            #expect(state.isFinished && state.position.isUnproven == nil)
            try state.position.requireAll()
            // What the last answer says counts too.
            try fewer.received(bounded(5), records: 0, fingerprint: [])
            #expect(code { () throws(RunError) in try fewer.position.requireAll() } == .sourceIncomplete)
        }
        var silent = PagingState(.pages, at: SourcePosition(pageSize: 2), needsLeast: true)
        #expect(
            code { () throws(RunError) in try silent.received(bounded(nil), records: 2, fingerprint: [1]) }
                == .sourceIncomplete)
    }

    @Test("needs as many records as a lower bound says also where nothing else shows that all came")
    func unprovenLowerBound() throws {
        var state = PagingState(
            .linked, at: SourcePosition(pageSize: 2), proof: .none(endsEmpty: false), needsLeast: true)
        try state.received(bounded(3, next: "/2"), records: 2, fingerprint: [1])
        var fewer = state
        try state.received(bounded(3), records: 1, fingerprint: [2])
        #expect(state.isFinished && state.position.isUnproven == true)
        try state.position.requireAll()
        try fewer.received(bounded(4), records: 1, fingerprint: [2])
        #expect(code { () throws(RunError) in try fewer.position.requireAll() } == .sourceIncomplete)
    }

    @Test("takes pages that lead to each other for whole once one says that none follows")
    func linkedWithoutTotal() throws {
        var state = PagingState(.linked, at: SourcePosition(pageSize: 5), needsLeast: true)
        var alone = state
        try alone.received(bounded(2), records: 2, fingerprint: [1])
        #expect(alone.isFinished && alone.isUnproven)
        var told = state
        try told.received(bounded(2, hasNext: false), records: 2, fingerprint: [1])
        #expect(told.isFinished && !told.isUnproven)
        try state.received(bounded(2, next: "/2"), records: 7, fingerprint: [1])
        #expect(!state.isFinished && state.nextPage == 2 && state.next == "/2")
        try state.received(bounded(2), records: 1, fingerprint: [2])
        #expect(state.isFinished && !state.isUnproven && state.records == 8)
    }

    @Test("refuses pages that lead in a circle, however long it is, also where each page continues a stopped run")
    func circle() throws {
        for (lead, length) in (0...5).flatMap({ lead in (1...9).map { (lead, $0) } }) {
            var state = PagingState(.linked, at: SourcePosition(pageSize: 5))
            var last = 0
            let found = code { () throws(RunError) in
                for page in 1...64 {
                    last = page
                    let next = page <= lead ? page : lead + (page - lead) % length
                    state = PagingState(.linked, at: state.position)
                    try state.received(bounded(nil, next: "/\(next)"), records: 2, fingerprint: [UInt8(page)])
                }
            }
            #expect(found == .sourceChanged && last <= 32, "\(lead), \(length): \(last)")
        }
    }

    @Test("refuses pages that come again in turn, where no total ends the list") func pagesInTurn() throws {
        let position = SourcePosition(pageSize: 5)
        var silent = PagingState(.pages, at: position, proof: .secondReading(endsEmpty: true))
        for page in 1...3 { try silent.received(PageEnvelope(), records: 5, fingerprint: [UInt8(page % 2)]) }
        #expect(
            code { () throws(RunError) in
                try silent.received(PageEnvelope(), records: 5, fingerprint: [0])
            } == .sourceChanged)
        var counted = PagingState(.offset, at: position)
        for page in 1...9 { try counted.received(envelope(total: 50), records: 5, fingerprint: [UInt8(page % 2)]) }
        #expect(counted.records == 45)
    }

    @Test(
        "refuses pages behind a key whose records aren't in its order, also where each page continues a stopped run",
        arguments: [
            ([["1", "2"], ["3", "4"]], true), ([["9", "8"], ["7"]], true), ([["1"], ["2"], ["10"]], true),
            ([["1", "3", "2"]], false), ([["1", "2"], ["2", "3"]], false), ([["5", "6"], ["4", "3"]], false),
            ([["1"], ["2"], ["1"]], false), ([["1", "1"]], false),
        ])
    func keyOrder(pages: [[String]], isOrdered: Bool) throws {
        var state = PagingState(.linked, at: SourcePosition(pageSize: 5))
        let found = code { () throws(RunError) in
            for (index, page) in pages.enumerated() {
                var envelope = PageEnvelope()
                var order = PageOrder(isNumber: true)
                for key in page { order.add(key) }
                (envelope.order, envelope.next) = (order, page.last)
                state = PagingState(.linked, at: state.position)
                try state.received(envelope, records: page.count, fingerprint: [UInt8(index)])
            }
        }
        #expect(found == (isOrdered ? nil : .sourceIncomplete), "\(pages)")
    }
}
