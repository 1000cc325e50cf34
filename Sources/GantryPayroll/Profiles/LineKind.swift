/// What a layout goes by when it chooses the row of a pay line.
package struct LineKind: Hashable, Sendable {
    package var unit: PayUnit
    /// Whether it pays absence.
    package var isAbsence: Bool
    /// The column that the output puts its pay code in; `nil` for none.
    package var column: String?

    package init(_ payCode: PayCode, column: String? = nil) {
        unit = payCode.unit
        isAbsence = payCode.isAbsence
        self.column = column
    }

    /// For a person: `hours of absence in the column regular`.
    package var words: String {
        (unit == .hours && isAbsence ? "hours of absence" : unit.rawValue)
            + (column.map { " in the column \($0)" } ?? "")
    }
}

/// `for` of a row: the pay lines that it is for.
package enum RowUnits: String, Sendable, CaseIterable {
    /// Hours of work and of absence.
    case hours
    /// Hours of work alone.
    case workHours = "work-hours"
    /// Hours of absence alone.
    case absenceHours = "absence-hours"
    case days
    case times

    func takes(_ kind: LineKind) -> Bool {
        switch self {
        case .hours: kind.unit == .hours
        case .workHours: kind.unit == .hours && !kind.isAbsence
        case .absenceHours: kind.unit == .hours && kind.isAbsence
        case .days: kind.unit == .days
        case .times: kind.unit == .times
        }
    }

    /// What the units count.
    package var unit: PayUnit {
        switch self {
        case .hours, .workHours, .absenceHours: .hours
        case .days: .days
        case .times: .times
        }
    }

    /// Whether some pay line could be of both.
    package func overlaps(_ other: RowUnits) -> Bool {
        self == other || (unit == .hours && other.unit == .hours && (self == .hours || other == .hours))
    }
}
