/// Splits a CSV text into rows of cells, for headings and other small texts: quotes removed, the byte order mark
/// skipped.
public struct CSVRows: Sendable {
    private let bytes: [UInt8]
    private let delimiter: UInt8
    private var index: Int
    /// How many cells the row before has.
    private var width = 0

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
        cells.reserveCapacity(width)
        var isLast = false
        while !isLast { cells.append(nextCell(&isLast)) }
        width = cells.count
        return cells
    }

    /// - Parameter isLast: becomes true where the row ends behind the cell.
    private mutating func nextCell(_ isLast: inout Bool) -> String {
        // Few cells have quotes, and those without are decoded where they stand.
        let start = index
        while index < bytes.count, !isSpecial(bytes[index]) { index += 1 }
        guard index < bytes.count, bytes[index] == 0x22 else {
            let cell = String(decoding: bytes[start..<index], as: UTF8.self)
            isLast = endCell()
            return cell
        }
        var cell = Array(bytes[start..<index])
        var inQuotes = false
        while index < bytes.count, inQuotes || bytes[index] == 0x22 || !isSpecial(bytes[index]) {
            let byte = bytes[index]
            index += 1
            guard byte == 0x22 else {
                cell.append(byte)
                continue
            }
            if inQuotes, index < bytes.count, bytes[index] == 0x22 {
                cell.append(0x22)
                index += 1
            } else {
                inQuotes.toggle()
            }
        }
        isLast = endCell()
        return String(decoding: cell, as: UTF8.self)
    }

    private func isSpecial(_ byte: UInt8) -> Bool {
        byte == delimiter || byte == 0x22 || byte == 0x0A || byte == 0x0D
    }

    /// Passes over what ends a cell.
    /// - Returns: whether it ends the row too.
    private mutating func endCell() -> Bool {
        guard index < bytes.count else { return true }
        let byte = bytes[index]
        index += 1
        guard byte != delimiter else { return false }
        if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
        return true
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
