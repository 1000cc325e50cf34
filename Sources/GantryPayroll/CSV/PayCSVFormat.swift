package import GantryEngine
package import GantryOutputs

/// `payroll-csv`: a row per employee and pay code.
package struct PayCSVFormat: PayFormat {
    package init() {}

    package static let name = "payroll-csv"

    package var name: String { PayCSVFormat.name }
    package var help: String { "A row per employee and pay code." }
    package var keys: [OutputKey] { [.choice(.dialect)] }

    package func ending(_ choices: [String: String]) -> FileEnding { FileEnding(".csv", reason: "the format \(name)") }

    package func start(
        _ output: Output, in folder: String, parts: String, calculation: PayCalculation
    ) throws -> any PayFile {
        try PayCSVFile(
            folder: folder, name: output.file, dialect: output.dialect,
            unitsDecimals: calculation.batch.unitsDecimals, isByProject: calculation.isByProject)
    }

    /// As many rows as lines, whose units and amounts add up to the totals.
    package func readBack(
        _ output: Output, mark: FileCheckpoint, totals: PayrollTotals, calculation: PayCalculation
    ) -> ReadBack.Proof {
        let units = totals.codes.reduce(Int128(0)) { $0 + $1.unitsNano }
        let columns = PayCSVColumns(isByProject: calculation.isByProject)
        return .csv(
            output.dialect, columns: columns.headings.count,
            sums: [columns.units: units, columns.amount: totals.amountNano ?? 0])
    }
}
