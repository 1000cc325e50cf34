/// The spelling of a sheet: a CSV file (RFC 4180) as an office program writes it. Quotes are always `"`, doubled
/// inside.
public struct SheetDialect: Equatable, Sendable {
    /// How characters are bytes. The raw value is the name in pipeline files.
    public enum Encoding: String, CaseIterable, Sendable {
        case utf8 = "utf-8"
        case utf16LittleEndian = "utf-16le"
        case utf16BigEndian = "utf-16be"
        /// Western European, one byte a character; 81, 8D, 8F, 90 and 9D are unused.
        case windows1252 = "windows-1252"
        /// Central European, one byte a character; 81, 83, 88, 90 and 98 are unused.
        case windows1250 = "windows-1250"

        /// For people.
        public var title: String {
            switch self {
            case .utf8: "UTF-8"
            case .utf16LittleEndian: "UTF-16 (little-endian)"
            case .utf16BigEndian: "UTF-16 (big-endian)"
            case .windows1252: "Windows-1252"
            case .windows1250: "Windows-1250"
            }
        }

        /// The bytes that say which encoding a file has, for those that have such bytes.
        var byteOrderMark: [UInt8] {
            switch self {
            case .utf8: [0xEF, 0xBB, 0xBF]
            case .utf16LittleEndian: [0xFF, 0xFE]
            case .utf16BigEndian: [0xFE, 0xFF]
            case .windows1252, .windows1250: []
            }
        }

        /// The code point of a byte, in an encoding of one byte a character; `nil` if it is unused.
        func codePoint(of byte: UInt8) -> UInt16? {
            self == .windows1250 ? Windows1250.codePoint(of: byte) : Windows1252.codePoint(of: byte)
        }

        /// The byte of a character, in an encoding of one byte a character; `nil` when it doesn't have it.
        func byte(of scalar: Unicode.Scalar) -> UInt8? {
            self == .windows1250 ? Windows1250.byte(of: scalar) : Windows1252.byte(of: scalar)
        }
    }

    /// The separator between cells. The raw value is the name in pipeline files.
    public enum Delimiter: String, CaseIterable, Sendable {
        case comma, semicolon, tab, pipe

        /// The ASCII character.
        public var byte: UInt8 {
            switch self {
            case .comma: 0x2C
            case .semicolon: 0x3B
            case .tab: 0x09
            case .pipe: 0x7C
            }
        }

        /// For people, in the plural.
        public var title: String {
            switch self {
            case .comma: "commas"
            case .semicolon: "semicolons"
            case .tab: "tabs"
            case .pipe: "vertical bars"
            }
        }
    }

    /// What precedes the decimals of a number. The raw value is the name in pipeline files.
    public enum DecimalMark: String, CaseIterable, Sendable {
        case point, comma

        /// `.` or `,`.
        public var character: Character { self == .point ? "." : "," }
    }

    /// The separator between rows. The raw value is the name in pipeline files.
    public enum LineBreak: String, CaseIterable, Sendable {
        case crlf, lf, cr

        /// The ASCII bytes of the line break.
        public var bytes: [UInt8] {
            switch self {
            case .crlf: [0x0D, 0x0A]
            case .lf: [0x0A]
            case .cr: [0x0D]
            }
        }
    }

    /// What the caller knows about a sheet; the rest is found from its first 256 KiB.
    public struct Hints: Equatable, Sendable {
        /// The encoding to read with; `nil` finds it.
        public var encoding: Encoding?
        /// The delimiter to split at; `nil` finds it.
        public var delimiter: Delimiter?
        /// Of a workbook: the name of the sheet to read; `nil` for the only one with rows.
        public var tab: String?
        /// Of a workbook: whether its numbers are given with a comma, and its cells between semicolons, as the office's
        /// spreadsheets expect. The default is false.
        public var hasDecimalComma = false
        /// Where the rows are.
        public var shape = SheetShape()
        /// Cells that have another value than the sheet says.
        public var changes: [SheetChange] = []
        /// Of the result sheet; a sheet is read with any line breaks, also mixed ones.
        public var lineBreak: LineBreak?
        /// Whether a file is read whose encoding is a guess, for something that depends on no letter. The default is
        /// false.
        public var acceptsGuess = false

        /// Nothing is known by default.
        public init(encoding: Encoding? = nil, delimiter: Delimiter? = nil, lineBreak: LineBreak? = nil) {
            self.encoding = encoding
            self.delimiter = delimiter
            self.lineBreak = lineBreak
        }

        /// For a file of which only what is ASCII matters.
        package static var anyEncoding: Hints {
            var hints = Hints()
            hints.acceptsGuess = true
            return hints
        }
    }

    /// How the bytes are read as text.
    public var encoding: Encoding
    /// Whether the file starts with U+FEFF in its encoding. Windows-1252 has none.
    public var hasByteOrderMark: Bool
    /// What separates the cells of a row.
    public var delimiter: Delimiter
    /// What ends rows that are written.
    public var lineBreak: LineBreak
    /// Whether a line `sep=;`, which tells Excel the delimiter, precedes the header. The default is false.
    public var hasSeparatorLine: Bool
    /// Whether nothing in the file proves the encoding, so that a person should look at the letters past a to z. The
    /// default is false.
    public var encodingIsGuess: Bool

    /// A dialect without a line `sep=` and with a certain encoding, by default.
    public init(
        encoding: Encoding, hasByteOrderMark: Bool, delimiter: Delimiter, lineBreak: LineBreak,
        hasSeparatorLine: Bool = false,
        encodingIsGuess: Bool = false
    ) {
        self.encoding = encoding
        self.hasByteOrderMark = hasByteOrderMark
        self.delimiter = delimiter
        self.lineBreak = lineBreak
        self.hasSeparatorLine = hasSeparatorLine
        self.encodingIsGuess = encodingIsGuess
    }
}

extension SheetDialect: CustomStringConvertible {
    /// For people: `UTF-8 with byte order mark, semicolons, CRLF`.
    public var description: String {
        let mark = hasByteOrderMark ? " with byte order mark" : ""
        let guess = encodingIsGuess ? " (a guess)" : ""
        let line = hasSeparatorLine ? ", a line sep=" : ""
        return "\(encoding.title)\(mark)\(guess), \(delimiter.title), \(lineBreak.rawValue.uppercased())\(line)"
    }
}
