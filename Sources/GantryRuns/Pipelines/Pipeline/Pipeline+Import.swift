public import GantryFormats
public import GantryModel
internal import GantryYAML

extension Pipeline {
    /// Rows or files that are sent to a system. `Pipelines/certificates-upload.yaml` shows its keys with comments.
    public struct Import: Sendable, Equatable {
        /// `submit` or `upload`: what is sent, a name in the catalog such as `cdbl.certificates`.
        public var kind: String
        /// `sheet`: where the rows come from. By default the request names a sheet.
        public var sheet = Sheet()
        /// `files`: where files to upload are. The default is the sheet's own folder.
        public var files = Files()
        /// `transfers`: rows under way at once, 1 to 64. The default is 4.
        public var transfers = Import.usualTransfers
        /// `transport`: whether rows of a kind with a WebSocket go over it, or as requests like all others. The default
        /// is the socket, and requests if none is available.
        public var transport = Transport.socket
        /// `allow`: problems of rows by their codes that do not keep a row from being sent, such as `has-certificate`.
        public var allowed: [String] = []

        /// `creates`: whether rows without a number may make new records, for a kind whose other rows change those that
        /// there are. The default is false.
        public var creates = false

        /// The number of transfers where a pipeline file gives none.
        public static let usualTransfers = 4

        /// How rows go to the server.
        public enum Transport: String, Sendable, CaseIterable {
            case socket, rest
        }

        /// `sheet`: where the rows are.
        public struct Sheet: Sendable, Equatable {
            /// `file`: the sheet, unless the command line names one.
            public var file: String?
            /// `export`: the pipeline whose published export of the period holds the sheet; `file` is then a file of
            /// it.
            public var export: String?
            /// `tab`: the sheet of a workbook; `nil` for the only one with rows.
            public var tab: String?
            /// `header-row`: the row with the headings; `nil` for the first that has those that every row needs.
            public var headerRow: Int?
            /// `fill-down`: fields whose empty cells have the value of the cell above.
            public var filledDown: [String] = []
            /// Whether the office's country has a decimal comma, for numbers that don't say it, and for results of a
            /// workbook; `nil` where no country is given.
            public var hasDecimalComma: Bool?
            /// `encoding` and `delimiter`: found in the sheet itself unless they are given.
            public var encoding: String?
            /// The text between two cells; `nil` if it is found in the sheet itself.
            public var delimiter: String?
            /// `decimal`: what precedes the decimals of numbers, `point` or `comma`; `nil` if the sheet's numbers say
            /// it.
            public var decimal: String?
            /// `dates`: the order of day, month and year; `nil` if the sheet's days say it.
            public var dates: DayOrder?
            /// The order in the office's country, for days that don't say it; `nil` where no country is given, or one
            /// with several.
            public var datesOfCountry: DayOrder?
            /// `values`: what the sheet writes for values, by the field: the sheet's word with the field's.
            public var values: [String: [String: String]] = [:]
            /// `columns`: what the sheet calls a field, where that is not the field's own name.
            public var columns: [Column] = []
            /// `ignore`: headings of columns that are not read, whatever field they look like.
            public var ignored: [String] = []
            /// Cells that have another value than the sheet says. No pipeline file has any: they are of one sheet.
            public var changes: [SheetChange] = []

            /// A sheet that the request names, with its format found in it and columns named like the fields.
            public init() {}
        }

        /// A field and its heading in the sheet.
        public struct Column: Sendable, Equatable {
            /// The field, as the catalog names it.
            public var field: String
            /// The heading of the column that the field is read from.
            public var heading: String

            /// A column with the given values, which are not checked against a catalog.
            public init(field: String, heading: String) {
                self.field = field
                self.heading = heading
            }
        }

        /// `files`: where the files to upload are.
        public struct Files: Sendable, Equatable {
            /// `folder`: relative to the sheet's folder. The default is the sheet's own.
            public var folder: String?
            /// `pattern`: file names that replace a sheet, such as `{leave}_{type}.pdf`.
            public var pattern: String?
            /// `privacy`: what photos lose: `none`, `gps-only`, `all-but-orientation`. The default is the last.
            public var privacy: String?
            /// `convert`: whether photos that the server doesn't take become JPEG images that it takes. The default is
            /// true.
            public var convertsPhotos = true

