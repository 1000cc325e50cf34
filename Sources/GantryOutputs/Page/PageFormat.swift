package import GantryEngine

/// `report`: a page about the whole run, which is made when all other files are finished.
package struct PageFormat: OutputFormat {
    package init() {}

    package var name: String { "report" }
    package var help: String { "A page about the run, to look at, to print and to sign." }
    package var content: OutputContent { .page }
    package var keys: [OutputKey] { [.choice(.language)] }
    package var isTable: Bool { false }
    package var needsColumns: Bool { false }

    package func entry(of output: Output, _ mark: FileCheckpoint) -> FileEntry {
        FileEntry(mark, format: name, choices: output.words, rows: .none)
    }

    package func verify(
        _ file: StatedFile, of section: inout VerifiedSection, in verification: inout FolderVerification
    ) throws {
        verification.leaveOpen("\(file.path): what it shows")
    }

    package func ending(_ choices: [String: String]) -> FileEnding { FileEnding(".html", reason: "the format \(name)") }
}
