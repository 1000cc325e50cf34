package import GantryConnectors
package import GantryEngine
internal import GantryFiles
package import GantryFormats
package import GantryJSON
package import GantryModel

/// The landing on disk: JSON Lines in Zstandard frames, each record as the server sent it.
///
/// A frame ends where its records reach 1 MiB, so the bytes depend on the records alone; what isn't in a frame yet is
/// kept in the checkpoint.
package actor LandingFile<R: DatasetRecord>: LandingStore {
    package nonisolated let path: String
    private let dataset: Dataset<R>
    private let name: String
    private var part: PartFile?
    private var framer = LineFramer()
    private var encoder: ZstdFrameEncoder?
    private var frame: [UInt8] = []
    private var compressed: [UInt8] = []
    private var records = 0

    package init(_ dataset: Dataset<R>, path: String, name: String) {
        self.dataset = dataset
        self.path = path
        self.name = name
    }

    package func open(at mark: FileCheckpoint?) throws {
        encoder = try ZstdFrameEncoder()
        guard let mark else {
            part = try PartFile.create(path, replacingLeftover: true)
            // What an emptied landing still had in its last frame goes too.
            framer = LineFramer()
            records = 0
            return
        }
        guard let digest = ContentDigest(hex: mark.sha256) else { throw LandingFile.damaged(path) }
        part = try LandingFile.resume(path, length: Int(mark.length), digest)
        framer = LineFramer(resumingWith: mark.tail)
        records = mark.rows
    }

    private static func resume(_ path: String, length: Int, _ digest: ContentDigest) throws -> PartFile {
        do throws(FileError) {
            return try PartFile.resume(path, length: length, digest: digest)
        } catch {
            guard error.code == .missing || error.code == .damaged || error.code == .shorterThanRecorded else {
                throw error
            }
            throw RunError(
                .landingDamaged, "The fetched records are unusable: \(error.explanation)",
                advice: "Restore the file, or run again with \(.startOver) to fetch the batch again.")
        }
    }

    private static func damaged(_ path: String) -> RunError {
        RunError(
            .landingDamaged, "The checkpoint has no digest for \(path).",
            advice: "Run again with \(.startOver) to fetch the batch again.")
    }

    package func append(_ chunk: Chunk<R>) throws {
        var next = 0
        while framer.fill(from: chunk.bytes.span, records: chunk.ranges.span, redactions: chunk.redactions, next: &next)
        {
            try writeFrame()
        }
        records += chunk.count
    }

    private func writeFrame() throws {
        guard let part, let encoder else { return }
        framer.takeFrame(into: &frame)
        compressed.removeAll(keepingCapacity: true)
        try encoder.encode(frame.span, appendingTo: &compressed)
        try part.append(compressed.span)
    }

    package func checkpoint() throws -> FileCheckpoint {
        guard let part else { throw LandingFile.damaged(path) }
        try part.sync()
        return FileCheckpoint(
            name: name, length: Int64(part.length), sha256: try part.digest().description, tail: framer.tail,
            rows: records)
    }

    package func reader() throws -> any ChunkSource<R> {
        guard let part else { throw LandingFile.damaged(path) }
        return try LandingReader(dataset, path: path, length: part.length, tail: framer.tail)
    }

    package func reader(ofIDs ids: Set<Int64>) throws -> any ChunkSource<R> {
        guard let part else { throw LandingFile.damaged(path) }
        return try LandingReader(
            dataset, path: path, length: part.length, tail: framer.tail, only: dataset.lines(ofNumbers: ids))
    }

    /// Writes what isn't in a frame yet as the last one, for a landing that becomes an archive.
    /// - Returns: its final length, digest and number of records.
    package func finish() throws -> FileCheckpoint {
        // Without a record there is still one frame, so that the file is an archive to other programs too.
        if !framer.tail.isEmpty || part?.length == 0 { try writeFrame() }
        return try checkpoint()
    }

    /// Records in a finished landing.
    package static func countRecords(_ path: String) throws -> Int {
        let decoder = try ZstdFrameDecoder(reading: try ReadFile.open(path))
        var piece: [UInt8] = []
        var records = 0
        while try decoder.read(appendingTo: &piece, atMost: 256 << 10) > 0 {
            records += countLines(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        return records
    }

    package func close() throws {
        try part?.close()
        part = nil
    }
}

/// Reads landed records back in chunks of about a frame, one ahead.
package actor LandingReader<R: DatasetRecord>: ChunkSource {
    private let lines: LineReader
    private let decoder: any PageDecoding<R>
    private let filter: LeadingID?
    private var ahead: Task<[UInt8], any Error>?

    /// - Parameter filter: gives only lines that it selects.
    package init(
        _ dataset: Dataset<R>, path: String, length: Int, tail: [UInt8], compression: ArchiveCompression = .zstd,
        only filter: LeadingID? = nil
    ) throws {
        decoder = dataset.decoder()
        self.filter = filter
        lines = try LineReader(path: path, length: length, tail: tail, compression: compression)
    }

    package func next() async throws -> Chunk<R>? {
        var bytes: [UInt8]
        repeat {
            let task = ahead ?? Task { [lines] in try await lines.next() }
            bytes = try await task.value
            guard !bytes.isEmpty else { return nil }
            ahead = Task { [lines] in try await lines.next() }
            if let filter {
                var selected: [UInt8] = []
                filter.select(from: bytes.span, into: &selected)
                bytes = selected
            }
        } while bytes.isEmpty
        var chunk = Chunk<R>(bytes: bytes)
        do throws(JSONProblem) {
            try decoder.decodeLines(&chunk)
        } catch {
            throw RunError(
                .landingDamaged, "A fetched record is not JSON: \(error).",
                advice: "Run again with \(.startOver) to fetch the batch again.")
        }
        return chunk
    }
}

/// Decompresses an archive of lines and returns complete lines, about 256 KiB at a time.
package actor LineReader {
    /// The most bytes of a line, 64 MiB: what a server's answer may have, so that no record is longer.
    static let longestLine = 64 << 20

    private let path: String
    private let decoder: any FrameDecoder
    private var rest: [UInt8] = []
    private var tail: [UInt8]
    private var isAtEnd = false

    package init(path: String, length: Int, tail: [UInt8], compression: ArchiveCompression) throws {
        self.path = path
        decoder = try compression.makeDecoder(reading: try ReadFile.open(path, upTo: length))
        self.tail = tail
    }

    /// The next lines; empty at the end.
    /// - Throws: `RunError.landingDamaged` for a line of more than `longestLine` bytes.
    package func next() throws -> [UInt8] {
        while !isAtEnd {
            // What was read before has no line break, and isn't searched or copied again.
            let searched = rest.count
            if try decoder.read(appendingTo: &rest, atMost: 256 << 10) == 0 {
                isAtEnd = true
            } else if let end = rest[searched...].lastIndex(of: 0x0A) {
                var lines = rest
                rest = Array(lines[(end + 1)...])
                lines.removeLast(lines.count - end - 1)
                return lines
            } else if rest.count > LineReader.longestLine {
                throw RunError(
                    .landingDamaged,
                    "\(quoted(path)) has a line of more than \(LineReader.longestLine) bytes, which is no record.",
                    advice: "Get the file again from its source.")
            }
        }
        defer { (rest, tail) = ([], []) }
        return rest + tail
    }
}
