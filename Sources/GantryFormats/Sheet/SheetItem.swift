/// What a sheet holds in one place: a row, or what can't be one.
public enum SheetItem: Equatable, Sendable {
    case row(SheetRow)
    indirect case unusable(UnusableSheetRow)

    /// The row's number in a spreadsheet program, from 1, where the header usually is: blank rows count, a row of
    /// several lines counts once, and a line `sep=` isn't one. Everything that names a row of a sheet has this number.
    public var number: Int {
        switch self {
        case .row(let row): row.number
        case .unusable(let row): row.number
        }
    }
}

/// A row of a sheet with as many cells as the header.
public struct SheetRow: Equatable, Sendable {
    /// As in a spreadsheet program (``SheetItem/number``).
    public let number: Int
    /// The line of the file on which the row begins, from 1. A row can span several lines.
    public let line: Int
    /// As in the sheet, not trimmed, without quotes.
    public let cells: [String]
    /// Which of several things of a row this is, from 0, where a cell names several.
    package let part: Int
    /// The columns of a workbook whose numbers nobody spelled: those that it holds as numbers with decimals, and those
    /// that come from the cell above.
    package let unspelled: [Int]

    package init(number: Int, line: Int, cells: [String], part: Int = 0, unspelled: [Int] = []) {
        self.number = number
        self.line = line
        self.cells = cells
        self.part = part
        self.unspelled = unspelled
    }
}

/// A row of a sheet that can't be read, with what a person needs to set it right.
public struct UnusableSheetRow: Equatable, Sendable {
    /// The kind of problem; each has an exit status.
    public struct Reason: RawRepresentable, Hashable, Sendable {
        /// The word that programs go by: `too-few-cells`.
        public let rawValue: String
        /// Any word makes a reason; those in use are below.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Fewer cells than the header has.
        public static let tooFewCells = Reason(rawValue: "too-few-cells")
        /// A cell that is not empty past those of the header.
        public static let tooManyCells = Reason(rawValue: "too-many-cells")
        /// A cell that is larger than allowed.
        public static let cellTooLong = Reason(rawValue: "cell-too-long")
        /// A row that is larger than allowed.
        public static let rowTooLong = Reason(rawValue: "row-too-long")
        /// Bytes that are not a character of the sheet's encoding.
        public static let notInEncoding = Reason(rawValue: "not-in-encoding")
        /// A NUL character, which no text has.
        public static let nul = Reason(rawValue: "nul")
        /// A cell of a workbook that holds an error or a formula without a value, or an empty one that would have the
        /// value of a cell that can't be read.
        public static let noValue = Reason(rawValue: "no-value")
        /// Text between a closing quote and the next delimiter.
        public static let textAfterQuote = Reason(rawValue: "text-after-quote")
    }

    /// As in a spreadsheet program (``SheetItem/number``).
    public let number: Int
    /// The line of the file on which the row begins, from 1.
    public let line: Int
    /// The line of the file on which it ends.
    public let lastLine: Int
    /// What kind of problem it is.
    public let reason: Reason
    /// The cell in question, from 0; `nil` if it is the row.
    public let column: Int?
    /// What was found there, with the name of the column.
    public let found: String
    /// What belongs there.
    public let expected: String
    /// What to do about it, as a sentence.
    public let advice: String
}

extension UnusableSheetRow: CustomStringConvertible {
    /// One line: the row, its lines where they differ from it, what was found, what was expected, and the advice.
    public var description: String {
        // Line breaks in cells and a line `sep=` part the two.
        let lines = lastLine > line ? " (lines \(line) to \(lastLine))" : line != number ? " (line \(line))" : ""
        return "Row \(number)\(lines): found \(found), expected \(expected). \(advice)"
    }
}

/// What spreadsheets call a column: A to Z, AA, AB and so on.
///
/// - Parameter column: from 0.
public func sheetColumnLetters(_ column: Int) -> String {
    var letters = ""
    var rest = column
    repeat {
        letters = String(UnicodeScalar(UInt8(0x41 + rest % 26))) + letters
        rest = rest / 26 - 1
    } while rest >= 0
    return letters
}
