/// Trees written as literals: `["id": 7, "name": "Worker \(id)", "email": hasEmail ? "a@example.test" : nil]`.
///
/// A member whose value is nil is left out; `.null` writes null.
extension JSONTree: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// True or false.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A list.
    public init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
    /// An object with the members that are not nil, in this order.
    public init(dictionaryLiteral elements: (String, JSONTree?)...) {
        self = .object(elements.compactMap { key, value in value.map { Member(key, $0) } })
    }

    /// A text, or null.
    public init(_ text: String?) { self = text.map(JSONTree.string) ?? .null }
    /// A whole number, or null.
    public init(_ number: Int?) { self = number.map(JSONTree.integer) ?? .null }
}
