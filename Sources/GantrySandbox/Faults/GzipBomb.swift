import CZlib

/// A valid gzip stream that expands about 158-fold: the start of an answer, then spaces.
///
/// It is one deflate block with the fixed code of RFC 1951, section 3.2.6, in which a run of 258 equal bytes takes 13
/// bits. zlib would have to read all of the spaces to write the same.
struct GzipBomb {
    private static let opening = Array(#"{"data":["#.utf8)
    private var bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    private var pending: UInt64 = 0
    private var pendingBits: UInt64 = 0

    /// The stream that inflates to exactly this many mebibytes.
    static func stream(mebibytes: Int) -> [UInt8] {
        var bomb = GzipBomb()
        let size = max(1, mebibytes) << 20
        bomb.write(size: size)
        return bomb.bytes
    }

    private mutating func write(size: Int) {
        append(bits: 0b011, count: 3)  // last block, fixed code
        for byte in Self.opening { append(literal: byte) }
        append(literal: UInt8(ascii: " "))
        var left = size - Self.opening.count - 1
        // Length 258 is code 285, 11000101; distance 1 is code 0, five zero bits. Codes start with their highest bit.
        while left >= 258 {
            append(bits: 0b0_0000_1010_0011, count: 13)
            left -= 258
        }
        for _ in 0..<left { append(literal: UInt8(ascii: " ")) }
        append(bits: 0, count: 7)  // end of block
        if pendingBits > 0 { append(bits: 0, count: 8 - pendingBits) }
        append(littleEndian: Self.checksum(spaces: size - Self.opening.count))
        append(littleEndian: UInt32(truncatingIfNeeded: size))
    }

    /// The CRC-32 of the opening and so many spaces. Runs of spaces are doubled, so a gigabyte takes no time.
    private static func checksum(spaces: Int) -> UInt32 {
        var sum = unsafe crc32(0, opening, UInt32(opening.count))
        var (run, length) = unsafe (crc32(0, [UInt8(ascii: " ")], 1), 1)
        while length <= spaces {
            if spaces & length != 0 { sum = crc32_combine(sum, run, length) }
            run = crc32_combine(run, run, length)
            length *= 2
        }
        return UInt32(truncatingIfNeeded: sum)
    }

    /// Bytes 0 to 143 have eight-bit codes from 00110000.
    private mutating func append(literal byte: UInt8) {
        var code = 0x30 + byte
        var reversed: UInt64 = 0
        for _ in 0..<8 {
            reversed = reversed << 1 | UInt64(code & 1)
            code >>= 1
        }
        append(bits: reversed, count: 8)
    }

    private mutating func append(bits: UInt64, count: UInt64) {
        pending |= bits << pendingBits
        pendingBits += count
        while pendingBits >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingBits -= 8
        }
    }

    private mutating func append(littleEndian number: UInt32) {
        for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
