/// The kind of a field, with where a record keeps it.
public enum FieldAccess<R>: Sendable {
    /// A whole number inside the range.
    case integer(ClosedRange<Int64>, FieldSlot<R, Int64>)
    /// A plain decimal, such as kilometres or a share; inside the range if there is one.
    case decimal(ClosedRange<Decimal9>?, FieldSlot<R, Decimal9>)
    /// A quantity of hours within ±100,000; one that is finer than nine decimals adds one to the count at `rounded`.
    case hours(FieldSlot<R, Hours>, rounded: FieldSlot<R, UInt8>? = nil)
    /// A price or amount.
    case money(FieldSlot<R, Money>)
    /// A day; a timestamp counts as its date part, because a civil date must not shift with a zone.
    ///
    /// With `utcOffset`, for servers that send the midnight of their own zone as a time in UTC: a timestamp other than
    /// a midnight in UTC counts as the day that it is then at that offset. Without one, a timestamp that is no midnight
    /// in UTC is kept at `time` too.
    case date(FieldSlot<R, CivilDate>, utcOffset: UTCOffset = .zero, time: FieldSlot<R, Instant>? = nil)
    /// A point in time.
    case instant(FieldSlot<R, Instant>)
    /// True or false.
    case flag(FieldSlot<R, Bool>)
    /// Free text, kept as a slice of the chunk's bytes.
    case text(FieldSlot<R, TextSlice>)
    /// An address. Its query and fragment, which can hold a signature, are cut out of every output; the whole address
    /// is kept at `whole`, for what is downloaded at once.
    case link(FieldSlot<R, TextSlice>, whole: FieldSlot<R, TextSlice>? = nil)
    /// One of a closed list of words, kept as its index. The server spells each as the code at its place, or like the
    /// word where there are no codes.
    case choice([String], FieldSlot<R, Int>, codes: [String]? = nil)
    /// Records of another type, which become rows of their own. Absent, null and an empty list are the same.
    case list(NestedList<R>)

    /// A list of records. `link` copies what names the parent into a child once the parent is decoded.
    @inlinable
    public static func list<Child: DeclaredRecord>(
        of child: Child.Type, link: @escaping @Sendable (R, inout Child) -> Void
    ) -> FieldAccess<R> {
        .list(NestedList(of: child, link: link))
    }

    /// What a value must be, for a message: "a whole number from 1 to 9".
    public var expectation: String {
        switch self {
        case .integer(let range, _):
            range == Int64.min...Int64.max
                ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .decimal(let range, _):
            range.map { "a number from \($0.lowerBound) to \($0.upperBound)" } ?? "a number"
        case .hours: "a number of hours within ±100,000"
        case .money: "an amount"
        case .date: "a date (YYYY-MM-DD or a timestamp)"
        case .instant: "a timestamp (RFC 3339) or a date"
        case .flag: "true or false"
        case .text: "a text"
        case .link: "an address (a text)"
        case .choice(let names, _, let codes): "one of " + (codes ?? names).joined(separator: ", ")
        case .list: "a list of records"
        }
    }

    /// The list, where the field is one.
    public var nestedList: NestedList<R>? {
        if case .list(let list) = self { return list }
        return nil
    }
}
