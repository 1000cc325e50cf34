package import GantryModel

/// The hours of a person's day: those that count towards what a day can have, and those that don't.
package struct DayTotal: Equatable, Sendable, CustomStringConvertible {
    package var counted = HoursSum.zero
    /// Hours of DRAFT and REJECTED entries, where these are not paid.
    package var leftOut = HoursSum.zero

    /// For a list of exceptions.
    package var description: String {
        "\(counted) hours on the day" + (leftOut > .zero ? ", not counting \(leftOut) DRAFT or REJECTED" : "")
    }
}

/// What only all entries together show.
package struct PayrollBatchFindings: Equatable, Sendable {
    /// Numbers under which there are two or more different entries: all of them are held.
    package var conflictingIDs: Set<Int64> = []
    /// Days on which a person has more hours than there can be, with those hours: every entry of the day that counts is
    /// held.
    package var heldDays: [EmployeeDay: DayTotal] = [:]
    /// Days of leave on which a person works more than the rest of the day, where that holds the hours: every entry of
    /// the day that counts is held.
    package var workOnLeave: [EmployeeDay: WorkOnLeave] = [:]
    /// What entries with a conflicting number add to a day: for each number the most that one of its entries has there,
    /// since any one of them may be the true one.
    package var contestedHours: [EmployeeDay: HoursSum] = [:]
    /// Days with hours that other runs have paid: entries that are paid together with those are held.
    package var hoursElsewhere = HoursElsewhere([])

    package init() {}
    package var isEmpty: Bool {
        conflictingIDs.isEmpty && heldDays.isEmpty && workOnLeave.isEmpty && hoursElsewhere.isEmpty
    }
}
