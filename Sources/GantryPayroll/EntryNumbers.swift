/// Numbers of work entries, each once, in order: eight bytes each.
package struct EntryNumbers: Sendable, Equatable {
    private let sorted: [Int64]

    package init(_ numbers: [Int64] = []) {
        var sorted = numbers.sorted()
        var kept = 0
        for number in sorted where kept == 0 || sorted[kept - 1] != number {
            sorted[kept] = number
            kept += 1
        }
        sorted.removeSubrange(kept...)
        self.sorted = sorted
    }

    package var isEmpty: Bool { sorted.isEmpty }
    package var count: Int { sorted.count }

    package func contains(_ number: Int64) -> Bool {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] == number
    }

    /// Those that the others have too, or that they don't have.
    package func filter(in others: EntryNumbers, isIn: Bool = true) -> EntryNumbers {
        EntryNumbers(sorted.filter { others.contains($0) == isIn })
    }

    package func union(_ others: EntryNumbers) -> EntryNumbers { EntryNumbers(sorted + others.sorted) }
}
