public import GantryModel

/// A worker and a day.
public struct EmployeeDay: Hashable, Sendable {
    public let employeeID: Int64
    public let date: CivilDate
}

/// The hours of a person's day: those that count towards what a day can have, and those that don't.
public struct DayTotal: Equatable, Sendable, CustomStringConvertible {
    public var counted = HoursSum.zero
    /// Hours of DRAFT and REJECTED entries, where these are not paid.
    public var leftOut = HoursSum.zero

    /// For a list of exceptions.
    public var description: String {
        "\(counted) hours on the day" + (leftOut > .zero ? ", not counting \(leftOut) DRAFT or REJECTED" : "")
    }
}

/// What only all entries together show.
public struct LatePayrollVerdicts: Equatable, Sendable {
    /// Numbers under which there are two or more different entries: all of them are held.
    public var conflictingIDs: Set<Int64> = []
    /// Days on which a person has more hours than there can be, with those hours: every entry of the day that counts is
    /// held.
    public var heldDays: [EmployeeDay: DayTotal] = [:]
    /// What entries with a conflicting number add to a day: for each number the most that one of its entries has there,
    /// since any one of them may be the true one.
    public var contestedHours: [EmployeeDay: HoursSum] = [:]

    public init() {}
    public var isEmpty: Bool { conflictingIDs.isEmpty && heldDays.isEmpty }
}
