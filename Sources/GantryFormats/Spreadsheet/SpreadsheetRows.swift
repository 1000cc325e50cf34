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
    /// The bytes of the value of a cell.
    private var value: [UInt8] = []
    /// Whether a cell of the row has one.
    private var hasValue = false
    /// As many cells as the widest row so far has.
    private var width = 0

    package init(_ tab: Spreadsheet.Tab, of book: Spreadsheet) throws {
        self.book = book
        self.tab = tab
        xml = try ZipEntry.xml(tab.part, of: book.path, limits: ZipEntry.foreignLimits)
    }

    /// The next row that has something in it; `nil` after the last.
    ///
    /// - Throws: `WorkbookError` for a sheet that can't be one.
    package func next() throws -> Row? {
        do { return try nextRow() } catch let error as XMLError {
            throw WorkbookError(.damaged, error.explanation, advice: Spreadsheet.saveAgain)
        }
    }

    private func nextRow() throws -> Row? {
        while let piece = try xml.next() {
            guard piece == .start, xml.isElement("row") else { continue }
            let stated = xml.withAttribute("r") { wholeNumber($0) }
            let row = (stated ?? nil) ?? number + 1
            guard row > number, row <= WorkbookWriter.mostRows else {
                throw damaged("row \(xml.attribute("r") ?? "") after row \(number)")
            }
            number = row
            let isHidden = xml.withAttribute("hidden") { $0.count > 0 && ($0[0] == 0x31 || $0[0] == 0x74) } ?? false
            hasValue = false
            let cells = try xml.withElement(cells)
            if hasValue { return Row(number: row, isHidden: isHidden, cells: cells) }
        }
        return nil
    }

    private func cells(_ row: XMLElement) throws -> [Cell] {
        var cells: [Cell] = []
        cells.reserveCapacity(width)
        var child = row.first
        while let element = child {
            child = element.next
            guard element.isNamed("c") else { continue }
            let stated = element.withAttribute("r") { WorkbookCell.column($0) }
            let column = (stated ?? nil) ?? cells.count
            guard column >= cells.count, column < WorkbookWriter.mostColumns else {
                throw damaged("a cell of column \(column + 1) after \(cells.count) cells of row \(number)")
            }
            let style = element.withAttribute("s") { wholeNumber($0) }
            let type = element.withAttribute("t") { CellType($0) } ?? .number
            let cell = try cell(element, type, (style ?? nil) ?? 0)
            while cells.count < column { cells.append(.text("")) }
            cells.append(cell)
        }
        width = max(width, cells.count)
        return cells
    }

    /// How the value of a cell is stored (ECMA-376, 18.18.11).
    private enum CellType {
        case number, shared, text, inline, flag, error, day

        init(_ word: Span<UInt8>) {
            switch (word.count, word.count > 0 ? word[0] : 0) {
            case (1, 0x73): self = .shared
            case (3, 0x73): self = .text
            case (9, 0x69): self = .inline
            case (1, 0x62): self = .flag
            case (1, 0x65): self = .error
            case (1, 0x64): self = .day
            default: self = .number
            }
        }
    }

    /// What a cell holds. Of a formula that is what the program calculated last.
    private func cell(_ element: XMLElement, _ type: CellType, _ style: Int) throws -> Cell {
        value.removeAll(keepingCapacity: true)
        var inline: String?
        var hasFormula = false
        var child = element.first
        while let part = child {
            if part.isNamed("v") {
                part.appendText(to: &value)
            } else if part.isNamed("is") {
                inline = RichText.read(part)
            } else if part.isNamed("f") {
                hasFormula = true
            }
            child = part.next
        }
        let cell = try cell(type, style, inline: inline, hasFormula: hasFormula)
        if !hasValue, cell != .text("") { hasValue = true }
        return cell
    }

    private func cell(_ type: CellType, _ style: Int, inline: String?, hasFormula: Bool) throws -> Cell {
        if type == .inline, let inline { return .text(inline) }
        // A formula can give an empty text, but no empty number.
        if hasFormula, type != .text, value.isEmpty { return .unusable("a formula that was never calculated") }
        guard !value.isEmpty else { return .text(inline ?? "") }
        switch type {
        case .number: return number(book.formats.kind(style))
        case .shared:
            let digits = value.filter { !isBlank($0) }
            guard !digits.isEmpty else { return .text("") }
            guard let number = wholeNumber(digits.span), let text = book.strings[number] else {
                throw damaged("text \(String(decoding: value, as: UTF8.self)), which it doesn't have")
            }
            return .text(text)
        case .text, .inline: return .text(WorkbookText.unescaped(String(decoding: value, as: UTF8.self)))
        case .flag: return .text(value == [0x31] || value == Array("true".utf8) ? "true" : "false")
        case .error: return .unusable(String(decoding: value, as: UTF8.self))
        case .day: return .text(String(decoding: value, as: UTF8.self))
        }
    }

    private func number(_ kind: CellFormats.Kind) -> Cell {
        if kind == .number, isPlain(value.span) { return .text(local(String(decoding: value, as: UTF8.self))) }
        if kind == .day, value.count < 8, let days = wholeNumber(value.span), days > 60 {
            return SpreadsheetNumber.day(Double(days), from1904: book.countsFrom1904).map { .text($0) }
                ?? .unusable("\(days), which is no day")
        }
        let trimmed = String(decoding: value.filter { !isBlank($0) }, as: UTF8.self)
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

    private func plain(_ value: Double) -> String { local(SpreadsheetNumber.text(value)) }

    /// Digits with a point, in the spelling of the office's spreadsheets.
    private func local(_ text: String) -> String {
        guard let point = text.utf8.lastIndex(of: 0x2E) else { return text }
        if book.hasDecimalComma { return text.replacing(".", with: ",") }
        // Three decimals look like thousands where no country says what a point is.
        return text.utf8.distance(from: point, to: text.utf8.endIndex) == 4 ? text + "0" : text
    }

    private func damaged(_ what: String) -> WorkbookError {
        WorkbookError(
            .damaged, "\(book.path), sheet \(quoted(tab.name)) has \(singleLine(what, limit: 100)).",
            advice: Spreadsheet.saveAgain)
    }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

/// A number of digits alone; `nil` for any other text.
private func wholeNumber(_ text: Span<UInt8>) -> Int? {
    guard (1...18).contains(text.count) else { return nil }
    var number = 0
    for index in text.indices {
        let digit = Int(text[index]) - 0x30
        guard (0...9).contains(digit) else { return nil }
        number = number * 10 + digit
    }
    return number
}

/// Whether a number is spelled as `SpreadsheetNumber.text(_:)` spells it: at most fifteen digits without an exponent, and none
/// in front or behind that says nothing.
private func isPlain(_ text: Span<UInt8>) -> Bool {
    var index = text.count > 0 && text[0] == 0x2D ? 1 : 0
    let first = index
    var point: Int?
    guard text.count > first, text.count - first <= 15 else { return false }
    while index < text.count {
        let byte = text[index]
        if byte == 0x2E, point == nil {
            point = index
        } else if byte < 0x30 || byte > 0x39 {
            return false
        }
        index += 1
    }
    let whole = (point ?? text.count) - first
    guard whole > 0, whole == 1 || text[first] != 0x30 else { return false }
    if let point { return point < text.count - 1 && text[text.count - 1] != 0x30 }
    // There is no negative nothing.
    return first == 0 || text[first] != 0x30
}
