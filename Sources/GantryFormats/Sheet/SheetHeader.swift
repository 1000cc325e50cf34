internal import GantryModel

/// The names of a sheet's columns.
struct SheetHeader {
    /// Trimmed.
    let names: [String]
    /// As they are in the sheet.
    let cells: [String]

    /// - Throws: `SheetError` for a column without a name, or two of one name.
    init(_ cells: [String], line: Int, path: String) throws(SheetError) {
        self.cells = cells
        names = cells.map { cell in
            let start = cell.drop { $0.isWhitespace }
            return String(start.dropLast(start.reversed().prefix { $0.isWhitespace }.count))
        }
        var places: [String: Int] = [:]
        for (index, name) in names.enumerated() {
            let letters = sheetColumnLetters(index)
            if name.isEmpty {
                throw SheetError(
                    .columnUnnamed, path, "column \(letters) has no name in the header on line \(line)",
                    advice: "Give the column a name, or remove it.")
            }
            if let other = places.updateValue(index, forKey: name) {
                throw SheetError(
                    .columnRepeated, path,
                    "columns \(sheetColumnLetters(other)) and \(letters) are both named \"\(singleLine(name, limit: 60))\" (line \(line))",
                    advice: "Rename one of them, or remove it.")
            }
        }
    }
}
