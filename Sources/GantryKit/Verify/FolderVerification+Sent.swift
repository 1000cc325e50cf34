internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

extension FolderVerification {
    /// Proves the result sheets of a run that sent rows: every row is there with its end, and the counts are those of the totals.
    mutating func checkSent(_ stated: LedgerCounts) throws -> VerificationReport {
        if stated.rows == stated.done + stated.refused {
            prove("The rows add up: \(stated.rows) in the sheet = \(stated.done) done + \(stated.refused) refused.")
        } else {
            find("data/\(PayrollPlan.totalsName)", "its rows do not add up: \(stated.rows) in the sheet, \(stated.done) done, \(stated.refused) refused")
        }
        let path = "data/\(ResultSheet.name)"
        do {
            let found = try rows(path)
            let expected = ["done": stated.done, "refused": stated.refused].filter { $0.value > 0 }
            if found == expected {
                prove("\(path): every row has its end: \(stated.done) done, \(stated.refused) refused.")
            } else {
                find(path, "it has \(words(found)), expected \(words(expected))")
            }
        } catch let error as any ExplainedError {
            find(path, error.explanation)
        }
        return report
    }

    private func words(_ counts: [String: Int]) -> String {
        counts.isEmpty ? "no rows" : counts.keys.sorted().map { "\(counts[$0] ?? 0) \(singleLine($0))" }.joined(separator: ", ")
    }

    /// How many rows of the sheet have which status.
    private func rows(_ path: String) throws -> [String: Int] {
        let reader = try SheetReader.open("\(folder)/\(path)")
        guard let column = reader.header.firstIndex(of: ResultSheet.headings[0]) else {
            throw RunError(.verificationFailed, "it has no column \(ResultSheet.headings[0])")
        }
        var counts: [String: Int] = [:]
        while let item = try reader.next() {
            switch item {
            case .row(let row): counts[row.cells[column], default: 0] += 1
            case .unusable(let row): throw RunError(.verificationFailed, "\(row)")
            }
        }
        return counts
    }
}
