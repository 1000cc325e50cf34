import GantryModel
import GantryPayroll
import Testing

@Suite("The numbers of entries") struct EntryNumbersTests {
    @Test("are what sets of them are", arguments: 0..<20)
    func sets(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed)
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
    func file() throws {
        for list in [[], [7], [.min, -1, 0, 1, 1 << 40, (1 << 62) - 1]] as [[Int64]] {
            let numbers = EntryNumbers(list)
            let file = try #require(numbers.file)
            #expect(EntryNumbers(file: file) == numbers)
            for length in 0..<file.count { #expect(EntryNumbers(file: Array(file[..<length])) == nil) }
            for index in file.indices {
                var other = file
                other[index] ^= 1
                #expect(EntryNumbers(file: other) == nil)
            }
        }
    }

    @Test("are in no file where one stands for a text, which another process doesn't know") func texts() throws {
        let key = try #require(Int64(key: "4f0c-entry"))
        #expect(EntryNumbers([1, key]).file == nil)
    }
}
