internal import GantryConnectors
internal import GantryEngine

/// What the rows of a sheet have taken so far of what they share. Rows are settled in the order of the sheet.
struct SheetClaims {
    private var taken: [String: (amount: Int, firstRow: Int)] = [:]

    /// The row as it was checked, or refused where it takes more than the rows before it have left. A refused row takes nothing.
    mutating func settle<Row>(_ row: RowPreparation<Row>.Checked) -> RowPreparation<Row>.Checked {
        guard row.problems.isEmpty else { return row }
        let problems = row.claims.compactMap { claim -> RowProblem? in
            guard let before = taken[claim.of], before.amount + claim.amount > claim.most else { return nil }
            return RowProblem(
                claim.problem.code, field: claim.problem.field, "\(claim.problem.sentence) Row \(before.firstRow) of the sheet is the first.")
        }
        guard problems.isEmpty else { return row.refused(problems) }
        for claim in row.claims { taken[claim.of, default: (0, row.number)].amount += claim.amount }
        return row
    }
}

extension RowPreparation.Checked {
    fileprivate func refused(_ problems: [RowProblem]) -> Self {
        guard let first = problems.first else { return self }
        let joined = RowProblem(first.code, field: first.field, problems.map(\.sentence).joined(separator: " "))
        return Self(
            number: number, entry: LedgerEntry(row: number, key: entry.key, refused: joined, at: entry.changedAt), problems: problems,
            target: target, targetID: targetID, files: files, bytes: bytes, claims: claims)
    }
}
