internal import GantryModel

/// The rows of one sheet, one after the other.
final class SheetReading {
    private var xml: XMLStreamReader
    private let place: String
    private let kinds: [WorkbookColumn.Kind?]
    private var row = 0

    init(_ path: String, sheet: Int, kinds: [WorkbookColumn.Kind?]) throws {
        place = "\(path), sheet \(sheet)"
        self.kinds = kinds
        xml = try ZipEntry.xml("xl/worksheets/sheet\(sheet).xml", of: path)
        xml.keepsWhiteSpace = true
        // Up to the rows.
        while let piece = try xml.next() {
            if piece == .start, xml.name == "sheetData" { return }
        }
        throw WorkbookError(.damaged, "\(place) has no rows.")
    }

    /// The cells of the first row, which all are texts.
    func headings() throws -> [String] {
        guard let cells = try cells(), cells.allSatisfy({ if case .text = $0.cell { true } else { false } }) else {
            throw WorkbookError(.damaged, "\(place) has no headings.")
        }
        return cells.map { if case .text(let text) = $0.cell { text } else { "" } }
    }

    /// The cells of the next row as CSV; `nil` after the last.
    func next(columns: Int?) throws -> [[UInt8]]? {
        guard var cells = try cells() else { return nil }
        let count = columns ?? cells.count
        guard cells.count <= count else {
            throw WorkbookError(
                .damaged, "\(place), row \(row) has \(counted(cells.count, "cell")) instead of \(count).")
        }
        while cells.count < count { cells.append((.empty, .text)) }
        return try cells.map { cell, kind in
            switch cell {
            case .empty: return []
            case .text(let text):
                return kind == .text ? CSVDialect.machine.cell(text) : CSVDialect.machine.unguardedCell(text)
            case .number(let number):
                guard let spelled = WorkbookCell.spelled(number, kind) else {
                    throw WorkbookError(
                        .damaged, "\(place), row \(row): the number \(number) doesn't fit its cell's format.")
                }
                return Array(spelled.utf8)
            }
        }
    }

    private func cells() throws -> [(cell: WorkbookCell, kind: WorkbookColumn.Kind)]? {
        while let piece = try xml.next() {
            if piece == .end, xml.name == "sheetData" { return nil }
            guard piece == .start else { continue }
            guard xml.name == "row" else { throw unknown(xml.name) }
            row += 1
            guard xml.attribute("r") == "\(row)" else {
                throw WorkbookError(.damaged, "\(place): row \(row) is missing.")
            }
            return try rowCells()
        }
        throw WorkbookError(.damaged, "\(place) ends within its rows.")
    }

    private func rowCells() throws -> [(cell: WorkbookCell, kind: WorkbookColumn.Kind)] {
        var cells: [(cell: WorkbookCell, kind: WorkbookColumn.Kind)] = []
        while let piece = try xml.next() {
            if piece == .end { return cells }
            guard piece == .start else { continue }
            guard xml.name == "c", let column = xml.attribute("r").flatMap(WorkbookCell.column) else {
                throw unknown(xml.name)
            }
            guard column >= cells.count, column < WorkbookWriter.mostColumns else {
                throw WorkbookError(.damaged, "\(place), row \(row): its cells are not in order.")
            }
            let style = Int(xml.attribute("s") ?? "0") ?? -1
            guard kinds.indices.contains(style), let kind = kinds[style] else {
                throw WorkbookError(.damaged, "\(place), row \(row): a cell has a format that Gantry doesn't write.")
            }
            while cells.count < column { cells.append((.empty, .text)) }
            cells.append((try cell(isText: xml.attribute("t") == "inlineStr", type: xml.attribute("t")), kind))
        }
        throw WorkbookError(.damaged, "\(place) ends within row \(row).")
    }

    /// What a cell holds, up to its end.
    private func cell(isText: Bool, type: String?) throws -> WorkbookCell {
        guard isText || type == nil || type == "n" else { throw unknown("cell of type \(type ?? "")") }
        var text: String?
        var depth = 1
        while depth > 0, let piece = try xml.next() {
            switch piece {
            case .start:
                depth += 1
                guard (isText ? ["is", "t"] : ["v"]).contains(xml.name) else { throw unknown(xml.name) }
                if xml.name != "is" { text = text ?? "" }
            case .end: depth -= 1
            case .text: text = (text ?? "") + xml.text
            }
        }
        guard let text else { return .empty }
        if isText { return .text(WorkbookText.unescaped(text)) }
        guard let number = Double(text) else {
            throw WorkbookError(.damaged, "\(place), row \(row): \"\(text)\" is not a number.")
        }
        return .number(number)
    }

    private func unknown(_ what: String) -> WorkbookError {
        WorkbookError(.damaged, "\(place), row \(row) has a \(what), which Gantry doesn't write.")
    }
}
