extension ExifBlock {
    /// Twice what the standard has tags for.
    private static let mostPositionEntries = 64

    /// A TIFF structure that says the orientation and nothing else: 26 bytes.
    static func orientationOnly(_ orientation: Int) -> [UInt8] {
        [
            0x4D, 0x4D, 0x00, 0x2A, 0x00, 0x00, 0x00, 0x08,  // big-endian, the directory at 8
            0x00, 0x01,  // one entry: orientation, a SHORT, once
            0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, UInt8(truncatingIfNeeded: orientation), 0x00, 0x00,
            0x00, 0x00, 0x00, 0x00,  // no further directory
        ]
    }

    /// What remains of it if only the orientation may stay: nothing if the image is already upright.
    var onlyOrientation: [UInt8]? {
        guard let orientation, orientation != 1 else { return nil }
        return Self.orientationOnly(orientation)
    }

    /// The same structure without the position, as long as before and nothing else moved; `nil` when that
    /// can't be done safely.
    ///
    /// The entries that point to the position are removed from their directories and its values are overwritten. The
    /// result is read again, so that overlapping directories can't hide it.
    func withoutPosition() -> [UInt8]? {
        guard isSound, var tiff else { return nil }
        for directory in directories {
            // From the last to the first, so that the places of those still to be taken out stay.
            for entry in directory.entries.reversed() where Self.mayHoldPosition(entry) {
                if entry.tag == Tag.xmp {
                    if let start = entry.valueOffset(in: tiff), start >= 8 { tiff.clear(start, entry.length) }
                } else if let offset = entry.number(in: tiff) {
                    clearDirectory(at: offset, in: &tiff)
                }
                remove(entry, from: directory, in: &tiff)
            }
        }
        let outcome = ExifBlock(tiff.bytes)
        return outcome.isSound && outcome.positionParts.isEmpty && outcome.orientation == orientation ? tiff.bytes : nil
    }

    /// Moves what follows the entry up, the link to the next directory with it.
    private func remove(_ entry: TIFFEntry, from directory: TIFFDirectory, in tiff: inout TIFFBytes) {
        guard let count = tiff.number16(at: directory.offset), count > 0 else { return }
        let end = min(directory.offset + directory.length, tiff.bytes.count)
        tiff.move((entry.offset + 12)..<end, to: entry.offset)
        tiff.clear(end - 12, 12)
        tiff.setNumber16(count - 1, at: directory.offset)
    }

    private func clearDirectory(at offset: Int, in tiff: inout TIFFBytes) {
        guard offset >= 8, let directory = TIFFDirectory(at: offset, in: tiff),
            directory.entries.count <= Self.mostPositionEntries
        else { return }
        for entry in directory.entries where entry.length > 4 {
            if let start = entry.valueOffset(in: tiff), start >= 8 { tiff.clear(start, entry.length) }
        }
        tiff.clear(directory.offset, directory.length)
    }
}
