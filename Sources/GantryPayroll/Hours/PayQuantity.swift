package import GantryConnectors
package import GantryModel

/// A price per hour that a worker has; its raw value is the field's name.
public enum PayRate: String, Sendable, CaseIterable {
    case hourly = "hourly_rate"
}

extension PayQuantity {
    /// The field as a pipeline file names it.
    package var field: FieldReference { FieldReference(name: rawValue) }
}

extension PayRate {
    /// The field as a pipeline file names it.
    package var field: FieldReference { FieldReference(join: "worker", name: rawValue) }
}

extension HoursByCategory {
    /// The sum of one kind of hours.
    package subscript(quantity: PayQuantity) -> HoursSum {
        switch quantity {
        case .normal: normal
        case .overtime: overtime
        case .weekend: weekend
        }
    }
}

extension DayHours {
    /// The day's exported hours of one kind.
    package subscript(quantity: PayQuantity) -> Hours {
        switch quantity {
        case .normal: normal
        case .overtime: overtime
        case .weekend: weekend
        }
    }
}

extension EmployeeTally {
    /// How many entries have hours of one kind.
    package subscript(quantity: PayQuantity) -> Int {
        switch quantity {
        case .normal: normal
        case .overtime: overtime
        case .weekend: weekend
        }
    }
}
