internal import GantryConnectors
package import GantryModel

/// What files keep out because a person has held what another run has paid: a finding of them.
package struct HeldAsPaid: Equatable, Sendable {
    /// `nil` for leave and holidays.
    package let entry: Int64?
    package let employee: Int64
    package let day: CivilDate
    /// The run that has paid it.
    package let run: String
    private let what: What

    private enum What: Equatable {
        case itself
        case otherHours(HoursSpan)
        case leave, holiday
    }

    /// - Parameter found: as such a finding says it.
    /// - Returns: `nil` for other words.
    package init?(entry: Int64?, employee: Int64, day: CivilDate, found: String) {
        guard let run = found.split(separator: " ").last else { return nil }
        self.entry = entry
        self.employee = employee
        self.day = day
        self.run = String(run)
        let others = PayInputs.TakenOut.otherHours
        what =
            if entry != nil {
                found.hasPrefix(others) ? .otherHours(found.hasPrefix(others + "day") ? .day : .week) : .itself
            } else {
                found.hasPrefix(PayInputs.TakenOut.holiday) ? .holiday : .leave
            }
    }

    /// Those that the runs don't pay any more, so that nobody does.
    ///
    /// - Parameter takenOut: what the same decisions take out now.
    package static func lapsed(_ held: [HeldAsPaid], now takenOut: [PayInputs.TakenOut]) -> [HeldAsPaid] {
        var inputs = PayInputs()
        inputs.takenOut = takenOut
        var elsewhere = HoursElsewhere(takenOut)
        func isPaid(_ held: HeldAsPaid) -> Bool {
            let day = EmployeeDay(employeeID: held.employee, date: held.day)
            return switch held.what {
            case .itself: held.entry.flatMap { inputs.taker(ofEntry: $0, on: day) } != nil
            case .otherHours(let span): elsewhere.run(span, of: day) != nil
            case .leave: inputs.taker(ofLeaveOf: held.employee, on: held.day) != nil
            case .holiday: inputs.taker(ofHolidayOf: held.employee, on: held.day) != nil
            }
        }
        // The rest of a day waits for an entry that moved to it, too.
        for one in held where one.what == .itself && isPaid(one) {
            elsewhere.add(EmployeeDay(employeeID: one.employee, date: one.day), by: one.run)
        }
        return held.filter { !isPaid($0) }
    }
}
