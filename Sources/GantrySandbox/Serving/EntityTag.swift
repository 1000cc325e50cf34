/// The entity tag of an answer (RFC 9110, section 8.8.3), computed from its bytes.
struct EntityTag {
    /// Sixteen hexadecimal digits.
    let digits: String
    var text: String { "\"\(digits)\"" }

    init(_ body: [UInt8]) {
        // FNV-1a tells two answers apart; it protects nothing.
        let hash = body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let short = String(hash, radix: 16)
        digits = String(repeating: "0", count: 16 - short.count) + short
    }

    /// Whether an If-None-Match field lists this tag, by the weak comparison that section 13.1.2 asks for.
    func isListed(in field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " }.prefix { $0 != " " }
            return tag == "*" || (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag) == text
        }
    }
}
