internal import GantryModel

/// The rows of one sheet that this program wrote, one after the other. It belongs to one task.
final class SheetReading {
    private let cells: OwnCells
    private let events: XMLEventReader
    /// Why the reading ended, which is told behind the rows before it.
    private var failure: (any Error)?

    init(_ path: String, sheet: Int, kinds: [WorkbookColumn.Kind?]) throws {
        cells = OwnCells("\(path), sheet \(sheet)", kinds)
        events = try XMLEventReader(
            ZipEntry.input("xl/worksheets/sheet\(sheet).xml", of: path, limits: ZipEntry.limits), cells)
    }

    /// The cells of the first row, which all are texts.
    func headings() throws -> [String] {
        var row = SpreadsheetRow()
        guard try next(&row) else { throw WorkbookError(.damaged, "\(cells.place) has no headings.") }
        return cells.headings
    }

    /// Goes to the next row, whose cells are spelled as a CSV file has them; false after the last.
    ///
    /// - Parameter columns: how many cells it must have. Those that it lacks are empty.
    func next(_ row: inout SpreadsheetRow, columns: Int) throws -> Bool {
        guard try next(&row) else { return false }
        guard row.count <= columns else {
            throw WorkbookError(
                .damaged,
                "\(cells.place), row \(row.number) has \(counted(row.count, "cell")) instead of \(columns).")
        }
        row.pad(to: columns)
        return true
    }

    private func next(_ row: inout SpreadsheetRow) throws -> Bool {
        while !cells.take(&row) {
            if let failure { throw failure }
            do {
                guard try events.read() || cells.hasRows else {
                    guard cells.hasEnded else { throw WorkbookError(.damaged, "\(cells.place) has no rows.") }
                    return false
                }
            } catch {
                failure = error
            }
        }
        return true
    }
}

/// Makes rows of the elements of a sheet, and refuses what Gantry doesn't write. Between the rows and their cells it
/// knows one element at each depth.
private final class OwnCells: XMLEventHandler {
    let place: String
    private let kinds: [WorkbookColumn.Kind?]
    private(set) var headings: [String] = []
    /// Whether the rows began and ended.
    private(set) var hasEnded = false
    private var ready = SpreadsheetRowQueue()
    private var current = SpreadsheetRow()
    private var lastNumber = 0
    /// 1 among the rows, 2 in a row, 3 in a cell and more in what it holds; 0 before and after the rows.
    private var depth = 0
    /// The cell that is read.
    private var kind = WorkbookColumn.Kind.text
    private var isText = false
    private var isFilled = false

    init(_ place: String, _ kinds: [WorkbookColumn.Kind?]) {
        self.place = place
        self.kinds = kinds
    }

    var hasRows: Bool { ready.isFilled }

    func take(_ row: inout SpreadsheetRow) -> Bool { ready.take(&row) }

    func start(_ tag: XMLStartTag) throws {
        switch depth {
        case 0:
            guard !hasEnded, tag.isNamed("sheetData") else { return }
        case 1:
            guard tag.isNamed("row") else { throw unknown(tag) }
            try startRow(tag)
        case 2:
            guard tag.isNamed("c") else { throw unknown(tag) }
            try startCell(tag)
        default:
            guard isText ? tag.isNamed("is") || tag.isNamed("t") : tag.isNamed("v") else { throw unknown(tag) }
            if !tag.isNamed("is") { isFilled = true }
        }
        depth += 1
    }

    func text(_ bytes: Span<UInt8>) {
        guard depth > 2 else { return }
        isFilled = true
        unsafe bytes.withUnsafeBufferPointer { unsafe current.value.append(contentsOf: $0) }
    }

    func end() throws {
        guard depth > 0 else { return }
        depth -= 1
        switch depth {
        case 0: hasEnded = true
        case 1: ready.append(&current)
        case 2: try endCell()
        default: break
        }
    }

    private func startRow(_ tag: XMLStartTag) throws {
        lastNumber += 1
        guard tag.withAttribute("r", { wholeNumber($0) }) == lastNumber else {
            throw WorkbookError(.damaged, "\(place): row \(lastNumber) is missing.")
        }
        current.removeAll()
        current.number = lastNumber
    }

    private func startCell(_ tag: XMLStartTag) throws {
        guard let column = tag.withAttribute("r", { WorkbookCell.column($0) }) ?? nil else { throw unknown(tag) }
        guard column >= current.count, column < WorkbookWriter.mostColumns else {
            throw damaged("its cells are not in order")
        }
        let style = tag.withAttribute("s") { wholeNumber($0) ?? -1 } ?? 0
        guard kinds.indices.contains(style), let kind = kinds[style] else {
            throw damaged("a cell has a format that Gantry doesn't write")
        }
        self.kind = kind
        let type = tag.withAttribute("t") { String(decoding: $0) } ?? "n"
        isText = type == "inlineStr"
        guard isText || type == "n" else { throw damaged("a cell has the type \(type), which Gantry doesn't write") }
        isFilled = false
        current.value.removeAll(keepingCapacity: true)
        current.pad(to: column)
    }

    private func endCell() throws {
        if lastNumber == 1 {
            guard isText, isFilled else { throw WorkbookError(.damaged, "\(place) has no headings.") }
            headings.append(String(decoding: WorkbookText.unescaped(current.value), as: UTF8.self))
        }
        defer { current.endCell(nil) }
        guard isFilled else { return }
        if isText {
            let text = WorkbookText.unescaped(current.value)
            current.bytes += kind == .text ? CSVDialect.machine.cell(text) : CSVDialect.machine.unguardedCell(text)
            return
        }
        guard let nano = WorkbookCell.nano(current.value), let spelled = WorkbookCell.spelled(nano: nano, kind) else {
            let found = String(decoding: current.value, as: UTF8.self)
            throw damaged("the number \(found) doesn't fit its cell's format")
        }
        current.bytes += spelled
    }

    private func unknown(_ tag: XMLStartTag) -> WorkbookError { damaged("a \(tag.name), which Gantry doesn't write") }

    private func damaged(_ what: String) -> WorkbookError {
        WorkbookError(.damaged, "\(place), row \(lastNumber): \(what).")
    }
}
