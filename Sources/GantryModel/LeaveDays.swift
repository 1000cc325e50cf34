/// What became of the days of approved leave in a period, in working days; a half day is 0.50.
public struct LeaveDays: Sendable, Equatable {
    /// All of them, as the calendar counts the days of the requests.
    public var approved = HoursSum.zero
    /// Paid by a pay code.
    public var paid = HoursSum.zero
    /// Left out on purpose, because no pay code pays the kind of leave.
    public var notPaid = HoursSum.zero
    /// Left out on purpose, because the employee is on a salary.
    public var salaried = HoursSum.zero
    /// Not paid until a person has decided or the source is corrected.
    public var held = HoursSum.zero

    /// No leave at all.
    public init() {}

    /// Whether each day is accounted for exactly once.
    public var addUp: Bool { approved == paid + notPaid + salaried + held }
}

extension HoursSum {
    /// So many half days, in days.
    package init(halfDays: Int) { self.init(nano: Int128(halfDays) * 500_000_000) }
}
