/// Goes through a WebP image (RFC 9649, section 2): the sizes of the file and of its chunks agree.
///
/// The sizes precede what they count, so private data is overwritten in place instead of removed.
struct WebPInspection {
    private static let readLimit = 64 * 1024

    private let rule: PhotoPrivacy
    private var facts = MediaFacts()
    private var hasImage = false

    init(privacy: PhotoPrivacy) { rule = privacy }

    mutating func goThrough(_ cursor: inout MediaCursor) throws(InspectionStop) -> MediaFacts {
        try cursor.load(12, for: "the image")
        let end = cursor.littleEndian32(at: 4) + 8
        guard end <= cursor.size else { throw .cutShort(in: "the image: it has \(cursor.size) of \(end) bytes") }
        try cursor.pass(12, keeping: true, of: "the image")
        while cursor.position < end { try chunk(&cursor, end: end) }
        guard hasImage, facts.width != nil else {
            throw .damaged(found: "a WebP image without image data", expected: "a VP8 or VP8L chunk")
        }
        facts.trailing = cursor.remaining
        if facts.trailing > 0, rule != .none { facts.removed.insert(.trailingData) }
        try cursor.pass(facts.trailing, keeping: rule == .none, of: "the file")
        return facts
    }

    private mutating func chunk(_ cursor: inout MediaCursor, end: Int) throws(InspectionStop) {
        guard end - cursor.position >= 8 else { throw .cutShort(in: "the image") }
        try cursor.load(8, for: "the image")
        let name = String(decoding: cursor.bytes(0..<4), as: UTF8.self)
        let length = cursor.littleEndian32(at: 4)
        // Some encoders leave out the byte that makes the last chunk even.
        let padded = min(length + length % 2, end - cursor.position - 8)
        guard length <= padded else { throw .cutShort(in: "its chunk at byte \(cursor.position)") }
        switch name {
        case "VP8X", "VP8 ", "VP8L", "ANMF": try image(&cursor, name: name, length: length)
        case "EXIF" where rule != .none: return try overwriteExif(&cursor, length: length, padded: padded)
        case "XMP " where rule != .none: return try overwriteXMP(&cursor, length: length, padded: padded)
        default: break
        }
        let isKnown = ["VP8X", "VP8 ", "VP8L", "ANMF", "ANIM", "ALPH", "ICCP", "EXIF", "XMP "].contains(name)
        if !isKnown, rule == .allButOrientation {
            try overwrite(&cursor, with: [], padded: padded, filling: 0, removing: .applicationData)
        } else {
            try cursor.pass(8 + padded, keeping: true, of: "the image")
        }
    }

    private mutating func image(_ cursor: inout MediaCursor, name: String, length: Int) throws(InspectionStop) {
        if name != "VP8X" { hasImage = true }
        guard facts.width == nil else { return }
        let needed = name == "VP8L" ? 5 : 10
        guard length >= needed, name != "ANMF" else {
            throw .damaged(found: "a WebP image without its size", expected: "a complete header")
        }
        try cursor.load(8 + needed, for: "the image")
        switch name {
        case "VP8X":
            (facts.width, facts.height) = (cursor.littleEndian24(at: 12) + 1, cursor.littleEndian24(at: 15) + 1)
        case "VP8L":
            let bits = cursor.littleEndian32(at: 9)
            guard cursor[8] == 0x2F else {
                throw .damaged(found: "a VP8L chunk without its signature", expected: "0x2F")
            }
            (facts.width, facts.height) = (bits & 0x3FFF + 1, (bits >> 14) & 0x3FFF + 1)
        default:
            guard cursor.bytes(11..<14) == [0x9D, 0x01, 0x2A] else {
                throw .damaged(found: "a VP8 chunk without its signature", expected: "9D 01 2A")
            }
            (facts.width, facts.height) = (
                cursor.littleEndian32(at: 14) & 0x3FFF, (cursor.littleEndian32(at: 14) >> 16) & 0x3FFF
            )
        }
        guard let width = facts.width, let height = facts.height, width > 0, height > 0 else {
            throw .damaged(found: "an image without pixels", expected: "at least 1 × 1")
        }
    }

    private mutating func overwriteExif(
        _ cursor: inout MediaCursor, length: Int, padded: Int
    ) throws(InspectionStop) {
        guard length <= Self.readLimit else {
            return try overwrite(&cursor, with: [], padded: padded, filling: 0, removing: .cameraData)
        }
        try cursor.load(8 + length, for: "the image")
        let data = cursor.bytes(8..<(8 + length))
        let block = ExifBlock(data)
        if rule == .gpsOnly, block.isSound, block.positionParts.isEmpty {
            return try cursor.pass(8 + padded, keeping: true, of: "the image")
        }
        if rule == .gpsOnly, let tiff = block.withoutPosition() {
            facts.removed.formUnion(block.positionParts)
            return try overwrite(
                &cursor, with: Array(data.prefix(length - tiff.count)) + tiff, padded: padded, filling: 0, removing: nil
            )
        }
        facts.removed.formUnion(block.parts)
        facts.orientation = block.orientation
        // Empty Exif would be broken Exif, so an orientation of 1 is written too.
        let tiff = ExifBlock.orientationOnly(block.orientation ?? 1)
        try overwrite(&cursor, with: tiff.count <= length ? tiff : [], padded: padded, filling: 0, removing: nil)
    }

    private mutating func overwriteXMP(_ cursor: inout MediaCursor, length: Int, padded: Int) throws(InspectionStop) {
        if rule == .gpsOnly, length <= Self.readLimit {
            try cursor.load(8 + length, for: "the image")
            guard mayHoldPosition(xmp: cursor.bytes(8..<(8 + length))) else {
                return try cursor.pass(8 + padded, keeping: true, of: "the image")
            }
        }
        try overwrite(&cursor, with: [], padded: padded, filling: 0x20, removing: .xmp)
    }

    /// Puts `bytes` and then `filling` in place of the chunk's data.
    private mutating func overwrite(
        _ cursor: inout MediaCursor, with bytes: [UInt8], padded: Int, filling: UInt8, removing part: RemovedPart?
    ) throws(InspectionStop) {
        if let part { facts.removed.insert(part) }
        try cursor.pass(8, keeping: true, of: "the image")
        try cursor.insert(
            bytes + [UInt8](repeating: filling, count: max(0, min(padded - bytes.count, ContentPieces.mostBytes + 1))))
        try cursor.pass(padded, keeping: false, of: "the image")
    }
}
