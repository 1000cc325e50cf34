package import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
package import GantryOutputs

/// The workbook of a payroll export: pay lines, entries and exceptions.
package struct PayWorkbookFile: PayFile {
    private let output: Output
    private let folder: String
    private let parts: String
    private let batch: PayrollBatch
    private let columns: PayCSVColumns
    private let codes: [PayCode]
    /// Pay lines on their way; `nil` if nothing is paid.
    private var pay: PayCSVFile?

    /// Starts the file.
    /// - Parameter parts: the folder with the entries and exceptions that grew for it.
    package init(_ output: Output, folder: String, parts: String, calculation: PayCalculation) throws {
        self.output = output
        self.folder = folder
        self.parts = parts
        batch = calculation.batch
        codes = calculation.payCodes
        columns = PayCSVColumns(isByProject: calculation.isByProject)
        if calculation.settings != nil {
            pay = try PayCSVFile(
                folder: parts, name: PayWorkbookFile.lines(for: output.file), dialect: .machine,
                unitsDecimals: batch.unitsDecimals, isByProject: calculation.isByProject)
        }
    }

    package mutating func add(_ employee: PayrollEmployee) throws { try pay?.add(employee) }

    package mutating func finish(_ totals: PayrollTotals) throws -> [FileCheckpoint] {
        var tables: [WorkbookSource] = []
        if pay != nil {
            _ = try pay?.finish(totals)
            tables.append(try summary())
            tables.append(
                WorkbookSource(
                    title: title(.pay), columns: payColumns,
                    path: "\(parts)/\(PayWorkbookFile.lines(for: output.file))"))
        }
        if !output.columns.isEmpty {
            tables.append(
                WorkbookSource(
                    title: title(.entries), columns: WorkEntryColumns.sheet(output.columns),
                    path: "\(parts)/\(WorkbookFormat.records(for: output.file))"))
        }
        tables.append(
            WorkbookSource(
                title: title(.exceptions), columns: ExceptionLayout.payroll.sheet(output.language),
                path: "\(parts)/\(WorkbookFormat.exceptions(for: output.file))"))
        let written = try WorkbookFile.write(
            tables, to: "\(folder)/\(output.file)", scratch: parts,
            title: "\(batch.pipeline) \(batch.period.name), revision \(batch.revision), \(batch.connection)",
            created: batch.snapshot)
        return [
            FileCheckpoint(
                name: output.file, length: written.length, sha256: written.sha256,
                rows: output.columns.isEmpty ? 0 : written.rows[tables.count - 2])
        ]
    }

    private func title(_ sheet: WorkbookFormat.Sheet) -> String { sheet.title(output.language) }

    /// What people read first.
    private func summary() throws -> WorkbookSource {
        let path = "\(parts)/\(output.file).summary.csv"
        let lines = try ReadFile.bytes(of: "\(parts)/\(PayWorkbookFile.lines(for: output.file))")
        var exceptions = try CSVRowFile("\(parts)/\(WorkbookFormat.exceptions(for: output.file))")
        _ = try exceptions.next()
        let sheet = try PaySummarySheet(
            of: lines, exceptions: { try exceptions.next() }, columns, codes: codes.map { ($0.code, $0.title) },
            currency: batch.currency, language: output.language,
            unitsDecimals: batch.unitsDecimals)
        let part = try PartFile.create(path, replacingLeftover: true)
        try part.append(sheet.bytes.span)
        try part.sync()
        try part.close()
        return WorkbookSource(
            title: title(.summary), columns: sheet.columns, path: path, total: sheet.total)
    }

    private static func lines(for file: String) -> String { file + ".pay.csv" }

    private var payColumns: [WorkbookColumn] {
        columns.headings.enumerated().map { index, heading in
            let kind: WorkbookColumn.Kind =
                switch index {
                case columns.units: .quantity(.fixed(batch.unitsDecimals))
                case columns.rate: .quantity(.exact)
                case columns.amount: .quantity(.fixed(PayrollBatch.amountDecimals))
                default: .text
                }
            return WorkbookColumn(named: heading, kind: kind, output.language)
        }
    }
}

extension ExceptionLayout {
    /// What a sheet of a workbook has for the columns.
    func sheet(_ language: Language) -> [WorkbookColumn] {
        zip(headings, isNumeric).map { heading, isNumeric in
            let kind: WorkbookColumn.Kind =
                heading == "work_date" ? .date : heading == "hours" ? .quantity(.exact) : isNumeric ? .integer : .text
            return WorkbookColumn(named: heading, kind: kind, language)
        }
    }
}

/// The workbook of a payroll export is made with the payroll files.
extension WorkbookFormat: PayFormat {
    package func start(
        _ output: Output, in folder: String, parts: String, calculation: PayCalculation
    ) throws -> any PayFile {
        try PayWorkbookFile(output, folder: folder, parts: parts, calculation: calculation)
    }

    /// Its cells were compared with its tables when it was written.
    package func readBack(
        _ output: Output, mark: FileCheckpoint, totals: PayrollTotals, calculation: PayCalculation
    ) -> ReadBack.Proof { .digest }
}
