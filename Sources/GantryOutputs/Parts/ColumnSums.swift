package import GantryEngine

extension FileCheckpoint {
    /// The sums of printed columns by index, in billionths; what no file of ours can add up to is left out.
    package var columnSums: [Int: Int128] {
        sums.reduce(into: [:]) { result, entry in
            if let column = Int(entry.key), let sum = Int128(entry.value), sum.magnitude < UInt128.max >> 8 {
                result[column] = sum
            }
        }
    }
}
