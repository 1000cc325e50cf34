internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// The same rows as a result sheet, as a workbook, for an office whose sheet is one: its own columns and the added
/// ones, all as text.
struct ResultWorkbook {
    /// Where a run keeps what it works with, and when it began.
    struct Place {
        let scratch: String
        let created: Instant
    }

    private let name: String
    private let place: Place
    private let headings: [String]
    private let file: PartFile
    private var encoder = SheetRowEncoder(
        dialect: SheetDialect(encoding: .utf8, hasByteOrderMark: false, delimiter: .comma, lineBreak: .crlf))
    private var out: [UInt8] = []
    private var count = 0

    /// - Parameter name: `result.xlsx`.
    init(_ name: String, headings: [String], place: Place) throws {
        self.name = name
        self.place = place
        // A cell without a text is none, and every column of a table has a heading; a blank reads back as no heading.
        let headings = headings.map { $0.isEmpty ? " " : $0 }
        self.headings = headings
        file = try PartFile.create("\(place.scratch)/\(name).rows", replacingLeftover: true)
        encoder.append([], added: headings, to: &out)
    }

    mutating func append(_ cells: [String], added: [String]) {
        encoder.append([], added: cells + added, to: &out)
        count += 1
    }

    mutating func flush() throws {
        try file.append(out.span)
        out.removeAll(keepingCapacity: true)
    }

    /// Writes the workbook into a folder, durably.
    ///
    /// - Parameter tab: the sheet of the workbook that was sent.
    /// - Returns: `nil` where a workbook can't hold the rows; the CSV file has them.
    mutating func finish(into folder: String, tab: String) throws -> FileCheckpoint? {
        try flush()
        try file.sync()
        try file.close()
        defer { try? Folders.remove("\(name).rows", under: place.scratch) }
        let columns = headings.map { WorkbookColumn(heading: $0, kind: .text) }
        let source = WorkbookSource(
            title: ResultWorkbook.title(tab, rows: count), columns: columns, path: "\(place.scratch)/\(name).rows")
        do {
            let written = try WorkbookFile.write(
                [source], to: "\(folder)/\(name)", scratch: place.scratch, title: tab, created: place.created)
            return FileCheckpoint(name: name, length: written.length, sha256: written.sha256, rows: count)
        } catch let error as WorkbookError where error.code == .tooLarge {
            try Folders.remove(name, under: folder)
            return nil
        }
    }

    /// The name of the sheet that was sent, so that the same name finds it again, unless a workbook can't have it.
    private static func title(_ tab: String, rows: Int) -> String {
        let most = rows < WorkbookFile.mostRows ? 31 : 28
        let isUsable =
            (1...most).contains(tab.utf16.count) && !tab.hasPrefix("'") && !tab.hasSuffix("'")
            && !tab.contains { "[]:*?/\\".contains($0) }
        return isUsable ? tab : "Result"
    }
}
