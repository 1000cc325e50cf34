/// Small grey pictures, each with its name inside. The same name gives the same bytes on every machine, so that a
/// digest shows whether a photo arrived complete.
public enum SandboxPhoto {
    /// A baseline JPEG (ITU T.81) of one component, in which every block of eight by eight is plain grey.
    public static func jpeg(named name: String) -> [UInt8] {
        let noise = SplitMix64(seed: name.utf8.reduce(17) { $0 &* 31 &+ UInt64($1) })
        let (columns, rows) = (4 + Int(noise(1) % 9), 3 + Int(noise(2) % 7))
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes.append(segment: 0xE0, Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
        bytes.append(segment: 0xFE, Array(name.utf8.prefix(1_000)))
        bytes.append(segment: 0xDB, [0] + [UInt8](repeating: 8, count: 64))
        let (height, width) = (rows * 8, columns * 8)
        bytes.append(
            segment: 0xC0,
            [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 1, 1, 0x11, 0])
        bytes.append(segment: 0xC4, [0x00] + GreyBlocks.codeLengths + Array(0...11))
        // The only AC code: the rest of the block is 0.
        bytes.append(segment: 0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
        bytes.append(segment: 0xDA, [1, 1, 0, 0, 63, 0])
        var blocks = GreyBlocks()
        for block in 0..<(columns * rows) { blocks.append(level: Int(noise(UInt64(block) + 3) & 255) - 128) }
        return bytes + blocks.finished() + [0xFF, 0xD9]
    }
}

/// The coded blocks of a grey picture.
private struct GreyBlocks {
    /// How many codes there are of each length from 1 to 16 (T.81 table K.3).
    static let codeLengths: [UInt8] = [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
    /// The codes of the sizes from 0 to 8 bits, and their lengths.
    private static let codes: [(UInt32, Int)] = [
        (0b00, 2), (0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b1110, 4), (0b1_1110, 5),
        (0b11_1110, 6),
    ]

    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingBits = 0
    private var lastLevel = 0

    /// - Parameter level: From -128, black, to 127, white.
    mutating func append(level: Int) {
        let difference = level - lastLevel
        lastLevel = level
        let size = Int.bitWidth - difference.magnitude.leadingZeroBitCount
        let (code, length) = Self.codes[size]
        append(code, bits: length)
        if size > 0 { append(UInt32((difference > 0 ? difference : difference - 1) & ((1 << size) - 1)), bits: size) }
        append(0, bits: 1)
    }

    /// The bytes, with the last one filled with ones.
    mutating func finished() -> [UInt8] {
        if pendingBits > 0 { append(1 << UInt32(8 - pendingBits) - 1, bits: 8 - pendingBits) }
        return bytes
    }

    private mutating func append(_ value: UInt32, bits count: Int) {
        pending = pending << UInt32(count) | value
        pendingBits += count
        while pendingBits >= 8 {
            let byte = UInt8(truncatingIfNeeded: pending >> UInt32(pendingBits - 8))
            bytes.append(byte)
            // T.81 section B.1.1.5: a byte of ones is followed by an empty one.
            if byte == 0xFF { bytes.append(0) }
            pendingBits -= 8
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(segment marker: UInt8, _ content: [UInt8]) {
        let length = content.count + 2
        self += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }
}
