public import GantryFiles
public import GantryModel

/// Reads a sheet, a CSV file from an office program, from front to back (RFC 4180). It belongs to one task or actor.
///
/// The first row that is not blank is the header, or the first that has the headings that are needed
/// (``SheetShape/needed``). Memory follows the largest row, not the file.
public final class SheetReader {
    /// The path as given.
    public let path: String
    /// As found, or set by the caller.
    public let dialect: SheetDialect
    /// The names of the columns, trimmed and unique; empty for a column without one. Empty cells at the end of the
    /// header row are ignored.
    public let header: [String]
    /// The cells of the header as they are in the sheet, as many as `header` has.
    public let headerCells: [String]
    /// The row of the header in a spreadsheet program, from 1.
    public let headerNumber: Int
    /// Rows above the header that aren't blank.
    public let rowsAbove: Int
    /// Rows so far whose cells are all empty, also before the header; they are skipped.
    public private(set) var blankRows: Int
    /// Rows so far, blank ones not counted.
    public private(set) var rowCount = 0
    /// Rows so far that are none of the records, and are skipped.
    public private(set) var skipped = FirstOnes<SkippedSheetRow>()
    /// Rows so far of a workbook with cells to the right of the last heading, which are ignored.
    public private(set) var rowsWithCellsBeside = 0
    /// Whether all rows were read.
    public private(set) var isAtEnd = false

    /// The sheet of a workbook that is read; `nil` where the file is none.
    public var tab: String? { workbook?.tab }
    /// Rows so far that are hidden in a workbook, and left out.
    public var hiddenRows: Int { workbook?.hiddenRows ?? 0 }

    /// Cells of a workbook that cover several rows; all of them once the rows were read.
    package var mergedCells: [MergedCells] { workbook?.mergedCells ?? [] }

    private let limits: SheetLimits
    private let file: ReadFile?
    private var workbook: SpreadsheetSource?
    private var rows: SheetRows
    private var cells: SheetCells
    private let needed: [Int]
    /// As two are compared; none where every row counts.
    private let headings: [String]
    private var changes: AppliedChanges
    /// The cells so far that have another value than the sheet says, without those of rows that are left out.
    package var changedCells: FirstOnes<ChangedCell> { changes.changed }
    private var above: ValuesAbove
    /// By column, whether the numbers of a workbook are texts.
    private let isPlain: [Bool]

    /// The most bytes that are examined to find the dialect.
    static let sampleBytes = 256 << 10

    /// Opens a sheet and reads its header; the path's last name is not followed if it is a link.
    ///
    /// - Parameters:
    ///   - hints: what the caller knows about the dialect. By default all of it is detected.
    ///   - hashing: whether to keep a digest of the bytes read. The default is true.
    /// - Throws: `FileError` when the file can't be read; `SheetError` when it is not a sheet, has no usable header,
    ///   has an encoding that is only a guess, or contradicts the hints.
    public static func open(
        _ path: String, hints: SheetDialect.Hints = .init(), limits: SheetLimits = .init(), hashing: Bool = true
    ) throws -> SheetReader {
        var start: [UInt8] = []
        let look = try ReadFile.open(path)
        _ = try look.read(appendingTo: &start, atMost: 4)
        let kind = Spreadsheet.kind(start)
        guard kind != .compound else {
            throw SheetError(
                .notASheet, at: path, "it is a workbook with a password, or one of the format before 2007 (.xls)",
                advice: "Open it, and save it as .xlsx without a password.")
        }
        func open(_ hints: SheetDialect.Hints, searches: Bool) throws -> SheetReader {
            try kind == .workbook
                ? self.open(workbook: path, hints: hints, limits: limits, hashing: hashing, searches: searches)
                : self.open(text: path, hints: hints, limits: limits, hashing: hashing, searches: searches)
        }
        if hints.shape.headerRow != nil, let own = hints.shape.ownHeading {
            var hints = hints
            hints.shape.headerRow = nil
            if let reader = try? open(hints, searches: false), reader.header.contains(own) { return reader }
        }
        let first = Result { try open(hints, searches: false) }
        guard hints.shape.headerRow == nil, !hints.shape.needed.isEmpty else { return try first.get() }
        switch first {
        case .success(let reader) where hints.shape.fits(reader.header): return reader
        case .failure(let error as SheetError) where !error.isAboutRows: throw error
        case .success, .failure: break
        }
        // Titles above the headings say nothing about what separates cells.
        let delimiters = hints.delimiter.map { [$0] } ?? SheetDialect.Delimiter.allCases
        for delimiter in kind == .workbook ? [.comma] : delimiters {
            var hints = hints
            hints.delimiter = delimiter
            if let reader = try? open(hints, searches: true) { return reader }
        }
        return try first.get()
    }

