internal import GantryConnectors
internal import GantryEngine
internal import GantryModel

/// What the rows of a sheet have taken so far of what they share. Rows are settled in the order of the sheet.
struct SheetClaims: Sendable {
    private var taken: [String: (amount: Int, firstRow: Int)] = [:]

    /// What is wrong where a row takes more than the rows before it have left.
    func problems(_ claims: [RowClaim]) -> [RowProblem] {
        claims.compactMap { claim in
            guard let before = taken[claim.of], before.amount + claim.amount > claim.most else { return nil }
            return RowProblem(
                claim.problem.code, field: claim.problem.field,
                "\(claim.problem.sentence) Row \(spreadsheetRow(before.firstRow)) of the sheet is the first.")
        }
    }

    /// A row that is sent takes its share.
    mutating func take(_ claims: [RowClaim], row: Int) {
        for claim in claims { taken[claim.of, default: (0, row)].amount += claim.amount }
    }
}
