internal import GantryFormats
public import GantryJSON
public import GantryRuns

/// What of a sheet is read otherwise than it stands there, or not at all: what a person has to know about it.
public struct SheetFindings: Sendable, Equatable {
    /// The row with the headings, where others that aren't blank are above it.
    public var headerRow: Int?
    /// Columns that were recognised by another heading than the field's name.
    public var recognised: [Pipeline.Import.Column] = []
    /// Columns that no field is read from.
    public var ignoredColumns: [String] = []
    /// Rows with cells to the right of the last heading.
    public var rowsWithCellsBeside = 0
    /// Rows of a workbook that are hidden, and left out.
    public var hiddenRows = 0
    /// Rows that are none of the records: sums and remarks.
    public var skipped: [SkippedRow] = []
    /// Files that have another path on the disk than the sheet says.
    public var filesFound: [FoundFile] = []
    /// Cells from which invisible characters were removed.
    public var cleaned = CleanedCells()

    /// A file that was found under another path than the sheet says.
    public struct FoundFile: Sendable, Equatable {
        /// The row, as in a spreadsheet program.
        public let row: Int
        /// What the sheet says.
        public let written: String
        /// What it is, relative to the folder of the files.
        public let place: String

        /// As the journal and programs have it.
        public var json: JSONTree {
            .object(["row": .integer(row), "written": .string(written), "place": .string(place)])
        }
    }

    /// Files that are kept of a run.
    static let mostFound = 10_000

    static func found<Row>(_ checked: RowValidator<Row>.Checked) -> [FoundFile] {
        checked.found.map { FoundFile(row: checked.number, written: $0.written, place: $0.place) }
    }

    /// The files of a list in JSON.
    static func found(in text: String) -> [FoundFile] {
        ((try? JSONTree(Array(text.utf8)))?.list ?? []).compactMap { file in
            guard let row = file["row"]?.int, let written = file["written"]?.text, let place = file["place"]?.text
            else {
                return nil
            }
            return FoundFile(row: row, written: written, place: place)
        }
    }

    /// A row that is none of the records.
    public struct SkippedRow: Sendable, Equatable {
        /// As in a spreadsheet program, from 1.
        public let number: Int
        /// Whether it has sums of the rows above; else it is a remark.
        public let isSum: Bool
        /// The first of its cells that isn't empty.
        public let text: String
    }

    /// Everything is read as it stands there.
    public init() {}

    /// Notes what a sheet had that was read to its end.
    mutating func note(_ sheet: SheetReader) {
        headerRow = sheet.rowsAbove > 0 ? sheet.headerNumber : nil
        rowsWithCellsBeside = sheet.rowsWithCellsBeside
        hiddenRows = sheet.hiddenRows
        skipped = sheet.skipped.map { SkippedRow(number: $0.number, isSum: $0.kind == .sum, text: $0.text) }
    }
}
