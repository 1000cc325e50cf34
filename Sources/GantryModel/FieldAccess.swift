/// The type of a field with its getter and setter. A getter gives `nil` where the field is absent.
public enum FieldAccess<R>: Sendable {
    /// A whole number inside `range`.
    case integer(range: ClosedRange<Int64>, get: @Sendable (R) -> Int64?, set: @Sendable (inout R, Int64) -> Void)
    /// A plain decimal, such as kilometres or a share; inside `range` where there is one.
    case decimal(
        range: ClosedRange<Decimal9>? = nil, get: @Sendable (R) -> Decimal9?, set: @Sendable (inout R, Decimal9) -> Void
    )
    /// A quantity of hours within ±100,000; `set` also learns whether all decimals could be kept.
    case hours(get: @Sendable (R) -> Hours?, set: @Sendable (inout R, Hours, _ isExact: Bool) -> Void)
    /// A price or amount.
    case money(get: @Sendable (R) -> Money?, set: @Sendable (inout R, Money) -> Void)
    /// A day; a timestamp counts as its date part, because a civil date must not shift with a zone.
    ///
    /// With `hoursEast`, for servers that send the midnight of their own zone as a time in UTC: a timestamp other than
    /// a midnight in UTC counts as the day that it is then so many hours east of Greenwich.
    case date(hoursEast: Int = 0, get: @Sendable (R) -> CivilDate?, set: @Sendable (inout R, CivilDate) -> Void)
    /// A point in time.
    case instant(get: @Sendable (R) -> Instant?, set: @Sendable (inout R, Instant) -> Void)
    /// True or false.
    case flag(get: @Sendable (R) -> Bool?, set: @Sendable (inout R, Bool) -> Void)
    /// Free text, kept as a slice of the chunk's bytes.
    case text(get: @Sendable (R) -> TextSlice?, set: @Sendable (inout R, TextSlice) -> Void)
    /// An address. Its query and fragment, which can hold a signature, are cut out of every output; `set` also learns
    /// the whole address, for what is downloaded at once.
    case link(get: @Sendable (R) -> TextSlice?, set: @Sendable (inout R, TextSlice, _ whole: TextSlice) -> Void)
    /// One of a closed list of spellings, stored as its index.
    case choice([String], get: @Sendable (R) -> Int?, set: @Sendable (inout R, Int) -> Void)
    /// Records of another type, which become rows of their own. Absent, null and an empty list are the same.
    case list(NestedList<R>)

    /// A list of records. `link` copies what names the parent into a child once the parent is decoded.
    @inlinable
    public static func list<Child: Record>(
        of child: Child.Type, link: @escaping @Sendable (R, inout Child) -> Void
    ) -> FieldAccess<R> {
        .list(NestedList(of: child, link: link))
    }

    /// What a value must be, for a message: "a whole number from 1 to 9".
    public var expectation: String {
        switch self {
        case .integer(let range, _, _):
            range == Int64.min...Int64.max
                ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .decimal(let range, _, _):
            range.map { "a number from \($0.lowerBound) to \($0.upperBound)" } ?? "a number"
        case .hours: "a number of hours within ±100,000"
        case .money: "an amount"
        case .date: "a date (YYYY-MM-DD or a timestamp)"
        case .instant: "a timestamp (RFC 3339) or a date"
        case .flag: "true or false"
        case .text: "a text"
        case .link: "an address (a text)"
        case .choice(let names, _, _): "one of " + names.joined(separator: ", ")
        case .list: "a list of records"
        }
    }

    /// The list, where the field is one.
    public var nestedList: NestedList<R>? {
        if case .list(let list) = self { return list }
        return nil
    }
}
