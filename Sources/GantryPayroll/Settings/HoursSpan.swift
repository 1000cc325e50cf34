internal import GantryConnectors
internal import GantryModel

/// Hours of an employee that are paid together: what one of them is paid depends on the others.
package enum HoursSpan: Sendable {
    case day
    /// An ISO week.
    case week

    /// The employee and the first day of the hours that a day belongs to.
    func begin(_ day: EmployeeDay) -> EmployeeDay {
        switch self {
        case .day: day
        case .week: EmployeeDay(employeeID: day.employeeID, date: day.date - (day.date.isoWeekday - 1))
        }
    }
}

extension PaySettings {
    /// Whether a pay code pays some hours together.
    var paysTogether: Bool { codes.contains { $0.pays.span != nil } }
}

extension PayBasis {
    /// The hours that it pays together; `nil` where each hour is paid by itself, and for what isn't worked.
    var span: HoursSpan? {
        switch self {
        case .hours(let selection):
            if selection.ofWeek != .all { .week } else if selection.ofDay != .all { .day } else { nil }
        case .daysWith: .day
        case .leave, .holidays: nil
        }
    }

    /// Whether it pays hours of the entry, or something for them.
    func concerns(_ entry: WorkEntry) -> Bool {
        switch self {
        case .hours(let selection): entry[selection.quantity] != .zero
        case .daysWith: PayQuantity.allCases.contains { entry[$0] != .zero }
        case .leave, .holidays: false
        }
    }
}
