internal import GantryFormats
internal import GantryModel

/// Cells of a sheet from which characters were removed that nobody sees.
public struct CleanedCells: Sendable, Equatable {
    /// All of them.
    public private(set) var count = 0
    /// The first twenty: `row 5, column B (name): U+200B`.
    public private(set) var first: [String] = []

    /// None.
    public init() {}

    mutating func note(_ cell: String, row: Int, column: Int, heading: String) {
        guard TextIdentity.visible(cell).utf8.count != cell.utf8.count,
            let found = TextIdentity.firstInvisible(in: cell)
        else { return }
        count += 1
        guard first.count < 20 else { return }
        let code = String(found.value, radix: 16, uppercase: true)
        first.append(
            "row \(row), column \(sheetColumnLetters(column)) (\(singleLine(heading, limit: 60))): U+"
                + String(repeating: "0", count: max(0, 4 - code.count)) + code)
    }
}
