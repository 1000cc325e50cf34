/// A row of a sheet: the texts of its cells one behind the other in one buffer, which serves every row of the sheet.
package struct SpreadsheetRow {
    package enum Cell: Equatable {
        case text(String)
        /// Something that is no value: `#REF!`.
        case unusable(String)
    }

    /// As the program shows it, from 1; 0 before the first.
    package internal(set) var number = 0
    package internal(set) var isHidden = false
    /// The texts, UTF-8. A cell without value has none.
    var bytes: [UInt8] = []
    /// Where the text of each cell ends, from the first column on.
    private var ends: [Int] = []
    /// The value of the cell that is read, as the file has it.
    var value: [UInt8] = []
    /// The cells that hold no value, in the order of their columns.
    private(set) var unusable: [(column: Int, found: String)] = []
    /// What numbers are where they are texts: those with decimals and those in a format of their own.
    var plain: [(column: Int, text: String)] = []

    /// How many cells it has.
    var count: Int { ends.count }
    /// Whether a cell has something in it.
    var isFilled: Bool { !bytes.isEmpty || !unusable.isEmpty }
    /// How many cells it has up to the last with something in it.
    var filledCount: Int {
        var count = unusable.last.map { $0.column + 1 } ?? 0
        var column = ends.count
        while column > count {
            if !range(column - 1).isEmpty { count = column } else { column -= 1 }
        }
        return count
    }

    /// Where the text of a cell lies in ``bytes``.
    func range(_ column: Int) -> Range<Int> { (column == 0 ? 0 : ends[column - 1])..<ends[column] }

    /// Its cells as values.
    package var cells: [Cell] {
        var cells = ends.indices.map { Cell.text(String(decoding: bytes[range($0)], as: UTF8.self)) }
        for cell in unusable { cells[cell.column] = .unusable(cell.found) }
        return cells
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        unusable.removeAll(keepingCapacity: true)
        plain.removeAll(keepingCapacity: true)
    }

    /// Cells without value, so that the next one is that of a column.
    mutating func pad(to column: Int) { while ends.count < column { ends.append(bytes.count) } }

    /// Ends the cell whose text was appended to ``bytes``.
    ///
    /// - Parameter found: what stands there where it is no value.
    mutating func endCell(_ found: String?) {
        if let found {
            bytes.removeSubrange((ends.last ?? 0)...)
            unusable.append((ends.count, found))
        }
        ends.append(bytes.count)
    }
}

/// Rows that were read and that nobody took yet. The buffers of those that were taken serve the next ones.
struct SpreadsheetRowQueue {
    private var rows: [SpreadsheetRow] = []
    /// The rows from `given` to `count` wait.
    private var count = 0
    private var given = 0

    var isFilled: Bool { given < count }

    /// Exchanges a row for one that nobody needs, so that nothing is copied.
    mutating func append(_ row: inout SpreadsheetRow) {
        if count == rows.count { rows.append(SpreadsheetRow()) }
        swap(&row, &rows[count])
        count += 1
    }

    /// Exchanges a row for the next one; false if there is none.
    mutating func take(_ row: inout SpreadsheetRow) -> Bool {
        guard isFilled else {
            (given, count) = (0, 0)
            return false
        }
        swap(&row, &rows[given])
        given += 1
        return true
    }
}
