internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryPayroll

extension PayrollPlan {
    /// Writes what is paid otherwise than in the period before; no file where there is none.
    /// - Parameter paid: what employees with lines have now.
    /// - Returns: the files, and what `totals.json` says of the period before.
    func writeVariance(
        _ paid: [VarianceTable.Now], folder: String
    ) throws -> (marks: [FileCheckpoint], totals: [JSONTree.Member]) {
        guard let base = calculation.inputs.base else { return ([], []) }
        func write(_ bytes: [UInt8], _ name: String, rows: Int) throws -> FileCheckpoint {
            try Publishing.writeDurably(bytes.span, to: "\(folder)/\(name)")
            return FileCheckpoint(
                name: name, length: Int64(bytes.count), sha256: ContentHasher.digest(of: bytes.span).description,
                rows: rows)
        }
        let rows = VarianceTable.rows(base, paid)
        var marks = [try write(VarianceTable.csv(rows, listDialect), VarianceTable.fileName, rows: rows.count)]
        let codes = calculation.payCodes
        // What the units of a pay code count that only the period before has is in no other place.
        guard let before = base.paid, let comparison = PayComparison(base, rows, codes: codes, in: batch.period)
        else { return (marks, []) }
        let now = Dictionary(codes.map { ($0.code, $0.unit) }) { first, _ in first }
        let employees = EmployeeVarianceTable.rows(rows, EmployeeVarianceTable.Units(before, now: now))
        marks.append(
            try write(
                EmployeeVarianceTable.csv(employees, listDialect), EmployeeVarianceTable.fileName,
                rows: employees.count))
        return (marks, [JSONTree.Member(BasePay.key, comparison.tree)])
    }
}
