internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// The rows of a list of variances that is read back.
struct VarianceRows {
    private let dialect: CSVDialect
    private let headings: [String]
    private let what: String
    private var table: CSVRows
    private var row = 1

    /// - Parameter what: what the file is: `a list of variances`.
    /// - Throws: `RunError.verificationFailed` for other headings; `FileError`.
    init(_ path: String, dialect: CSVDialect, headings: [String], what: String) throws {
        self.dialect = dialect
        self.headings = headings
        self.what = what
        table = CSVRows(try ReadFile.bytes(of: path), dialect: dialect)
        guard table.next() == headings else {
            throw RunError(
                .verificationFailed, "its headings are not those of \(what): \(listed(headings, "and"))")
        }
    }

    /// The cells of the next row, whose `flag` is one or empty; `nil` after the last row.
    mutating func next() throws -> [String]? {
        guard let cells = table.next() else { return nil }
        row += 1
        guard cells.count == headings.count, let flag = headings.firstIndex(of: "flag").map({ cells[$0] }),
            flag.isEmpty || VarianceTable.Flag(rawValue: flag) != nil
        else { throw RunError(.verificationFailed, "row \(row) is not a row of \(what)") }
        return cells
    }

    /// The text of a cell without the guard against formulas; `nil` for an empty one.
    func text(_ cell: String) -> String? { dialect.unguarded(cell) }

    /// The id of the employee of a row.
    func employee(_ cell: String) throws -> Int64 {
        guard let id = text(cell).flatMap({ Int64(key: $0) }) else {
            throw RunError(.verificationFailed, "row \(row): \(singleLine(cell)) is not the id of an employee")
        }
        return id
    }

    /// In billionths; `nil` for an empty cell.
    func number(_ cell: String) throws -> Int128? {
        guard !cell.isEmpty else { return nil }
        guard let value = dialect.nano(cell) else {
            throw RunError(.verificationFailed, "row \(row): \(singleLine(cell)) is not a number")
        }
        return value
    }

    /// `nil` where the units are empty.
    func sum(_ units: String, _ amount: String) throws -> PaidSum? {
        let amount = try number(amount)
        return try number(units).map { PaidSum(units: $0, amount: amount) }
    }

    /// That a figure of the row doesn't follow from its others.
    func refusal(_ figure: String) -> RunError {
        RunError(.verificationFailed, "row \(row): \(figure) is not that of before and now")
    }
}

extension [VarianceTable.Row] {
    /// The rows of each employee, which stand together.
    var byEmployee: [ArraySlice<VarianceTable.Row>] {
        var all: [ArraySlice<VarianceTable.Row>] = []
        var rest = self[...]
        while let first = rest.first {
            let own = rest.prefix { $0.employee == first.employee }
            rest = rest.dropFirst(own.count)
            all.append(own)
        }
        return all
    }
}
