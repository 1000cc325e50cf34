/// Decides what a PNG image keeps, chunk by chunk.
struct PNGPrivacy {
    let rule: PhotoPrivacy
    var removed: Set<RemovedPart> = []
    private var hasOrientation = false
    private(set) var orientation: Int?

    init(rule: PhotoPrivacy) { self.rule = rule }

    /// Editors that save over a larger file have left the rest of the older image there.
    var keepsTrailingData: Bool { rule == .none }

    /// Whether the chunk's data decide its outcome.
    func mustRead(_ name: String) -> Bool {
        switch rule {
        case .none: false
        case .gpsOnly: ["eXIf", "tEXt", "zTXt", "iTXt"].contains(name)
        case .allButOrientation: name == "eXIf"
        }
    }

    /// The action for a chunk that is not looked into.
    mutating func action(for name: String) -> PrivacyAction {
        guard rule == .allButOrientation, !Self.needed.contains(name), !Self.isCritical(name) else { return .keep }
        removed.insert(Self.part(of: name))
        return .remove
    }

    /// The action for a chunk that had to be looked into but is too large for that: it can't be cleared of a position.
    mutating func actionForLarge(_ name: String) -> PrivacyAction {
        removed.insert(Self.part(of: name))
        return .remove
    }

    mutating func action(for name: String, _ data: [UInt8]) -> PrivacyAction {
        if name == "eXIf" { return exifAction(data) }
        let isXMP = data.starts(with: "XML:com.adobe.xmp\0".utf8)
        // ImageMagick's way to keep Exif and XMP: hexadecimal digits in a text, mostly compressed.
        let isProfile = data.starts(with: "Raw profile type ".utf8) && !data.starts(with: "Raw profile type icc".utf8)
        guard isProfile || isXMP && (Self.isCompressed(name, data) || mayHoldPosition(xmp: Self.text(name, data)))
        else { return .keep }
        removed.insert(isXMP ? .xmp : .text)
        return .remove
    }

    private mutating func exifAction(_ data: [UInt8]) -> PrivacyAction {
        let block = ExifBlock(data)
        if rule == .gpsOnly {
            if block.isSound, block.positionParts.isEmpty { return .keep }
            if let bytes = block.withoutPosition() {
                removed.formUnion(block.positionParts)
                return .replace(bytes)
            }
        }
        removed.formUnion(block.parts)
        guard let bytes = block.onlyOrientation, !hasOrientation else { return .remove }
        hasOrientation = true
        orientation = block.orientation
        return .replace(bytes)
    }

    /// Sent without a look: what shapes the image, its colours or its animation.
    private static let needed: Set<String> = [
        "cHRM", "cICP", "gAMA", "iCCP", "mDCV", "cLLI", "sBIT", "sRGB", "bKGD", "hIST", "tRNS", "pHYs", "sPLT", "acTL",
        "fcTL", "fdAT",
    ]

    /// A capital first letter: no decoder may ignore it.
    private static func isCritical(_ name: String) -> Bool { name.utf8.first.map { $0 & 0x20 == 0 } ?? false }

    private static func part(of name: String) -> RemovedPart {
        switch name {
        case "eXIf": .cameraData
        case "tEXt", "zTXt", "iTXt": .text
        case "tIME": .time
        default: .applicationData
        }
    }

    /// The compression flag of `iTXt` follows its keyword.
    private static func isCompressed(_ name: String, _ data: [UInt8]) -> Bool {
        if name == "zTXt" { return true }
        guard name == "iTXt", let end = data.firstIndex(of: 0), end + 1 < data.count else { return false }
        return data[end + 1] != 0
    }

    /// What follows the keyword, and in `iTXt` the two flags, language and translated keyword, each ended by a NUL.
    private static func text(_ name: String, _ data: [UInt8]) -> [UInt8] {
        var rest = data.drop { $0 != 0 }.dropFirst()
        guard name == "iTXt" else { return Array(rest) }
        rest = rest.dropFirst(2)
        for _ in 0..<2 { rest = rest.drop { $0 != 0 }.dropFirst() }
        return Array(rest)
    }
}
