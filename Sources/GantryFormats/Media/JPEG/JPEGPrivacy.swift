/// What a privacy rule does with a segment or chunk.
enum PrivacyAction: Equatable {
    case keep
    case remove
    /// With these bytes.
    case replace([UInt8])
}

/// Decides what a JPEG image keeps, segment by segment.
struct JPEGPrivacy {
    let rule: PhotoPrivacy
    var removed: Set<RemovedPart> = []
    /// Whether the orientation has been written; a second one could contradict it.
    private var hasOrientation = false
    private(set) var orientation: Int?

    init(rule: PhotoPrivacy) { self.rule = rule }

    /// Images, films and other data after the image can have a position of their own, in any format.
    var keepsTrailingData: Bool { rule == .none }
    /// Stray bytes between segments can be the rest of a segment with a wrong length.
    var keepsStrayBytes: Bool { rule == .none }

    /// - Parameters:
    ///   - marker: of an application segment or a comment.
    ///   - payload: what follows its length.
    mutating func action(for marker: UInt8, _ payload: [UInt8]) -> PrivacyAction {
        switch rule {
        case .none: .keep
        case .gpsOnly: actionWithoutPosition(marker, payload)
        case .allButOrientation: actionForNeeded(marker, payload)
        }
    }

    private mutating func actionWithoutPosition(_ marker: UInt8, _ payload: [UInt8]) -> PrivacyAction {
        switch marker {
        case 0xE1 where Signature.exif.begins(payload): return exifWithoutPosition(payload)
        case 0xE1 where Signature.xmp.begins(payload):
            return mayHoldPosition(xmp: Array(payload.dropFirst(Signature.xmp.bytes.count)))
                ? removal(of: .xmp, .position) : .keep
        case 0xE1 where Signature.extendedXMP.begins(payload): return removal(of: .xmp)
        // Makers' own segments besides Exif: thermal cameras put the position there.
        case 0xE1: return removal(of: .applicationData)
        case 0xE2 where Signature.imageIndex.begins(payload): return removal(of: .imageIndex)
        case 0xED where Self.photoshopRepeatsExif(payload): return removal(of: .photoshop)
        default: return .keep
        }
    }

    private mutating func exifWithoutPosition(_ payload: [UInt8]) -> PrivacyAction {
        let block = ExifBlock(payload)
        if block.isSound, block.positionParts.isEmpty { return .keep }
        if let bytes = block.withoutPosition() {
            removed.formUnion(block.positionParts)
            return .replace(Array(payload.prefix(6)) + bytes)
        }
        return onlyOrientation(of: block)
    }

    private mutating func actionForNeeded(_ marker: UInt8, _ payload: [UInt8]) -> PrivacyAction {
        switch marker {
        case 0xE0 where Signature.jfif.begins(payload) && payload.count >= 14: return jfifWithoutThumbnail(payload)
        case 0xE0 where Signature.jfifExtension.begins(payload): return removal(of: .thumbnail)
        case 0xE1 where Signature.exif.begins(payload): return onlyOrientation(of: ExifBlock(payload))
        case 0xE1 where Signature.xmp.begins(payload) || Signature.extendedXMP.begins(payload): return removal(of: .xmp)
        case 0xE2 where Signature.colourProfile.begins(payload): return .keep
        case 0xE2 where Signature.imageIndex.begins(payload): return removal(of: .imageIndex)
        case 0xED: return removal(of: .photoshop)
        case 0xEE where Signature.adobe.begins(payload): return .keep
        case JPEGMarker.comment: return removal(of: .comment)
        default: return removal(of: .applicationData)
        }
    }

    private mutating func onlyOrientation(of block: ExifBlock) -> PrivacyAction {
        removed.formUnion(block.parts)
        guard let bytes = block.onlyOrientation, !hasOrientation else { return .remove }
        hasOrientation = true
        orientation = block.orientation
        return .replace(Array("Exif\0\0".utf8) + bytes)
    }

    private mutating func jfifWithoutThumbnail(_ payload: [UInt8]) -> PrivacyAction {
        guard payload.count > 14 || payload[12] != 0 || payload[13] != 0 else { return .keep }
        removed.insert(.thumbnail)
        return .replace(Array(payload.prefix(12)) + [0, 0])
    }

    private mutating func removal(of parts: RemovedPart...) -> PrivacyAction {
        removed.formUnion(parts)
        return .remove
    }

    /// Whether an image resource block has Exif (1058, 1059) or XMP (1060) in it.
    private static func photoshopRepeatsExif(_ payload: [UInt8]) -> Bool {
        let start = Array("8BIM".utf8)
        return [0x22, 0x23, 0x24].contains { place(of: start + [0x04, $0], in: payload) != nil }
    }
}

/// How a segment says whose it is.
private enum Signature: String {
    case jfif = "JFIF\0"
    case jfifExtension = "JFXX\0"
    case exif = "Exif\0"
    case xmp = "http://ns.adobe.com/xap/1.0/\0"
    case extendedXMP = "http://ns.adobe.com/xmp/extension/\0"
    case colourProfile = "ICC_PROFILE\0"
    case imageIndex = "MPF\0"
    case adobe = "Adobe"

    var bytes: [UInt8] { Array(rawValue.utf8) }

    func begins(_ payload: [UInt8]) -> Bool { payload.starts(with: rawValue.utf8) }
}
