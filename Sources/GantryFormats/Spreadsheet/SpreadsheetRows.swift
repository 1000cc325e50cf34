/// The rows of a sheet of a workbook, one after the other. It belongs to one task.
package class SpreadsheetRows {
    /// The one that ``next()`` went to.
    package internal(set) var row = SpreadsheetRow()

    /// Cells so far that cover several rows; those of Office Open XML are known at the end.
    var mergedCells: [MergedCells] { [] }

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

/// Cells of several rows that a workbook shows as one, whose value stands in the first of them alone.
package struct MergedCells: Equatable, Sendable {
    /// As in a spreadsheet program, from 1.
    package let rows: ClosedRange<Int>
    /// From 0.
    package let columns: ClosedRange<Int>

    /// `nil` for cells of one row.
    init?(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
        guard rows.count > 1 else { return nil }
        self.rows = rows
        self.columns = columns
    }

    /// - Parameter reference: Two corners, such as `B4:C6` (ECMA-376, 18.18.62).
    init?(_ reference: Span<UInt8>) {
        var colon = 0
        while colon < reference.count, reference[colon] != 0x3A { colon += 1 }
        guard colon < reference.count, let first = MergedCells.corner(reference.extracting(..<colon)),
            let last = MergedCells.corner(reference.extracting((colon + 1)...)), first.row <= last.row,
            first.column <= last.column
        else { return nil }
        self.init(rows: first.row...last.row, columns: first.column...last.column)
    }

    private static func corner(_ name: Span<UInt8>) -> (row: Int, column: Int)? {
        var digits = 0
        while digits < name.count, name[digits] > 0x39 { digits += 1 }
        guard let column = WorkbookCell.column(name), let row = wholeNumber(name.extracting(digits...)) else {
            return nil
        }
        return (row, column)
    }
}
