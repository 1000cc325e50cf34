/// A valid gzip stream that grows about 158-fold: the start of an answer, then spaces.
///
/// It is written as one deflate block with the fixed code of RFC 1951 section 3.2.6, in which a run of 258 equal bytes
/// takes 13 bits.
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
        // Length 258 is code 285, spelled 11000101; distance 1 is code 0, five zero bits. Codes go most significant bit
        // first.
        while left >= 258 {
            append(bits: 0b0_0000_1010_0011, count: 13)
            left -= 258
        }
        for _ in 0..<left { append(literal: UInt8(ascii: " ")) }
        append(bits: 0, count: 7)  // end of block
        if pendingBits > 0 { append(bits: 0, count: 8 - pendingBits) }
        let opening = CRC32.checksum(of: Self.opening)
        let spaces = size - Self.opening.count
        append(
            littleEndian: CRC32.joined(
                opening, CRC32.checksum(of: UInt8(ascii: " "), count: spaces), secondCount: spaces))
        append(littleEndian: UInt32(truncatingIfNeeded: size))
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

/// The checksum of RFC 1952, and how those of two texts make that of the two joined.
enum CRC32 {
    private static let polynomial: UInt32 = 0xEDB8_8320

    static func checksum(of bytes: [UInt8]) -> UInt32 {
        var register: UInt32 = .max
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ polynomial : register >> 1 }
        }
        return ~register
    }

    /// The checksum of one byte repeated, by doubling, so that a gigabyte costs no more than a line.
    static func checksum(of byte: UInt8, count: Int) -> UInt32 {
        var sum: UInt32 = 0
        var (run, runCount) = (checksum(of: [byte]), 1)
        while runCount <= count {
            if count & runCount != 0 { sum = joined(sum, run, secondCount: runCount) }
            run = joined(run, run, secondCount: runCount)
            runCount *= 2
        }
        return sum
    }

    /// Appending n bytes multiplies the first checksum by x to the 8n, modulo the polynomial (the method of zlib).
    static func joined(_ first: UInt32, _ second: UInt32, secondCount: Int) -> UInt32 {
        var power: UInt32 = 1 << 31
        var square: UInt32 = 1 << 30
        for _ in 0..<3 { square = product(square, square) }
        var exponent = secondCount
        while exponent > 0 {
            if exponent & 1 == 1 { power = product(square, power) }
            square = product(square, square)
            exponent >>= 1
        }
        return product(power, first) ^ second
    }

    private static func product(_ left: UInt32, _ right: UInt32) -> UInt32 {
        var (sum, shifted): (UInt32, UInt32) = (0, right)
        for bit in stride(from: 31, through: 0, by: -1) {
            if left >> UInt32(bit) & 1 == 1 { sum ^= shifted }
            shifted = shifted & 1 == 1 ? shifted >> 1 ^ polynomial : shifted >> 1
        }
        return sum
    }
}
