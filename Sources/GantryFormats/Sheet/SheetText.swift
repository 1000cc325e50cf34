internal import GantryFiles

/// The text of a sheet as UTF-8; only what the current row needs is kept.
struct SheetText {
    /// Appends at most so many bytes of the file and says how many; 0 at the end.
    typealias Source = (inout [UInt8], Int) throws(FileError) -> Int

    private let source: Source
    private let chunkBytes: Int
    private var decoder: SheetDecoder
    private var raw: [UInt8] = []
    private(set) var bytes: [UInt8] = []
    /// Whether `bytes` ends where the file does.
    private(set) var isAtEnd: Bool

    /// - Parameters:
    ///   - sample: the first bytes of the file, which `source` has given already.
    ///   - markBytes: bytes of the byte order mark.
    init(
        _ source: @escaping Source, chunkBytes: Int, sample: [UInt8], markBytes: Int, isWhole: Bool,
        _ encoding: SheetDialect.Encoding
    ) {
        self.source = source
        self.chunkBytes = chunkBytes
        decoder = SheetDecoder(encoding)
        isAtEnd = isWhole
        decoder.decode(sample.span.extracting(markBytes...), into: &bytes)
        if isWhole { decoder.finish(into: &bytes) }
    }

    /// Drops bytes at the front.
    mutating func drop(_ count: Int) { bytes.removeSubrange(..<count) }

    /// Drops bytes at the front and reads more at the end.
    mutating func refill(dropping count: Int) throws(FileError) {
        drop(count)
        guard !isAtEnd else { return }
        if decoder.encoding == .utf8 {
            isAtEnd = try source(&bytes, chunkBytes) == 0
        } else {
            raw.removeAll(keepingCapacity: true)
            isAtEnd = try source(&raw, chunkBytes) == 0
            let piece = raw
            decoder.decode(piece.span, into: &bytes)
            if isAtEnd { decoder.finish(into: &bytes) }
        }
    }
}

/// The rows of a sheet as places of cells in its text.
struct SheetRows {
    var text: SheetText
    var scanner: SheetRowScanner
    /// The row's number in a spreadsheet program (``SheetItem/number``); 0 before the first.
    private(set) var number = 0

    /// Goes to the next row; `false` after the last.
    mutating func advance() throws(FileError) -> Bool {
        while true {
            switch step() {
            case .row:
                number += 1
                return true
            case .end: return false
            case .needsBytes:
                let count = scanner.start
                try text.refill(dropping: count)
                scanner.dropped(count)
            }
        }
    }

    /// By itself, so that the bytes are not held twice while more are read.
    private mutating func step() -> SheetRowScanner.Step {
        let bytes = text.bytes
        return scanner.next(in: bytes.span, isAtEnd: text.isAtEnd)
    }
}
