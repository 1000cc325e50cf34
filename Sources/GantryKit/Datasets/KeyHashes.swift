internal import GantryFiles

/// The hashes of keys that are texts, and which of them came more than once.
///
/// Eight bytes each: random numbers are too far apart for a compressed bitmap, which takes about a hundred and fifty.
/// Past a limit they go to disk, sorted.
struct KeyHashes: Sendable {
    /// The most that are kept in memory.
    private let limit: Int
    /// The most that are sorted at once.
    private let runLength: Int
    /// Where the others go; `nil` to keep all in memory.
    private let folder: String?
    /// Sorted, each of `runLength`.
    private var runs: [[UInt64]] = []
    private var current: [UInt64] = []
    private var file: NumberFile?
    /// Where in the file each sorted run is.
    private var spilled: [Range<Int>] = []
    /// Why hashes are missing.
    private var failure: FileError?

    /// - Parameter limit: the default is 4,194,304, which take 32 MiB.
    init(limit: Int = 4 << 20, spillingTo folder: String?) {
        self.limit = max(limit, 1)
        self.folder = folder
        runLength = min(self.limit, 1 << 17)
    }

    mutating func append(_ hash: UInt64) {
        if current.capacity < runLength { current.reserveCapacity(runLength) }
        current.append(hash)
        guard current.count == runLength else { return }
        current.sort()
        runs.append(current)
        current = []
        if runs.count * runLength >= limit { spill() }
    }

    /// Moves what is in memory to disk as one sorted run. A failure is told when the hashes are needed.
    private mutating func spill() {
        guard let folder else { return }
        if failure == nil {
            do throws(FileError) {
                let file = if let file { file } else { try NumberFile(in: folder) }
                self.file = file
                let start = spilled.last?.upperBound ?? 0
                var end = start
                try eachByte { bucket throws(FileError) in
                    try file.write(bucket, at: end)
                    end += bucket.count
                }
                spilled.append(start..<end)
            } catch {
                failure = error
            }
        }
        runs = []
    }

    /// Those that were appended more than once.
    /// - Throws: `FileError` where some could not be written to disk, or not be read again.
    func repeated() throws(FileError) -> Set<UInt64> {
        if let failure { throw failure }
        var found: Set<UInt64> = []
        var onDisk = spilled.map { SpilledRun(places: $0) }
        try eachByte(with: &onDisk) { bucket throws(FileError) in
            for index in bucket.indices.dropFirst() where bucket[index] == bucket[index - 1] {
                found.insert(bucket[index])
            }
        }
        return found
    }

    /// Gives the hashes in memory, sorted, in pieces.
    private func eachByte(_ body: ([UInt64]) throws(FileError) -> Void) throws(FileError) {
        var none: [SpilledRun] = []
        try eachByte(with: &none, body)
    }

    /// Gives the hashes in memory and those of runs on disk, sorted, in pieces: the runs are merged by their leading
    /// byte, so that little more memory is needed.
    private func eachByte(
        with onDisk: inout [SpilledRun], _ body: ([UInt64]) throws(FileError) -> Void
    ) throws(FileError) {
        var bucket: [UInt64] = []
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
            if let file { for run in onDisk.indices { try onDisk[run].give(byte, of: file, to: &bucket) } }
            bucket.sort()
            try body(bucket)
        }
    }
}

/// A sorted run on disk, while it is read from its start.
private struct SpilledRun {
    private static let pieceLength = 8_192
    private var rest: Range<Int>
    private var piece: [UInt64] = []
    private var position = 0

    init(places: Range<Int>) { rest = places }

    /// Appends the numbers that have this leading byte. Bytes are asked for in order.
    mutating func give(_ byte: UInt64, of file: NumberFile, to bucket: inout [UInt64]) throws(FileError) {
        while true {
            if position == piece.count {
                guard !rest.isEmpty else { return }
                let next = rest.prefix(SpilledRun.pieceLength)
                try file.read(next, into: &piece)
                rest = next.upperBound..<rest.upperBound
                position = 0
            }
            while position < piece.count {
                guard piece[position] >> 56 == byte else { return }
                bucket.append(piece[position])
                position += 1
            }
        }
    }
}
