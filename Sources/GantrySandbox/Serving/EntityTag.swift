/// The validator of an answer (RFC 9110 section 8.8.3), made from its bytes.
struct EntityTag {
    let text: String

    init(_ body: [UInt8]) {
        // FNV-1a: it tells two answers apart and guards nothing.
        let hash = body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        text = "\"" + String(repeating: "0", count: 16 - digits.count) + digits + "\""
    }

    /// Whether an If-None-Match field names this tag. The comparison is the weak one, as section 13.1.2 asks.
    func isNamed(by field: String?) -> Bool {
        guard let field else { return false }
        return field.split(separator: ",").contains { part in
            let tag = part.drop { $0 == " " }.prefix { $0 != " " }
            return tag == "*" || (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag) == text
        }
    }
}
