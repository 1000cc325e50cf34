package import GantryOutputs
internal import GantryPayroll

/// The formats of outputs that pipeline files can name.
package enum OutputFormats {
    /// In the order of messages, and of payroll files in an export.
    package static let all: [any OutputFormat] = [
        CSVFormat(), PayCSVFormat(), PayXMLFormat(), ExceptionsFormat(), WorkbookFormat(), ArchiveFormat(),
        PageFormat(),
    ]

    /// Those of which a dataset can have a file.
    static let ofDatasets = all.filter { $0.content != .pay && $0.content != .page }

    static func named(_ name: String) -> (any OutputFormat)? { all.first { $0.name == name } }

    /// Every key of a format, each once, then those of profiles.
    static let keys: [OutputKey] =
        all.flatMap(\.keys).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } + profileKeys

    /// The keys of an output in the layout of a profile.
    static let profileKeys: [OutputKey] = [.needs, .codes, .finer]
}