    /// - Parameter searches: whether the headings are looked for below the first row.
    private static func open(
        text path: String, hints: SheetDialect.Hints, limits: SheetLimits, hashing: Bool, searches: Bool
    ) throws -> SheetReader {
        let file = try ReadFile.open(path, hashing: hashing)
        let source: SheetText.Source = { (bytes, limit) throws(FileError) in
            try file.read(appendingTo: &bytes, atMost: limit)
        }
        let reader = try SheetReader(
            file, path: path, hints: hints, limits: limits, chunkBytes: sampleBytes, searches: searches, source: source)
        guard !reader.dialect.encodingIsGuess || hints.acceptsGuess else {
            throw try SheetEncodingChoice(path: path, dialect: reader.dialect, limits: limits).error()
        }
        return reader
    }

    /// Opens a sheet of a workbook. Its digest is that of the workbook.
    private static func open(
        workbook path: String, hints: SheetDialect.Hints, limits: SheetLimits, hashing: Bool, searches: Bool
    ) throws -> SheetReader {
        let file = try ReadFile.open(path, hashing: hashing)
        var piece: [UInt8] = []
        while hashing, try file.read(appendingTo: &piece) > 0 { piece.removeAll(keepingCapacity: true) }
        let book = try SheetReader.book(path, hints)
        var hints = hints
        (hints.encoding, hints.delimiter, hints.lineBreak) = (.utf8, book.delimiter, .crlf)
        do {
            let reader = try SheetReader(
                file, path: path, hints: hints, limits: limits, chunkBytes: sampleBytes, searches: searches
            ) { (bytes, limit) throws(FileError) in book.read(appendingTo: &bytes, atMost: limit) }
            if let failure = book.failure { throw failure }
            reader.workbook = book
            return reader
        } catch {
            throw book.failure ?? error
        }
    }

    /// - Throws: `SheetError` for a zip file that isn't a workbook.
    private static func book(_ path: String, _ hints: SheetDialect.Hints) throws -> SpreadsheetSource {
        do {
            return try SpreadsheetSource(path, hints)
        } catch let error as WorkbookError where error.code == .damaged {
            throw notAWorkbook(path, error)
        } catch let error as XMLError {
            throw notAWorkbook(path, error)
        }
    }

    private static func notAWorkbook(_ path: String, _ error: some ExplainedError) -> SheetError {
        SheetError(
            .notASheet, at: path, "it is a ZIP archive, but no workbook that can be read", details: [error.explanation],
            advice: error.advice ?? "Save it as an Excel workbook (.xlsx) or as CSV.")
    }

    /// Reads a sheet from anywhere.
    ///
    /// - Parameters:
    ///   - chunkBytes: the most bytes asked of `source` at a time.
    ///   - source: appends at most so many bytes and says how many; 0 at the end.
    package convenience init(
        path: String, hints: SheetDialect.Hints = .init(), limits: SheetLimits = .init(), chunkBytes: Int,
        source: @escaping (inout [UInt8], Int) throws(FileError) -> Int
    ) throws {
        try self.init(
            nil, path: path, hints: hints, limits: limits, chunkBytes: chunkBytes, searches: false, source: source)
    }

