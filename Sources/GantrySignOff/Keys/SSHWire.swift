/// Reads the strings and numbers of SSH's binary form (RFC 4251, section 5).
struct SSHWire {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func number() -> Int? {
        guard rest.count >= 4 else { return nil }
        let value = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(4)
        return value
    }

    mutating func bytes(_ count: Int) -> [UInt8]? {
        guard count >= 0, rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func string() -> [UInt8]? { number().flatMap { bytes($0) } }

    mutating func word() -> String? { string().flatMap { String(validating: $0, as: UTF8.self) } }

    static func string(_ bytes: some Collection<UInt8>) -> [UInt8] {
        let count = UInt32(truncatingIfNeeded: bytes.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } + bytes
    }
}
