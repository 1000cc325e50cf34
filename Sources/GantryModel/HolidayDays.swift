/// What became of the holidays of a period that fall on workdays of employees, in days; a half-free day is 0.50.
public struct HolidayDays: Sendable, Equatable {
    /// All of them, of everybody whom a pay code pays holidays.
    public var all = HoursSum.zero
    /// Paid by a pay code.
    public var paid = HoursSum.zero
    /// Not paid until a person has decided, or what is missing is there.
    public var held = HoursSum.zero

    /// No holidays at all.
    public init() {}

    /// Whether each day is accounted for exactly once.
    public var addUp: Bool { all == paid + held }
}