    private init(
        _ file: ReadFile?, path: String, hints: SheetDialect.Hints, limits: SheetLimits, chunkBytes: Int,
        searches: Bool, source: @escaping SheetText.Source
    ) throws {
        let opened = try SheetOpening(path: path, chunkBytes: chunkBytes, source: source, searches: searches).open(
            hints: hints, limits: limits)
        self.file = file
        self.path = path
        self.limits = limits
        dialect = opened.dialect
        header = opened.header.names.names
        headerCells = opened.header.names.cells
        blankRows = opened.header.blankRows
        rowsAbove = opened.header.rowsAbove
        let filledDown = SheetShape.columns(hints.shape.filledDown, in: header)
        above = ValuesAbove(filledDown)
        // Nothing is lacking where the cell above counts.
        needed = SheetShape.columns(hints.shape.needed, in: header).filter { !filledDown.contains($0) }
        headings = hints.shape == SheetShape() ? [] : headerCells.map(SheetShape.folded)
        isPlain = header.map { name in hints.shape.numbers.map { !$0.contains(SheetShape.folded(name)) } ?? false }
        headerNumber = opened.rows.number
        changes = AppliedChanges(hints.changes, header: header)
        rows = opened.rows
        cells = SheetCells(opened.dialect.encoding)
    }

    /// The SHA-256 of the file; `nil` before its end, and when it was opened without `hashing`.
    public var digest: ContentDigest? { isAtEnd ? file?.digest() : nil }

    /// The next row, or `nil` after the last.
    /// - Throws: `FileError` when the file can't be read; `SheetError` when a quote is never closed, which makes one
    ///   cell of the rows after it.
    public func next() throws -> SheetItem? {
        if rowCount == 0 { try changes.requireColumns(path) }
        while try rows.advance() {
            let scanner = rows.scanner
            let valueless = workbook?.valueless(inRow: rows.number) ?? []
            let plain = workbook?.plain(inRow: rows.number) ?? []
            noteHidden()
            if scanner.isBlank {
                blankRows += 1
                // A cell with an error has no text.
                noteAbove([], valueless)
                continue
            }
            rowCount += 1
            let isLeftOut = changes.leavesOut(rows.number)
            if let failure = scanner.failure, !(isLeftOut && !failure.isOpenQuote(endingOn: scanner.lastLine)) {
                if failure.isOpenQuote(endingOn: scanner.lastLine) {
                    throw SheetError(openQuote: failure, place, path, rowsAbove: rowCount - 1)
                }
                return unreadable(place.failed(failure))
            }
            let count = min(scanner.cellCount, header.count)
            let isShort = count < header.count
            let isLong = scanner.filledCount > header.count
            if isLeftOut {
                var texts = [String](repeating: "", count: header.count)
                var isRead = false
                if scanner.failure == nil,
                    case .cells(let read) = cells.texts(of: scanner, count: count, in: rows.text.bytes.span)
                {
                    texts.replaceSubrange(..<count, with: read)
                    makePlain(plain, in: &texts)
                    isRead = !isShort && (!isLong || workbook != nil)
                }
                let text = SkippedSheetRow(leftOut: rows.number, texts)
                try changes.requireSame(texts, of: rows.number, path)
                if !isRead {
                    above.noteUnreadable(rows.number)
                    texts = [String](repeating: "", count: header.count)
                }
                changes.apply(to: &texts, of: rows.number)
                noteAbove(texts, valueless)
                skipped.append(text)
                rowCount -= 1
                continue
            }
            if isLong {
                guard workbook != nil else { return unreadable(place.otherCount(cells: scanner.filledCount)) }
                rowsWithCellsBeside += 1
            }
            switch cells.texts(of: scanner, count: count, in: rows.text.bytes.span) {
            case .cells(var cells):
                cells += repeatElement("", count: header.count - count)
                makePlain(plain, in: &cells)
                if let cell = valueless.first, cell.column < header.count {
                    noteAbove(cells, valueless)
                    return .unusable(place.noValue(cell))
                }
                let written = plain.isEmpty ? [] : cells
                try changes.requireSame(cells, of: rows.number, path)
                changes.apply(to: &cells, of: rows.number)
                var unspelled = plain.map(\.column).filter { $0 < header.count && written[$0] == cells[$0] }
                if !headings.isEmpty, let row = SkippedSheetRow(rows.number, cells, repeating: headings) {
                    skipped.append(row)
                    rowCount -= 1
                    continue
                }
                if !needed.isEmpty, let row = SkippedSheetRow(rows.number, cells, needed: needed) {
                    noteAbove(row, cells)
                    skipped.append(row)
                    rowCount -= 1
                    continue
                }
                if isShort { return unreadable(place.otherCount(cells: scanner.cellCount)) }
                if workbook != nil { unspelled += above.empty(cells) }
                if let cell = above.fill(&cells, of: rows.number) { return .unusable(place.unfilled(cell)) }
                return .row(
                    SheetRow(number: rows.number, line: scanner.line, cells: cells, unspelled: unspelled))
            case .problem(let problem): return unreadable(place.failed(problem))
            }
        }
        if let failure = workbook?.failure { throw failure }
        try changes.requireAllMet(path)
        isAtEnd = true
        return nil
    }

