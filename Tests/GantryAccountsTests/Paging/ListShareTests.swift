import GantryAccounts
import GantryConnectors
import GantryEngine
import Testing

@Suite("A share of a list") struct ListShareTests {
    private struct Refused: Error {}

    private func list(keys: Int) -> PagedList<CDBL.Holiday> {
        PagedList(
            CDBL.Holiday.dataset, lanes: [{ _, _ in throw Refused() }], paging: .keyed, sendsLimit: true, keys: keys)
    }

    @Test("has every key once, none left out, and parts differ by one at most") func everyKeyOnce() async throws {
        for keys in 0...30 {
            for parts in 1...12 {
                var next = 1
                var lengths: Set<Int> = []
                for number in 1...parts {
                    let share = try await list(keys: keys).share(number, of: parts, pageSize: 10)
                    #expect(share.first == next && share.isEmpty == (share.last < share.first))
                    lengths.insert(share.last - share.first + 1)
                    next = share.last + 1
                }
                #expect(next == keys + 1 && (lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
            }
        }
    }

    @Test("of a list that is one answer is all of it for one part, and nothing is asked to know that")
    func oneAnswer() async throws {
        let list = PagedList(
            CDBL.Holiday.dataset, lanes: [{ _, _ in throw Refused() }], paging: .whole, sendsLimit: false)
        var full = 0
        for number in 1...5 where try await !list.share(number, of: 5, pageSize: 10).isEmpty { full += 1 }
        #expect(full == 1)
    }

    @Test("that is empty gives nothing and asks for nothing") func empty() async throws {
        let list = list(keys: 1)
        let share = try await list.share(1, of: 2, pageSize: 10)
        let source = list.source(of: share, at: SourcePosition(pageSize: share.pageSize))
        #expect(try await source.next() == nil)
        #expect(await source.position().records == 0)
    }
}
