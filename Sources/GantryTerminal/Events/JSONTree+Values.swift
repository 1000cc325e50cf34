public import GantryJSON
public import GantryModel

/// Values of events: hours and money are texts, so that no reader rounds them.
extension JSONTree {
    /// Adds a member to an object; anything else becomes an object with it.
    public mutating func add(_ key: String, _ value: JSONTree) {
        self = .object(members + [JSONTree.Member(key, value)])
    }
    /// A text such as `"7.50"`.
    public init(_ hours: HoursSum) { self = .string(hours.description) }
    /// A text such as `"7.50"`, or null.
    public init(_ hours: HoursSum?) { self = .init(hours?.description) }
    /// A text such as `"1344.88"`, or null.
    public init(_ money: Money?) { self = .init(money?.description) }
    /// A text such as `"2026-10-05T16:00:00Z"`, or null. It has no fractions of a second, which `fromdateiso8601` of jq
    /// doesn't read.
    public init(_ instant: Instant?) { self = .init(instant?.wholeSeconds.description) }
}
