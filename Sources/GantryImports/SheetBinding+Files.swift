internal import GantryConnectors
internal import GantryEngine
package import GantryFormats
internal import GantryModel

extension SheetBinding {
    /// Files that are read from one cell. More are the name of one file, which there isn't.
    private static var mostFiles: Int { 1_000 }

    /// The column whose cells can name several files: that of the one file that each row of the kind sends.
    static func columnOfFiles(_ fields: [SheetField<Row>], _ columns: [Int?]) -> Int? {
        let files = zip(fields, columns).filter { $0.0.isFile }
        guard files.count == 1, let (field, column) = files.first, field.isRequired else { return nil }
        return column
    }

    /// The names in a cell, which semicolons or line breaks separate.
    static func names(in cell: String) -> [String] {
        let names = NamedFiles.separated(cell)
        return (2...mostFiles).contains(names.count) ? names : [cell]
    }

    /// Why a cell with more names than are read is no row; `nil` for any other one.
    func tooMany(_ field: String, _ cell: String) -> RowProblem? {
        let count = columnOfFiles == nil ? 0 : NamedFiles.separated(cell).count
        guard count > SheetBinding.mostFiles else { return nil }
        return RowProblem(
            "file-name", field: field,
            "The cell names \(count) files, and at most \(SheetBinding.mostFiles) are read from one. Put the others into rows of their own."
        )
    }

    /// Why a row isn't sent whose file's name leaves fields open: so too in a copy of such rows that nobody has
    /// corrected, whatever has become of the file and the pattern.
    static func unclearName(_ fields: [String]) -> RowProblem {
        RowProblem(
            "unclear-name", field: fields.count == 1 ? fields[0] : "",
            "The name of the file could be read in more than one way, which leaves open what \(listed(fields, "and")) should be. "
                + "Write it in place of \(quoted(NamedFiles.unclear)), or rename the file and send the folder of the files again."
        )
    }

    /// Whether a person could take each cell for a value of its field, be it in a spelling that the sheet is not to have:
    /// with another mark before decimals, in another order of days, or as what a spreadsheet takes for a formula.
    package func canMean(_ cells: [String]) -> Bool {
        read(cells).problems.allSatisfy { problem in
            guard let (field, place) = zip(submission.fields, columns).first(where: { $0.0.name == problem.field }),
                let column = place
            else { return false }
            let text = meant(SheetBinding.cleaned(cells[column]), field)
            return switch field.access {
            case .decimal, .integer: SheetNumbers.isNumber(text)
            case .date: SheetDates.isDay(text)
            case .text, .id: ["formula", "cell-error"].contains(problem.code)
            default: false
            }
        }
    }

    /// The row, or where its cell names several files, a row for each of them. A file whose whole name the cell is goes
    /// first.
    package func parts(of row: SheetRow, in folder: String, _ finder: FileFinder) -> [SheetRow] {
        guard let column = columnOfFiles, SheetBinding.names(in: row.cells[column]).count > 1 else { return [row] }
        let whole = row.cells[column].trimmed
        switch finder.find(whole, in: folder, of: finderRow(row.cells, whole)) {
        case .same, .meant: return [row]
        case .several, .near, .noFolder, .nothing: return parts(of: row)
        }
    }

    /// Tells the row under which name a converted photo is sent.
    func name(_ field: String, _ path: String, in row: inout Row) {
        guard let known = submission.fields.first(where: { $0.name == field }), case .file(let set) = known.access
        else { return }
        set(&row, path)
    }

    /// The row as its entries in the ledger have it: whole, or in parts.
    func parts(of row: SheetRow, entries: Int) -> [SheetRow] { entries == 1 ? [row] : parts(of: row) }

    private func parts(of row: SheetRow) -> [SheetRow] {
        guard let column = columnOfFiles else { return [row] }
        return SheetBinding.names(in: row.cells[column]).enumerated().map { part, name in
            var cells = row.cells
            cells[column] = name
            return SheetRow(number: row.number, line: row.line, cells: cells, part: part)
        }
    }
}

extension SheetItem {
    /// Each item with its entry in the ledger, or where its cell names several files, with each of its entries.
    ///
    /// - Parameters:
    ///   - entries: those of the rows of the items, in order.
    ///   - parts: a row in so many parts.
    /// - Returns: `nil` where an item has none, or other ones.
    static func matched(
        _ items: [SheetItem], with entries: [LedgerEntry], parts: (SheetRow, Int) -> [SheetRow]
    ) -> [(item: SheetItem, entry: LedgerEntry)]? {
        var matched: [(item: SheetItem, entry: LedgerEntry)] = []
        matched.reserveCapacity(entries.count)
        var rest = entries[...]
        for item in items {
            let own = rest.prefix { $0.row == item.number }
            rest = rest.dropFirst(own.count)
            guard own.enumerated().allSatisfy({ $0 == $1.part }) else { return nil }
            switch item {
            case .row(let row) where own.count > 1:
                let parts = parts(row, own.count)
                guard parts.count == own.count else { return nil }
                matched += zip(parts, own).map { (.row($0), $1) }
            case .row, .unusable:
                guard own.count == 1, let entry = own.first else { return nil }
                matched.append((item, entry))
            }
        }
        return rest.isEmpty ? matched : nil
    }
}
