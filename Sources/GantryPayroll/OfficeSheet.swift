internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// A sheet that an office keeps for payroll, as CSV or as a workbook: the list of employees, a calendar.
enum OfficeSheet {
    /// - Parameters:
    ///   - needed: columns that every row needs; titles above them aren't read.
    ///   - numbers: columns of amounts. Numbers of any other, such as payroll numbers, are as the workbook shows them.
    /// - Throws: `RunError.unusableRun` where a person has to say which encoding the file has; `SheetError`,
    ///   `FileError`.
    static func open(_ path: String, needing needed: [String], numbers: [String] = []) throws -> SheetReader {
        var hints = SheetDialect.Hints()
        hints.shape.needed = needed.map { [SheetShape.folded($0)] }
        hints.shape.numbers = Set(numbers.map(SheetShape.folded))
        do {
            return try SheetReader.open(path, hints: hints)
        } catch let error as SheetError where error.code == .encodingNotCertain {
            throw RunError(.unusableRun, error.explanation, details: error.details, advice: error.advice)
        }
    }

    /// Rows of a sheet, read to its end, that are left out. A list of employees without some of them, or a calendar
    /// without some days, pays something else.
    static func leftOut(of reader: SheetReader) -> [String] {
        let hidden = reader.hiddenRows
        return (hidden == 0 ? [] : ["\(hidden) \(hidden == 1 ? "row is" : "rows are") hidden. Show or delete them."])
            + reader.skipped.first.prefix(5).map {
                $0.kind == .headings
                    ? "Row \($0.number) has the headings again. Delete it."
                    : "Row \($0.number) is a sum or a remark. Delete it, or complete it."
            }
    }
}
