package import GantryEngine
internal import GantryFormats
package import GantryModel

/// `xlsx`: a workbook. That of a payroll export has the pay lines, the entries and the exceptions as its sheets, that
/// of a dataset its records or the elements of one of their lists.
///
/// Its rows grow as CSV files among the parts; the workbook is made of them at the end, when all of it is known.
package struct WorkbookFormat: OutputFormat {
    package init() {}

    package var name: String { WorkbookFormat.name }
    package var help: String {
        "An Excel workbook. A payroll export has the sheets Summary, Pay, Entries (only with columns) and Exceptions, a dataset one sheet."
    }
    package var content: OutputContent { .records }
    package var keys: [OutputKey] { [.choice(.language), .list, .columns] }

    package var needsColumns: Bool { false }

    package static let name = "xlsx"

    /// A sheet of a payroll export, in the order in which they stand.
    package enum Sheet: String, CaseIterable, Sendable {
        case summary, pay, entries, exceptions

        package func title(_ language: Language) -> String { SheetWords.word("sheet.\(rawValue)", language) }
    }

    package func ending(_ choices: [String: String]) -> FileEnding { FileEnding(".xlsx", reason: "the format \(name)") }

    package func writers<R: Record>(of output: Output, in place: OutputPlace<R>) -> [any PartWriter<R>] {
        var rows = output
        rows.file = WorkbookFormat.records(for: output.file)
        let isLeftOut = place.layout == .payroll && output.columns.isEmpty
        let records = isLeftOut ? [] : place.recordWriter(rows, place.parts).map { [$0] } ?? []
        guard place.layout == .payroll else { return records }
        return records + [
            ExceptionsCSVWriter<R>(
                folder: place.parts, name: WorkbookFormat.exceptions(for: output.file), dialect: .machine,
                layout: place.layout)
        ]
    }

    package func entry(of output: Output, _ mark: FileCheckpoint) -> FileEntry {
        // English goes without saying.
        FileEntry(
            mark, format: name, choices: output.language == .english ? [] : output.words,
            rows: output.columns.isEmpty ? .none : .rows, list: output.list,
            columns: output.columns.isEmpty ? nil : output.columns)
    }

    // MARK: What grows

    /// The name of the records of a workbook among the parts.
    package static func records(for file: String) -> String { file + ".records.csv" }
    /// The name of the exceptions of a workbook among the parts.
    package static func exceptions(for file: String) -> String { file + ".exceptions.csv" }
    /// Whether a name among the parts is one of these.
    package static func isSource(_ name: String) -> Bool {
        name.hasSuffix(".xlsx.records.csv") || name.hasSuffix(".xlsx.exceptions.csv")
    }

    /// The title of a dataset's sheet: the name of the file without its ending, as far as a title holds it.
    package static func title(of file: String) -> String { String(file.dropLast(".xlsx".count).prefix(26)) }
}
