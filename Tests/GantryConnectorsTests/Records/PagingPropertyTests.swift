import GantryConnectors
import GantryModel
import Testing

@Suite("Pages by offset")
struct PagingPropertyTests {
    @Test("cover every record once, for any page size and total", arguments: 0..<20 as Range<UInt64>) func coverage(
        seed: UInt64
    ) {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let total = Int.random(in: 0...500, using: &numbers)
            let size = Int.random(in: 1...120, using: &numbers)
            var seen: [Int] = []
            for page in 1...((total + size - 1) / size + 1) {
                let query = CDBL.Leave.dataset.request(DatasetRequest(period: nil, page: page, pageSize: size)).query
                let values = Dictionary(uniqueKeysWithValues: query.map { ($0.name, Int($0.value) ?? -1) })
                let offset = values["offset"] ?? -1
                seen += Array(0..<total).dropFirst(offset).prefix(values["limit"] ?? 0)
            }
            #expect(seen == Array(0..<total), "seed \(seed), \(total) records, \(size) a page")
        }
    }
}
