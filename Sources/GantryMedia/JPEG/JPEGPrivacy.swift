/// What becomes of a segment or chunk under a privacy rule.
enum Fate: Equatable {
    case stays
    case goes
    /// It has these bytes instead.
    case becomes([UInt8])
}

/// Decides what a JPEG image keeps, segment by segment.
struct JPEGPrivacy {
    let rule: PhotoPrivacy
    var removed: Set<RemovedPart> = []
    /// Whether the orientation has been written; a second one could contradict it.
    private var hasOrientation = false

    init(rule: PhotoPrivacy) { self.rule = rule }

    /// Images, films and other data behind the image can have a position of their own, in any format.
    var keepsTrailingData: Bool { rule == .none }
    /// Bytes between segments can be what is left of a segment whose length is wrong.
    var keepsStrayBytes: Bool { rule == .none }

    /// - Parameters:
    ///   - marker: of an application segment or a comment.
    ///   - payload: what follows its length.
    mutating func fate(of marker: UInt8, _ payload: [UInt8]) -> Fate {
        switch rule {
        case .none: .stays
        case .gpsOnly: fateWithoutPosition(marker, payload)
        case .allButOrientation: fateOfNeeded(marker, payload)
        }
    }

    private mutating func fateWithoutPosition(_ marker: UInt8, _ payload: [UInt8]) -> Fate {
        switch marker {
        case 0xE1 where Signature.exif.begins(payload): return exifWithoutPosition(payload)
        case 0xE1 where Signature.xmp.begins(payload):
            return mayHoldPosition(xmp: Array(payload.dropFirst(Signature.xmp.bytes.count)))
                ? goes(.xmp, .position) : .stays
        case 0xE1 where Signature.extendedXMP.begins(payload): return goes(.xmp)
        // Makers' own segments beside Exif: thermal cameras put the position there.
        case 0xE1: return goes(.applicationData)
        case 0xE2 where Signature.imageIndex.begins(payload): return goes(.imageIndex)
        case 0xED where Self.photoshopRepeatsExif(payload): return goes(.photoshop)
        default: return .stays
        }
    }

    private mutating func exifWithoutPosition(_ payload: [UInt8]) -> Fate {
        let block = ExifBlock(payload)
        if block.isSound, block.positionParts.isEmpty { return .stays }
        if let bytes = block.withoutPosition() {
            removed.formUnion(block.positionParts)
            return .becomes(Array(payload.prefix(6)) + bytes)
        }
        return onlyOrientation(of: block)
    }

    private mutating func fateOfNeeded(_ marker: UInt8, _ payload: [UInt8]) -> Fate {
        switch marker {
        case 0xE0 where Signature.jfif.begins(payload) && payload.count >= 14: return jfifWithoutThumbnail(payload)
        case 0xE0 where Signature.jfifExtension.begins(payload): return goes(.thumbnail)
        case 0xE1 where Signature.exif.begins(payload): return onlyOrientation(of: ExifBlock(payload))
        case 0xE1 where Signature.xmp.begins(payload) || Signature.extendedXMP.begins(payload): return goes(.xmp)
        case 0xE2 where Signature.colourProfile.begins(payload): return .stays
        case 0xE2 where Signature.imageIndex.begins(payload): return goes(.imageIndex)
        case 0xED: return goes(.photoshop)
        case 0xEE where Signature.adobe.begins(payload): return .stays
        case JPEGMarker.comment: return goes(.comment)
        default: return goes(.applicationData)
        }
    }

    private mutating func onlyOrientation(of block: ExifBlock) -> Fate {
        removed.formUnion(block.parts)
        guard let bytes = block.onlyOrientation, !hasOrientation else { return .goes }
        hasOrientation = true
        return .becomes(Array("Exif\0\0".utf8) + bytes)
    }

    private mutating func jfifWithoutThumbnail(_ payload: [UInt8]) -> Fate {
        guard payload.count > 14 || payload[12] != 0 || payload[13] != 0 else { return .stays }
        removed.insert(.thumbnail)
        return .becomes(Array(payload.prefix(12)) + [0, 0])
    }

    private mutating func goes(_ parts: RemovedPart...) -> Fate {
        removed.formUnion(parts)
        return .goes
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
