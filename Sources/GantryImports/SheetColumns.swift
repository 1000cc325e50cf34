public import GantryConnectors
internal import GantryFormats
public import GantryModel
public import GantryRuns

/// The columns of a sheet as a person sees them, and the field that each is read as.
public struct SheetColumns: Sendable {
    /// A column.
    public struct Column: Sendable {
        /// Its heading; empty for one without.
        public let heading: String
        /// The first different cells that aren't empty, at most three.
        public let samples: [String]
        /// The field that it is read as; `nil` for one that is not read.
        public let field: String?
        /// The different words in it that its field doesn't know by itself, in the order of the sheet; none for a field
        /// that takes any word.
        public let words: [Word]
    }

    /// A word of a sheet for one of the field's own.
    public struct Word: Sendable {
        /// As the sheet first spells it.
        public let text: String
        /// The field's word, as the pipeline file or the command says; `nil` where nobody said it.
        public let meaning: String?
    }

    /// In the order of the sheet.
    public let columns: [Column]
    /// The fields that a row can have.
    public let fields: [FieldDescription]
    /// The fields that every row needs and no column has.
    public let missing: [String]
    /// The row with the headings, in a spreadsheet program.
    public let headerRow: Int
    /// So many rows were looked at, from the first on.
    public let rows: Int

    /// The most rows that are looked at for samples.
    private static let mostRows = 5_000
    private static let mostSamples = 3
    /// The most words of a column that are offered.
    private static let mostWords = 50

    /// Reads the headings and the first rows.
    ///
    /// - Parameters:
    ///   - path: the sheet.
    ///   - work: what the pipeline file says about its columns.
    /// - Throws: `FileError` and `SheetError` for a sheet that can't be read.
    public init(of path: String, _ work: Pipeline.Import, for description: any SubmissionDescription) throws {
        self = try SheetColumns.read(path, work: work, for: description)
    }

    private static func read<Row: SubmittedRow>(
        _ path: String, work: Pipeline.Import, for description: some SubmissionDescription<Row>
    ) throws -> SheetColumns {
        let submission = description.submission
        let reader = try work.open(path, for: submission)
        var samples = [[String]](repeating: [], count: reader.header.count)
        let places = SheetBinding.places(of: submission.fields, in: reader.header, work)
        var words = WordsOfSheet(
            places.filter { $0.places.count == 1 }.map { ($0.field, $0.places[0]) }, work, most: mostWords)
        var rows = 0
        while rows < mostRows, let item = try reader.next() {
            rows += 1
            guard case .row(let row) = item else { continue }
            words.note(row.cells)
            for (column, cell) in row.cells.enumerated() where samples[column].count < mostSamples {
                let cell = TextIdentity.visible(cell).trimmed
                if !cell.isEmpty, !samples[column].contains(cell) { samples[column].append(cell) }
            }
        }
        var fields: [Int: String] = [:]
        var missing: [String] = []
        for (field, places) in places {
            // Two columns that could be one field are left to a person.
            if places.count == 1 {
                fields[places[0]] = field.name
            } else if field.isRequired {
                missing.append(field.name)
            }
        }
        return SheetColumns(
            columns: reader.header.indices.map { index in
                Column(
                    heading: reader.header[index], samples: samples[index], field: fields[index],
                    words: words.found[index] ?? [])
            },
            fields: description.columns, missing: missing, headerRow: reader.headerNumber, rows: rows)
    }

    /// The cells of some rows, as far as they can be read, with the changes that `work` has; by the numbers of the
    /// rows.
    public static func cells(
        of rows: Set<Int>, in path: String, _ work: Pipeline.Import, for description: any SubmissionDescription
    ) throws -> [Int: [String]] {
        try cells(rows, at: path, work: work, for: description)
    }

    /// The same as they stand in the sheet: with no changes, and none filled from above.
    package static func standing(
        of rows: Set<Int>, in path: String, _ work: Pipeline.Import, for description: any SubmissionDescription
    ) throws -> [Int: [String]] {
        try standing(rows, at: path, work: work, for: description)
    }

    private static func standing<Row: SubmittedRow>(
        _ rows: Set<Int>, at path: String, work: Pipeline.Import, for description: some SubmissionDescription<Row>
    ) throws -> [Int: [String]] {
        var work = work
        work.sheet.changes = []
        // A row that lacks what a change gives it is none that is skipped.
        var hints = work.hints(for: description.submission)
        hints.shape.headerRow = try work.open(path, for: description.submission).headerNumber
        hints.shape.needed = []
        hints.shape.filledDown = []
        return try cells(rows, of: try SheetReader.open(path, hints: hints))
    }

    private static func cells<Row: SubmittedRow>(
        _ rows: Set<Int>, at path: String, work: Pipeline.Import, for description: some SubmissionDescription<Row>
    ) throws -> [Int: [String]] {
        try cells(rows, of: try work.open(path, for: description.submission))
    }

    private static func cells(_ rows: Set<Int>, of reader: SheetReader) throws -> [Int: [String]] {
        guard let last = rows.max() else { return [:] }
        var found: [Int: [String]] = [:]
        while let item = try reader.next() {
            guard case .row(let row) = item else { continue }
            if rows.contains(row.number) { found[row.number] = row.cells }
            if row.number >= last { break }
        }
        return found
    }

    private init(columns: [Column], fields: [FieldDescription], missing: [String], headerRow: Int, rows: Int) {
        self.columns = columns
        self.fields = fields
        self.missing = missing
        self.headerRow = headerRow
        self.rows = rows
    }
}

/// The words of columns whose fields know certain words alone.
private struct WordsOfSheet<Row: SubmittedRow> {
    /// By column.
    private(set) var found: [Int: [SheetColumns.Word]] = [:]
    private let columns: [(field: SheetField<Row>, place: Int)]
    private let values: [String: [String: String]]
    private let most: Int
    private var seen: Set<[String]> = []

    init(_ fields: [(SheetField<Row>, Int)], _ work: Pipeline.Import, most: Int) {
        columns = fields.filter { if case .choice = $0.0.access { true } else { false } }
        values = work.sheet.values.mapValues(SheetBinding<Row>.bySpelling)
        self.most = most
    }

    mutating func note(_ cells: [String]) {
        for (field, place) in columns where (found[place]?.count ?? 0) < most {
            let cell = TextIdentity.visible(cells[place]).trimmed
            let spelled = SheetBinding<Row>.spelled(cell)
            guard !cell.isEmpty, seen.insert([field.name, spelled]).inserted else { continue }
            let meaning = values[field.name]?[spelled]
            var row = Row()
            guard meaning != nil || field.read(cell, into: &row) != nil else { continue }
            found[place, default: []].append(SheetColumns.Word(text: cell, meaning: meaning))
        }
    }
}
