/// The spelling of a CSV file. All dialects are RFC 4180: CRLF, quotes doubled, quotes only if needed.
public struct CSVDialect: Equatable, Sendable {
    /// The name in pipeline files.
    public let name: String
    /// The separator between cells.
    public let delimiter: UInt8
    /// The decimal separator.
    public let decimalPoint: UInt8
    /// Whether the file starts with the UTF-8 byte order mark, without which spreadsheets misread æ, ø and å.
    public let hasByteOrderMark: Bool

    /// UTF-8, comma, decimal point: for programs.
    public static let machine = CSVDialect(
        name: "machine", delimiter: 0x2C, decimalPoint: 0x2E, hasByteOrderMark: false)
    /// Byte order mark, semicolon, decimal comma: opens right in a Danish spreadsheet program.
    public static let excelDanish = CSVDialect(
        name: "excel-da", delimiter: 0x3B, decimalPoint: 0x2C, hasByteOrderMark: true)
    /// Byte order mark, comma, decimal point: opens right in an English spreadsheet program.
    public static let excelEnglish = CSVDialect(
        name: "excel-en", delimiter: 0x2C, decimalPoint: 0x2E, hasByteOrderMark: true)

    /// Every dialect that a pipeline file can name.
    public static let all = [machine, excelDanish, excelEnglish]

    /// The dialect with this name in pipeline files.
    public static func named(_ name: String) -> CSVDialect? { all.first { $0.name == name } }
}
