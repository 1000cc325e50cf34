internal import GantryModel

/// The rows of a sheet of a workbook, one after the other. It belongs to one task.
package final class SpreadsheetRows {
    /// A row that is there; rows without cells are left out.
    package struct Row {
        /// As the program shows it, from 1.
        package let number: Int
        package let isHidden: Bool
        /// From the first column on; empty where nothing is.
        package var cells: [Cell]
    }

    package enum Cell: Equatable {
        case text(String)
        /// Something that is no value: `#REF!`.
        case unusable(String)
    }

    private var xml: XMLStreamReader
    private let book: Spreadsheet
    private let tab: Spreadsheet.Tab
    private var number = 0

    package init(_ tab: Spreadsheet.Tab, of book: Spreadsheet) throws {
        self.book = book
        self.tab = tab
        xml = try ZipEntry.xml(tab.part, of: book.path, limits: ZipEntry.foreignLimits)
        xml.keepsWhiteSpace = true
    }

    /// The next row that has something in it; `nil` after the last.
    ///
    /// - Throws: `WorkbookError` for a sheet that can't be one, `XMLError`.
    package func next() throws -> Row? {
        while let piece = try xml.next() {
            guard piece == .start, xml.name == "row" else { continue }
            let stated = xml.attribute("r").flatMap { Int($0) }
            let row = stated ?? number + 1
            guard row > number, row <= WorkbookWriter.mostRows else {
                throw damaged("row \(xml.attribute("r") ?? "") after row \(number)")
            }
            number = row
            let isHidden = ["1", "true"].contains(xml.attribute("hidden") ?? "0")
            let cells = try self.cells()
            if cells.contains(where: { $0 != .text("") }) { return Row(number: row, isHidden: isHidden, cells: cells) }
        }
        return nil
    }

    private func cells() throws -> [Cell] {
        var cells: [Cell] = []
        while let piece = try xml.next() {
            if piece == .end, xml.name == "row" { break }
            guard piece == .start else { continue }
            guard xml.name == "c" else {
                try xml.skipElement()
                continue
            }
            let column = xml.attribute("r").flatMap(WorkbookCell.column) ?? cells.count
            guard column >= cells.count, column < WorkbookWriter.mostColumns else {
                throw damaged("cell \(xml.attribute("r") ?? "") after \(cells.count) cells of its row")
            }
            let style = xml.attribute("s").flatMap { Int($0) } ?? 0
            let cell = try cell(xml.attribute("t") ?? "n", style)
            while cells.count < column { cells.append(.text("")) }
            cells.append(cell)
        }
        return cells
    }

    /// What a cell holds, up to its end. Of a formula that is what the program calculated last.
    private func cell(_ type: String, _ style: Int) throws -> Cell {
        var value: String?
        var inline: String?
        var hasFormula = false
        while let piece = try xml.next() {
            if piece == .end, xml.name == "c" { break }
            guard piece == .start else { continue }
            switch xml.name {
            case "v": value = try plainText()
            case "is": inline = try RichText.read(&xml)
            case "f":
                hasFormula = true
                try xml.skipElement()
            default: try xml.skipElement()
            }
        }
        if type == "inlineStr", let inline { return .text(inline) }
        // A formula can give an empty text, but no empty number.
        if hasFormula, type != "str", value?.isEmpty ?? true { return .unusable("a formula that was never calculated") }
        guard let value else { return .text(inline ?? "") }
        switch type {
        case "s":
            let digits = value.filter { !$0.isWhitespace }
            guard !digits.isEmpty else { return .text("") }
            guard let number = Int(digits), let text = book.strings[number] else {
                throw damaged("text \(value), which it doesn't have")
            }
            return .text(text)
        case "str", "inlineStr": return .text(WorkbookText.unescaped(value))
        case "b": return .text(value == "1" || value == "true" ? "true" : "false")
        case "e": return .unusable(value)
        case "d": return .text(value)
        default: return number(value, book.formats.kind(style))
        }
    }

    /// The text up to the end of the element whose start was read.
    private func plainText() throws(XMLError) -> String {
        var text = ""
        while let piece = try xml.next(), piece != .end { if piece == .text { text += xml.text } }
        return text
    }

    private func number(_ text: String, _ kind: CellFormats.Kind) -> Cell {
        let trimmed = text.filter { !$0.isWhitespace }
        guard !trimmed.isEmpty else { return .text("") }
        guard let value = Double(trimmed), value.isFinite else { return .unusable(trimmed) }
        // A spreadsheet has put zeros in the place of the others.
        guard value.magnitude < 1e15 else { return .unusable("\(trimmed), of which only 15 digits are kept,") }
        switch kind {
        case .number: return .text(plain(value))
        case .duration: return .text(SpreadsheetNumber.duration(value))
        case .time: return value < 1 && value >= 0 ? .text(SpreadsheetNumber.time(value)) : .text(plain(value))
        case .day:
            return SpreadsheetNumber.day(value, from1904: book.countsFrom1904).map { .text($0) }
                ?? .unusable("\(trimmed), which is no day")
        }
    }

    private func plain(_ value: Double) -> String {
        let text = SpreadsheetNumber.text(value)
        if book.hasDecimalComma { return text.replacing(".", with: ",") }
        // Three decimals look like thousands where no country says what a point is.
        return text.lastIndex(of: ".").map { text[$0...].utf8.count == 4 } ?? false ? text + "0" : text
    }

    private func damaged(_ what: String) -> WorkbookError {
        WorkbookError(
            .damaged, "\(book.path), sheet \(quoted(tab.name)) has \(singleLine(what, limit: 100)).",
            advice: Spreadsheet.saveAgain)
    }
}
