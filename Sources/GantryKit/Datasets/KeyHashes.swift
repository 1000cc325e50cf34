/// The hashes of keys that are texts, and which of them came more than once.
///
/// Eight bytes each: random numbers lie too far apart for a compressed bitmap, which takes some hundred and fifty.
struct KeyHashes: Sendable {
    private static let runLength = 1 << 17
    /// Sorted.
    private var runs: [[UInt64]] = []
    private var current: [UInt64] = []

    mutating func append(_ hash: UInt64) {
        if current.capacity < KeyHashes.runLength { current.reserveCapacity(KeyHashes.runLength) }
        current.append(hash)
        guard current.count == KeyHashes.runLength else { return }
        current.sort()
        runs.append(current)
        current = []
    }

    /// Those that were appended more than once.
    func repeated() -> Set<UInt64> {
        var found: Set<UInt64> = []
        var bucket: [UInt64] = []
        // The runs are gone through together by their leading byte, so that little more memory is taken.
        var positions = [Int](repeating: 0, count: runs.count)
        for byte in 0..<UInt64(256) {
            bucket.removeAll(keepingCapacity: true)
            for run in runs.indices {
                while positions[run] < runs[run].count, runs[run][positions[run]] >> 56 == byte {
                    bucket.append(runs[run][positions[run]])
                    positions[run] += 1
                }
            }
            for hash in current where hash >> 56 == byte { bucket.append(hash) }
            bucket.sort()
            for index in bucket.indices.dropFirst() where bucket[index] == bucket[index - 1] { found.insert(bucket[index]) }
        }
        return found
    }
}
