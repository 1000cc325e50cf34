/// A workbook that this program wrote, to be read back.
///
/// Whatever such a workbook doesn't have, such as a formula or a cell in another format, is an error.
public struct WorkbookReader {
    /// The path of the file.
    public let path: String
    /// The titles of its sheets, in order.
    public let titles: [String]
    /// What the cells of each format of the workbook hold; `nil` for one that isn't ours.
    private let kinds: [WorkbookColumn.Kind?]

    /// - Throws: `WorkbookError` or `XMLError` if the file isn't a workbook.
    public init(_ path: String) throws {
        self.path = path
        var titles: [String] = []
        var book = try ZipEntry.xml("xl/workbook.xml", of: path)
        while let piece = try book.next() {
            guard piece == .start, book.name == "sheet" else { continue }
            let attributes = Dictionary(
                book.attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
            titles.append(attributes["name"] ?? "")
            guard attributes["r:id"] == "rId\(titles.count)", attributes["state"] == nil else {
                throw WorkbookError(.damaged, "\(path): its sheet \(titles.count) is not one that Gantry writes.")
            }
        }
        self.titles = titles
        kinds = try Self.kinds(path)
    }

    private static func kinds(_ path: String) throws -> [WorkbookColumn.Kind?] {
        var codes = ["0": "General", "1": "0", "2": "0.00", "49": "@"]
        var kinds: [WorkbookColumn.Kind?] = []
        var isInCells = false
        var styles = try ZipEntry.xml("xl/styles.xml", of: path)
        while let piece = try styles.next() {
            switch (piece, styles.name) {
            case (.start, "numFmt"):
                if let id = styles.attribute("numFmtId") { codes[id] = styles.attribute("formatCode") ?? "" }
            case (.start, "cellXfs"): isInCells = true
            case (.end, "cellXfs"): isInCells = false
            case (.start, "xf") where isInCells:
                let code = codes[styles.attribute("numFmtId") ?? "0"] ?? ""
                kinds.append(WorkbookColumn.Kind(format: code))
            default: break
            }
        }
        return kinds
    }

    /// The table of a title, which goes on in sheets called `TITLE 2` and so on; `nil` without such a sheet.
    ///
    /// - Parameter columns: what people read instead of the table's headings and texts; the default is nothing.
    public func table(_ title: String, _ columns: [WorkbookColumn] = []) throws -> WorkbookTable? {
        guard let first = titles.firstIndex(of: title) else { return nil }
        var count = 1
        while first + count < titles.count, titles[first + count] == WorkbookFile.title(title, part: count + 1) {
            count += 1
        }
        return WorkbookTable(path, sheets: (first + 1)...(first + count), kinds: kinds, columns)
    }

    /// The titles of its tables, each once.
    public var tables: [String] {
        var tables: [String] = []
        var part = 1
        for title in titles {
            part += 1
            if let last = tables.last, title == WorkbookFile.title(last, part: part) { continue }
            tables.append(title)
            part = 1
        }
        return tables
    }
}
