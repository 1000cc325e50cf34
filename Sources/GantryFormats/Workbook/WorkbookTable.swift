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
        while ready.count < limit, let cells = try next() { append(cells) }
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

    /// The bytes of the cells of the next row.
    private func next() throws -> [[UInt8]]? {
        while true {
            if let reader {
                if var cells = try reader.next(columns: headings?.count) {
                    rows += 1
                    for column in texts.indices where !texts[column].isEmpty && column < cells.count {
                        cells[column] = texts[column][cells[column]] ?? cells[column]
                    }
                    return cells
                }
                self.reader = nil
            }
            guard let left = sheets else { return nil }
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
                return found.enumerated().map { index, found in
                    let isKnown = index < columns.count && columns[index].shown == found
                    return CSVDialect.machine.cell(isKnown ? columns[index].heading : found)
                }
            }
        }
    }

    private func append(_ cells: [[UInt8]]) {
        for (index, cell) in cells.enumerated() {
            if index > 0 { ready.append(0x2C) }
            ready += cell
        }
        ready += [0x0D, 0x0A]
    }
}