    /// A row that can't be read, whose cells nobody knows.
    private func unreadable(_ row: UnusableSheetRow) -> SheetItem {
        above.noteUnreadable(row.number)
        return .unusable(row)
    }

    /// Notes the cells of this row for those below.
    private func noteAbove(_ cells: [String], _ valueless: [SpreadsheetSource.Valueless] = []) {
        guard !above.columns.isEmpty, !cells.isEmpty || !valueless.isEmpty else { return }
        let cells = cells.isEmpty ? [String](repeating: "", count: header.count) : cells
        above.note(cells, unreadable: valueless.map(\.column), of: rows.number)
    }

    /// Gives numbers as texts where no number is read.
    private func makePlain(_ plain: [(column: Int, text: String)], in cells: inout [String]) {
        for (column, text) in plain where column < header.count && isPlain[column] { cells[column] = text }
    }

    /// Notes the cells of a skipped row, which can be the heading of a group.
    private func noteAbove(_ row: SkippedSheetRow, _ cells: [String]) {
        guard !above.columns.isEmpty else { return }
        switch row.label {
        case nil: noteAbove(cells)
        case .alone: break
        // It is a sum, or the name of a group.
        case .withWords: if let column = cells.firstIndex(of: row.text) { noteAbove([], [(column, row.text)]) }
        }
    }

    /// Notes the cells of the hidden rows between the last row and this one.
    private func noteHidden() {
        guard !above.columns.isEmpty, let hidden = workbook?.hidden(above: rows.number) else { return }
        var texts = [String](repeating: "", count: header.count)
        var unreadable: [Int] = []
        for (column, cell) in hidden.cells where column < header.count {
            switch cell {
            case .text(let text): texts[column] = text
            case .unusable: unreadable.append(column)
            }
        }
        makePlain(hidden.plain.map { ($0, $1) }, in: &texts)
        above.note(texts, unreadable: unreadable, of: hidden.last)
    }

    /// At most so many of the next rows; none after the last.
    /// - Throws: As ``next()``.
    public func next(upTo count: Int) throws -> [SheetItem] {
        var items: [SheetItem] = []
        while items.count < count, let item = try next() { items.append(item) }
        return items
    }

    /// Bytes of memory that the text takes now.
    package var heldBytes: Int { rows.text.bytes.capacity }

    private var place: SheetRowPlace {
        SheetRowPlace(
            number: rows.number, line: rows.scanner.line, lastLine: rows.scanner.lastLine, header: header,
            encoding: dialect.encoding,
            limits: limits)
    }
}
