/// The rows of a sheet of OpenDocument.
final class OpenDocumentRows: SpreadsheetRows {
    private var values: SpreadsheetValues
    private var xml: XMLStreamReader
    /// Whether `xml` is in the sheet, the sheets before it so far, and how often the row comes once more.
    private var isInside = false
    private var sheetsBefore = 0
    private var repeats = 0
    private var merged: [MergedCells] = []

    override var mergedCells: [MergedCells] { merged }

    init(_ tab: Spreadsheet.Tab, of book: Spreadsheet) throws {
        values = SpreadsheetValues(tab, of: book)
        xml = try ZipEntry.xml(tab.part, of: book.path, limits: ZipEntry.foreignLimits)
    }

    override func nextRow() throws -> Bool {
        if repeats > 0 {
            repeats -= 1
            row.number += 1
            return true
        }
        while let piece = try xml.next() {
            if !isInside {
                guard piece == .start, xml.isElement("table", in: OpenDocument.table), xml.depth == OpenDocument.depth
                else { continue }
                if sheetsBefore < values.tab.place {
                    sheetsBefore += 1
                    try xml.skipElement()
                } else {
                    isInside = true
                }
                continue
            }
            if piece == .end, xml.depth == OpenDocument.depth { return false }
            guard piece == .start else { continue }
            guard xml.isElement("table-row", in: OpenDocument.table) else {
                // Pictures, charts and what cells are checked against.
                if xml.isElement("shapes") || xml.isElement("table") { try xml.skipElement() }
                continue
            }
            if try readOpenRow() { return true }
        }
        return false
    }

    private func readOpenRow() throws -> Bool {
        let first = row.number + 1
        var row = exchange(&self.row, with: SpreadsheetRow())
        defer { self.row = row }
        row.removeAll()
        row.number = first
        try xml.withElement { element in
            let count = element.withAttribute("number-rows-repeated", in: OpenDocument.table) { wholeNumber($0) } ?? nil
            let shown =
                element.withAttribute("visibility", in: OpenDocument.table) { String(decoding: $0) == "visible" }
                ?? true
            row.isHidden = !shown
            repeats = max(count ?? 1, 1) - 1
            try readOpenCells(element, into: &row)
        }
        guard row.isFilled else {
            // The last rows of a sheet are one that is repeated a million times.
            row.number = min(first + repeats, WorkbookWriter.mostRows)
            repeats = 0
            return false
        }
        guard first + repeats <= WorkbookWriter.mostRows else { throw values.damaged("row \(first + repeats)") }
        return true
    }

    private func readOpenCells(_ element: XMLElement, into row: inout SpreadsheetRow) throws {
        var column = 0
        var child = element.first
        while let element = child {
            child = element.next
            let isCovered = element.isNamed("covered-table-cell")
            guard isCovered || element.isNamed("table-cell") else { continue }
            let stated =
                element.withAttribute("number-columns-repeated", in: OpenDocument.table) { wholeNumber($0) } ?? nil
            let count = min(max(stated ?? 1, 1), WorkbookWriter.mostColumns + 1)
            defer { column += count }
            func spanned(_ name: StaticString) -> Int {
                max((element.withAttribute(name, in: OpenDocument.table) { wholeNumber($0) } ?? nil) ?? 1, 1)
            }
            if !isCovered,
                let cells = MergedCells(
                    rows: row.number...(row.number + spanned("number-rows-spanned") - 1),
                    columns: column...(column + spanned("number-columns-spanned") - 1))
            {
                merged.append(cells)
            }
            // What a merged cell covers isn't shown.
            guard !isCovered, element.first != nil || element.hasAttribute("value-type", in: OpenDocument.office) else {
                continue
            }
            guard column + count <= WorkbookWriter.mostColumns else {
                throw values.damaged("a cell of column \(column + count) in row \(row.number)")
            }
            for place in column..<column + count {
                row.pad(to: place)
                row.endCell(appendOpen(element, to: &row))
            }
        }
    }

    /// Appends what a cell holds, or gives what it holds instead of a value.
    private func appendOpen(_ element: XMLElement, to row: inout SpreadsheetRow) -> String? {
        let isError =
            element.withAttribute("value-type", in: OpenDocument.extended) { String(decoding: $0) == "error" } ?? false
        if isError { return String(decoding: text(of: element), as: UTF8.self) }
        func take(_ name: StaticString) {
            row.value.removeAll(keepingCapacity: true)
            _ = element.withAttribute(name, in: OpenDocument.office) {
                for index in $0.indices { row.value.append($0[index]) }
            }
        }
        let type = element.withAttribute("value-type", in: OpenDocument.office) { String(decoding: $0) } ?? "string"
        switch type {
        case "float", "percentage", "currency":
            take("value")
            return values.appendNumber(type == "percentage" ? .percent : .number, to: &row)
        case "boolean":
            take("boolean-value")
            row.bytes += row.value
        case "date":
            take("date-value")
            if let point = row.value.firstIndex(of: 0x2E) { row.value.removeSubrange(point...) }
            // Midnight is a day without a time, and a time without seconds has none.
            if row.value.count > 10, row.value.suffix(from: 10).elementsEqual("T00:00:00".utf8) {
                row.value.removeLast(9)
            }
            if row.value.count == 19, row.value.suffix(3).elementsEqual(":00".utf8) { row.value.removeLast(3) }
            guard let first = row.value.first, first > 0x31 || row.value.starts(with: "19".utf8) else {
                return "\(String(decoding: row.value, as: UTF8.self)), which is before 1900"
            }
            row.bytes += row.value
        case "time":
            take("time-value")
            let text = String(decoding: row.value, as: UTF8.self)
            guard let days = OpenDocument.days(text) else { return text }
            row.bytes += SpreadsheetNumber.duration(days).utf8
        default: row.bytes += text(of: element)
        }
        return nil
    }

    /// The paragraphs of a cell, each a line.
    private func text(of cell: XMLElement) -> [UInt8] {
        var bytes: [UInt8] = []
        var isFirst = true
        var child = cell.first
        while let element = child {
            child = element.next
            guard element.isNamed("p") else { continue }
            if !isFirst { bytes.append(0x0A) }
            isFirst = false
            OpenDocument.append(element, to: &bytes)
        }
        return bytes
    }
}
