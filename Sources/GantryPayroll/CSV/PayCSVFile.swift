package import GantryEngine
package import GantryFormats
internal import GantryModel
internal import GantryOutputs

/// `payroll-csv`: a row per employee and pay code.
package struct PayCSVFile: PayFile {
    package static let headings = ["payroll_number", "name", "pay_code", "units", "rate", "amount"]
    /// So much is gathered before it is written.
    private static let gathered = 1 << 20

    private var part: Part
    private var table: CSVTable
    private let unitsDecimals: Int

    /// Starts the file.
    package init(folder: String, name: String, dialect: CSVDialect, unitsDecimals: Int) throws {
        part = Part(folder: folder, name: name)
        try part.open(at: nil)
        table = CSVTable(dialect: dialect)
        table.appendHeader(PayCSVFile.headings)
        self.unitsDecimals = unitsDecimals
    }

    package mutating func add(_ employee: PayrollEmployee) throws {
        for cells in PayCSVFile.rows(of: employee, unitsDecimals: unitsDecimals) {
            table.append(cells)
            part.rows += 1
        }
        if table.bytes.count > PayCSVFile.gathered { try part.append(table.take().span) }
    }

    package mutating func finish(_ totals: PayrollTotals) throws -> [FileCheckpoint] {
        try part.append(table.take().span)
        let mark = try part.mark()
        try part.close()
        return [mark]
    }

    /// A row for each of the employee's lines.
    package static func rows(of employee: PayrollEmployee, unitsDecimals: Int) -> [[CSVCell]] {
        employee.lines.map { line in
            [
                .text(employee.payrollNumber), employee.name.map { .text($0) } ?? .empty, .text(line.payCode),
                .decimal(Int128(line.units.nano), .fixed(unitsDecimals)),
                line.rate.map { .decimal($0.nano, .exact) } ?? .empty,
                line.amount.map { .decimal($0.nano, .fixed(PayrollBatch.amountDecimals)) } ?? .empty,
            ]
        }
    }
}
