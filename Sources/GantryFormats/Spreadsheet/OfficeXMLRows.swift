internal import GantryModel

/// The rows of a sheet of Office Open XML.
final class OfficeXMLRows: SpreadsheetRows {
    private let handler: OfficeXMLHandler
    private let events: XMLEventReader
    /// Why the reading ended, which is told behind the rows before it.
    private var failure: (any Error)?

    init(_ tab: Spreadsheet.Tab, of book: Spreadsheet) throws {
        handler = OfficeXMLHandler(OfficeXMLCells(tab, of: book))
        events = try XMLEventReader(ZipEntry.input(tab.part, of: book.path, limits: ZipEntry.foreignLimits), handler)
    }

    override var mergedCells: [MergedCells] { unsafe handler.cells.merged }

    override func nextRow() throws -> Bool {
        while unsafe !handler.cells.take(&row) {
            if let failure { throw failure }
            do { guard unsafe try events.read() || handler.cells.hasRows else { return false } } catch {
                failure = error
            }
        }
        return true
    }
}

/// Holds what makes rows. The parser makes one call after the other, which isn't looked at again at each of millions.
private final class OfficeXMLHandler: XMLEventHandler {
    @exclusivity(unchecked) var cells: OfficeXMLCells
    init(_ cells: OfficeXMLCells) { unsafe self.cells = cells }
    func start(_ tag: XMLStartTag) throws { unsafe try cells.start(tag) }
    func end() throws { unsafe try cells.end() }
    func text(_ bytes: Span<UInt8>) { unsafe cells.text(bytes) }
}

/// Makes rows of the elements of a sheet (ECMA-376, 18.3.1). What one means depends on how deep it stands under its
/// row.
private struct OfficeXMLCells {
    /// As of any sheet.
    private static let mostRowBytes = 16 << 20

    private var values: SpreadsheetValues
    private var ready = SpreadsheetRowQueue()
    /// The row that is read, and the number of the last one.
    private var current = SpreadsheetRow()
    private var lastNumber = 0
    private(set) var merged: [MergedCells] = []
    /// Elements that are open, and how many were when the row began; 0 outside a row.
    private var depth = 0
    private var rowDepth = 0
    /// The cell that is read.
    private var isInCell = false
    private var type = CellType.number
    private var style = 0
    private var hasFormula = false
    private var inline: [UInt8]?
    /// The depth of the element whose characters count, and of the text with parts in several fonts around it.
    private var textDepth = 0
    private var richDepth = 0

    init(_ tab: Spreadsheet.Tab, of book: Spreadsheet) { values = SpreadsheetValues(tab, of: book) }

    var hasRows: Bool { ready.isFilled }

    mutating func take(_ row: inout SpreadsheetRow) -> Bool { ready.take(&row) }

    mutating func start(_ tag: XMLStartTag) throws {
        depth += 1
        guard rowDepth > 0 else {
            if tag.isNamed("row") {
                try startRow(tag)
            } else if tag.isNamed("mergeCell"), let cells = tag.withAttribute("ref", { MergedCells($0) }) ?? nil {
                merged.append(cells)
            }
            return
        }
        switch depth - rowDepth {
        case 1:
            isInCell = tag.isNamed("c")
            if isInCell { try startCell(tag) }
        case 2 where isInCell:
            if tag.isNamed("v") {
                textDepth = depth
            } else if tag.isNamed("is") {
                inline = []
                richDepth = depth
            } else if tag.isNamed("f") {
                hasFormula = true
            }
        default:
            guard depth == richDepth + 1 else { return }
            if tag.isNamed("t") { textDepth = depth } else if tag.isNamed("r") { richDepth = depth }
        }
    }

    mutating func text(_ bytes: Span<UInt8>) {
        guard depth == textDepth else { return }
        unsafe bytes.withUnsafeBufferPointer {
            if richDepth > 0 {
                unsafe inline?.append(contentsOf: $0)
            } else {
                unsafe current.value.append(contentsOf: $0)
            }
        }
    }

    mutating func end() throws {
        if depth == textDepth { textDepth = 0 }
        if depth == richDepth { richDepth = depth == rowDepth + 2 ? 0 : depth - 1 }
        if depth == rowDepth {
            endRow()
        } else if depth == rowDepth + 1, isInCell {
            current.endCell(try appendCell())
            // Many cells can name one long text.
            guard current.bytes.count <= OfficeXMLCells.mostRowBytes else {
                throw values.damaged("more than \(OfficeXMLCells.mostRowBytes >> 20) MiB in row \(current.number)")
            }
        }
        depth -= 1
    }

    private mutating func startRow(_ tag: XMLStartTag) throws {
        let stated = tag.withAttribute("r") { wholeNumber($0) }
        let number = (stated ?? nil) ?? lastNumber + 1
        guard number > lastNumber, number <= WorkbookWriter.mostRows else {
            let spelled = tag.withAttribute("r") { String(decoding: $0) }
            throw values.damaged("row \(spelled ?? "") after row \(lastNumber)")
        }
        rowDepth = depth
        lastNumber = number
        current.removeAll()
        current.number = number
        current.isHidden = tag.withAttribute("hidden") { $0.count > 0 && ($0[0] == 0x31 || $0[0] == 0x74) } ?? false
    }

    private mutating func endRow() {
        rowDepth = 0
        if current.isFilled { ready.append(&current) }
    }

    private mutating func startCell(_ tag: XMLStartTag) throws {
        let stated = tag.withAttribute("r") { WorkbookCell.column($0) }
        let column = (stated ?? nil) ?? current.count
        guard column >= current.count, column < WorkbookWriter.mostColumns else {
            throw values.damaged(
                "a cell of column \(column + 1) after \(counted(current.count, "cell")) of row \(current.number)")
        }
        current.pad(to: column)
        current.value.removeAll(keepingCapacity: true)
        style = (tag.withAttribute("s") { wholeNumber($0) } ?? nil) ?? 0
        type = tag.withAttribute("t") { CellType($0) } ?? .number
        hasFormula = false
        inline = nil
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

    /// Appends what the cell holds, or gives what it holds instead of a value. Of a formula that is what the program
    /// calculated last.
    private mutating func appendCell() throws -> String? {
        if let inline, type == .inline || current.value.isEmpty && !(hasFormula && type != .text) {
            current.bytes += WorkbookText.unescaped(inline)
            return nil
        }
        // A formula can give an empty text, but no empty number.
        if hasFormula, type != .text, current.value.isEmpty { return "a formula that was never calculated" }
        guard !current.value.isEmpty else { return nil }
        switch type {
        case .number:
            let start = current.bytes.count
            let found = values.appendNumber(values.book.formats.kind(style), to: &current)
            if let text = values.book.formats.shown(current.bytes[start...], style) {
                current.plain.append((current.count, text))
            }
            return found
        case .shared:
            current.value.removeAll(where: isBlank)
            guard !current.value.isEmpty else { return nil }
            guard let number = wholeNumber(current.value.span), values.book.strings.append(number, to: &current.bytes)
            else {
                throw values.damaged("text \(String(decoding: current.value, as: UTF8.self)), which it doesn't have")
            }
        case .text, .inline: current.bytes += WorkbookText.unescaped(current.value)
        case .flag:
            current.bytes += current.value == [0x31] || current.value == Array("true".utf8) ? "true".utf8 : "false".utf8
        case .error: return String(decoding: current.value, as: UTF8.self)
        case .day: current.bytes += current.value
        }
        return nil
    }
}
