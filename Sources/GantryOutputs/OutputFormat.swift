package import GantryEngine
package import GantryModel

/// A way to write what a run exports: its keys in a pipeline file, its writer, and how its file is verified.
///
/// A format that is written record by record has a writer. One that is made at the end of a run has none.
package protocol OutputFormat: Sendable {
    /// As pipeline files and `totals.json` spell it.
    var name: String { get }
    /// What its files contain, in a sentence for a person.
    var help: String { get }
    /// What its rows are.
    var content: OutputContent { get }
    /// What an output can say besides `file` and `format`, in the order of messages and of a run's identity.
    var keys: [OutputKey] { get }
    /// What decides the bytes of a file besides its name, the format and its keys. The default is nothing.
    var settings: [(key: String, value: String)] { get }
    /// Whether a person can read it as a table. The default is true.
    var isTable: Bool { get }
    /// Whether a payroll export has to say its columns, where it can. The default is true.
    var needsColumns: Bool { get }
    /// Whether an export can have several files of it. The default is true.
    var allowsSeveral: Bool { get }
    /// How the name of a file ends.
    /// - Parameter choices: the words of the output's keys.
    func ending(_ choices: [String: String]) -> FileEnding
    /// The names of further files that come with one. None by default.
    func companions(of file: String) -> [String]
    /// The writers of what grows chunk by chunk for a file; none by default.
    func writers<R: Record>(of output: Output, in place: OutputPlace<R>) -> [any PartWriter<R>]
    /// What reading a finished file back must show. The default is its digest.
    func readBack(_ output: Output, mark: FileCheckpoint, layout: ExceptionLayout) -> ReadBack.Proof
    /// What `totals.json` states of a finished file. The default is the format, its keys and the rows.
    func entry(of output: Output, _ mark: FileCheckpoint) -> FileEntry
    /// Compares a file of an export folder with what `totals.json` states. By default nothing is: a format that is
    /// compared with the other files of its export is so elsewhere.
    func verify(
        _ file: StatedFile, of section: inout VerifiedSection, in verification: inout FolderVerification
    ) throws
}

extension OutputFormat {
    package var settings: [(key: String, value: String)] { [] }
    package var isTable: Bool { true }
    package var needsColumns: Bool { true }
    package var allowsSeveral: Bool { true }
    package func companions(of file: String) -> [String] { [] }
    package func writers<R: Record>(of output: Output, in place: OutputPlace<R>) -> [any PartWriter<R>] { [] }
    package func readBack(_ output: Output, mark: FileCheckpoint, layout: ExceptionLayout) -> ReadBack.Proof { .digest }
    package func verify(
        _ file: StatedFile, of section: inout VerifiedSection, in verification: inout FolderVerification
    ) throws {}

    package func entry(of output: Output, _ mark: FileCheckpoint) -> FileEntry {
        FileEntry(mark, format: name, choices: output.words, rows: .rows)
    }

    /// The keys that take one of a few words.
    package var choices: [OutputChoice] {
        keys.compactMap { if case .choice(let choice) = $0 { choice } else { nil } }
    }
}

/// What the rows of a file are.
package enum OutputContent: Sendable {
    /// Exported records, or elements of one of their lists.
    case records
    /// Exceptions.
    case exceptions
    /// Pay lines, which are made of the aggregates.
    case pay
    /// Landed records as the server sent them.
    case landed
    /// None: a page about the run.
    case page
}

/// Something that an output of a pipeline file can say.
package enum OutputKey: Sendable, Equatable {
    /// One of a few words.
    case choice(OutputChoice)
    /// `list`: the nested list of a dataset whose elements are the rows.
    case list
    /// `columns`: what a row shows.
    case columns
    /// `needs`: what the layout of a profile asks of the customer.
    case needs
    /// `codes`: what the payroll program calls the pay codes.
    case codes
    /// `finer`: what becomes of a rate that is finer than the layout.
    case finer

    package var name: String {
        switch self {
        case .choice(let choice): choice.name
        case .list: "list"
        case .columns: "columns"
        case .needs: "needs"
        case .codes: "codes"
        case .finer: "finer"
        }
    }
}

/// A key that takes one of a few words.
package struct OutputChoice: Sendable, Equatable {
    package let name: String
    package let words: [String]
    /// What holds where an output doesn't name the key.
    package let standard: String
    /// What the words mean, for a person.
    package let help: String

    package init(_ name: String, _ words: [String], standard: String, help: String) {
        self.name = name
        self.words = words
        self.standard = standard
        self.help = help
    }
}

/// How the name of a file ends, and what says so.
package struct FileEnding: Sendable {
    package let text: String
    /// For messages: "the format csv".
    package let reason: String

    package init(_ text: String, reason: String) {
        self.text = text
        self.reason = reason
    }
}

/// Where the writers of an export write, and what.
package struct OutputPlace<R: Record>: Sendable {
    package let folder: String
    /// The folder of what isn't published itself.
    package let parts: String
    /// How exceptions are laid out.
    package let layout: ExceptionLayout
    /// Whether the landing becomes the archive in Zstandard, which then needs no writer.
    package let keepsLanding: Bool
    /// The writer of a CSV file of records in a folder; `nil` if the records don't have what it shows.
    package let recordWriter: @Sendable (_ output: Output, _ folder: String) -> (any PartWriter<R>)?

    package init(
        folder: String, parts: String, layout: ExceptionLayout, keepsLanding: Bool,
        recordWriter: @escaping @Sendable (_ output: Output, _ folder: String) -> (any PartWriter<R>)?
    ) {
        self.folder = folder
        self.parts = parts
        self.layout = layout
        self.keepsLanding = keepsLanding
        self.recordWriter = recordWriter
    }
}
