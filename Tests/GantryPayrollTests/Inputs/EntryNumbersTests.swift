import GantryPayroll
import Testing

@Suite("The numbers of entries") struct EntryNumbersTests {
    @Test("are what sets of them are", arguments: 0..<20)
    func sets(seed: UInt64) {
        var numbers = SeededNumbers(seed: seed)
        func some() -> [Int64] {
            (0..<Int.random(in: 0...40, using: &numbers)).map { _ in Int64.random(in: -20...20, using: &numbers) }
        }
        let (one, other) = (some(), some())
        let (a, b) = (EntryNumbers(one), EntryNumbers(other))
        #expect(a.count == Set(one).count && a.isEmpty == one.isEmpty)
        #expect(a.filter(in: b) == EntryNumbers(Array(Set(one).intersection(other))))
        #expect(a.filter(in: b, isIn: false) == EntryNumbers(Array(Set(one).subtracting(other))))
        #expect(a.union(b) == EntryNumbers(one + other))
        #expect((-25...25).allSatisfy { a.contains($0) == one.contains($0) })
    }

    @Test("are the same from their file, and nothing else is one")
    func file() {
        for list in [[], [7], [.min, -1, 0, 1, 1 << 40, .max]] as [[Int64]] {
            let numbers = EntryNumbers(list)
            #expect(EntryNumbers(file: numbers.file) == numbers)
            for length in 0..<numbers.file.count { #expect(EntryNumbers(file: Array(numbers.file[..<length])) == nil) }
            for index in numbers.file.indices {
                var other = numbers.file
                other[index] ^= 1
                #expect(EntryNumbers(file: other) == nil)
            }
        }
    }
}
