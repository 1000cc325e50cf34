internal import GantryModel

/// A sheet of a workbook as the CSV file that has its rows in the same places: UTF-8 with a byte order mark, commas and
/// decimal points or semicolons and decimal commas, days by ISO 8601. It belongs to one task.
final class SpreadsheetSource {
    /// The sheet that is read.
    let tab: String
    /// Rows so far that the program hides; they are left out.
    private(set) var hiddenRows = 0
    /// Why it ended early.
    private(set) var failure: (any Error)?
    /// A cell that holds no value, and what it holds instead.
    typealias Valueless = (column: Int, found: String)
    /// Cells that hold no value, in the order of their columns, by the number of their row.
    private var valueless: [Int: [Valueless]] = [:]
    /// What hidden rows one below the other hold: in each column the last cell that isn't empty.
    struct HiddenRows {
        var cells: [Int: SpreadsheetRow.Cell] = [:]
        /// What numbers among them are where they are texts.
        var plain: [Int: String] = [:]
        /// The number of the last of them.
        var last = 0
    }
    /// Those above a row that is shown, by its number, and those below the last one so far.
    private var hiddenAbove: [Int: HiddenRows] = [:]
    private var hidden: HiddenRows?
    /// Whether a cell can have the value of one in a hidden row.
    private let keepsHidden: Bool
    /// What numbers are where they are texts, by the number of their row.
    private var plain: [Int: [(column: Int, text: String)]] = [:]
    private let keepsPlain: Bool

    private let rows: SpreadsheetRows
    private var number = 0
    /// As many cells as the widest row so far has.
    private var width = 0
    private var ready = SheetDialect.Encoding.utf8.byteOrderMark
    let delimiter: SheetDialect.Delimiter

    init(_ path: String, _ hints: SheetDialect.Hints) throws {
        var book = try Spreadsheet(path)
        book.hasDecimalComma = hints.hasDecimalComma
        delimiter = hints.hasDecimalComma ? .semicolon : .comma
        keepsHidden = !hints.shape.filledDown.isEmpty
        keepsPlain = hints.shape.numbers != nil
        let chosen = try book.tab(hints.tab, hints.shape)
        tab = chosen.name
        rows = try SpreadsheetRows.of(chosen, in: book)
    }

    /// Appends at most so many bytes and says how many; 0 at the end and where it fails.
    func read(appendingTo bytes: inout [UInt8], atMost limit: Int) -> Int {
        do {
            while ready.count < limit, try rows.next() { append(rows.row) }
        } catch {
            failure = error
        }
        let count = min(limit, ready.count)
        bytes += ready[..<count]
        ready.removeFirst(count)
        return count
    }

    /// Cells so far that cover several rows; all of them at the end.
    var mergedCells: [MergedCells] { rows.mergedCells }

    /// The cells of a row that hold no value; asked once.
    func valueless(inRow number: Int) -> [Valueless] { valueless.removeValue(forKey: number) ?? [] }

    /// What numbers of a row are where they are texts; asked once.
    func plain(inRow number: Int) -> [(column: Int, text: String)] { plain.removeValue(forKey: number) ?? [] }

    /// What the hidden rows between a row and the last one above it that is shown hold; asked once.
    func hidden(above number: Int) -> HiddenRows? { hiddenAbove.removeValue(forKey: number) }

    private func append(_ row: SpreadsheetRow) {
        // A row that isn't there, or isn't shown, is a blank one, so that the others keep their numbers.
        while number + 1 < row.number { appendBlank() }
        guard !row.isHidden else {
            hiddenRows += 1
            if keepsHidden { keep(row) }
            return appendBlank()
        }
        number = row.number
        if let hidden {
            hiddenAbove[number] = hidden
            self.hidden = nil
        }
        if !row.unusable.isEmpty { valueless[number] = row.unusable }
        if keepsPlain, !row.plain.isEmpty { plain[number] = row.plain }
        let count = row.filledCount
        width = max(width, count)
        let needsQuotes = row.bytes.contains(where: isSpecial)
        for column in 0..<width {
            if column > 0 { ready.append(delimiter.byte) }
            guard column < count else { continue }
            let text = row.bytes[row.range(column)]
            if needsQuotes, text.contains(where: isSpecial) { appendQuoted(text) } else { ready += text }
        }
        ready += [0x0D, 0x0A]
    }

    private func keep(_ row: SpreadsheetRow) {
        var rows = hidden ?? HiddenRows()
        for (column, cell) in row.cells.enumerated() where cell != .text("") {
            rows.cells[column] = cell
            rows.plain[column] = nil
        }
        for (column, text) in row.plain { rows.plain[column] = text }
        rows.last = row.number
        hidden = rows
    }

    /// Whether a cell with this byte stands in quotation marks.
    private func isSpecial(_ byte: UInt8) -> Bool {
        byte == delimiter.byte || byte == 0x22 || byte == 0x0D || byte == 0x0A
    }

    private func appendBlank() {
        number += 1
        ready += [0x0D, 0x0A]
    }

    private func appendQuoted(_ text: ArraySlice<UInt8>) {
        ready.append(0x22)
        for byte in text {
            if byte == 0x22 { ready.append(0x22) }
            ready.append(byte)
        }
        ready.append(0x22)
    }
}

extension Spreadsheet {
    /// The sheet of a name, or the only one that can be meant: visible, with rows, and of several the one with the
    /// headings.
    ///
    /// - Throws: `SheetError` where there is none or several; it names them.
    func tab(_ name: String?, _ shape: SheetShape) throws -> Tab {
        if let name {
            if let tab = tabs.first(where: { $0.name == name }) { return tab }
            throw SheetError(
                .noSuchTab, at: path,
                "it has no sheet \(quoted(name)), only \(listed(tabs.map { quoted($0.name) }, "and"))",
                advice: "Give the name of one of them, as the workbook spells it.")
        }
        var filled = try tabs.filter { tab in
            guard !tab.isHidden else { return false }
            return try SpreadsheetRows.of(tab, in: self).next()
        }
        if filled.count > 1 {
            let fitting = try filled.filter { try hasHeadings($0, shape) }
            if !fitting.isEmpty { filled = fitting }
        }
        if filled.count == 1 { return filled[0] }
        throw SheetError(
            filled.isEmpty ? .empty : .severalTabs, at: path,
            filled.isEmpty
                ? "no visible sheet of it has rows"
                : "\(filled.count) sheets of it can be meant: \(listed(filled.map { quoted($0.name) }, "and"))",
            advice: filled.isEmpty
                ? "Save it with the column names in the first row."
                : "Add \(.tab(filled[0].name)), or the name of another.")
    }

    /// Whether one of the first rows of a sheet has the headings that are needed.
    private func hasHeadings(_ tab: Tab, _ shape: SheetShape) throws -> Bool {
        let rows = try SpreadsheetRows.of(tab, in: self)
        var above: [String] = []
        for _ in 0..<SheetShape.mostRowsAbove {
            guard try rows.next() else { return false }
            let cells = rows.row.cells.map { if case .text(let text) = $0 { text } else { "" } }
            if shape.fits(cells) || shape.fits(SheetHeader.merged(above, with: cells)) { return true }
            above = cells
        }
        return false
    }
}

extension MergedCells {
    /// `B4:C6`.
    package var name: String {
        "\(sheetColumnLetters(columns.lowerBound))\(rows.lowerBound)"
            + ":\(sheetColumnLetters(columns.upperBound))\(rows.upperBound)"
    }
}
