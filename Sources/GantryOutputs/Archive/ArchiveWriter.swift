package import GantryEngine
package import GantryFormats
package import GantryModel

/// The landed records as an archive: in another compression than the landing's, or without those that are excluded.
package actor ArchiveWriter<R: Record>: PartWriter {
    package nonisolated let name: String
    private var part: Part
    private var framer = LineFramer()
    private let compression: ArchiveCompression
    private var encoder: (any FrameEncoder)?
    private var frame: [UInt8] = []
    private var compressed: [UInt8] = []

    package init(folder: String, name: String, compression: ArchiveCompression) {
        self.name = name
        self.compression = compression
        part = Part(folder: folder, name: name)
    }

    package func open(at mark: FileCheckpoint?) throws {
        encoder = try compression.makeEncoder()
        try part.open(at: mark)
        framer = LineFramer(resumingWith: mark?.tail ?? [])
    }

    package func write(_ checked: Checked<R>, from first: Int) throws {
        var next = first
        var records = checked.chunk.ranges
        if checked.verdicts.contains(.excluded) {
            records = records.indices.filter { $0 >= first && checked.verdicts[$0] != .excluded }.map { records[$0] }
            next = 0
        }
        part.rows += records.count - next
        while framer.fill(
            from: checked.chunk.bytes.span, records: records.span, redactions: checked.chunk.redactions, next: &next)
        { try writeFrame() }
    }

    private func writeFrame() throws {
        framer.takeFrame(into: &frame)
        compressed.removeAll(keepingCapacity: true)
        try encoder?.encode(frame.span, appendingTo: &compressed)
        try part.append(compressed.span)
    }

    package func finish(_ notes: [ExceptionNote]) throws {
        if !framer.tail.isEmpty || part.isEmpty { try writeFrame() }
    }

    package func checkpoint() throws -> FileCheckpoint { try part.mark(tail: framer.tail) }
    package func close() throws { try part.close() }
}
