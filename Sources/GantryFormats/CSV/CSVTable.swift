public import GantryModel

/// A cell of a small table.
public enum CSVCell: Sendable {
    /// Guarded against formulas.
    case text(String)
    case integer(Int64)
    case decimal(Int128, DecimalPlaces)
    case empty

    /// A key as its system spells it: a whole number, or a text.
    public static func key(_ number: Int64) -> CSVCell {
        number.isTextKey ? .text(number.keyText) : .integer(number)
    }

    /// The cell for a person, in no dialect and with no guard.
    public var text: String {
        switch self {
        case .text(let text): text
        case .integer(let value): String(value)
        case .decimal(let nano, let places): decimalText(nano: nano, places)
        case .empty: ""
        }
    }
}

/// A CSV table that isn't made of records: pay lines, exceptions, rejects. Rows are collected as bytes.
public struct CSVTable: Sendable {
    /// How cells are written.
    public let dialect: CSVDialect
    /// The bytes since they were last taken.
    public private(set) var bytes: [UInt8] = []

    /// A table without bytes, so also without a heading row.
    public init(dialect: CSVDialect) { self.dialect = dialect }

    /// The byte order mark, if the dialect has one, and the heading row.
    public mutating func appendHeader(_ headings: [String]) {
        if dialect.hasByteOrderMark { bytes += [0xEF, 0xBB, 0xBF] }
        append(headings.map { .text($0) })
    }

    /// Appends a row; nothing checks that it has as many cells as the headings.
    public mutating func append(_ cells: [CSVCell]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { bytes.append(dialect.delimiter) }
            switch cell {
            case .text(let text): bytes += dialect.cell(text)
            case .integer(let value): bytes += Array(String(value).utf8)
            case .decimal(let nano, let places):
                bytes += Array(decimalText(nano: nano, places, point: dialect.decimalPoint).utf8)
            case .empty: break
            }
        }
        bytes += [0x0D, 0x0A]
    }

    /// Gives the bytes collected so far and forgets them.
    public mutating func take() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        return taken
    }
}
