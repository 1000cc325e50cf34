package import GantryEngine
package import GantryModel

/// `exceptions-csv`: a row per exception.
package struct ExceptionsFormat: OutputFormat {
    package init() {}

    package var name: String { ExceptionsFormat.name }
    package var help: String { "A row per exception." }
    package var content: OutputContent { .exceptions }
    package var keys: [OutputKey] { [.choice(.dialect)] }

    package static let name = "exceptions-csv"

    package func ending(_ choices: [String: String]) -> FileEnding { FileEnding(".csv", reason: "the format \(name)") }

    package func writers<R: Record>(of output: Output, in place: OutputPlace<R>) -> [any PartWriter<R>] {
        [
            ExceptionsCSVWriter<R>(
                folder: place.folder, name: output.file, dialect: output.dialect, layout: place.layout)
        ]
    }

    package func readBack(_ output: Output, mark: FileCheckpoint, layout: ExceptionLayout) -> ReadBack.Proof {
        .csv(output.dialect, columns: layout.headings.count, sums: [:])
    }

    package func verify(
        _ file: StatedFile, of section: inout VerifiedSection, in verification: inout FolderVerification
    ) throws {
        let found = try VerifiedExceptions(
            file.path, under: verification.folder, dialect: try verification.dialect(file.tree),
            layout: section.layout)
        verification.compareRows(found.rows, file)
        if section.exceptions == nil { section.exceptions = found }
        verification.prove("\(file.path): \(counted(found.rows, "row")).")
        // Those of payroll are compared with what the rules find, by `checkPayroll`.
        if found.rows > 0, section.layout == .dataset {
            verification.leaveOpen("\(file.path): what was found and expected")
        }
    }
}
