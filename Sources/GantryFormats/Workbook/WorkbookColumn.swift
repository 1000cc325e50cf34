public import GantryModel

/// A column of a sheet: its heading, and what its cells hold.
public struct WorkbookColumn: Sendable, Equatable {
    /// What a cell holds. A value that a cell of the kind can't hold exactly is written as text.
    public enum Kind: Hashable, Sendable {
        case text
        /// A day.
        case date
        case integer
        /// A number that is shown with these decimals; `.exact` shows two or more.
        case quantity(DecimalPlaces)
        /// A number that is shown with as many decimals as it has.
        case plain
    }

    /// The heading, as the table has it.
    public let heading: String
    /// What the cells below it hold.
    public let kind: Kind
    /// What people read in the heading row. The default is the heading.
    public let shown: String
    /// What people read instead of the texts of cells, each by the text of the table. No two may be shown alike, and
    /// none like another text, since the sheet is read back. The default is none.
    public let words: [String: String]

    /// A column of these parts.
    public init(heading: String, kind: Kind, shown: String? = nil, words: [String: String] = [:]) {
        self.heading = heading
        self.kind = kind
        self.shown = shown ?? heading
        self.words = words
    }
}

extension WorkbookColumn.Kind {
    /// The kind of a column that shows values of a field.
    public init(_ kind: ValueKind, _ places: DecimalPlaces?) {
        switch kind {
        case .integer: self = .integer
        case .date: self = .date
        case .hours, .money: self = .quantity(places ?? .exact)
        case .decimal:
            if case .fixed? = places { self = .quantity(places ?? .exact) } else { self = .plain }
        // A moment has more digits than a cell holds.
        case .instant, .flag, .text, .link, .choice, .list: self = .text
        }
    }

    /// The number format of its cells; `General` for `nil`. Each kind has its own, by which a sheet is read back.
    var format: String? {
        switch self {
        case .text: "@"
        case .date: "yyyy-mm-dd"
        case .integer, .quantity(.fixed(0)): "0"
        case .quantity(.fixed(let digits)): "0." + String(repeating: "0", count: digits)
        case .quantity(.exact): "0.00#######"
        case .plain: nil
        }
    }

    /// Every kind, those that differ in their format only.
    static let all: [WorkbookColumn.Kind] =
        [.text, .date, .integer, .plain, .quantity(.exact)] + (1...9).map { .quantity(.fixed($0)) }

    /// The kind whose cells have a number format.
    init?(format: String) {
        guard let kind = Self.all.first(where: { ($0.format ?? "General") == format }) else { return nil }
        self = kind
    }
}
