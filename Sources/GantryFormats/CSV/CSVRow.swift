/// Splits a CSV text into cells, for headings and other small texts.
public enum CSVRow {
    /// The cells of the first row, quotes removed, the byte order mark skipped.
    public static func cells(_ bytes: [UInt8], dialect: CSVDialect) -> [String] {
        var cells: [String] = []
        var cell: [UInt8] = []
        var inQuotes = false
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
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
            } else if byte == dialect.delimiter {
                cells.append(String(decoding: cell, as: UTF8.self))
                cell = []
            } else if byte == 0x0D || byte == 0x0A {
                break
            } else {
                cell.append(byte)
            }
        }
        return cells + [String(decoding: cell, as: UTF8.self)]
    }
}
