/// The rows of a sheet of a workbook, one after the other. It belongs to one task.
package class SpreadsheetRows {
    /// The one that ``next()`` went to.
    package internal(set) var row = SpreadsheetRow()

    /// The rows of a sheet in the format of its workbook.
    package static func of(_ tab: Spreadsheet.Tab, in book: Spreadsheet) throws -> SpreadsheetRows {
        book.isOpenDocument ? try OpenDocumentRows(tab, of: book) : try OfficeXMLRows(tab, of: book)
    }

    /// Goes to the next row that has something in it, which is `row` then; false after the last.
    ///
    /// - Throws: `WorkbookError` for a sheet that can't be one.
    package final func next() throws -> Bool {
        do { return try nextRow() } catch let error as XMLError {
            throw WorkbookError(.damaged, error.explanation, advice: Spreadsheet.saveAgain)
        }
    }

    /// ``next()`` in the format of the workbook.
    func nextRow() throws -> Bool { false }
}
