/// The SHA-256 digest of some bytes (FIPS 180-4): 32 bytes, compared as a value.
public struct ContentDigest: Hashable, Sendable {
    // Four words in big-endian order instead of an array, so that a digest needs no allocation.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The digest whose 32 bytes these are, or `nil` when there are more or fewer.
    public init?(bytes: Span<UInt8>) {
        guard bytes.count == 32 else { return nil }
        func word(_ start: Int) -> UInt64 {
            var value: UInt64 = 0
            for index in start..<(start + 8) { value = value << 8 | UInt64(bytes[index]) }
            return value
        }
        words = (word(0), word(8), word(16), word(24))
    }

    /// Reads 64 hexadecimal digits of either case and nothing else.
    public init?(hex: some StringProtocol) {
        guard hex.utf8.count == 64 else { return nil }
        var values: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var place = 0
        for byte in hex.utf8 {
            guard let digit = hexDigit(byte) else { return nil }
            switch place / 16 {
            case 0: values.0 = values.0 << 4 | UInt64(digit)
            case 1: values.1 = values.1 << 4 | UInt64(digit)
            case 2: values.2 = values.2 << 4 | UInt64(digit)
            default: values.3 = values.3 << 4 | UInt64(digit)
            }
            place += 1
        }
        words = values
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(32)
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 56, through: 0, by: -8) {
                out.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        return out
    }

    /// Whether all 256 bits are equal.
    public static func == (a: ContentDigest, b: ContentDigest) -> Bool { a.words == b.words }

    /// Feeds 64 of the bits, which are practically random.
    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension ContentDigest: CustomStringConvertible {
    /// 64 lower-case hexadecimal digits, as `sha256sum` prints them.
    public var description: String {
        var out: [UInt8] = []
        out.reserveCapacity(64)
        for byte in bytes {
            out.append(lowerHex(byte >> 4))
            out.append(lowerHex(byte & 15))
        }
        return String(decoding: out, as: UTF8.self)
    }
}

/// A running SHA-256. A copy is independent.
public struct ContentHasher {
    private var state = SHA256Hasher()

    /// The digest of no bytes so far.
    public init() {}

    /// Adds bytes; they are read in place.
    public mutating func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe state.update($0) }
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe state.update(bytes)
    }

    /// The digest of everything added so far; more can be added afterwards.
    public func digest() -> ContentDigest {
        let words = state.digest()
        // SHA-256 has 32 bytes by definition, so the digest of nothing is never the answer here.
        return ContentDigest(bytes: words.span) ?? ContentHasher().digest()
    }

    /// The digest of these bytes.
    public static func digest(of bytes: Span<UInt8>) -> ContentDigest {
        var hasher = ContentHasher()
        hasher.update(bytes)
        return hasher.digest()
    }
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
}

private func lowerHex(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x61 + digit - 10 }
