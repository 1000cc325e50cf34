internal import GantryModel

/// The names of a sheet's columns.
struct SheetHeader {
    /// Trimmed; empty for a column without one.
    let names: [String]
    /// As they are in the sheet.
    let cells: [String]

    /// - Throws: `SheetError` for two columns of one name.
    init(_ cells: [String], line: Int, path: String) throws(SheetError) {
        self.cells = cells
        names = cells.map { cell in
            let start = cell.drop { $0.isWhitespace }
            return String(start.dropLast(start.reversed().prefix { $0.isWhitespace }.count))
        }
        var places: [String: Int] = [:]
        for (index, name) in names.enumerated() {
            guard !name.isEmpty else { continue }
            if let other = places.updateValue(index, forKey: name) {
                throw SheetError(
                    .columnRepeated, at: path,
                    "columns \(sheetColumnLetters(other)) and \(sheetColumnLetters(index)) are both named \"\(singleLine(name, limit: 60))\" (line \(line))",
                    advice: "Rename one of them, or remove it.")
            }
        }
    }

    /// The headings of two rows that are one: the lower one's, and above its empty cells the upper one's.
    static func merged(_ above: [String], with below: [String]) -> [String] {
        (0..<max(above.count, below.count)).map { column in
            let low = column < below.count ? below[column] : ""
            return low.allSatisfy(\.isWhitespace) && column < above.count ? above[column] : low
        }
    }
}
