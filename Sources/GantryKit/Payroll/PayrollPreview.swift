internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

/// Makes the first rows of each output from one page of records, in memory.
struct PayrollPreview {
    private let plan: PayrollPlan
    private let roster: Roster
    private let checked: Checked<WorkEntry>
    private let summary: PayrollSummary
    private let limit: Int
    private let part: PreviewTable.Part?

    /// - Parameter part: what the records are a part of; `nil` if they are all of the period.
    init(
        _ plan: PayrollPlan, roster: Roster, chunk: Chunk<WorkEntry>, part: PreviewTable.Part?, rows: Int
    ) {
        self.plan = plan
        self.roster = roster
        limit = rows
        self.part = part
        let checks = plan.rules
        var rules = plan.makeRules(checks, over: roster, after: nil)
        let first = rules.check(chunk)
        if !rules.idsToCompare().isEmpty { rules.compare(chunk) }
        // What all of the records show, such as more hours on a day than it has, decides about them here as in a run.
        if let wholeBatch = rules.finalize() {
            rules = plan.makeRules(checks, over: roster, after: wholeBatch)
            checked = rules.check(chunk)
        } else {
            checked = first
        }
        summary = rules.summary()
    }

    func tables() throws -> [PreviewTable] {
        try plan.payroll.outputs.compactMap { output -> PreviewTable? in
            guard output.format.isTable else { return nil }
            return switch output.format.content {
            case .records: records(output.file, output.columns)
            case .pay: try pay(output.file)
            case .exceptions: exceptions(output.file)
            case .landed, .page: nil
            }
        }
    }

    private func records(_ file: String, _ columns: [OutputColumn]) -> PreviewTable {
        let shown = checked.verdicts.indices.filter { checked.verdicts[$0] == .exported }.prefix(limit)
        let plain = CSVDialect.machine
        var encoder = CSVRecordEncoder(
            dialect: plain,
            columns: WorkEntryColumns.all(
                columns, dialect: plain, roster: roster, byRoles: plan.payroll.records.roles != nil),
            rounding: plan.batch.rounding)
        let rows = shown.map { index -> [String] in
            var bytes: [UInt8] = []
            encoder.encode(
                checked.chunk, rows: [Int32(truncatingIfNeeded: index)], joined: checked.joined, into: &bytes)
            return CSVRow.cells(bytes, dialect: plain)
        }
        let numeric = columns.map { column in
            guard column.field.join == nil, let field = WorkEntry.fields.first(where: { $0.name == column.field.name })
            else {
                return column.field.name == "hourly_rate"
            }
            switch field.access {
            case .integer, .decimal, .hours, .money: return true
            default: return false
            }
        }
        return PreviewTable(file: file, headings: columns.map(\.heading), rows: Array(rows), isNumeric: numeric)
    }

    private func pay(_ file: String) throws -> PreviewTable {
        var rows: [[String]] = []
        let decimals = plan.payroll.pay?.unitsDecimals ?? 2
        let columns = PayCSVColumns(isByProject: plan.calculation.isByProject)
        for person in try plan.calculation.employees(of: summary.employees, in: roster) {
            let cells = columns.rows(of: person, unitsDecimals: decimals)
            rows += cells.prefix(limit - rows.count).map { $0.map(\.text) }
            if rows.count >= limit { break }
        }
        return PreviewTable(
            file: file, headings: columns.headings, rows: rows,
            isNumeric: columns.headings.indices.map { $0 == 0 || $0 >= columns.units }, part: part)
    }

    private func exceptions(_ file: String) -> PreviewTable {
        let notes = (checked.exceptions + summary.employeeNotes).prefix(limit)
        return PreviewTable(
            file: file, headings: ExceptionLayout.payroll.headings,
            rows: notes.map { ExceptionLayout.payroll.cells($0).map(\.text) },
            isNumeric: ExceptionLayout.payroll.isNumeric, part: part)
    }
}
