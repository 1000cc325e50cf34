internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// Why a row without a number makes no record where nobody has asked for new ones.
enum CreatedRecord {
    static let code = "creates"

    static func problem<Row: Submission>(_ binding: SheetBinding<Row>, in row: SheetRow) -> RowProblem? {
        guard let record = Row.kind.record else { return nil }
        let field = record.field
        let meant = "If new \(record.thing)s are meant, add --create, or creates: true to the pipeline file."
        guard !binding.holds(field) else {
            return RowProblem(
                code, field: field,
                "\(field) is empty, so the row would make a new \(record.thing). Write the number of the one to change. \(meant)"
            )
        }
        let sentence = "No column of the sheet holds \(field), so each row would make a new \(record.thing)."
        guard let first = binding.ignored.first else { return RowProblem(code, field: field, "\(sentence) \(meant)") }
        let isOne = binding.ignored.count == 1
        let names =
            listed(binding.ignored.prefix(8).map(quoted), "and") + (binding.ignored.count > 8 ? " and others" : "")
        let heading = isOne && first.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? first : "HEADING"
        return RowProblem(
            code, field: field,
            "\(sentence) \(names) \(isOne ? "is" : "are") not read: if \(isOne ? "it" : "one of them") holds the number, say so with "
                + "--set sheet.columns.\(field)=\(heading), or under sheet: columns: in the pipeline file. \(meant)")
    }
}
