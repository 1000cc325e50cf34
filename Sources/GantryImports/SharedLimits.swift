internal import GantryConnectors
internal import GantryEngine

/// What the rows of a sheet have used so far of what they share. Rows are decided in the order of the sheet.
struct SharedLimits: Sendable {
    private var taken: [String: (amount: Int, firstRow: Int)] = [:]

    /// What is wrong where a row takes more than the rows before it have left.
    func problems(_ limits: [SharedLimit]) -> [RowProblem] {
        limits.compactMap { limit in
            guard let before = taken[limit.of], before.amount + limit.amount > limit.most else { return nil }
            return RowProblem(
                limit.problem.code, field: limit.problem.field,
                "\(limit.problem.sentence) The first is row \(before.firstRow).")
        }
    }

    /// A row that is sent takes its share.
    mutating func take(_ limits: [SharedLimit], row: Int) {
        for limit in limits { taken[limit.of, default: (0, row)].amount += limit.amount }
    }
}
