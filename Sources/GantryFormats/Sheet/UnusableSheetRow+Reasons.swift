internal import GantryModel

/// The place of a row, and why it can't be read.
struct SheetRowPlace {
    /// As in a spreadsheet program (``SheetItem/number``).
    let number: Int
    let line: Int
    let lastLine: Int
    /// Of the sheet; empty while the header is read.
    let header: [String]
    let encoding: SheetDialect.Encoding
    let limits: SheetLimits

    private func row(
        _ reason: UnusableSheetRow.Reason, column: Int? = nil, found: String, expected: String, advice: String
    ) -> UnusableSheetRow {
        UnusableSheetRow(
            number: number, line: line, lastLine: lastLine, reason: reason, column: column, found: found,
            expected: expected,
            advice: advice)
    }

    /// A column by its letters and heading.
    func name(_ column: Int) -> String {
        let letters = "column \(sheetColumnLetters(column))"
        return header.indices.contains(column) ? "\(letters) (\(singleLine(header[column], limit: 60)))" : letters
    }

    func otherCount(cells: Int) -> UnusableSheetRow {
        let isFew = cells < header.count
        return row(
            isFew ? .tooFewCells : .tooManyCells, column: isFew ? nil : header.count, found: counted(cells, "cell"),
            expected: "\(header.count), as in the header",
            advice: isFew
                ? "Add the missing delimiters, or remove a line break from a cell without quotes."
                : "Empty the cells after \(name(header.count - 1)), or put quotes around cells that contain a delimiter."
        )
    }

    func failed(_ failure: SheetRowScanner.Failure) -> UnusableSheetRow {
        let cell = name(failure.cell)
        switch failure.kind {
        case .cellTooLong:
            return row(
                .cellTooLong, column: failure.cell,
                found: "more than \(limits.cellBytes) bytes in \(cell) from line \(failure.line) on",
                expected: "at most \(limits.cellBytes) bytes in a cell",
                advice: "Shorten the cell. If it isn't that long, its closing quote is missing or in the wrong place.")
        case .rowTooLong:
            return row(
                .rowTooLong, found: "more than \(limits.rowBytes) bytes",
                expected: "at most \(limits.rowBytes) bytes in a row",
                advice: "Shorten the row's cells.")
        // A quote that is never closed is an error of the sheet.
        case .textAfterQuote, .unclosedQuote:
            return row(
                .textAfterQuote, column: failure.cell,
                found: "text after the closing quote of \(cell), which starts on line \(failure.line)",
                expected: "a delimiter or the end of the row after a closing quote",
                advice: "Double each quote inside the cell, or add the missing closing quote.")
        }
    }

    /// A cell of a workbook that holds no value.
    func noValue(_ cell: (column: Int, found: String)) -> UnusableSheetRow {
        row(
            .noValue, column: cell.column, found: "\(singleLine(cell.found, limit: 60)) in \(name(cell.column))",
            expected: "a value", advice: "Correct the cell in the spreadsheet program, and save it.")
    }

    /// An empty cell that would have the value of one that can't be read.
    func unfilled(_ cell: (column: Int, above: Int)) -> UnusableSheetRow {
        row(
            .noValue, column: cell.column,
            found: "an empty cell in \(name(cell.column)), below one in row \(cell.above) that can't be read",
            expected: "a value",
            advice: "Write the value into the cell, or correct row \(cell.above).")
    }

    func failed(_ problem: SheetCells.Problem) -> UnusableSheetRow {
        switch problem {
        case .notInEncoding(let cell, let found, let place):
            return row(
                .notInEncoding, column: cell, found: "\(found) as character \(place) of \(name(cell))",
                expected: "a character in \(encoding.title)",
                advice: "Correct the cell, or set the sheet's `encoding` if all such rows are affected.")
        case .nul(let cell, let place):
            return row(
                .nul, column: cell, found: "a NUL as character \(place) of \(name(cell))", expected: "text",
                advice: "Remove the character.")
        }
    }
}

extension SheetError {
    /// A quote that is never closed, so that the rows after it can't be separated.
    ///
    /// - Parameter rowsAbove: rows that can be read.
    init(openQuote failure: SheetRowScanner.Failure, _ place: SheetRowPlace, _ path: String, rowsAbove: Int) {
        let rows =
            rowsAbove > 0
            ? "Only the \(counted(rowsAbove, "row")) above it can be read" : "No row can be read"
        let end =
            failure.kind == .unclosedQuote
            ? "is never closed" : "is closed only on line \(place.lastLine), with text after it"
        self.init(
            .openQuote, at: path,
            "the quote that opens \(place.name(failure.cell)) on line \(failure.line) \(end). \(rows)",
            advice: "Remove or close the quote on line \(failure.line), and double each quote inside the cell.")
    }
}
