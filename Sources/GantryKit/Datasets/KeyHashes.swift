/// The hashes of keys that are texts, and which of them came more than once.
///
/// Eight bytes each: random numbers are too far apart for a compressed bitmap, which takes about a hundred and fifty.
/// Past a limit only those of one half, a quarter, … are kept, and the keys must be read again for each of the other
/// parts.
struct KeyHashes: Sendable {
    private static let runLength = 1 << 17
    /// The most that are kept.
    private let limit: Int
    private var count = 0
    /// Hashes are split into parts by this many leading bits.
    private var bits: UInt64 = 0
    private var part: UInt64 = 0
    /// Sorted.
    private var runs: [[UInt64]] = []
    private var current: [UInt64] = []

    /// - Parameter limit: the default is 4,194,304, which take 32 MiB.
    init(limit: Int = 4 << 20) { self.limit = max(limit, 1) }

    /// Whether every part has been read.
    var isAtEnd: Bool { part + 1 == 1 << bits }

    /// Starts the next part; what was appended is forgotten.
    mutating func beginNextPart() {
        part += 1
        count = 0
        runs = []
        current.removeAll(keepingCapacity: true)
    }

    mutating func append(_ hash: UInt64) {
        guard bits == 0 || hash >> (64 - bits) == part else { return }
        count += 1
        // Later parts are as large as the first, but for chance.
        if count > limit, part == 0, bits < 32 { halve() }
        guard bits == 0 || hash >> (64 - bits) == part else { return }
        if current.capacity < KeyHashes.runLength { current.reserveCapacity(KeyHashes.runLength) }
        current.append(hash)
        guard current.count == KeyHashes.runLength else { return }
        current.sort()
        runs.append(current)
        current = []
    }

    private mutating func halve() {
        bits += 1
        let end = UInt64(1) << (64 - bits)
        // One after the other, so that the old ones are freed before the next is made.
        for index in runs.indices { runs[index] = Array(runs[index].prefix { $0 < end }) }
        current.removeAll { $0 >= end }
        count = runs.reduce(current.count) { $0 + $1.count } + 1
    }

    /// Those of the part that were appended more than once.
    func repeated() -> Set<UInt64> {
        var found: Set<UInt64> = []
        var bucket: [UInt64] = []
        // The runs are merged by their leading byte, so that little more memory is needed.
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
            for index in bucket.indices.dropFirst() where bucket[index] == bucket[index - 1] {
                found.insert(bucket[index])
            }
        }
        return found
    }
}
