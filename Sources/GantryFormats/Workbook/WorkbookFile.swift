internal import GantryFiles
public import GantryModel

/// A table for a workbook: its rows are in a CSV file in the machine dialect, with a heading row.
public struct WorkbookSource: Sendable {
    /// The title of its sheet; at most 28 characters without `[]:*?/\`.
    public let title: String
    /// As many as the file has.
    public let columns: [WorkbookColumn]
    /// The CSV file.
    public let path: String
    /// The first cell of rows that are bold, because they are totals; `nil` for none.
    public let total: String?

    /// A table of these parts; by default without a total.
    public init(title: String, columns: [WorkbookColumn], path: String, total: String? = nil) {
        self.total = total
        self.title = title
        self.columns = columns
        self.path = path
    }
}

/// Makes a workbook from tables. The same tables, title and time give the same bytes.
public enum WorkbookFile {
    /// What was written.
    public struct Result: Sendable {
        /// Bytes of the file.
        public let length: Int64
        /// Its SHA-256 in hexadecimal.
        public let sha256: String
        /// Rows of each table without headings.
        public let rows: [Int]
    }

    /// Writes the file durably, and compares every cell of it with the tables.
    ///
    /// A table with more rows than a sheet holds goes on in further sheets.
    /// - Parameters:
    ///   - path: the file. It replaces one that an earlier attempt left.
    ///   - scratch: a folder for working files.
    ///   - created: the time of creation that its properties show, instead of now.
    ///   - mostRows: rows of a sheet with its headings; as many as a sheet holds by default.
    /// - Throws: `WorkbookError.tooLarge` for what no workbook holds, `FileError`.
    public static func write(
        _ tables: [WorkbookSource], to path: String, scratch: String, title: String, created: Instant,
        mostRows: Int = WorkbookFile.mostRows
    ) throws -> Result {
        let draft = "\(scratch)/\(path.split(separator: "/").last ?? "workbook").draft"
        var rows: [Int] = []
        // The library prints what it can't create; a file that is there it can.
        let place = try PartFile.create(draft, replacingLeftover: true)
        try place.sync()
        try place.close()
        let writer = try WorkbookWriter(draft, folder: scratch, title: title, created: created)
        for table in tables { rows.append(try write(table, to: writer, mostRows: mostRows)) }
        try writer.close()
        // The library syncs nothing, so the finished file is copied by what does.
        let draftFile = try ReadFile.open(draft)
        let part = try PartFile.create(path, replacingLeftover: true)
        var piece: [UInt8] = []
        while try draftFile.read(appendingTo: &piece) > 0 {
            try part.append(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        try part.sync()
        let digest = try part.digest().description
        let length = Int64(part.length)
        try part.close()
        try compare(path, with: tables)
        return Result(length: length, sha256: digest, rows: rows)
    }

    /// The rows of a sheet, its headings among them.
    public static var mostRows: Int { WorkbookWriter.mostRows }

    private static func write(_ table: WorkbookSource, to writer: WorkbookWriter, mostRows: Int) throws -> Int {
        var file = try CSVRowFile(table.path)
        _ = try file.next()
        var rows = 0
        var part = 1
        try writer.start(table.title, table.columns)
        while let cells = try file.next() {
            if writer.row == mostRows {
                part += 1
                try writer.start(title(table.title, part: part), table.columns)
            }
            try writer.write(cells, isTotal: cells.first == table.total)
            rows += 1
        }
        return rows
    }

    /// The title of a sheet that goes on from others.
    static func title(_ title: String, part: Int) -> String { part == 1 ? title : "\(title) \(part)" }

    /// Reads the workbook back and compares it with the tables, byte by byte.
    private static func compare(_ path: String, with tables: [WorkbookSource]) throws {
        let reader = try WorkbookReader(path)
        guard reader.tables == tables.map(\.title) else {
            throw WorkbookError(.damaged, "\(path) has other sheets than were written.")
        }
        for table in tables {
            guard let found = try reader.table(table.title, table.columns) else { continue }
            let file = try ReadFile.open(table.path)
            var expected: [UInt8] = []
            var actual: [UInt8] = []
            while try file.read(appendingTo: &expected, atMost: 256 << 10) > 0 {
                while actual.count < expected.count,
                    try found.read(appendingTo: &actual, atMost: expected.count - actual.count) > 0
                {}
                guard actual == expected else { throw differs(path, table, near: found.rows) }
                expected.removeAll(keepingCapacity: true)
                actual.removeAll(keepingCapacity: true)
            }
            guard try found.read(appendingTo: &actual) == 0 else { throw differs(path, table, near: found.rows) }
        }
    }

    private static func differs(_ path: String, _ table: WorkbookSource, near row: Int) -> WorkbookError {
        WorkbookError(
            .damaged, "\(path), sheet \(table.title): near row \(row + 1) it differs from what was written to it.",
            advice: "Nothing is published. Check the disk, then run the same command again.")
    }
}
