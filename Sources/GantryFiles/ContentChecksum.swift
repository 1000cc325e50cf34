internal import CXXHash

/// The XXH3 checksum of some bytes, 128 bits (xxHash fast digest algorithm, specification 0.2.0, as `xxh128sum` prints
/// it).
///
/// Ten times as fast as SHA-256, and just as good at detecting accidental changes. It is not used where forging it
/// would gain anything: a content is identified by its ``ContentDigest``.
public struct ContentChecksum: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    fileprivate init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads 32 hexadecimal digits and nothing else.
    public init?(hex: some StringProtocol) {
        let digits = Array(hex.utf8)
        guard digits.count == 32, !digits.contains(UInt8(ascii: "+")), !digits.contains(UInt8(ascii: "-")),
            let high = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16),
            let low = UInt64(String(decoding: digits[16...], as: UTF8.self), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The checksum of these bytes.
    public static func of(_ bytes: Span<UInt8>) -> ContentChecksum {
        let sum = unsafe bytes.withUnsafeBytes { unsafe gantry_xxh3_of($0.baseAddress, $0.count) }
        return ContentChecksum(high: sum.high64, low: sum.low64)
    }
}

extension ContentChecksum: CustomStringConvertible {
    /// 32 lower-case hexadecimal digits.
    public var description: String { ContentChecksum.hex(high) + ContentChecksum.hex(low) }

    private static func hex(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

/// A running ``ContentChecksum``. It belongs to one task, actor or thread.
@safe package final class ContentChecksummer {
    // Freed only here, and never null.
    private let state: OpaquePointer

    /// `nil` if there is no memory for it.
    package init?() {
        guard let state = unsafe XXH3_createState() else { return nil }
        unsafe self.state = state
        reset()
    }

    deinit { unsafe XXH3_freeState(state) }

    /// Starts over.
    package func reset() { unsafe XXH3_128bits_reset(state) }

    /// Adds bytes; they are read in place.
    package func update(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe update($0) }
    }

    func update(_ bytes: UnsafeRawBufferPointer) {
        unsafe gantry_xxh3_add(state, bytes.baseAddress, bytes.count)
    }

    /// The checksum of everything added so far; more can be added afterwards.
    package func checksum() -> ContentChecksum {
        let sum = unsafe XXH3_128bits_digest(state)
        return ContentChecksum(high: sum.high64, low: sum.low64)
    }
}
