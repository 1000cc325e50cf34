internal import GantryConnectors
internal import GantryEngine
internal import GantryModel
internal import GantryRuns

extension SheetBinding {
    static func lacking(
        _ missing: [(field: String, heading: String)], in header: [String], ignored: [String]
    ) -> RunError {
        let known = header.filter { !$0.hasPrefix(ResultSheet.addedPrefix) }
        let near = missing.compactMap { field, wanted in
            nearestWord(to: wanted, among: ignored).map { "\(field): \($0)" }
        }
        return RunError(
            .unsupported,
            "Required columns are missing: \(missing.map { quoted($0.heading) }.joined(separator: ", ")). "
                + "Found: \(known.isEmpty ? "none" : known.map(quoted).joined(separator: ", ")).",
            advice: near.isEmpty
                ? "Rename the column in the sheet, or give its heading in the pipeline file under sheet: columns:. "
                    + "\(.listDatasets) lists the columns of every kind."
                : "Rename the column in the sheet, or give its heading in the pipeline file: "
                    + "sheet: { columns: { \(near.joined(separator: ", ")) } }")
    }

    static func twice(_ field: String, _ headings: [String]) -> RunError {
        RunError(
            .unsupported, "The sheet has several columns for \(field): \(listed(headings.map(quoted), "and")).",
            advice:
                "Remove all but one, or give the heading of the right one in the pipeline file: sheet: { columns: { \(field): … } }."
        )
    }

    static func misspelled(_ heading: String, _ field: String) -> RunError {
        RunError(
            .unsupported, "The sheet's column \(quoted(heading)) is not read. Is it \(field)?",
            advice:
                "Rename it to \(field) in the sheet, or give its heading in the pipeline file: sheet: { columns: { \(field): \(heading) } }. "
                + "If it is something else, it is ignored with sheet: { ignore: [\(heading)] }.")
    }
}
