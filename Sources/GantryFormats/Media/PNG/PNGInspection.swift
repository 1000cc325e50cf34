/// Goes through a PNG image (Portable Network Graphics, third edition, section 5) and checks every chunk's CRC.
struct PNGInspection {
    /// Chunks up to this size are looked into before they are passed.
    private static let readLimit = MediaCursor.window - 12

    private var privacy: PNGPrivacy
    private var facts = MediaFacts()
    private var hasData = false

    init(privacy: PhotoPrivacy) { self.privacy = PNGPrivacy(rule: privacy) }

    mutating func goThrough(_ cursor: inout MediaCursor) throws(InspectionStop) -> MediaFacts {
        guard try cursor.beginning(atMost: 8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] else {
            throw .damaged(found: "a PNG image with converted line ends", expected: "its original bytes")
        }
        try cursor.pass(8, keeping: true, of: "the image")
        while try chunk(&cursor) != "IEND" {}
        guard hasData else {
            throw .damaged(found: "a PNG image without image data", expected: "at least one IDAT chunk")
        }
        facts.trailing = cursor.remaining
        if facts.trailing > 0, !privacy.keepsTrailingData { privacy.removed.insert(.trailingData) }
        try cursor.pass(facts.trailing, keeping: privacy.keepsTrailingData, of: "the file")
        facts.removed = privacy.removed
        facts.orientation = privacy.orientation
        return facts
    }

    /// Goes past one chunk and says its name.
    private mutating func chunk(_ cursor: inout MediaCursor) throws(InspectionStop) -> String {
        let start = cursor.position
        try cursor.load(8, for: "the image")
        let length = cursor.bigEndian32(at: 0)
        let letters = cursor.bytes(4..<8)
        guard length <= Int(Int32.max), letters.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
            throw .damaged(
                found: "something other than a PNG chunk at byte \(start)", expected: "a chunk's length and name")
        }
        let name = String(decoding: letters, as: UTF8.self)
        guard facts.width != nil || name == "IHDR" else {
            throw .damaged(found: "a PNG image that starts with the chunk \(name)", expected: "IHDR first")
        }
        guard cursor.remaining >= 12 + length else { throw .cutShort(in: "the image") }
        if name == "IHDR" { try header(&cursor, length) }
        if name == "IDAT" { hasData = true }
        let action = try action(&cursor, of: name, length: length)
        if case .replace(let bytes) = action { try cursor.insert(Self.chunk(name, bytes)) }
        let keeping = action == .keep
        try cursor.pass(4, keeping: keeping, of: "the image")
        cursor.startChecksum()
        try cursor.pass(4 + length, keeping: keeping, of: "the image")
        let sum = cursor.endChecksum()
        try cursor.load(4, for: "the image")
        guard cursor.bigEndian32(at: 0) == sum else {
            throw .damaged(
                found: "a wrong checksum (CRC) in the chunk \(name) at byte \(start)",
                expected: "the checksum of its bytes")
        }
        try cursor.pass(4, keeping: keeping, of: "the image")
        return name
    }

    private mutating func header(_ cursor: inout MediaCursor, _ length: Int) throws(InspectionStop) {
        guard facts.width == nil, length == 13 else {
            throw .damaged(
                found: "a \(length)-byte IHDR chunk at byte \(cursor.position)", expected: "13 bytes")
        }
        try cursor.load(8 + length, for: "the image")
        let (width, height) = (cursor.bigEndian32(at: 8), cursor.bigEndian32(at: 12))
        guard width > 0, height > 0 else {
            throw .damaged(found: "an image of \(width) × \(height) pixels", expected: "at least 1 × 1")
        }
        (facts.width, facts.height) = (width, height)
    }

    private mutating func action(
        _ cursor: inout MediaCursor, of name: String, length: Int
    ) throws(InspectionStop) -> PrivacyAction {
        guard privacy.mustRead(name) else { return privacy.action(for: name) }
        guard length <= Self.readLimit else { return privacy.actionForLarge(name) }
        try cursor.load(8 + length, for: "the image")
        return privacy.action(for: name, cursor.bytes(8..<(8 + length)))
    }

    /// A complete chunk.
    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        let sum = Int(crc(0, body.span))
        return bigEndian(data.count) + body + bigEndian(sum)
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
