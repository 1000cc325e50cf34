internal import GantryModel

/// The rows of a sheet of a workbook, one after the other. It belongs to one task.
package final class SpreadsheetRows {
    var xml: XMLStreamReader
    let book: Spreadsheet
    let tab: Spreadsheet.Tab
    /// The one that ``next()`` went to.
    package internal(set) var row = SpreadsheetRow()
    /// The last day and how it is spelled, since many rows have the same.
    private var lastDay: (number: Int, spelled: [UInt8])?
    /// In an OpenDocument sheet: whether `xml` is in it, the sheets before it so far, and how often the row comes once more.
    var isInside = false
    var sheetsBefore = 0
    var repeats = 0

    package init(_ tab: Spreadsheet.Tab, of book: Spreadsheet) throws {
        self.book = book
        self.tab = tab
        xml = try ZipEntry.xml(tab.part, of: book.path, limits: ZipEntry.foreignLimits)
    }

    /// Goes to the next row that has something in it, which is `row` then; false after the last.
    ///
    /// - Throws: `WorkbookError` for a sheet that can't be one.
    package func next() throws -> Bool {
        do { return try book.isOpenDocument ? nextOpenRow() : nextRow() } catch let error as XMLError {
            throw WorkbookError(.damaged, error.explanation, advice: Spreadsheet.saveAgain)
        }
    }

    private func nextRow() throws -> Bool {
        while let piece = try xml.next() {
            guard piece == .start, xml.isElement("row") else { continue }
            let stated = xml.withAttribute("r") { wholeNumber($0) }
            let number = (stated ?? nil) ?? row.number + 1
            guard number > row.number, number <= WorkbookWriter.mostRows else {
                throw damaged("row \(xml.attribute("r") ?? "") after row \(row.number)")
            }
            // The buffers move, so that they aren't copied.
            var row = exchange(&self.row, with: SpreadsheetRow())
            row.removeAll()
            row.number = number
            row.isHidden = xml.withAttribute("hidden") { $0.count > 0 && ($0[0] == 0x31 || $0[0] == 0x74) } ?? false
            try xml.withElement { try readCells($0, into: &row) }
            self.row = row
            if row.isFilled { return true }
        }
        return false
    }

    private func readCells(_ element: XMLElement, into row: inout SpreadsheetRow) throws {
        var child = element.first
        while let element = child {
            child = element.next
            guard element.isNamed("c") else { continue }
            let stated = element.withAttribute("r") { WorkbookCell.column($0) }
            let column = (stated ?? nil) ?? row.count
            guard column >= row.count, column < WorkbookWriter.mostColumns else {
                throw damaged("a cell of column \(column + 1) after \(row.count) cells of row \(row.number)")
            }
            let style = element.withAttribute("s") { wholeNumber($0) }
            let type = element.withAttribute("t") { CellType($0) } ?? .number
            row.pad(to: column)
            row.endCell(try append(element, type, (style ?? nil) ?? 0, to: &row))
        }
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

    /// Appends what a cell holds, or gives what it holds instead of a row.value. Of a formula that is what the program calculated last.
    private func append(
        _ element: XMLElement, _ type: CellType, _ style: Int, to row: inout SpreadsheetRow
    ) throws -> String? {
        row.value.removeAll(keepingCapacity: true)
        var inline: [UInt8]?
        var hasFormula = false
        var child = element.first
        while let part = child {
            if part.isNamed("v") {
                part.appendText(to: &row.value)
            } else if part.isNamed("is") {
                inline = RichText.read(part)
            } else if part.isNamed("f") {
                hasFormula = true
            }
            child = part.next
        }
        if type == .inline, let inline {
            row.bytes += inline
            return nil
        }
        // A formula can give an empty text, but no empty number.
        if hasFormula, type != .text, row.value.isEmpty { return "a formula that was never calculated" }
        guard !row.value.isEmpty else {
            if let inline { row.bytes += inline }
            return nil
        }
        switch type {
        case .number: return appendNumber(book.formats.kind(style), to: &row)
        case .shared:
            row.value.removeAll(where: isBlank)
            guard !row.value.isEmpty else { return nil }
            guard let number = wholeNumber(row.value.span), book.strings.append(number, to: &row.bytes) else {
                throw damaged("text \(String(decoding: row.value, as: UTF8.self)), which it doesn't have")
            }
        case .text, .inline: row.bytes += WorkbookText.unescaped(row.value)
        case .flag: row.bytes += row.value == [0x31] || row.value == Array("true".utf8) ? "true".utf8 : "false".utf8
        case .error: return String(decoding: row.value, as: UTF8.self)
        case .day: row.bytes += row.value
        }
        return nil
    }

    /// Appends a number as it is meant, or gives what is no row.value.
    func appendNumber(_ kind: CellFormats.Kind, to row: inout SpreadsheetRow) -> String? {
        if kind == .number, isPlain(row.value.span) {
            appendLocal(row.value, to: &row.bytes)
            return nil
        }
        if kind == .day, row.value.count < 8, let days = wholeNumber(row.value.span), days > 60 {
            if lastDay?.number != days {
                guard let day = SpreadsheetNumber.day(Double(days), from1904: book.countsFrom1904) else {
                    return "\(days), which is no day"
                }
                lastDay = (days, Array(day.utf8))
            }
            if let lastDay { row.bytes += lastDay.spelled }
            return nil
        }
        let trimmed = String(decoding: row.value.filter { !isBlank($0) }, as: UTF8.self)
        guard !trimmed.isEmpty else { return nil }
        guard let value = Double(trimmed), value.isFinite else { return trimmed }
        // A spreadsheet has put zeros in the place of the others.
        guard value.magnitude < 1e15 else { return "\(trimmed), of which only 15 digits are kept," }
        switch kind {
        case .duration: row.bytes += SpreadsheetNumber.duration(value).utf8
        case .time where value < 1 && value >= 0: row.bytes += SpreadsheetNumber.time(value).utf8
        case .number, .time: appendLocal(Array(SpreadsheetNumber.text(value).utf8), to: &row.bytes)
        case .day:
            guard let day = SpreadsheetNumber.day(value, from1904: book.countsFrom1904) else {
                return "\(trimmed), which is no day"
            }
            row.bytes += day.utf8
        }
        return nil
    }

    /// Appends digits with a point, in the spelling of the office's spreadsheets.
    private func appendLocal(_ digits: [UInt8], to bytes: inout [UInt8]) {
        guard let point = digits.lastIndex(of: 0x2E) else {
            bytes += digits
            return
        }
        let start = bytes.count
        bytes += digits
        if book.hasDecimalComma {
            bytes[start + point] = 0x2C
        } else if digits.count - point == 4 {
            // Three decimals look like thousands where no country says what a point is.
            bytes.append(0x30)
        }
    }

    func damaged(_ what: String) -> WorkbookError {
        WorkbookError(
            .damaged, "\(book.path), sheet \(quoted(tab.name)) has \(singleLine(what, limit: 100)).",
            advice: Spreadsheet.saveAgain)
    }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

/// A number of digits alone; `nil` for any other text.
func wholeNumber(_ text: Span<UInt8>) -> Int? {
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
