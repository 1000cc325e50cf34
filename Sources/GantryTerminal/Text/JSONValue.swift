public import GantryModel

/// A JSON value to be written. Keys keep their order; decimals are texts, so that no reader rounds them.
public enum JSONValue: Sendable, Equatable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral
{
    case null
    case boolean(Bool)
    case integer(Int64)
    case text(String)
    case list([JSONValue])
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable, Equatable {
        /// The key, unescaped.
        public let key: String
        /// The value, an object or list included.
        public let value: JSONValue
    }

    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Null.
    public init(nilLiteral: ()) { self = .null }

    /// A text, or null.
    public init(_ text: String?) { self = text.map(JSONValue.text) ?? .null }
    /// A whole number, or null.
    public init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    /// True or false.
    public init(_ flag: Bool) { self = .boolean(flag) }
    /// A text such as `"7.50"`, which no reader rounds.
    public init(_ hours: HoursSum) { self = .text(hours.description) }
    /// A text such as `"1344.88"`, which no reader rounds, or null.
    public init(_ money: Money?) { self = .init(money?.description) }
    /// A text such as `"2026-10-05T16:00:00Z"`, or null.
    public init(_ instant: Instant?) { self = .init(instant?.description) }
    /// An object with these members in this order.
    public init(members: KeyValuePairs<String, JSONValue>) {
        self = .object(members.map { Member(key: $0.key, value: $0.value) })
    }

    /// The value on one line, in the grammar of RFC 8259.
    public var line: String {
        var out = ""
        write(to: &out)
        return out
    }

    private func write(to out: inout String) {
        switch self {
        case .null: out += "null"
        case .boolean(let flag): out += flag ? "true" : "false"
        case .integer(let number): out += String(number)
        case .text(let text): JSONValue.write(text, to: &out)
        case .list(let values):
            out += "["
            for (index, value) in values.enumerated() {
                if index > 0 { out += "," }
                value.write(to: &out)
            }
            out += "]"
        case .object(let members):
            out += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { out += "," }
                JSONValue.write(member.key, to: &out)
                out += ":"
                member.value.write(to: &out)
            }
            out += "}"
        }
    }

    /// Escapes more than JSON asks for: what could drive or mislead a terminal is escaped too.
    private static func write(_ text: String, to out: inout String) {
        out += "\""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: out += "\\\""
            case 0x5C: out += "\\\\"
            case 0x0A: out += "\\n"
            case 0x09: out += "\\t"
            default:
                guard scalar.isUnprintable else {
                    out.unicodeScalars.append(scalar)
                    continue
                }
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        out += "\""
    }
}
