import GantryEngine
import Testing

@Suite("The set of record numbers")
struct RecordIDSetTests {
    @Test("Two million numbers in a row are each new once")
    func run() {
        var set = RecordIDSet()
        var wrong = 0
        for id in Int64(1)...2_000_000 where !set.insert(id) { wrong += 1 }
        for id in Int64(1)...2_000_000 where set.insert(id) { wrong += 1 }
        #expect(wrong == 0)
        let one = set.insert(2_000_001)
        let zero = set.insert(0)
        #expect(one && zero)
    }

    @Test("A million numbers scattered over 32 bits, with half a million repeats between them, are told apart")
    func scattered() {
        var set = RecordIDSet()
        var wrong = 0
        // Multiplying by an odd number visits every residue once.
        func number(_ index: UInt32) -> Int64 { Int64(index &* 2_654_435_769) }
        for index in UInt32(0)..<1_000_000 {
            if !set.insert(number(index)) { wrong += 1 }
            if index % 2 == 0, set.insert(number(index / 2)) { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test("Numbers scattered over all 64 bits are told apart")
    func everywhere() {
        var set = RecordIDSet()
        var wrong = 0
        func number(_ index: UInt64) -> Int64 { Int64(bitPattern: index &* 0x9E37_79B9_7F4A_7C15) }
        for index in UInt64(0)..<100_000 where !set.insert(number(index)) { wrong += 1 }
        for index in UInt64(0)..<100_000 where set.insert(number(index)) { wrong += 1 }
        for index in UInt64(100_000)..<100_100 where !set.insert(number(index)) { wrong += 1 }
        #expect(wrong == 0)
    }

    @Test(
        "Numbers at the edges of 32 and 64 bits, negative ones and those that agree in their lower half are different numbers"
    )
    func edges() {
        var set = RecordIDSet()
        var edges: [Int64] = [0, 1, -1, .max, .min, .max - 1, .min + 1]
        for power in [15, 16, 31, 32, 33, 47, 48, 62] {
            for delta in [-1, 0, 1] as [Int64] {
                let number = (Int64(1) << Int64(power)) + delta
                edges.append(number)
                edges.append(-number)
            }
        }
        edges += (1...40).map { $0 << 32 } + (1...40).map { -($0 << 32) + 7 }
        let distinct = Set(edges)
        #expect(distinct.count > 100)
        var new = 0
        for id in edges where set.insert(id) { new += 1 }
        #expect(new == distinct.count)
        // Back and forth between ranges, so that no range is remembered wrongly.
        var again = 0
        for (a, b) in zip(edges, edges.reversed()) {
            if set.insert(a) { again += 1 }
            if set.insert(b) { again += 1 }
        }
        #expect(again == 0)
    }
}
