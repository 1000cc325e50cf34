extension ImageType {
    /// Whether bytes are a part of a picture, or too few to tell.
    @Sendable static func mayBeCut(_ bytes: [UInt8]) -> Bool {
        ImageType(bytes).map { !$0.holdsEnd(bytes) } ?? (bytes.count < 12)
    }

    /// Whether the picture reaches the end that its format states: a store can hold, or a proxy keep, a part of it.
    func holdsEnd(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg: ImageEnd.isReachedInJPEG(bytes)
        case .png: ImageEnd.isReachedInPNG(bytes)
        case .gif: ImageEnd.isReachedInGIF(bytes)
        case .webp: bytes.count >= 12 && ImageEnd.bigEndian(bytes[4..<8].reversed()) <= bytes.count - 8
        case .heic: ImageEnd.isReachedInHEIC(bytes)
        }
    }
}

private enum ImageEnd {
    static func bigEndian(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

    /// Goes from marker to marker (ITU T.81, annex B), because a thumbnail in a segment has an end mark of its own.
    static func isReachedInJPEG(_ bytes: [UInt8]) -> Bool {
        var place = 2
        while place + 1 < bytes.count {
            switch (bytes[place], bytes[place + 1]) {
            case (0xFF, 0xD9): return true
            // Coded data, or a marker that others precede.
            case (0..<0xFF, _), (0xFF, 0xFF): place += 1
            // What stands alone, and a coded byte of ones.
            case (0xFF, 0x00...0x01), (0xFF, 0xD0...0xD8): place += 2
            default:
                guard place + 3 < bytes.count else { return false }
                place += 2 + max(bigEndian(bytes[(place + 2)..<(place + 4)]), 2)
            }
        }
        return false
    }

    static func isReachedInPNG(_ bytes: [UInt8]) -> Bool {
        var place = 8
        while place + 12 <= bytes.count {
            let isLast = bytes[(place + 4)..<(place + 8)].elementsEqual("IEND".utf8)
            place += 12 + bigEndian(bytes[place..<(place + 4)])
            if isLast { return place <= bytes.count }
        }
        return false
    }

    static func isReachedInGIF(_ bytes: [UInt8]) -> Bool {
        func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }
        guard bytes.count > 13 else { return false }
        var place = 13 + table(bytes[10])
        while place < bytes.count {
            switch bytes[place] {
            case 0x3B: return true
            case 0x21: place += 2
            case 0x2C where place + 9 < bytes.count: place += 11 + table(bytes[place + 9])
            default: return false
            }
            while place < bytes.count, bytes[place] != 0 { place += 1 + Int(bytes[place]) }
            place += 1
        }
        return false
    }

    /// Whether the boxes of the file (ISO/IEC 14496-12, 4.2) are whole. The last one can go as far as the file does.
    static func isReachedInHEIC(_ bytes: [UInt8]) -> Bool {
        var place = 0
        while place + 8 <= bytes.count {
            var length = bigEndian(bytes[place..<(place + 4)])
            if length == 0 { return true }
            if length == 1 {
                guard place + 16 <= bytes.count else { return false }
                // More than the lower half is more than any file.
                guard bigEndian(bytes[(place + 8)..<(place + 12)]) == 0 else { return false }
                length = bigEndian(bytes[(place + 12)..<(place + 16)])
            }
            guard length >= 8 else { return false }
            place += length
        }
        return place == bytes.count
    }
}
