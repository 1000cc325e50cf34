package import GantryEngine
package import GantryFormats
internal import GantryModel
internal import GantryOutputs

/// `payroll-csv`: a row per employee and pay code.
package struct PayCSVFile: PayFile {

    /// This much is collected before it is written.
    private static let gathered = 1 << 20

    private var part: Part
    private var table: CSVTable
    private let unitsDecimals: Int
    private let columns: PayCSVColumns

    /// Starts the file.
    package init(folder: String, name: String, dialect: CSVDialect, unitsDecimals: Int, isByProject: Bool) throws {
        columns = PayCSVColumns(isByProject: isByProject)
        part = Part(folder: folder, name: name)
        try part.open(at: nil)
        table = CSVTable(dialect: dialect)
        table.appendHeader(columns.headings)
        self.unitsDecimals = unitsDecimals
    }

    package mutating func add(_ employee: PayrollEmployee) throws {
        for cells in columns.rows(of: employee, unitsDecimals: unitsDecimals) {
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
}

/// The columns of a `payroll-csv` file: with the project only where lines are split by projects.
package struct PayCSVColumns: Sendable {
    package let isByProject: Bool

    package init(isByProject: Bool) { self.isByProject = isByProject }

    package var headings: [String] {
        ["payroll_number", "name", "pay_code"] + (isByProject ? ["project"] : []) + ["units", "rate", "amount"]
    }

    /// The indexes of columns.
    package var code: Int { 2 }
    package var project: Int? { isByProject ? 3 : nil }
    package var units: Int { isByProject ? 4 : 3 }
    package var rate: Int { units + 1 }
    package var amount: Int { units + 2 }

    /// A row for each of the employee's lines.
    package func rows(of employee: PayrollEmployee, unitsDecimals: Int) -> [[CSVCell]] {
        employee.lines.map { line in
            [.text(employee.payrollNumber), employee.name.map { .text($0) } ?? .empty, .text(line.payCode)]
                + (isByProject ? [line.project.map { .text($0) } ?? .empty] : [])
                + [
                    .decimal(Int128(line.units.nano), .fixed(unitsDecimals)),
                    line.rate.map { .decimal($0.nano, .exact) } ?? .empty,
                    line.amount.map { .decimal($0.nano, .fixed(PayrollBatch.amountDecimals)) } ?? .empty,
                ]
        }
    }
}
