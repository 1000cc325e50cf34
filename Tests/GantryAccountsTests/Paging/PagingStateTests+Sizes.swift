import GantryAccounts
import GantryConnectors
import GantryEngine
import Testing

extension PagingStateTests {
    @Test("asks for smaller pages round a record that is too large, and then for larger ones again") func tooLarge()
        throws
    {
        // Record 1,337 of 2,000 is too large.
        var state = paging(.offset, pageSize: 1_000, nextPage: 1, total: nil)
        var asked: [Int] = []
        var covered: [Int] = []
        var passed: [Int] = []
        while !state.isFinished {
            let (page, size) = (state.nextPage, state.requestedSize)
            asked.append(size)
            let first = (page - 1) * size
            let end = min(first + size, 2_000)
            if first <= 1_337, 1_337 < end {
                guard !state.divide() else { continue }
                #expect(state.canPassOver(answersHoldOneRecord: false) && size == 1)
                state.passedOver()
                passed.append(first)
                covered.append(first)
            } else {
                covered += first < end ? Array(first..<end) : []
                try state.received(
                    envelope(total: 2_000), records: max(end - first, 0), fingerprint: [UInt8(asked.count)])
            }
            // A run that is killed here goes on in the same way.
            state = PagingState(.offset, at: state.position)
        }
        #expect(passed == [1_337] && covered == Array(0..<2_000) && state.records == 2_000)
        #expect(asked.count < 40 && asked.last == 1_000, "\(asked)")
    }

    @Test("divides a page down to one record, where requests say how many they want") func allTooLarge() throws {
        var state = paging(pageSize: 8, nextPage: 1, total: nil)
        for size in [8, 4, 2] {
            #expect(state.requestedSize == size)
            divide(&state)
        }
        divide(&state, false)
        #expect(state.canPassOver(answersHoldOneRecord: false))
        for kind in [DatasetPaging.whole, .keyed] {
            var other = paging(kind, pageSize: 8, nextPage: 1, total: nil, keys: 3)
            divide(&other, false)
            #expect(!other.canPassOver(answersHoldOneRecord: false))
        }
        var unlimited = paging(pageSize: 8, sendsLimit: false, nextPage: 1, total: nil)
        divide(&unlimited, false)
        #expect(!unlimited.canPassOver(answersHoldOneRecord: true))
    }

    @Test("passes over the answer for a key where that is one record, and goes on with the next key") func keyTooLarge()
        throws
    {
        var state = paging(.keyed, pageSize: 8, nextPage: 1, total: nil, keys: 3)
        #expect(state.canPassOver(answersHoldOneRecord: true))
        state.passedOver()
        #expect(state.nextPage == 2 && !state.isFinished)
        state = PagingState(.keyed, at: state.position, keys: 3)
        state.passedOver()
        state.passedOver()
        #expect(state.isFinished && state.position.isAtEnd)
    }

    @Test("does not try a size again that was too large twice") func tooLargeTwice() throws {
        var state = paging(.offset, pageSize: 4, nextPage: 1, total: 100)
        var sizes: [Int] = []
        for page in 1...6 {
            while state.requestedSize > 2 { divide(&state) }
            sizes.append(state.requestedSize)
            try state.received(envelope(total: 100), records: 2, fingerprint: [UInt8(page)])
        }
        #expect(state.requestedSize == 2 && sizes == [2, 2, 2, 2, 2, 2] && state.records == 12 && state.nextPage == 7)
    }

    @Test(
        "takes a first page with more records than asked for where the next one has nothing else", arguments: [0, 90])
    func limitIgnored(next: Int) throws {
        var state = paging(pageSize: 50, nextPage: 1, total: nil)
        try state.received(envelope(page: 1), records: 90, fingerprint: [1])
        #expect(!state.isFinished && state.nextPage == 2)
        try state.received(envelope(page: 1), records: next, fingerprint: next == 0 ? [] : [1])
        #expect(state.isFinished && state.records == 90)
    }
}
