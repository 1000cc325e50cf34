/// Splits a CSV text into rows of cells, for headings and other small texts: quotes removed, the byte order mark
/// skipped.
public struct CSVRows: Sendable {
    private let bytes: [UInt8]
    private let delimiter: UInt8
    private var index: Int

    /// Starts at the first row, after a byte order mark if there is one.
    public init(_ bytes: [UInt8], dialect: CSVDialect) {
        self.bytes = bytes
        delimiter = dialect.delimiter
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The cells of the next row, or `nil` after the last.
    public mutating func next() -> [String]? {
        guard index < bytes.count else { return nil }
        var cells: [String] = []
        var cell: [UInt8] = []
        var inQuotes = false
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x22 {
                if inQuotes, index < bytes.count, bytes[index] == 0x22 {
                    cell.append(0x22)
                    index += 1
                } else {
                    inQuotes.toggle()
                }
            } else if inQuotes {
                cell.append(byte)
            } else if byte == delimiter {
                cells.append(String(decoding: cell, as: UTF8.self))
                cell = []
            } else if byte == 0x0D || byte == 0x0A {
                if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
                break
            } else {
                cell.append(byte)
            }
        }
        return cells + [String(decoding: cell, as: UTF8.self)]
    }
}

/// The first row of a CSV text.
public enum CSVRow {
    /// The cells of the first row; one empty cell if there are no bytes.
    public static func cells(_ bytes: [UInt8], dialect: CSVDialect) -> [String] {
        var rows = CSVRows(bytes, dialect: dialect)
        return rows.next() ?? [""]
    }
}
