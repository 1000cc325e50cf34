public import GantryEngine
public import GantryModel

/// A landing on a `MemoryDisk`, in frames of a few lines as the one on disk has them.
public actor MemoryLanding: LandingStore {
    /// The landing holds test entries, written as lines.
    public typealias R = TestEntry

    /// The landing's name on its disk.
    public static let file = "landing"

    private let faults: Faults
    private var part: MemoryPart
    private let linesPerChunk: Int

    /// - Parameter linesPerChunk: records in a chunk when read back; not the page size, as on disk.
    public init(_ disk: MemoryDisk, faults: Faults = Faults(), linesPerChunk: Int = 7) {
        self.faults = faults
        self.linesPerChunk = linesPerChunk
        part = MemoryPart(disk, MemoryLanding.file, markName: "landing", linesPerFrame: 5)
    }

    /// Starts over without a mark, or cuts the file to it. Throws `landing-damaged` where the file is not what the mark
    /// says.
    public func open(at mark: FileCheckpoint?) throws {
        try faults.around("landing.open") {
            guard let mark else { return part.start() }
            guard part.open(at: mark) else { throw RunError(.landingDamaged, "The landing isn't what its mark says.") }
        }
    }

    /// Appends the line of every record.
    public func append(_ chunk: Chunk<TestEntry>) throws {
        try faults.around("landing.append") {
            for index in 0..<chunk.count { part.append(chunk.line(index)) }
        }
    }

    /// Syncs the complete frames, and returns the position of the landing.
    public func checkpoint() throws -> FileCheckpoint { try faults.around("landing.checkpoint") { part.checkpoint() } }

    /// Every record: readers by id may show others too, so the ids are ignored.
    public func reader(ofIDs ids: Set<Int64>) throws -> any ChunkSource<TestEntry> { try reader() }

    /// The records from the first on, also those that no checkpoint has yet.
    public func reader() throws -> any ChunkSource<TestEntry> {
        try faults.around("landing.reader") {
            let bytes = (part.disk.contents(of: part.name) ?? []) + part.tail
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().map {
                Array($0) + [0x0A]
            }
            let chunks = stride(from: 0, to: lines.count, by: linesPerChunk).map { start in
                Chunk<TestEntry>(lines: Array(lines[start..<min(start + linesPerChunk, lines.count)].joined()))
            }
            return ArraySource(chunks, faults: faults, operation: "reader.next")
        }
    }
}
