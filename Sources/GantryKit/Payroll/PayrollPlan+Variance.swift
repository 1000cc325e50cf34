internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

extension PayrollPlan {
    /// Writes what is paid otherwise than in the period before; no mark where there is none.
    /// - Parameter paid: what employees with lines have now.
    /// - Returns: the file, and what `totals.json` says of the period before.
    func writeVariance(
        _ paid: [VarianceTable.Now], folder: String
    ) throws -> (marks: [FileCheckpoint], totals: [JSONTree.Member]) {
        guard let base = calculation.inputs.base else { return ([], []) }
        let rows = VarianceTable.rows(base, paid)
        let bytes = VarianceTable.csv(rows, listDialect)
        try Publishing.writeDurably(bytes.span, to: "\(folder)/\(VarianceTable.fileName)")
        let mark = FileCheckpoint(
            name: VarianceTable.fileName, length: Int64(bytes.count),
            sha256: ContentHasher.digest(of: bytes.span).description, rows: rows.count)
        let comparison = PayComparison(base, rows, codes: calculation.payCodes, in: batch.period)
        return ([mark], comparison.map { [JSONTree.Member(BasePay.key, $0.tree)] } ?? [])
    }
}
