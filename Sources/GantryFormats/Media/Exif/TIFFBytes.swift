/// The bytes of a TIFF structure (TIFF 6.0, section 2): numbers in either byte order, never read past the end.
struct TIFFBytes {
    private(set) var bytes: [UInt8]
    let isBigEndian: Bool

    /// `nil` unless the bytes begin as TIFF does.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) {
            isBigEndian = false
        } else if bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
            isBigEndian = true
        } else {
            return nil
        }
        self.bytes = bytes
    }

    func number16(at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 2 else { return nil }
        let (a, b) = (Int(bytes[offset]), Int(bytes[offset + 1]))
        return isBigEndian ? a << 8 | b : b << 8 | a
    }

    func number32(at offset: Int) -> Int? {
        guard let a = number16(at: offset), let b = number16(at: offset + 2) else { return nil }
        return isBigEndian ? a << 16 | b : b << 16 | a
    }

    mutating func setNumber16(_ value: Int, at offset: Int) {
        guard number16(at: offset) != nil else { return }
        let (high, low) = (UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value))
        bytes[offset] = isBigEndian ? high : low
        bytes[offset + 1] = isBigEndian ? low : high
    }

    /// Overwrites bytes with zeros, as far as there are any.
    mutating func clear(_ offset: Int, _ count: Int) {
        guard offset >= 0, count > 0, offset < bytes.count else { return }
        for index in offset..<(offset + min(count, bytes.count - offset)) { bytes[index] = 0 }
    }

    /// Moves bytes towards the front; both ranges must be inside the bytes.
    mutating func move(_ range: Range<Int>, to offset: Int) {
        guard offset >= 0, offset <= range.lowerBound, range.upperBound <= bytes.count else { return }
        for (step, index) in range.enumerated() { bytes[offset + step] = bytes[index] }
    }
}

/// A directory of a TIFF structure.
struct TIFFDirectory {
    let offset: Int
    let entries: [TIFFEntry]
    /// Where the next directory of the chain begins; 0 for none.
    let next: Int

    /// `nil` if its entries are outside the bytes. A missing link to a next directory counts as none.
    init?(at offset: Int, in tiff: TIFFBytes) {
        guard let count = tiff.number16(at: offset), offset + 2 + count * 12 <= tiff.bytes.count else { return nil }
        var entries: [TIFFEntry] = []
        entries.reserveCapacity(count)
        for index in 0..<count {
            guard let entry = TIFFEntry(at: offset + 2 + index * 12, in: tiff) else { return nil }
            entries.append(entry)
        }
        self.offset = offset
        self.entries = entries
        next = tiff.number32(at: offset + 2 + count * 12) ?? 0
    }

    /// Bytes it takes, with the link.
    var length: Int { 2 + entries.count * 12 + 4 }
}

/// An entry of a directory: 12 bytes.
struct TIFFEntry {
    let offset: Int
    let tag: Int
    let type: Int
    let count: Int

    init?(at offset: Int, in tiff: TIFFBytes) {
        guard let tag = tiff.number16(at: offset), let type = tiff.number16(at: offset + 2),
            let count = tiff.number32(at: offset + 4)
        else { return nil }
        self.offset = offset
        self.tag = tag
        self.type = type
        self.count = count
    }

    /// Bytes of the value.
    var length: Int {
        let unit =
            switch type {
            case 3, 8: 2
            case 4, 9, 11, 13: 4
            case 5, 10, 12: 8
            default: 1
            }
        return unit * count
    }

    /// The place of the value: in the entry if it fits into four bytes, else where the entry says.
    func valueOffset(in tiff: TIFFBytes) -> Int? { length <= 4 ? offset + 8 : tiff.number32(at: offset + 8) }

    /// The value as a whole number, if it is one.
    func number(in tiff: TIFFBytes) -> Int? {
        switch type {
        case 3: tiff.number16(at: offset + 8)
        case 4, 13: tiff.number32(at: offset + 8)
        default: nil
        }
    }
}
