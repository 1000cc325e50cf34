internal import GantryFiles
internal import GantryModel

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
    /// In their order.
    package var all: [Int64] { sorted }

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
        var next = 0
        return EntryNumbers(
            sorted.filter { number in
                while next < others.sorted.count, others.sorted[next] < number { next += 1 }
                return (next < others.sorted.count && others.sorted[next] == number) == isIn
            })
    }

    package func union(_ others: EntryNumbers) -> EntryNumbers { EntryNumbers(sorted + others.sorted) }

    // MARK: As a file

    /// Eight bytes for each number, the lowest first, behind the digest of all of them; `nil` where one stands for a
    /// text, which only this process knows.
    package var file: [UInt8]? {
        guard sorted.last ?? 0 < TextKeys.first else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(sorted.count * 8)
        for number in sorted {
            for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (place * 8))) }
        }
        return ContentHasher.digest(of: bytes.span).bytes + bytes
    }

    /// - Returns: `nil` for anything but a whole file of numbers.
    package init?(file: [UInt8]) {
        guard file.count >= 32, file.count % 8 == 0 else { return nil }
        let (digest, bytes) = (Array(file[..<32]), Array(file[32...]))
        guard ContentHasher.digest(of: bytes.span).bytes == digest else { return nil }
        sorted = stride(from: 0, to: bytes.count, by: 8).map { start in
            (0..<8).reduce(0) { $0 | Int64(bytes[start + $1]) << ($1 * 8) }
        }
    }
}
