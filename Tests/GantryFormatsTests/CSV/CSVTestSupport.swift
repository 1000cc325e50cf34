import GantryFormats
import GantryModel
import GantryTestSupport
import Testing

/// A record with one field of every kind, and two texts.
struct CSVSample: DeclaredRecord {
    var number: Int64?
    var hours: Hours?
    var amount: Money?
    var day: CivilDate?
    var at: Instant?
    var text: TextSlice?
    var other: TextSlice?
    var state: Int?
    var flag: Bool?
    var decimal: Decimal9?
    var link: TextSlice?

    static let states = ["OPEN", "DONE", "IN PROGRESS"]

    static let fields: [Field<CSVSample>] = [
        Field("number", \.number, in: Int64.min...Int64.max, help: ""),
        Field("hours", \.hours, help: ""),
        Field("amount", \.amount, help: ""),
        Field("day", \.day, help: ""),
        Field("at", \.at, help: ""),
        Field("text", \.text, help: ""),
        Field("other", \.other, help: ""),
        Field("state", \.state, oneOf: states, help: ""),
        Field("flag", \.flag, help: ""),
        Field("decimal", \.decimal, help: ""),
        Field("link", link: \.link, help: ""),
        Field("parts", help: "", .list(of: CSVPart.self) { sample, part in part.number = sample.number }),
    ]

    static func column(_ name: String, _ places: DecimalPlaces = .exact, heading: String? = nil) -> CSVColumn<CSVSample>
    {
        guard let field = fields.first(where: { $0.name == name }) else { preconditionFailure("no field \(name)") }
        return CSVColumn(heading: heading ?? name, source: .field(field.access, places))
    }
}

/// A record in a list of samples.
struct CSVPart: DeclaredRecord {
    var number: Int64?
    var hours: Hours?
    var name: TextSlice?

    static let fields: [Field<CSVPart>] = [
        Field("number", \.number, in: Int64.min...Int64.max, help: ""),
        Field("hours", \.hours, help: ""),
        Field("name", \.name, help: ""),
    ]
}

extension Chunk<CSVSample> {
    /// Adds a record whose texts are put into the chunk's bytes, or into its decoded bytes.
    mutating func add(
        text: [UInt8]? = nil, other: [UInt8]? = nil, isDecoded: Bool = false,
        _ fill: (inout CSVSample) -> Void = { _ in }
    ) {
        var record = CSVSample()
        func slice(_ text: [UInt8]) -> TextSlice {
            let slice = TextSlice(
                start: isDecoded ? decoded.count : bytes.count, count: text.count, isDecoded: isDecoded)
            if isDecoded { decoded += text } else { bytes += text }
            return slice
        }
        record.text = text.map(slice)
        record.other = other.map(slice)
        fill(&record)
        records.append(record)
        ranges.append(0..<0)
    }

    /// Every row, without joined records.
    func encoded(by encoder: inout CSVRecordEncoder<CSVSample>, joined: [Int32] = []) -> [UInt8] {
        var out: [UInt8] = []
        encoder.encode(self, rows: records.indices.map { Int32($0) }, joined: joined, into: &out)
        return out
    }

    func csv(_ columns: [CSVColumn<CSVSample>], _ dialect: CSVDialect = .machine, joined: [Int32] = []) -> String {
        var encoder = CSVRecordEncoder<CSVSample>(dialect: dialect, columns: columns)
        return String(decoding: encoded(by: &encoder, joined: joined), as: UTF8.self)
    }
}

/// Reads a CSV file with Python's csv module, which refuses bad quoting: rows of cells.
func pythonCells(_ file: [UInt8], _ dialect: CSVDialect) throws -> [[String]] {
    let folder = try ScratchFolder()
    try folder.put(file, at: "file.csv")
    let program = """
        import csv, sys
        csv.field_size_limit(1 << 30)
        with open(sys.argv[1], newline="", encoding=sys.argv[3]) as file:
            for row in csv.reader(file, delimiter=sys.argv[2], strict=True):
                print(",".join(cell.encode("utf-8").hex() for cell in row))
        """
    let encoding = dialect.hasByteOrderMark && file.starts(with: [0xEF, 0xBB, 0xBF]) ? "utf-8-sig" : "utf-8"
    let delimiter = String(UnicodeScalar(dialect.delimiter))
    let result = try ToolResult.python(program, [folder.file("file.csv"), delimiter, encoding])
    try #require(result.status == 0, "\(result.output)")
    return result.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).map { cell in
            let digits = cell.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            return String(
                decoding: stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) },
                as: UTF8.self)
        }
    }
}

/// Whether a spreadsheet might run the text: after spaces and apostrophes comes `=`, `+`, `-`, `@`, also full-width, a
/// tab, CR or NUL.
func looksLikeFormula(_ text: String) -> Bool {
    let first = text.unicodeScalars.first { $0 != " " && $0 != "'" }
    return first.map { "=+-@\t\r\0\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains($0) } ?? false
}

/// Takes away the apostrophe that was put before a text that looks like a formula.
func withoutGuard(_ cell: String) -> String {
    looksLikeFormula(cell) && cell.unicodeScalars.first == "'" ? String(cell.unicodeScalars.dropFirst()) : cell
}
