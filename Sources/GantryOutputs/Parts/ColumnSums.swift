package import GantryEngine

extension FileCheckpoint {
    /// The sums of printed columns by index, in billionths.
    package var columnSums: [Int: Int128] {
        sums.reduce(into: [:]) { result, entry in
            if let column = Int(entry.key), let sum = Int128(entry.value) { result[column] = sum }
        }
    }
}
