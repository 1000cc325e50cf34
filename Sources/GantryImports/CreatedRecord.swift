internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// Why a row without a number makes no record unless new ones were requested.
enum CreatedRecord {
    static let code = "creates"

    static func problem<Row: SubmittedRow>(_ binding: SheetBinding<Row>, in row: SheetRow) -> RowProblem? {
        guard let record = binding.submission.kind.record else { return nil }
        let field = record.field
        let meant = "To create new \(record.thing)s, set creates: true in the pipeline file."
        guard !binding.holds(field) else {
            return RowProblem(
                code, field: field,
                "\(field) is empty, so the row would create a new \(record.thing). Enter the number of the one to change. \(meant)"
            )
        }
        let sentence = "The sheet has no column for \(field), so each row would create a new \(record.thing)."
        guard let first = binding.findings.ignoredColumns.first else {
            return RowProblem(code, field: field, "\(sentence) \(meant)")
        }
        let isOne = binding.findings.ignoredColumns.count == 1
        let names =
            listed(binding.findings.ignoredColumns.prefix(8).map(quoted), "and")
            + (binding.findings.ignoredColumns.count > 8 ? " and others" : "")
        let heading = isOne && first.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? first : "HEADING"
        return RowProblem(
            code, field: field,
            "\(sentence) Columns that aren't read: \(names). If \(isOne ? "it" : "one of them") contains the number, name it in the "
                + "pipeline file: sheet: { columns: { \(field): \(heading) } }. \(meant)")
    }
}
