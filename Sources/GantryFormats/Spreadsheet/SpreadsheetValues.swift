internal import GantryModel

/// How a sheet's values become texts.
struct SpreadsheetValues {
    let book: Spreadsheet
    let tab: Spreadsheet.Tab
    /// The last day and how it is spelled, since many rows have the same.
    private var lastDay: (number: Int, spelled: [UInt8])?

    init(_ tab: Spreadsheet.Tab, of book: Spreadsheet) {
        self.book = book
        self.tab = tab
    }

    /// Appends a number as it is meant, or gives what is no row.value.
    mutating func appendNumber(_ kind: CellFormats.Kind, to row: inout SpreadsheetRow) -> String? {
        if kind == .number, isPlain(row.value.span) {
            appendLocal(row.value, to: &row)
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
        // 36 hours are shown as 12:00 without the days; no number is meant by either.
        case .duration, .time:
            guard value.magnitude < SpreadsheetNumber.mostDays else { return "\(trimmed), which is no time" }
            row.bytes += SpreadsheetNumber.duration(value).utf8
        // Whether 25 or 0.25 is meant is for a person to say.
        case .percent: row.bytes += (SpreadsheetNumber.text(value * 100) + "%").utf8
        case .number: appendLocal(Array(SpreadsheetNumber.text(value).utf8), to: &row)
        case .day:
            guard let day = SpreadsheetNumber.day(value, from1904: book.countsFrom1904) else {
                return "\(trimmed), which is no day"
            }
            row.bytes += day.utf8
        }
        return nil
    }

    /// Appends digits with a point, in the spelling of the office's spreadsheets.
    private func appendLocal(_ digits: [UInt8], to row: inout SpreadsheetRow) {
        let start = row.bytes.count
        row.bytes += digits
        guard let point = digits.lastIndex(of: 0x2E) else { return }
        if book.hasDecimalComma { row.bytes[start + point] = 0x2C }
        // Three decimals look like thousands.
        if digits.count - point == 4 { row.bytes.append(0x30) }
        row.plain.append((row.count, String(decoding: digits, as: UTF8.self)))
    }

    func damaged(_ what: String) -> WorkbookError {
        WorkbookError(
            .damaged, "\(book.path), sheet \(quoted(tab.name)) has \(singleLine(what, limit: 100)).",
            advice: Spreadsheet.saveAgain)
    }
}

func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

/// Whether a number is spelled as `SpreadsheetNumber.text(_:)` spells it: at most fifteen digits without an exponent,
/// and none in front or behind that says nothing.
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
