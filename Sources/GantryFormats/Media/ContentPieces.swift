internal import GantryFiles

/// What is sent of a file, put together from front to back, with its digest and checksum.
struct ContentPieces {
    /// More pieces, or more bytes outside of the file, than any real photo gives; they bound memory.
    static let mostPieces = 4096
    static let mostBytes = 1 << 20

    private(set) var pieces: [FileContent.Piece] = []
    private var hasher = ContentHasher()
    private let checksummer = ContentChecksummer()
    private var inserted = 0

    /// Sends these bytes of the file, which are at `start` in it.
    mutating func keep(_ bytes: Span<UInt8>, at start: Int) throws(InspectionStop) {
        guard !bytes.isEmpty else { return }
        hasher.update(bytes)
        checksummer?.update(bytes)
        let range = start..<(start + bytes.count)
        if case .file(let last)? = pieces.last, last.upperBound == start {
            pieces[pieces.count - 1] = .file(last.lowerBound..<range.upperBound)
        } else {
            try append(.file(range))
        }
    }

    /// Sends bytes that the file does not have.
    mutating func insert(_ bytes: [UInt8]) throws(InspectionStop) {
        guard !bytes.isEmpty else { return }
        inserted += bytes.count
        guard inserted <= Self.mostBytes else { throw Self.tooScattered }
        hasher.update(bytes.span)
        checksummer?.update(bytes.span)
        try append(.bytes(bytes))
    }

    func digest() -> ContentDigest { hasher.digest() }
    func checksum() -> ContentChecksum? { checksummer?.checksum() }

    private mutating func append(_ piece: FileContent.Piece) throws(InspectionStop) {
        guard pieces.count < Self.mostPieces else { throw Self.tooScattered }
        pieces.append(piece)
    }

    private static let tooScattered = InspectionStop.damaged(
        found: "private data in thousands of places", expected: "private data in a few places")
}
