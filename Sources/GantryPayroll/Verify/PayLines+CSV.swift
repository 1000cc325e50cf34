internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

extension PayLines {
    /// Reads a `payroll-csv` file.
    /// - Throws: `RunError.verificationFailed` with the row that is not a pay line, or that is repeated.
    init(csv path: String, under folder: String, _ dialect: CSVDialect, _ columns: PayCSVColumns) throws {
        try self.init(origin: path, csv: try ReadFile.bytes(of: "\(folder)/\(path)"), dialect, columns)
    }

    /// Reads pay lines as CSV.
    /// - Throws: `RunError.verificationFailed` with the row that is not a pay line, or that is repeated.
    init(origin: String, csv bytes: [UInt8], _ dialect: CSVDialect, _ columns: PayCSVColumns) throws {
        self.init(origin: origin)
        var rows = CSVRows(bytes, dialect: dialect)
        guard let head = rows.next(), head == columns.headings else {
            throw RunError(
                .verificationFailed,
                "its headings are not those of a pay line table: \(columns.headings.joined(separator: ", "))")
        }
        var number = 1
        while let cells = rows.next() {
            number += 1
            guard cells.count == columns.headings.count,
                let units = try nano(cells[columns.units], most: UInt128(Int64.max), dialect: dialect, row: number)
            else {
                throw RunError(.verificationFailed, "row \(number) is not a pay line")
            }
            let key = Key(
                employee: dialect.unguarded(cells[0]) ?? "", code: dialect.unguarded(cells[columns.code]) ?? "",
                project: columns.project.flatMap { dialect.unguarded(cells[$0]) })
            guard lines[key] == nil else {
                throw RunError(
                    .verificationFailed,
                    "row \(number): employee \(singleLine(key.employee)) has the pay code \(singleLine(key.words)) again"
                )
            }
            let name = dialect.unguarded(cells[1])
            if let known = employees[key.employee], known.name != name {
                throw RunError(
                    .verificationFailed,
                    "row \(number): employee \(singleLine(key.employee)) has a different name in the row above")
            }
            add(
                Line(
                    units: units,
                    rate: try nano(cells[columns.rate], most: UInt128(Int64.max), dialect: dialect, row: number),
                    amount: try nano(cells[columns.amount], dialect: dialect, row: number)
                ), key,
                name: name)
        }
    }

    /// - Parameter most: the largest magnitude in billionths.
    private func nano(
        _ cell: String, most: UInt128 = .max, dialect: CSVDialect, row: Int
    ) throws -> Int128? {
        guard !cell.isEmpty else { return nil }
        guard let value = dialect.nano(cell), value.magnitude <= most else {
            throw RunError(.verificationFailed, "row \(row): \(singleLine(cell)) is not a number")
        }
        return value
    }
}
