import GantryAccounts
import GantryEngine
import GantryModel
import Testing

extension PagingStateTests {
    @Test("is refused where it states more pages or records than any list has") func impossibleNumbers() throws {
        for stated in [Int64(StatedNumber.mostCount) + 1, .max, -1, .min] {
            for envelope in [envelope(page: 1, of: stated), envelope(total: stated)] {
                var state = paging(pageSize: 2, nextPage: 1, total: nil)
                let found = code { () throws(RunError) in
                    try state.received(envelope, records: 2, fingerprint: [1])
                }
                #expect(found == .sourceIncomplete, "\(stated)")
            }
        }
        // A limit only says how many records a page may have.
        var state = PagingState(at: SourcePosition(pageSize: 2, statedTotal: nil), sendsLimit: false)
        try state.received(envelope(page: 1, hasNext: true, limit: .max), records: 2, fingerprint: [1])
        #expect(state.pageSize == StatedNumber.mostCount)
    }
}
