public import GantryModel

/// The type of a property that a cell's value can be kept in: the value itself, or an optional one.
public protocol CellStorage<Value>: SendableMetatype {
    associatedtype Value
    /// Puts a value into the property at a path.
    static func setter<Row>(
        _ path: any WritableKeyPath<Row, Self> & Sendable
    ) -> @Sendable (inout Row, Value) -> Void
}

/// A value whose type determines what a cell holds.
public protocol CellValue: CellStorage, SendableMetatype where Value == Self {
    /// What a cell with such a value holds, with the place for the value.
    static func access<Row>(_ set: @escaping @Sendable (inout Row, Self) -> Void) -> SheetField<Row>.Access
}

extension CellStorage where Value == Self {
    /// Stores the value itself.
    public static func setter<Row>(
        _ path: any WritableKeyPath<Row, Self> & Sendable
    ) -> @Sendable (inout Row, Self) -> Void { { $0[keyPath: path] = $1 } }
}

extension Optional: CellStorage {
    /// Stores the value in an optional property, which stays `nil` if the cell is empty.
    public static func setter<Row>(
        _ path: any WritableKeyPath<Row, Wrapped?> & Sendable
    ) -> @Sendable (inout Row, Wrapped) -> Void { { $0[keyPath: path] = $1 } }
}

extension Int64: CellStorage {}
extension Int: CellStorage {}

extension String: CellValue {
    /// A text of at most 2,000 characters.
    public static func access<Row>(
        _ set: @escaping @Sendable (inout Row, String) -> Void
    ) -> SheetField<Row>.Access { .text(set: set) }
}

extension Decimal9: CellValue {
    /// A decimal number, such as `7.5`, of at most nine decimals.
    public static func access<Row>(
        _ set: @escaping @Sendable (inout Row, Decimal9) -> Void
    ) -> SheetField<Row>.Access { .decimal(set: set) }
}

extension CivilDate: CellValue {
    /// A day, such as `2026-10-05`.
    public static func access<Row>(
        _ set: @escaping @Sendable (inout Row, CivilDate) -> Void
    ) -> SheetField<Row>.Access { .date(set: set) }
}

extension Instant: CellValue {
    /// A time with its zone, such as `2026-10-05T14:00:00Z`.
    public static func access<Row>(
        _ set: @escaping @Sendable (inout Row, Instant) -> Void
    ) -> SheetField<Row>.Access { .instant(set: set) }
}

extension Bool: CellValue {
    /// Yes or no, also spelled `true` and `false` or `1` and `0`.
    public static func access<Row>(
        _ set: @escaping @Sendable (inout Row, Bool) -> Void
    ) -> SheetField<Row>.Access { .flag(set: set) }
}

// The declarations, such as `SheetField("phone", \.phone, most: 50, help: "The telephone number.")`. All of them have
// the name of the column, whether a cell must not be empty (false by default), the field of the exported record that
// the value is (none by default), and a sentence of help.
extension SheetField {
    /// A column whose kind is that of the property's type: a text of at most 2,000 characters, a decimal, a day, a time
    /// with its zone, or yes or no.
    public init<Stored: CellStorage>(
        _ name: String, required: Bool = false, exported: String? = nil,
        _ path: any WritableKeyPath<Row, Stored> & Sendable, help: String
    ) where Stored.Value: CellValue {
        self.init(
            name, required: required, exported: exported, help: help, Stored.Value.access(Stored.setter(path)))
    }

    /// A text of at most so many characters.
    public init(
        _ name: String, required: Bool = false, exported: String? = nil,
        _ path: any WritableKeyPath<Row, some CellStorage<String>> & Sendable, most: Int, help: String
    ) {
        self.init(
            name, required: required, exported: exported, help: help,
            .text(most: most, set: SheetField.setter(path)))
    }

    /// The server's id of a record.
    public init(
        _ name: String, required: Bool = false, exported: String? = nil,
        id path: any WritableKeyPath<Row, some CellStorage<String>> & Sendable, help: String
    ) {
        self.init(name, required: required, exported: exported, help: help, .id(set: SheetField.setter(path)))
    }

    /// One of these words; capitals do not matter in a cell.
    public init(
        _ name: String, required: Bool = false, exported: String? = nil,
        _ path: any WritableKeyPath<Row, some CellStorage<String>> & Sendable, oneOf words: [String], help: String
    ) {
        self.init(
            name, required: required, exported: exported, help: help, .choice(words, set: SheetField.setter(path)))
    }

    /// A whole number inside `range`.
    public init(
        _ name: String, required: Bool = false, exported: String? = nil,
        _ path: any WritableKeyPath<Row, some CellStorage<Int64>> & Sendable, in range: ClosedRange<Int64>, help: String
    ) {
        self.init(
            name, required: required, exported: exported, help: help, .integer(range, set: SheetField.setter(path)))
    }

    /// A time of the day, kept in minutes after midnight.
    public init(
        _ name: String, required: Bool = false, exported: String? = nil,
        time path: any WritableKeyPath<Row, some CellStorage<Int>> & Sendable, help: String
    ) {
        self.init(name, required: required, exported: exported, help: help, .time(set: SheetField.setter(path)))
    }

    /// A file, relative to the folder of files, which the row itself keeps nothing of.
    public init(file name: String, required: Bool = false, help: String) {
        self.init(name, required: required, help: help, .file { _, _ in })
    }

    private static func setter<Stored: CellStorage>(
        _ path: any WritableKeyPath<Row, Stored> & Sendable
    ) -> @Sendable (inout Row, Stored.Value) -> Void { Stored.setter(path) }
}
