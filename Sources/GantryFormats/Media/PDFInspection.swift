/// A PDF document (ISO 32000-2, 7.5): header, and at the end where its cross-reference table begins and the end mark.
///
/// Nothing else is required, since viewers repair the rest; encrypted documents are accepted. Blanks and zeros at the
/// end, with which stores and mail programs fill blocks, don't count.
enum PDFInspection {
    private static let tail = 2048
    private static let piece = 64 * 1024
    /// Within how many last bytes viewers look for the end mark.
    private static let endMarkLimit = 1024

    static func goThrough(_ cursor: inout MediaCursor) throws(InspectionStop) -> MediaFacts {
        let size = cursor.size
        let end = try lastBytes(&cursor)
        let length = end.count
        guard let mark = lastPlace(of: Array("%%EOF".utf8), in: end, before: end.count), mark >= length - endMarkLimit
        else {
            throw .damaged(
                found: "a PDF document without an end mark", expected: "%%EOF within the last \(endMarkLimit) bytes")
        }
        guard let start = lastPlace(of: Array("startxref".utf8), in: end, before: mark) else {
            throw .damaged(
                found: "a PDF document without a cross-reference table at its end", expected: "startxref before %%EOF")
        }
        let digits = end[(start + 9)..<mark].drop { isWhite($0) }.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, digits.count <= 15, let offset = Int(String(decoding: digits, as: UTF8.self)),
            offset < size
        else {
            throw .damaged(
                found: "a PDF document whose cross-reference table is outside the file",
                expected: "a position within its \(size) bytes")
        }
        var facts = MediaFacts()
        facts.trailing = end[(mark + 5)...].drop { isWhite($0) }.count
        return facts
    }

    /// Passes all of the document and returns what is in front of the blanks at its end, 2,048 bytes at most.
    private static func lastBytes(_ cursor: inout MediaCursor) throws(InspectionStop) -> [UInt8] {
        var last: [UInt8] = []
        var blanks = 0
        while cursor.remaining > 0 {
            let bytes = try cursor.beginning(atMost: piece)
            if let place = bytes.lastIndex(where: { !isWhite($0) }) {
                last = Array((last + [UInt8](repeating: 0, count: min(blanks, tail)) + bytes[...place]).suffix(tail))
                blanks = bytes.count - 1 - place
            } else {
                blanks += bytes.count
            }
            try cursor.pass(bytes.count, keeping: true, of: "the document")
        }
        return last
    }

    private static func isWhite(_ byte: UInt8) -> Bool { [0x00, 0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) }
}
