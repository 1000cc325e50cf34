/// Writes rows in the dialect of a sheet, so that the result opens in the program that the sheet came from.
///
/// Cells of the sheet are written as they were; added cells are guarded against being run as formulas, as in all CSV
/// files (``CSVDialect/appendText(_:_:to:)``).
public struct SheetRowEncoder: Sendable {
    /// The dialect of the sheet that rows are written for.
    public let dialect: SheetDialect
    /// Characters so far that the encoding doesn't have; `?` was written for each. Cells of a sheet in the same dialect
    /// have none.
    public private(set) var replacedCharacters = 0

    private let csv: CSVDialect
    private let lineBreak: [UInt8]
    /// The row as UTF-8, where that is not what is written.
    private var scratch: [UInt8] = []

    /// An encoder that has replaced no character yet.
    public init(dialect: SheetDialect) {
        self.dialect = dialect
        csv = CSVDialect(
            name: "sheet", delimiter: dialect.delimiter.byte, decimalPoint: 0x2E,
            hasByteOrderMark: dialect.hasByteOrderMark)
        lineBreak = dialect.lineBreak.bytes
    }

    /// Appends what precedes the header: the byte order mark and the line `sep=`, if the dialect has them.
    public mutating func appendStart(to out: inout [UInt8]) {
        if dialect.hasByteOrderMark { out += dialect.encoding.byteOrderMark }
        guard dialect.hasSeparatorLine else { return }
        appendEncoded(Array("sep=".utf8) + [csv.delimiter] + lineBreak, to: &out)
    }

    /// Appends a row, or the header with the headings of the added columns.
    ///
    /// - Parameters:
    ///   - cells: those of the sheet.
    ///   - added: those of columns that the sheet doesn't have.
    public mutating func append(_ cells: [String], added: [String] = [], to out: inout [UInt8]) {
        if dialect.encoding == .utf8 {
            appendRow(cells, added, to: &out)
        } else {
            var row = scratch
            scratch = []
            row.removeAll(keepingCapacity: true)
            appendRow(cells, added, to: &row)
            appendEncoded(row, to: &out)
            scratch = row
        }
    }

    private func appendRow(_ cells: [String], _ added: [String], to out: inout [UInt8]) {
        let all = cells.count + added.count
        for index in 0..<all {
            if index > 0 { out.append(csv.delimiter) }
            let isAdded = index >= cells.count
            let text = (isAdded ? added[index - cells.count] : cells[index]).utf8
            let bytes = text.span
            out.append(addingCapacity: 2 * bytes.count + 3) { span in
                if isAdded {
                    csv.appendText(bytes, 0..<bytes.count, to: &span)
                } else {
                    csv.appendUnguarded(bytes, 0..<bytes.count, to: &span)
                }
            }
        }
        out += lineBreak
    }

    /// Appends UTF-8 in the encoding of the dialect.
    private mutating func appendEncoded(_ utf8: [UInt8], to out: inout [UInt8]) {
        switch dialect.encoding {
        case .utf8: out += utf8
        case .utf16LittleEndian, .utf16BigEndian:
            let isLittle = dialect.encoding == .utf16LittleEndian
            for unit in String(decoding: utf8, as: UTF8.self).utf16 {
                let low = UInt8(truncatingIfNeeded: unit)
                let high = UInt8(truncatingIfNeeded: unit >> 8)
                out.append(isLittle ? low : high)
                out.append(isLittle ? high : low)
            }
        case .windows1252, .windows1250:
            for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
                if let byte = dialect.encoding.byte(of: scalar) {
                    out.append(byte)
                } else {
                    out.append(0x3F)
                    replacedCharacters += 1
                }
            }
        }
    }
}
