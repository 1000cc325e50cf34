/// UUIDs computed from a position, which can be computed back, so that a record can be found by its id.
struct PositionedID: Sendable {
    private let random: SplitMix64
    /// Keeps the ids of different kinds of record apart.
    private let kind: UInt64
    private static let digits = Array("0123456789abcdef".utf8)

    init(seed: UInt64, kind: UInt64) {
        random = SplitMix64(seed: seed)
        self.kind = kind
    }

    func text(_ position: Int) -> String {
        var bytes: [UInt8] = []
        append(position, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the 36 characters of a UUID of version 4; its last twelve digits are the position, scrambled.
    func append(_ position: Int, to bytes: inout [UInt8]) {
        let noise = random(position: position, series: kind)
        append(hex: noise >> 32, 8, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(hex: noise >> 16, 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(hex: 0x4000 | (noise & 0xFFF), 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(hex: 0x8000 | (noise >> 12 & 0x3FFF), 4, to: &bytes)
        bytes.append(UInt8(ascii: "-"))
        append(hex: Self.scrambled(UInt64(position), kind), 12, to: &bytes)
    }

    /// The position of an id that ``text(_:)`` made for one below `count`, in either case of letters; nil for any other
    /// text.
    func position(_ id: String, below count: Int) -> Int? {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[4].count == 12, let number = UInt64(parts[4], radix: 16) else { return nil }
        let position = Self.unscrambled(number, kind)
        guard position < UInt64(count), text(Int(position)).lowercased() == id.lowercased() else { return nil }
        return Int(position)
    }

    private static let mask: UInt64 = 0xFFFF_FFFF_FFFF
    /// An odd number and its inverse modulo 2 to the 48.
    private static let factor: UInt64 = 0x9E37_79B9_7F4B
    private static let inverse: UInt64 = {
        var inverse = factor
        for _ in 0..<6 { inverse = inverse &* (2 &- factor &* inverse) }
        return inverse & mask
    }()

    private static func scrambled(_ position: UInt64, _ kind: UInt64) -> UInt64 {
        ((position &+ 1) &* factor) & mask ^ (kind &* 0x1F_3D5B & mask)
    }

    private static func unscrambled(_ number: UInt64, _ kind: UInt64) -> UInt64 {
        (((number ^ (kind &* 0x1F_3D5B & mask)) &* inverse) & mask) &- 1
    }

    private func append(hex number: UInt64, _ width: Int, to bytes: inout [UInt8]) {
        for place in (0..<width).reversed() { bytes.append(Self.digits[Int(number >> UInt64(place * 4) & 15)]) }
    }
}
