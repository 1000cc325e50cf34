internal import GantryModel

/// Where the rows of a sheet are, among titles, sums, remarks and repeated headings that people put around them.
public struct SheetShape: Equatable, Sendable {
    /// The row with the headings, as a spreadsheet program numbers it; `nil` for the first that has the needed ones.
    public var headerRow: Int?
    /// For each column that every row needs, the headings that it can have, as `folded(_:)` gives them.
    package var needed: [Set<String>] = []
    /// The same for columns of which an empty cell has the value of the cell above it.
    package var filledDown: [Set<String>] = []

    /// The headings of columns that are read as numbers, as `folded(_:)` gives them; `nil` for all. In others the
    /// numbers of a workbook are their digits, with the zeros and marks of an id's format.
    package var numbers: Set<String>?

    /// A heading that only sheets have which Gantry wrote: their headings are in the first row, whatever `headerRow`
    /// says of the sheet that they were made of.
    package var ownHeading: String?

    /// The first row that isn't blank has the headings, by default, and every row below it counts.
    public init() {}

    /// Rows that are looked at for the headings.
    static let mostRowsAbove = 30

    /// A heading in the spelling by which two are compared: without capitals, blanks, `_`, `-`, `.` and `:`.
    package static func folded(_ heading: String) -> String {
        TextIdentity.text.folded(heading).filter { !" _-.:*".contains($0) }
    }

    /// Whether these are headings with all that are needed.
    func fits(_ names: [String]) -> Bool {
        let names = Set(names.map(SheetShape.folded))
        return !needed.isEmpty && needed.allSatisfy { !$0.isDisjoint(with: names) }
    }

    /// The columns that have one of these headings.
    static func columns(_ wanted: [Set<String>], in header: [String]) -> [Int] {
        let names = header.map(folded)
        return wanted.compactMap { headings in names.firstIndex(where: headings.contains) }
    }
}

/// A row of a sheet that is none of its records.
public struct SkippedSheetRow: Equatable, Sendable {
    /// What a row is instead.
    public enum Kind: Sendable {
        /// Sums of the rows above.
        case sum
        /// A text for people.
        case remark
        /// The headings once more, as at the top of each page.
        case headings
        /// A row that a person leaves out.
        case leftOut
    }

    /// As in a spreadsheet program (``SheetItem/number``).
    public let number: Int
    public let kind: Kind
    /// The first of its cells that isn't empty.
    public let text: String

    /// How it says that it is a sum, so that its other cells belong to no record.
    var label: LabelOfSum? { SkippedSheetRow.label(of: text) }

    /// A row that a person leaves out.
    init(leftOut number: Int, _ cells: [String]) {
        self.number = number
        kind = .leftOut
        text = cells.first { !SkippedSheetRow.isBlank($0) } ?? ""
    }

    /// - Parameter headings: those of the columns, as `SheetShape.folded(_:)` gives them.
    /// - Returns: `nil` unless each cell that isn't empty repeats the heading of its column.
    init?(_ number: Int, _ cells: [String], repeating headings: [String]) {
        guard let text = cells.first(where: { !SkippedSheetRow.isBlank($0) }),
            zip(cells, headings).allSatisfy({ cell, heading in
                SkippedSheetRow.isBlank(cell) || !heading.isEmpty && SheetShape.folded(cell) == heading
            })
        else { return nil }
        self.number = number
        kind = .headings
        self.text = text
    }