            /// Files in the sheet's own folder, named by its rows.
            public init() {}
        }

        /// What sends rows of this kind, with default options. The kind is not looked up.
        public init(kind: String) { self.kind = kind }
    }
}

extension Pipeline.Import {
    /// The keys of a file that sends something.
    static let settings: [Setting<Self>] = [
        .own("submit", .shared("submission"), help: "What is sent, one row at a time."),
        .own("upload", .shared("upload"), help: "What is uploaded, one file for each row."),
        .own("sheet", .group(Sheet.settings.map(\.key)), help: "Where the rows are."),
        .own("files", .group(Files.settings.map(\.key)), help: "Where the files to upload are."),
        Setting(
            "transfers", \.transfers, .whole(1...64), standard: .number(usualTransfers), help: "Rows sent at once."),
        Setting(
            "transport", \.transport, .choice("transport"), standard: .text(Transport.socket.rawValue),
            help: "Whether messages go over a WebSocket or as requests."),
        Setting(
            "creates", \.creates, .flag, standard: .flag(false),
            help: "Whether rows without a number may create records."),
        .own(
            "allow", .list(.line()), help: "Problems that don't keep a row from being sent, by their codes."),
    ]
}

extension Pipeline.Import.Sheet {
    static let settings: [Setting<Self>] = [
        Setting(
            "file", \.file, .line(expected: "the path of a CSV file or a workbook"),
            help: "The CSV file or workbook, unless the command names another."),
        Setting(
            "tab", \.tab, .line(expected: "the name of a sheet of the workbook"),
            help: "The sheet of a workbook. The default is the only visible one with rows."),
        Setting(
            "header-row", \.headerRow, .whole(1...1_048_576),
            help: "The row with the headings. The default is the first with those that every row needs."),
        .own(
            "fill-down", .list(.line()),
            help: "Fields whose empty cells have the value above, such as merged cells."),
        Setting(
            "export", \.export, .line(expected: "the name of a pipeline, such as payroll-monthly"),
            help: "A pipeline whose published export of the period contains the sheet."),
        Setting(
            "encoding", \.encoding, .word("encoding", among: SheetDialect.Encoding.allCases.map(\.rawValue)),
            help: "How the sheet's text is encoded. The default is to detect it."),
        Setting(
            "delimiter", \.delimiter, .word("delimiter", among: SheetDialect.Delimiter.allCases.map(\.rawValue)),
            help: "What separates two cells. The default is to detect it."),
        Setting(
            "decimal", \.decimal, .word("mark", among: SheetDialect.DecimalMark.allCases.map(\.rawValue)),
            help: "What precedes the decimals of a number. The default is to see it in the sheet's numbers."),
        Setting(
            "dates", \.dates, .choice("order"),
            help:
                "The order of day, month and year. The default is that of office.country in gantry.yaml, else to see it in the sheet's days."
        ),
        .own(
            "values", .map(.map(.line())), help: "What the sheet writes for a value: { type: { Læge: medical } }."),
        .own(
            "columns", .map(.line()), help: "The sheet's heading of a field, where it isn't the field's name."),
        .own(
            "ignore", .list(.line()),
            help: "Headings of columns that are not read, whatever field they look like."),
    ]
}

extension Pipeline.Import.Files {
    static let settings: [Setting<Self>] = [
        Setting(
            "folder", \.folder, .line(expected: "the path of a folder"),
            help: "Relative to the sheet's folder, which is the default."),
        .own(
            "pattern", .line(), help: "File names that take the place of a sheet, such as {leave}_{type}.pdf."),
        Setting(
            "privacy", \.privacy, .word("privacy", among: PhotoPrivacy.allCases.map(\.rawValue)),
            help: "What is removed from photos before they are sent."),
        Setting(
            "convert", \.convertsPhotos, .flag, standard: .flag(true),
            help: "Whether photos that the server doesn't take (HEIC, or too large) are sent as JPEG."),
    ]
}
