internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// Which column of a sheet each field of a row is read from.
struct SheetBinding<Row: Submission>: Sendable {
    /// For each field of the type, its column; `nil` where the sheet has none.
    private let columns: [Int?]
    /// Headings that no field is read from.
    let ignored: [String]

    /// Headings of columns that Gantry adds to result sheets begin so. They are left out of what is read, so that a sheet of
    /// refused rows can be sent again as it is.
    static var addedPrefix: String { "gantry_" }

    /// - Throws: `RunError` when a field that every row needs has no column.
    init(_ header: [String], _ pipeline: ImportPipeline) throws {
        var taken: Set<Int> = []
        var columns: [Int?] = []
        var missing: [String] = []
        for field in Row.fields {
            let heading = pipeline.sheet.columns.first { $0.field == field.name }?.heading
            let wanted = heading ?? field.name
            // A heading that the pipeline file names is meant as it stands; otherwise capitals do not matter.
            let column = header.firstIndex(of: wanted)
                ?? (heading == nil ? header.firstIndex { SheetBinding.folded($0) == SheetBinding.folded(wanted) } : nil)
            if let column {
                taken.insert(column)
            } else if field.isRequired || heading != nil {
                missing.append(wanted)
            }
            columns.append(column)
        }
        guard missing.isEmpty else {
            let known = header.filter { !$0.hasPrefix(SheetBinding.addedPrefix) }
            throw RunError(
                .unsupported, "The sheet has no column \(listed(missing.map(quoted), "and")). It has \(listed(known.map(quoted), "and")).",
                advice: "Name the column so in the sheet, or say in the pipeline file which one it is: "
                    + "sheet: { columns: { \(missing[0]): \(nearestWord(to: missing[0], among: known) ?? known.first ?? "…") } }")
        }
        self.columns = columns
        ignored = header.indices.filter { !taken.contains($0) && !header[$0].hasPrefix(SheetBinding.addedPrefix) }.map { header[$0] }
    }

    private static func folded(_ heading: String) -> String {
        heading.lowercased().filter { $0 != " " && $0 != "_" && $0 != "-" }
    }

    /// The typed row, the names of its files by their fields, and what is wrong with its cells.
    func read(_ cells: [String]) -> (row: Row, files: [(field: String, path: String)], problems: [RowProblem]) {
        var row = Row()
        var files: [(field: String, path: String)] = []
        var problems: [RowProblem] = []
        for (field, column) in zip(Row.fields, columns) {
            guard let column, cells.indices.contains(column) else { continue }
            if let problem = field.read(cells[column], into: &row) {
                problems.append(problem)
            } else if field.isFile {
                let path = cells[column].trimmed
                if !path.isEmpty { files.append((field.name, path)) }
            }
        }
        return (row, files, problems)
    }

    /// The values of the row one `field=value` a line, whatever the order of the columns: what its key is made of.
    func canonical(_ cells: [String]) -> String {
        var lines: [String] = []
        for (field, column) in zip(Row.fields, columns) {
            guard let column, cells.indices.contains(column), !field.isFile else { continue }
            let value = cells[column].trimmed
            if !value.isEmpty { lines.append("\(field.name)=\(literal(value))") }
        }
        return lines.joined(separator: "\n")
    }
}