    /// - Parameters:
    ///   - cells: as many as the sheet has columns.
    ///   - needed: the columns that every row needs.
    /// - Returns: `nil` for a row that is a record, or is meant to be one.
    init?(_ number: Int, _ cells: [String], needed: [Int]) {
        let isWhole = !needed.contains { SkippedSheetRow.isBlank(cells[$0]) }
        guard let place = cells.firstIndex(where: { !SkippedSheetRow.isBlank($0) }) else { return nil }
        let first = cells[place]
        let rest = cells[(place + 1)...]
        // Most rows end here.
        guard !isWhole || rest.allSatisfy(SkippedSheetRow.isOfDigits) else { return nil }
        let label = SkippedSheetRow.label(of: first)
        let isBeforeNumbers = label != nil && rest.allSatisfy(SkippedSheetRow.isNumber)
        // Nothing is skipped that has all it needs, but for a label with numbers alone.
        guard !isWhole || label == .alone && isBeforeNumbers else { return nil }
        let filled = cells.filter { !SkippedSheetRow.isBlank($0) }
        self.number = number
        text = first
        // A customer can be called so.
        if label == .alone || isBeforeNumbers {
            kind = .sum
        } else if needed.count > 1, needed.allSatisfy({ SkippedSheetRow.isBlank(cells[$0]) }) {
            kind = filled.count == 1 && first.contains(where: \.isLetter) ? .remark : .sum
        } else if needed.count > 1, filled.count == 1, SkippedSheetRow.isSentence(first) {
            kind = .remark
        } else {
            return nil
        }
    }

    private static func isBlank(_ cell: String) -> Bool {
        // Most cells begin with something that is seen.
        if let first = cell.utf8.first, (0x21...0x7E).contains(first) { return false }
        return cell.allSatisfy(\.isWhitespace)
    }

    private static func isOfDigits(_ cell: String) -> Bool {
        // Digits, marks, and the bytes of blanks and quotes between thousands in UTF-8.
        cell.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x20, 0x27, 0x2C...0x2E, 0xC2, 0xA0, 0xE2, 0x80, 0x89, 0xAF, 0x99: true
            default: false
            }
        }
    }

    /// Whether a cell is a number or empty, and no day.
    private static func isNumber(_ cell: String) -> Bool {
        guard isOfDigits(cell) else { return false }
        var text = cell.drop(while: \.isWhitespace)
        while let last = text.last, last.isWhitespace || last == "-" { text = text.dropLast() }
        let digits = text.first == "-" ? text.dropFirst() : text
        let parts = digits.split(omittingEmptySubsequences: false) { !$0.isNumber }
        guard parts.count > 1 else { return true }
        let marks = digits.filter { !$0.isNumber }
        // What follows the last mark can be decimals; before it are thousands.
        let hasDecimals = ".,".contains(marks.last ?? " ") && !marks.dropLast().contains(marks.last ?? " ")
        let thousands = hasDecimals ? parts.dropFirst().dropLast() : parts.dropFirst()
        return !marks.contains("-") && thousands.allSatisfy { $0.count == 3 }
    }

    private static let labels = [
        "total", "totals", "totalt", "subtotal", "sub-total", "grand total", "sum", "i alt", "ialt", "samlet", "summa",
    ]

    /// How a cell says that its row is a sum.
    enum LabelOfSum {
        /// `I alt:`
        case alone
        /// `Total for October`, but also `Total Byg ApS`.
        case withWords
    }

    /// `nil` for other cells, such as `total.pdf`.
    private static func label(of cell: String) -> LabelOfSum? {
        let text = TextIdentity.text.folded(cell)
        guard !isFileName(text), let label = labels.last(where: text.hasPrefix) else { return nil }
        let rest = text.dropFirst(label.count)
        if rest.allSatisfy({ $0 == " " || $0 == ":" }) { return .alone }
        return rest.first == " " || rest.first == ":" ? .withWords : nil
    }

    /// Three words or more, or what begins as remarks do.
    private static func isSentence(_ cell: String) -> Bool {
        let text = TextIdentity.text.folded(cell)
        guard !isFileName(text) else { return false }
        let marks = ["*", "note:", "nb:", "nb ", "obs:", "obs!", "bemærk", "ps:"]
        return text.split(separator: " ").count > 2 || marks.contains(where: text.hasPrefix)
    }

    private static func isFileName(_ text: String) -> Bool {
        guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return false }
        let ending = text[text.index(after: dot)...]
        return (2...5).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber }
    }
}
