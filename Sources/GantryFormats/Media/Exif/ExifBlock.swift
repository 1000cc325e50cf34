/// The Exif data of a photo (CIPA DC-008): a TIFF structure with directories for the image, the camera, the position
/// and the thumbnail.
///
/// Offsets in it come from the file, so each is checked, each directory is visited once, and there are bounds on
/// everything that a file could repeat to make reading slow.
struct ExifBlock {
    private static let mostDirectories = 32
    private static let mostEntries = 1024
    private static let mostPositions = 4

    enum Tag {
        static let orientation = 0x0112
        static let subdirectories = 0x014A
        static let thumbnail = 0x0201
        static let xmp = 0x02BC
        static let exif = 0x8769
        static let position = 0x8825
        static let makerNote = 0x927C
        static let interoperability = 0xA005
    }

    let tiff: TIFFBytes?
    /// False when it isn't TIFF, a directory is outside or is reached twice, so that programs could read different
    /// things from it.
    private(set) var isSound = false
    /// 1 to 8, where stated.
    private(set) var orientation: Int?
    private(set) var hasPosition = false
    /// Whether it contains an XMP packet, as in TIFF files.
    private(set) var hasXMP = false
    private(set) var hasMakerNote = false
    private(set) var hasThumbnail = false
    /// Whether it says more than the orientation.
    private(set) var hasMore = false
    private(set) var directories: [TIFFDirectory] = []

    /// - Parameter bytes: from the byte order mark on; Exif's own header in front of it is skipped.
    init(_ bytes: [UInt8]) {
        let hasHeader = bytes.starts(with: "Exif".utf8) && bytes.count >= 6
        tiff = TIFFBytes(hasHeader ? Array(bytes.dropFirst(6)) : bytes)
        guard let tiff, let first = tiff.number32(at: 4) else { return }
        isSound = true
        var waiting = [first]
        var seen: Set<Int> = []
        var entries = 0
        var positions = 0
        while isSound, let offset = waiting.popLast() {
            guard seen.insert(offset).inserted, seen.count <= Self.mostDirectories, offset >= 8,
                let directory = TIFFDirectory(at: offset, in: tiff)
            else {
                isSound = false
                break
            }
            let isFirst = directories.isEmpty
            directories.append(directory)
            entries += directory.entries.count
            for entry in directory.entries {
                note(entry, in: tiff, isFirst: isFirst, &waiting)
                if Self.mayHoldPosition(entry) { positions += 1 }
            }
            if directory.next != 0 {
                hasMore = true
                waiting.append(directory.next)
            }
            if entries > Self.mostEntries || positions > Self.mostPositions || waiting.count > Self.mostDirectories {
                isSound = false
            }
        }
    }

    private mutating func note(_ entry: TIFFEntry, in tiff: TIFFBytes, isFirst: Bool, _ waiting: inout [Int]) {
        if entry.tag != Tag.orientation { hasMore = true }
        switch entry.tag {
        case Tag.orientation:
            guard isFirst, let value = entry.number(in: tiff), (1...8).contains(value) else { return }
            orientation = orientation ?? value
        case Tag.position: hasPosition = true
        case Tag.xmp: hasXMP = true
        case Tag.makerNote: hasMakerNote = true
        case Tag.thumbnail: hasThumbnail = true
        case Tag.exif, Tag.interoperability: if let offset = entry.number(in: tiff) { waiting.append(offset) }
        case Tag.subdirectories:
            guard let start = entry.valueOffset(in: tiff) else { return }
            for index in 0..<min(entry.count, Self.mostDirectories) {
                if let offset = tiff.number32(at: start + index * 4) { waiting.append(offset) }
            }
        default: break
        }
    }

    /// Whether the entry points to the position, or to XMP, which may have one.
    static func mayHoldPosition(_ entry: TIFFEntry) -> Bool { entry.tag == Tag.position || entry.tag == Tag.xmp }

    /// What is lost with the position.
    var positionParts: Set<RemovedPart> {
        var parts: Set<RemovedPart> = []
        if hasPosition { parts.insert(.position) }
        if hasXMP { parts.insert(.xmp) }
        return parts
    }

    /// What is lost with all of it but the orientation.
    var parts: Set<RemovedPart> {
        var parts = positionParts
        if hasMakerNote { parts.insert(.makerNotes) }
        if hasThumbnail { parts.insert(.thumbnail) }
        if hasMore || !isSound { parts.insert(.cameraData) }
        return parts
    }
}
