package import GantryFormats
package import GantryModel

/// One file of an export, as a pipeline file asks for it.
public struct Output: Sendable, Equatable {
    /// `file`: letters, digits, `.`, `_`, `-` and, until the period is known, `{period}`; no point or `-` first; its
    /// ending fits the format.
    public var file: String
    /// `format`
    package var format: any OutputFormat
    /// The words of the format's keys, such as `dialect` and `compression`, standards included. Only those that the
    /// format has.
    public var choices: [String: String]
    /// `list`: the nested list whose elements are the rows, `nil` for the records themselves.
    public var list: String?
    /// `columns`, in the file's order; empty if the format has none.
    public var columns: [OutputColumn]

    package init(
        file: String, format: any OutputFormat, choices: [String: String], list: String? = nil,
        columns: [OutputColumn] = []
    ) {
        self.file = file
        self.format = format
        let own = Set(format.choices.map(\.name))
        self.choices = choices.filter { own.contains($0.key) }
        self.list = list
        self.columns = columns
    }

    /// The name of the format: `csv`.
    public var formatName: String { format.name }

    /// Whether both describe the same file; formats are compared by name and settings.
    public static func == (one: Output, other: Output) -> Bool {
        (one.file, one.formatName, one.list) == (other.file, other.formatName, other.list)
            && one.choices == other.choices && one.columns == other.columns
            && one.format.settings.elementsEqual(other.format.settings) { $0 == $1 }
    }
}

extension Output {
    /// `dialect` of a CSV file. The default is `machine`.
    package var dialect: CSVDialect { choices[OutputChoice.dialect.name].flatMap(CSVDialect.named) ?? .machine }

    /// `language` of a workbook. The default is English.
    package var language: Language {
        choices[OutputChoice.language.name].flatMap(Language.init(rawValue:)) ?? .english
    }

    /// `compression` of an archive. The default is Zstandard.
    package var compression: ArchiveCompression {
        choices[OutputChoice.compression.name].flatMap(ArchiveCompression.init(rawValue:)) ?? .zstd
    }

    /// Whether the landing becomes this file if no records are left out of it.
    package var isLandingArchive: Bool { format.content == .landed && compression == .zstd }

    /// The words of the format's keys, in their order.
    package var words: [(key: String, word: String)] {
        format.choices.map { ($0.name, choices[$0.name] ?? $0.standard) }
    }
}

extension OutputChoice {
    /// Which spelling of CSV.
    package static let dialect = OutputChoice(
        "dialect", CSVDialect.all.map(\.name), standard: "machine",
        help: "machine: for other programs. excel-da: semicolon and decimal comma. excel-en: comma and decimal point.")
    package static let language = OutputChoice(
        "language", Language.allCases.map(\.rawValue), standard: Language.english.rawValue,
        help: "The language of headings and of the names of rules: en or da.")
    package static let compression = OutputChoice(
        "compression", ArchiveCompression.allCases.map(\.rawValue), standard: "zstd",
        help: "zstd (.jsonl.zst), gzip (.jsonl.gz) or none (.jsonl).")
}
