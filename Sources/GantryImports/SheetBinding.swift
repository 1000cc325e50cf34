package import GantryConnectors
package import GantryEngine
package import GantryFormats
internal import GantryModel
package import GantryRuns
internal import GantryYAML

/// Which column of a sheet each field of a row is read from, and the spelling of its cells.
package struct SheetBinding<Row: SubmittedRow>: Sendable {
    package let submission: Submission<Row>
    /// For each field of the type, its column; `nil` if the sheet has none.
    let columns: [Int?]
    /// The one whose cells can name several files.
    let columnOfFiles: Int?
    /// Of a column that isn't among `decimals`.
    let numbers: SheetNumbers
    /// By the fields that hold decimals, where the sheet was read.
    private(set) var decimals: [String: SheetNumbers] = [:]
    /// What is between the cells of copies, and the mark of numbers that are texts only there, where the sheet was read.
    private(set) var copies: (delimiter: SheetDialect.Delimiter, typed: SheetDialect.DecimalMark?)?
    private let allowed: Set<String>
    /// By the fields that hold days.
    private(set) var dates: [String: SheetDates] = [:]
    /// What the sheet writes for values of a field, by the field; folded.
    private let values: [String: [String: String]]
    /// Whether several rows name a file with this last name, in small letters and with or without its ending, where
    /// the sheet was read; whether several have an id, a number or a text; and whether several of those that name one
    /// file have it. By hashes: equal ones of different names make a file be asked about.
    private var isOfSeveral: [Int: Bool] = [:]
    /// Whether a cell can be one of several that a spreadsheet shows as one.
    private var canBeMerged = false
    /// Those of several rows below the headings, by the columns of fields that aren't filled down; the upper ones first.
    private var mergedCells: [Int: [MergedCells]] = [:]
    private let filledDown: Set<String>
    /// What is offered for words that aren't known.
    var earlier = EarlierMappings()
    /// What was found about the sheet; about its rows where they were read.
    package private(set) var findings = SheetFindings()

    /// - Parameter numbers: How the sheet writes numbers.
    /// - Throws: `RunError` when a field that every row needs has no column, and when a heading that is not read is so
    ///   near to the name of a field without a column that values would be lost by a slip of the finger.
    package init(
        _ submission: Submission<Row>, header: [String], numbers: SheetNumbers, work: Pipeline.Import
    ) throws {
        self.submission = submission
        var taken: Set<Int> = []
        var columns: [Int?] = []
        var missing: [(field: String, heading: String)] = []
        for (field, places) in SheetBinding.places(of: submission.fields, in: header, work) {
            if places.count > 1 { throw SheetBinding.twice(field.name, places.map { header[$0] }) }
            let heading = work.sheet.columns.first { $0.field == field.name }?.heading
            let column = places.first
            if let column {
                taken.insert(column)
                if heading == nil, SheetBinding.places(of: [field.name], in: [header[column]]).isEmpty {
                    findings.recognised.append(.init(field: field.name, heading: header[column]))
                }
            } else if field.isRequired || heading != nil {
                missing.append((field.name, heading ?? field.name))
            }
            columns.append(column)
        }
        let ignored = header.indices.filter { !taken.contains($0) && !header[$0].hasPrefix(ResultSheet.addedPrefix) }
            .map { header[$0].isEmpty ? "column \(sheetColumnLetters($0)), which has no heading" : header[$0] }
        guard missing.isEmpty else { throw SheetBinding.lacking(missing, in: header, ignored: ignored) }
        let overlooked = ignored.filter { !work.sheet.ignored.contains($0) }
        for (field, column) in zip(submission.fields, columns) where column == nil {
            if let heading = overlooked.first(where: { isSlip($0, of: field.name) }) {
                throw SheetBinding.misspelled(heading, field.name)
            }
        }
        self.columns = columns
        filledDown = Set(work.sheet.filledDown)
        columnOfFiles = SheetBinding.columnOfFiles(submission.fields, columns)
        findings.ignoredColumns = ignored
        self.numbers = numbers
        allowed = Set(work.allowed)
        values = work.sheet.values.mapValues(SheetBinding.bySpelling)
        for field in submission.fields {
            if case .date = field.access {
                dates[field.name] = SheetDates(work.sheet.dates, country: work.sheet.datesOfCountry)
            }
        }
    }

    /// A word without what differs between two ways to write it.
    static func spelled(_ word: String) -> String { TextIdentity.text.folded(word) }

    /// The field's words by the sheet's.
    static func bySpelling(_ words: [String: String]) -> [String: String] {
        Dictionary(words.map { (spelled($0), TextIdentity.composed($1)) }) { first, _ in first }
    }

    /// The binding of a sheet, whose numbers it reads to its end, from its first row on.
    package init(_ submission: Submission<Row>, to sheet: SheetReader, work: Pipeline.Import) throws {
        let isWorkbook = sheet.tab != nil
        // The numbers of a workbook are spelled by Gantry, so they tell nothing about its texts.
        let numbers = SheetNumbers(isWorkbook ? .tab : sheet.dialect.delimiter, of: work)
        try self.init(submission, header: sheet.header, numbers: numbers, work: work)
        let typed: SheetDialect.DecimalMark = work.dialectHints.hasDecimalComma ? .comma : .point
        copies = (sheet.dialect.delimiter, isWorkbook ? typed : nil)
        let decimals: [(field: String, column: Int)] = zip(submission.fields, columns).compactMap { field, column in
            if case .decimal = field.access { column.map { (field.name, $0) } } else { nil }
        }
        for (field, _) in decimals { self.decimals[field] = numbers }
        let days: [(field: String, column: Int)] = zip(submission.fields, columns).compactMap { field, column in
            if case .date = field.access { column.map { (field.name, $0) } } else { nil }
        }
        let files = zip(submission.fields, columns).compactMap { $0.isFile ? $1 : nil }
        let texts = zip(submission.fields, columns).compactMap { $0.isFile ? nil : $1 }
        while let item = try sheet.next() {
            guard case .row(let row) = item else { continue }
            for column in texts {
                findings.cleaned.note(row.cells[column], row: row.number, column: column, heading: sheet.header[column])
            }
            let words = files.isEmpty ? [:] : words(of: row.cells)
            for column in files {
                let cell = row.cells[column]
                for path in column == columnOfFiles ? SheetBinding.names(in: cell) : [cell] {
                    let name = NamedFiles.last(path)
                    let stem = FileFinder.stem(name)
                    for word in [nil] + Set(words.values) {
                        note(Named.file(name, word).hashValue)
                        if stem != name { note(Named.stem(stem, word).hashValue) }
                    }
                }
            }
            for (column, word) in words { note(Named.word(word, column).hashValue) }
            for (field, column) in decimals where !row.unspelled.contains(column) {
                self.decimals[field]?.note(SheetBinding.cleaned(row.cells[column]), row: row.number)
            }
            for (field, column) in days { dates[field]?.note(SheetBinding.cleaned(row.cells[column]).trimmed) }
        }
        let noted = self.decimals
        for (field, _) in decimals {
            for (other, numbers) in noted where other != field { self.decimals[field]?.note(elsewhere: numbers) }
        }
        findings.note(sheet)
        findings.numbersRead = numbersRead(under: sheet.header)
        canBeMerged = isWorkbook
        let read = zip(submission.fields, columns).compactMap { filledDown.contains($0.name) ? nil : $1 }
        for cells in sheet.mergedCells where cells.rows.upperBound > sheet.headerNumber + 1 {
            for column in read where cells.columns.contains(column) { mergedCells[column, default: []].append(cells) }
        }
        for column in mergedCells.keys { mergedCells[column]?.sort { $0.rows.lowerBound < $1.rows.lowerBound } }
    }

    /// What is wrong with an empty cell that a spreadsheet shows as one with the cell above, whose value it seems to have.
    func mergedProblem(_ row: SheetRow) -> RowProblem? {
        guard !mergedCells.isEmpty else { return nil }
        for (field, column) in zip(submission.fields, columns) {
            guard let column, row.cells[column].trimmed.isEmpty, let cells = merged(above: row.number, in: column)
            else { continue }
            return RowProblem(
                "merged-cell", field: field.name,
                "\(field.name) is empty, but merged with the cell above (\(cells.name)); write the value into each row, or "
                    + "set sheet: { fill-down: [\(field.name)] } in the pipeline file.")
        }
        return nil
    }

    /// The cells that begin above a row and reach into it.
    private func merged(above row: Int, in column: Int) -> MergedCells? {
        guard let merged = mergedCells[column] else { return nil }
        var (low, high) = (0, merged.count)
        while low < high {
            let middle = (low + high) / 2
            if merged[middle].rows.lowerBound < row { low = middle + 1 } else { high = middle }
        }
        // Merged cells don't overlap (ECMA-376, 18.3.1.55), so no earlier ones reach further.
        return low > 0 && merged[low - 1].rows.contains(row) ? merged[low - 1] : nil
    }

    /// What rows have in common.
    private enum Named: Hashable {
        /// A file, of those rows that have a word where one is given.
        case file(String, String?)
        /// The same without its ending, where it has one.
        case stem(String, String?)
        /// A word in a column.
        case word(String, Int)
    }

    private mutating func note(_ hash: Int) { isOfSeveral[hash] = isOfSeveral[hash] != nil }

    /// Whether a column holds the field.
    package func holds(_ field: String) -> Bool {
        zip(submission.fields, columns).contains { $0.name == field && $1 != nil }
    }

    /// A cell without what nobody sees, and with composed letters. Names of files are as they are on the disk.
    static func cleaned(_ cell: String) -> String { TextIdentity.composed(TextIdentity.visible(cell)) }

    /// Each field with the columns that can be it: none, one, or several of which a person has to choose.
    static func places(
        of fields: [SheetField<Row>], in header: [String], _ work: Pipeline.Import
    ) -> [(field: SheetField<Row>, places: [Int])] {
        let header = header.map { work.sheet.ignored.contains($0) ? "" : $0 }
        // A column that has the name of a field is no other one.
        let named = Set(places(of: fields.map(\.name) + work.sheet.columns.map(\.heading), in: header))
        return fields.map { field in
            // A heading that the pipeline file names must match exactly; otherwise capitals don't matter, and the
            // name of a field goes before its other words.
            if let heading = work.sheet.columns.first(where: { $0.field == field.name })?.heading {
                return (field, header.indices.filter { header[$0] == heading })
            }
            let own = places(of: [field.name], in: header)
            return (field, own.isEmpty ? places(of: field.headings, in: header).filter { !named.contains($0) } : own)
        }
    }

    /// The columns that have one of these headings, in any spelling.
    private static func places(of headings: [String], in header: [String]) -> [Int] {
        let wanted = Set(headings.map(SheetShape.folded))
        return header.indices.filter { wanted.contains(SheetShape.folded(header[$0])) }
    }

    /// The typed row, the names of its files by their fields, and what is wrong with its cells.
    package func read(_ cells: [String]) -> (row: Row, files: [(field: String, path: String)], problems: [RowProblem]) {
        var row = Row()
        var files: [(field: String, path: String)] = []
        var problems: [RowProblem] = []
        var unclear: [String] = []
        for (field, column) in zip(submission.fields, columns) {
            guard let column, cells.indices.contains(column) else { continue }
            if !field.isFile, NamedFiles.isUnclear(SheetBinding.cleaned(cells[column])) {
                unclear.append(field.name)
            } else if let problem = read(
                field.isFile ? cells[column] : SheetBinding.cleaned(cells[column]), field, into: &row)
            {
                problems.append(problem)
            } else if field.isFile {
                let path = cells[column].trimmed
                if !path.isEmpty { files.append((field.name, path)) }
            }
        }
        if !unclear.isEmpty { problems.insert(SheetBinding.unclearName(unclear), at: 0) }
        return (row, files, problems)
    }

    /// The cells with the paths of their files as those are on the disk.
    ///
    /// - Returns: also the files that have another path there than the sheet says.
    package func placing(
        _ cells: [String], in folder: String, _ finder: FileFinder
    ) -> (cells: [String], found: [(written: String, place: String)]) {
        var cells = cells
        var found: [(written: String, place: String)] = []
        for (field, column) in zip(submission.fields, columns) where field.isFile {
            guard let column, cells.indices.contains(column) else { continue }
            let path = cells[column].trimmed
            guard !path.isEmpty else { continue }
            let place = finder.place(of: path, in: folder, of: finderRow(cells, path))
            // Composed and decomposed letters are the same.
            if place != path { found.append((path, place)) }
            if !place.utf8.elementsEqual(path.utf8) { cells[column] = place }
        }
        return (cells, found)
    }

    /// What a row says besides the name of its file.
    package func finderRow(_ cells: [String], _ path: String) -> FileFinder.Row {
        let name = NamedFiles.last(path)
        let own = words(of: cells)
        return FileFinder.Row(
            // What several rows of one file have says nothing of whose it is.
            Set(own.values.filter { !isOfSeveral(name, $0) }),
            isOnlyOne: isOfSeveral[Named.file(name, nil).hashValue] != nil && !isOfSeveral(name, nil),
            // What is a remark in this row can be the name in another.
            isOfOthers: { word in
                columns.contains {
                    $0.map { own[$0] != word && isOfSeveral[Named.word(word, $0).hashValue] != nil } ?? false
                }
            })
    }

    /// Whether several rows, of those that have a word where one is given, name a file that can be the same: with its
    /// ending or without it.
    private func isOfSeveral(_ name: String, _ word: String?) -> Bool {
        let stem = FileFinder.stem(name)
        return isOfSeveral[Named.file(name, word).hashValue] == true
            || isOfSeveral[Named.stem(name, word).hashValue] != nil
            || stem != name && isOfSeveral[Named.file(stem, word).hashValue] != nil
    }

    /// What a row can be known by, as the names of folders have it, by its column.
    private func words(of cells: [String]) -> [Int: String] {
        var words: [Int: String] = [:]
        for (field, column) in zip(submission.fields, columns) {
            guard let column, cells.indices.contains(column), !field.isFile else { continue }
            switch field.access {
            case .id, .integer, .text:
                let word = FileFinder.words(cells[column])
                if !word.isEmpty { words[column] = word }
            default: continue
            }
        }
        return words
    }

    /// What a row has of numbers, days, times and words of the system, where its other cells can't be read: nothing
    /// that a person wrote freely.
    package func ids(_ cells: [String]) -> [String] {
        zip(submission.fields, columns).compactMap { field, column in
            guard let column, cells.indices.contains(column) else { return nil }
            switch field.access {
            case .text, .decimal, .flag, .file: return nil
            case .id, .choice, .integer, .date, .instant, .time:
                var row = Row()
                let text = SheetBinding.cleaned(cells[column]).trimmed
                return text.isEmpty || read(text, field, into: &row) != nil ? nil : text
            }
        }
    }

    private func read(_ cell: String, _ field: SheetField<Row>, into row: inout Row) -> RowProblem? {
        if let problem = CellSpelling.problem(cell, field.name, isFile: field.isFile, allowed: allowed) {
            return problem
        }
        do throws(CellSpelling.NumberFault) {
            guard let problem = field.read(try plain(cell, field), into: &row) else { return nil }
            if problem.code == "unusable-value", let offer = earlier.value(cell.trimmed, of: field.name) {
                return RowProblem(problem.code, field: field.name, "\(problem.sentence) \(offer)")
            }
            guard problem.code == "missing", canBeMerged, !field.isFile else { return problem }
            return RowProblem(
                problem.code, field: field.name,
                problem.sentence
                    + " If it is merged with the cell above, set sheet: { fill-down: [\(field.name)] } in the pipeline file."
            )
        } catch {
            return error.problem(cell.trimmed, field.name)
        }
    }

    /// The trimmed cell in the spelling of fields: a number has a decimal point, a day is one of ISO 8601.
    func plain(_ cell: String, _ field: SheetField<Row>) throws(CellSpelling.NumberFault) -> String {
        let text = meant(cell, field)
        return switch field.access {
        case .decimal: try CellSpelling.number(text, isDecimal: true, in: decimals[field.name] ?? numbers)
        case .integer: try CellSpelling.number(text, isDecimal: false, in: numbers)
        case .id: text.asID
        case .date: try dates[field.name]?.plain(text) ?? text
        case .time: CellSpelling.time(text)
        case .flag: CellSpelling.flag(text)
        default: text
        }
    }

    /// The field's word for one of the sheet's own, or the trimmed cell.
    func meant(_ cell: String, _ field: SheetField<Row>) -> String {
        values[field.name]?[SheetBinding.spelled(cell.trimmed)] ?? cell.trimmed
    }

    /// The values of the row, one `field=value` a line, whatever the columns are called and their order: the input of
    /// its key.
    package func canonical(_ cells: [String]) -> String {
        var lines: [String] = []
        for (field, column) in zip(submission.fields, columns) {
            guard let column, cells.indices.contains(column), !field.isFile else { continue }
            // A number that can't be read keeps its row from being sent.
            let cell = SheetBinding.cleaned(cells[column])
            let value = (try? plain(cell, field)) ?? cell.trimmed
            if !value.isEmpty { lines.append("\(field.meaning)=\(literal(value))") }
        }
        return lines.sorted().joined(separator: "\n")
    }
}
