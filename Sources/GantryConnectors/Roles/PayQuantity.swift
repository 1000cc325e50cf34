public import GantryModel

/// A kind of hours of a work entry that pay is made of; its raw value is the field's name.
///
/// The field that a pipeline file names is resolved to one of these when the file is read, so that nothing on the way
/// to pay compares names. A new field of hours is one that pay refuses until it has a case here.
public enum PayQuantity: String, Sendable, CaseIterable {
    case normal = "normalHours"
    case overtime = "overtimeHours"
    case weekend = "weekendHours"
}

extension WorkEntry {
    /// The entry's hours of one kind.
    public subscript(quantity: PayQuantity) -> Hours {
        get {
            switch quantity {
            case .normal: normalHours
            case .overtime: overtimeHours
            case .weekend: weekendHours
            }
        }
        set {
            switch quantity {
            case .normal: normalHours = newValue
            case .overtime: overtimeHours = newValue
            case .weekend: weekendHours = newValue
            }
        }
    }
}
