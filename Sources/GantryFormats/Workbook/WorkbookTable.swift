/// A table of a workbook, given as the CSV file in the machine dialect that has the same cells.
///
/// It belongs to one task.
public final class WorkbookTable {
    private let path: String
    private let kinds: [WorkbookColumn.Kind?]
    /// The numbers of the sheets that are not yet begun.
    private var sheets: ClosedRange<Int>?
    private var reader: SheetReading?
    private var headings: [String]?
    private var row = SpreadsheetRow()
    /// Rows so far without headings.
    public private(set) var rows = 0
    private var ready: [UInt8] = []
    /// For each column what the table has for its heading and for the texts that people read.
    private let columns: [WorkbookColumn]
    private let texts: [[[UInt8]: [UInt8]]]

    init(_ path: String, sheets: ClosedRange<Int>, kinds: [WorkbookColumn.Kind?], _ columns: [WorkbookColumn]) {
        self.path = path
        self.sheets = sheets
        self.kinds = kinds
        self.columns = columns
        texts = columns.map { column in
            Dictionary(
                column.words.map { (CSVDialect.machine.cell($1), CSVDialect.machine.cell($0)) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Appends the next bytes, and says how many; 0 at the end.
    /// - Throws: `WorkbookError` for a sheet that isn't one of ours, `XMLError`.
    public func read(appendingTo output: inout [UInt8], atMost limit: Int = 1 << 20) throws -> Int {
        while ready.count < limit, try appendNext() {}
        let count = min(limit, ready.count)
        output += ready[..<count]
        ready.removeFirst(count)
        return count
    }

    /// All of it, for a table that fits in memory.
    public func bytes() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while try read(appendingTo: &bytes) > 0 {}
        return bytes
    }

    /// Appends the next row, or the headings of all.
    private func appendNext() throws -> Bool {
        while true {
            if let reader {
                if try reader.next(&row, columns: headings?.count ?? 0) {
                    rows += 1
                    appendRow()
                    return true
                }
                self.reader = nil
            }
            guard let left = sheets else { return false }
            sheets = left.count > 1 ? (left.lowerBound + 1)...left.upperBound : nil
            let opened = try SheetReading(path, sheet: left.lowerBound, kinds: kinds)
            let found = try opened.headings()
            reader = opened
            if let headings {
                guard found == headings else {
                    throw WorkbookError(.damaged, "\(path), sheet \(left.lowerBound): its headings differ.")
                }
            } else {
                headings = found
                for (index, found) in found.enumerated() {
                    let isKnown = index < columns.count && columns[index].shown == found
                    append(CSVDialect.machine.cell(isKnown ? columns[index].heading : found), at: index)
                }
                ready += [0x0D, 0x0A]
                return true
            }
        }
    }

    private func appendRow() {
        for column in 0..<row.count {
            let cell = row.bytes[row.range(column)]
            if column < texts.count, !texts[column].isEmpty, let text = texts[column][Array(cell)] {
                append(text[...], at: column)
            } else {
                append(cell, at: column)
            }
        }
        ready += [0x0D, 0x0A]
    }

    private func append(_ cell: some Collection<UInt8>, at column: Int) {
        if column > 0 { ready.append(0x2C) }
        ready += cell
    }
}
