internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
public import GantryJSON
public import GantryModel
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
    /// Rows that are none of the records: sums, remarks and repeated headings.
    public var skipped = FirstOnes<SkippedRow>()
    /// Cells that have another value than the sheet says.
    public var changedCells = FirstOnes<ChangedCell>()
    /// Files that have another path on the disk than the sheet says.
    public var filesFound = FirstOnes<Found>()
    /// Numbers that can be read as others, such as `1.250`: the heading and the cell, and the number that is read.
    public var numbersRead = FirstOnes<Found>()
    /// Records that the sheet names by something else than their ids.
    public var recordsFound = FirstOnes<Found>()
    /// Rows that are left out, or skipped since a cell is mended, and that an earlier run has sent: by its name.
    public var sentAndLeftOut = FirstOnes<Found>()
    /// Rows whose cell names several files, each of which is sent by itself; known once the rows were checked.
    public var rowsWithSeveralFiles = 0
    /// Cells from which invisible characters were removed.
    public var cleaned = CleanedCells()

    /// Something that was found by what the sheet says of it.
    public struct Found: Sendable, Equatable {
        /// The row, as in a spreadsheet program.
        public let row: Int
        /// What the sheet says.
        public let written: String
        /// What it is: the path of a file in the folder of the files, a record with its id, a number with a decimal
        /// point, or the run that sent it.
        public let meant: String

        /// As the journal and programs have it.
        public var json: JSONTree {
            .object(["row": .integer(row), "written": .string(written), "meant": .string(meant)])
        }

        package init(row: Int, written: String, meant: String) {
            self.row = row
            self.written = written
            self.meant = meant
        }

        init?(_ tree: JSONTree) {
            guard let row = tree["row"]?.int, let written = tree["written"]?.text, let meant = tree["meant"]?.text
            else { return nil }
            self.init(row: row, written: written, meant: meant)
        }
    }

    /// A cell that a person mended beside the sheet.
    public struct ChangedCell: Sendable, Equatable {
        /// The row, as in a spreadsheet program.
        public let row: Int
        /// The first of its cells that isn't empty.
        public let label: String
        /// The heading of the column.
        public let column: String
        /// What the sheet says.
        public let was: String
        /// What is read instead.
        public let value: String

        /// As programs have it.
        public var json: JSONTree {
            .object([
                "row": .integer(row), "label": .string(label), "column": .string(column), "was": .string(was),
                "value": .string(value),
            ])
        }
    }

    /// Notes what the check of a row found.
    mutating func note<Row>(_ checked: RowValidator<Row>.Checked) {
        for file in checked.found {
            filesFound.append(Found(row: checked.number, written: file.written, meant: file.place))
        }
        if let reference = checked.reference {
            recordsFound.append(Found(row: checked.number, written: reference.written, meant: reference.record))
        }
        if checked.entry.part == 1 { rowsWithSeveralFiles += 1 }
    }

    /// What checks of rows found, as the journal keeps it.
    var ofRows: JSONTree {
        .object([
            "rowsWithSeveralFiles": .integer(rowsWithSeveralFiles), "files": SheetFindings.json(filesFound),
            "records": SheetFindings.json(recordsFound), "sentAndLeftOut": SheetFindings.json(sentAndLeftOut),
        ])
    }

    /// Notes it from there.
    mutating func note(ofRows text: String) {
        guard let tree = try? JSONTree(Array(text.utf8)) else { return }
        rowsWithSeveralFiles = tree["rowsWithSeveralFiles"]?.int ?? 0
        filesFound = SheetFindings.found(tree["files"])
        recordsFound = SheetFindings.found(tree["records"])
        sentAndLeftOut = SheetFindings.found(tree["sentAndLeftOut"])
    }

    private static func json(_ found: FirstOnes<Found>) -> JSONTree {
        .object(["count": .integer(found.count), "first": .array(found.first.map(\.json))])
    }

    private static func found(_ tree: JSONTree?) -> FirstOnes<Found> {
        FirstOnes(count: tree?["count"]?.int ?? 0, first: (tree?["first"]?.list ?? []).compactMap(Found.init))
    }

    /// A row that is none of the records, or left out.
    public struct SkippedRow: Sendable, Equatable {
        /// What it is instead.
        public enum Kind: String, Sendable {
            /// Sums of the rows above.
            case sum
            /// A text for people.
            case remark
            /// The headings once more.
            case headings
            /// A person leaves it out.
            case leftOut = "left-out"
        }

        /// As in a spreadsheet program, from 1.
        public let number: Int
        public let kind: Kind
        /// The first of its cells that isn't empty.
        public let text: String

        /// As totals and programs have it.
        public var json: JSONTree {
            .object(["row": .integer(number), "kind": .string(kind.rawValue), "text": .string(text)])
        }

        init(number: Int, kind: Kind, text: String) {
            self.number = number
            self.kind = kind
            self.text = text
        }

        init?(_ tree: JSONTree) {
            guard let number = tree["row"]?.int, let kind = Kind(rawValue: tree["kind"]?.text ?? ""),
                let text = tree["text"]?.text
            else { return nil }
            self.init(number: number, kind: kind, text: text)
        }
    }

    /// Everything is read as it stands there.
    public init() {}

    /// Notes what a sheet had that was read to its end.
    mutating func note(_ sheet: SheetReader) {
        headerRow = sheet.rowsAbove > 0 ? sheet.headerNumber : nil
        rowsWithCellsBeside = sheet.rowsWithCellsBeside
        hiddenRows = sheet.hiddenRows
        changedCells = sheet.changedCells.map {
            ChangedCell(row: $0.row, label: $0.label, column: $0.heading, was: $0.was, value: $0.value)
        }
        skipped = sheet.skipped.map { row in
            let kind: SkippedRow.Kind =
                switch row.kind {
                case .sum: .sum
                case .remark: .remark
                case .headings: .headings
                case .leftOut: .leftOut
                }
            return SkippedRow(number: row.number, kind: kind, text: row.text)
        }
    }
}
