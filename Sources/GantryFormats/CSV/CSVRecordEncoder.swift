public import GantryModel

/// One column of a CSV file of records.
public struct CSVColumn<R: Record>: Sendable {
    /// Where the cells of a column come from.
    public enum Source: Sendable {
        /// A field of the record; quantities with this many decimals. A plain decimal with `.exact` has as many as its
        /// value needs, and a list, whose records have rows of their own, stays empty.
        case field(FieldAccess<R>, DecimalPlaces)
        /// A whole number that can stand for a text, which is what the cell shows then.
        case key(FieldSlot<R, Int64>)
        /// Ready cells, one per joined record; a record without one leaves the cell empty.
        case joined([[UInt8]])
    }

    /// The cell of the heading row.
    public let heading: String
    /// Where the cells below it come from.
    public let source: Source

    /// A column of a file of records.
    public init(heading: String, source: Source) {
        self.heading = heading
        self.source = source
    }
}

/// Turns records into CSV rows in a buffer that is reused from chunk to chunk, and sums what it prints.
public struct CSVRecordEncoder<R: Record>: Sendable {
    /// A column as rows are written from it: slots and numbers only, so that nothing is called per cell.
    @usableFromInline
    enum Cell: Sendable {
        /// A ready cell; the number is where the column's cells begin in `cellStarts`.
        case joined(Int)
        case choice(Int, FieldSlot<R, Int>)
        case integer(FieldSlot<R, Int64>)
        case key(FieldSlot<R, Int64>)
        case decimal(FieldSlot<R, Decimal9>, DecimalPlaces)
        case hours(FieldSlot<R, Hours>, DecimalPlaces)
        case money(FieldSlot<R, Money>, DecimalPlaces)
        case date(FieldSlot<R, CivilDate>)
        case instant(FieldSlot<R, Instant>)
        case flag(FieldSlot<R, Bool>)
        case text(FieldSlot<R, TextSlice>)
        /// Of a field that has rows of its own.
        case empty
    }

    @usableFromInline let dialect: CSVDialect
    @usableFromInline let rounding: Rounding
    private let headings: [String]
    @usableFromInline let cells: [Cell]
    /// The bytes of all ready cells, one after the other, and where each starts; one more start ends the last.
    @usableFromInline let cellBytes: [UInt8]
    @usableFromInline let cellStarts: [Int]
    /// Bytes a row needs at most besides its texts.
    @usableFromInline let fixedBound: Int
    @usableFromInline let textColumns: Int
    /// For each column the sum of its printed numbers in billionths; 0 for columns that aren't summed.
    public var sums: [Int128] { columnSums }
    @usableFromInline var columnSums: [Int128]

    /// Prepares the columns once; sums start at 0.
    /// - Parameter rounding: how hours and money finer than their column are rounded.
    public init(dialect: CSVDialect, columns: [CSVColumn<R>], rounding: Rounding = .halfUp) {
        self.dialect = dialect
        self.rounding = rounding
        headings = columns.map(\.heading)
        columnSums = Array(repeating: 0, count: columns.count)
        var cells: [Cell] = []
        var bytes: [UInt8] = []
        var starts = [0]
        var bound = 2
        var texts = 0
        func add(_ ready: [[UInt8]]) -> Int {
            let first = starts.count - 1
            for cell in ready {
                bytes += cell
                starts.append(bytes.count)
            }
            bound += ready.map(\.count).max() ?? 0
            return first
        }
        for column in columns {
            // A delimiter, and more than any number, date or time takes.
            bound += 60
            switch column.source {
            case .joined(let ready): cells.append(.joined(add(ready)))
            case .key(let slot):
                cells.append(.key(slot))
                bound += 2 * TextKeys.longest + 3
            case .field(.choice(let names, let slot, _), _):
                cells.append(.choice(add(names.map { Array($0.utf8) }), slot))
            case .field(.integer(_, let slot), _): cells.append(.integer(slot))
            case .field(.decimal(_, let slot), let places): cells.append(.decimal(slot, places))
            case .field(.hours(let slot, _), let places): cells.append(.hours(slot, places))
            case .field(.money(let slot), let places): cells.append(.money(slot, places))
            case .field(.date(let slot, _, _), _): cells.append(.date(slot))
            case .field(.instant(let slot), _): cells.append(.instant(slot))
            case .field(.flag(let slot), _): cells.append(.flag(slot))
            case .field(.list, _): cells.append(.empty)
            case .field(.text(let slot), _), .field(.link(let slot, _), _):
                cells.append(.text(slot))
                texts += 1
            }
        }
        self.cells = cells
        cellBytes = bytes
        cellStarts = starts
        fixedBound = bound
        textColumns = texts
    }

    /// The byte order mark, if the dialect has one, and the heading row.
    public func header() -> [UInt8] {
        var bytes: [UInt8] = dialect.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
        for (index, heading) in headings.enumerated() {
            if index > 0 { bytes.append(dialect.delimiter) }
            bytes += dialect.cell(heading)
        }
        return bytes + [0x0D, 0x0A]
    }

    /// Indexes and headings of the columns that are summed: those of hours and amounts.
    public var summedColumns: [(index: Int, heading: String)] {
        cells.enumerated().compactMap { index, cell in
            switch cell {
            case .hours, .money: (index, headings[index])
            default: nil
            }
        }
    }

    /// Goes on from sums that were recorded.
    public mutating func restore(sums: [Int128]) {
        columnSums = sums.count == cells.count ? sums : Array(repeating: 0, count: cells.count)
    }

    /// Appends a row for each record at `rows`, and adds what is printed to `sums`.
    /// - Parameters:
    ///   - rows: indexes of records of the chunk, in the order of the rows.
    ///   - joined: for each record of the chunk its index in the joined cells, -1 for none; may be empty when no column
    ///     shows a joined record.
    @inlinable
    public mutating func encode(_ chunk: Chunk<R>, rows: [Int32], joined: [Int32], into out: inout [UInt8]) {
        // Hours are added up in 64 bits, which is fast; an overflow continues in the wide sums.
        var hours = [Int64](repeating: 0, count: cells.count)
        var money = [Int128](repeating: 0, count: cells.count)
        write(chunk, rows: rows, joined: joined, hours: &hours, money: &money, into: &out)
        for column in cells.indices { columnSums[column] += Int128(hours[column]) + money[column] }
    }

    /// Appends a row for each nested record whose parent is at `parents`, in the order of the parents.
    /// - Parameters:
    ///   - nested: the records of one list field of `chunk`.
    ///   - parents: indexes of records of the chunk.
    /// - Returns: how many rows that were.
    @discardableResult
    @inlinable
    public mutating func encode<P>(
        _ nested: Nested<R>, of chunk: Chunk<P>, parents: [Int32], into out: inout [UInt8]
    ) -> Int {
        var rows: [Int32] = []
        for parent in parents {
            for row in nested.rows(of: Int(parent)) { rows.append(Int32(truncatingIfNeeded: row)) }
        }
        var hours = [Int64](repeating: 0, count: cells.count)
        var money = [Int128](repeating: 0, count: cells.count)
        write(
            nested.records.span, bytes: chunk.bytes.span, decoded: chunk.decoded.span, rows: rows, joined: [],
            hours: &hours,
            money: &money,
            into: &out)
        for column in cells.indices { columnSums[column] += Int128(hours[column]) + money[column] }
        return rows.count
    }

    @inlinable
    func write(
        _ chunk: Chunk<R>, rows: [Int32], joined: [Int32], hours: inout [Int64], money: inout [Int128],
        into out: inout [UInt8]
    ) {
        write(
            chunk.records.span, bytes: chunk.bytes.span, decoded: chunk.decoded.span, rows: rows, joined: joined,
            hours: &hours,
            money: &money,
            into: &out)
    }

    @inlinable
    func write(
        _ records: Span<R>, bytes: Span<UInt8>, decoded: Span<UInt8>, rows: [Int32], joined: [Int32],
        hours: inout [Int64], money: inout [Int128], into out: inout [UInt8]
    ) {
        let bound = rows.count * fixedBound + textColumns * (2 * (bytes.count + decoded.count) + 3 * rows.count)
        let writer = RowWriter<R>(
            dialect: dialect, rounding: rounding, cells: cells.span, cellBytes: cellBytes.span,
            cellStarts: cellStarts.span,
            bytes: bytes, decoded: decoded)
        out.append(addingCapacity: bound) { (span: inout OutputSpan<UInt8>) in
            var hourSums = hours.mutableSpan
            var moneySums = money.mutableSpan
            for row in rows {
                let index = Int(row)
                writer.write(
                    records[index], Int(joined.isEmpty ? -1 : joined[index]), hours: &hourSums, money: &moneySums,
                    to: &span)
            }
        }
    }
}

/// Writes the rows of one chunk; borrows everything it reads.
@usableFromInline
struct RowWriter<R: Record>: ~Escapable {
    @usableFromInline let dialect: CSVDialect
    @usableFromInline let rounding: Rounding
    @usableFromInline let cells: Span<CSVRecordEncoder<R>.Cell>
    @usableFromInline let cellBytes: Span<UInt8>
    @usableFromInline let cellStarts: Span<Int>
    @usableFromInline let bytes: Span<UInt8>
    @usableFromInline let decoded: Span<UInt8>

    @_lifetime(copy cells, copy cellBytes, copy cellStarts, copy bytes, copy decoded)
    @inlinable
    init(
        dialect: CSVDialect, rounding: Rounding, cells: Span<CSVRecordEncoder<R>.Cell>, cellBytes: Span<UInt8>,
        cellStarts: Span<Int>,
        bytes: Span<UInt8>, decoded: Span<UInt8>
    ) {
        self.dialect = dialect
        self.rounding = rounding
        self.cells = cells
        self.cellBytes = cellBytes
        self.cellStarts = cellStarts
        self.bytes = bytes
        self.decoded = decoded
    }

    @inlinable
    func write(
        _ record: R, _ joined: Int, hours: inout MutableSpan<Int64>, money: inout MutableSpan<Int128>,
        to out: inout OutputSpan<UInt8>
    ) {
        for column in cells.indices {
            if column > 0 { out.append(dialect.delimiter) }
            switch cells[column] {
            case .joined(let first):
                if joined >= 0 { appendReady(first + joined, to: &out) }
            case .choice(let first, let slot):
                if let index = slot.value(in: record) { appendReady(first + index, to: &out) }
            case .integer(let slot):
                if let value = slot.value(in: record) { appendInteger(value, to: &out) }
            case .key(let slot):
                if let value = slot.value(in: record) { appendKey(value, to: &out) }
            case .decimal(let slot, let places):
                if let value = slot.value(in: record) {
                    if case .exact = places {
                        appendShortDecimal(nano: value.nano, point: dialect.decimalPoint, to: &out)
                    } else {
                        appendDecimal(nano: value.nano, places, point: dialect.decimalPoint, to: &out)
                    }
                }
            case .hours(let slot, let places):
                if let value = slot.value(in: record) {
                    let printed = printedValue(value.nano, places, rounding: rounding)
                    let (sum, overflow) = hours[column].addingReportingOverflow(printed)
                    if overflow { money[column] += Int128(hours[column]) }
                    hours[column] = overflow ? printed : sum
                    appendDecimal(nano: printed, places, point: dialect.decimalPoint, to: &out)
                }
            case .money(let slot, let places):
                if let value = slot.value(in: record) {
                    let printed = printedValue(value.nano, places, rounding: rounding)
                    money[column] += printed
                    appendDecimal(nano: printed, places, point: dialect.decimalPoint, to: &out)
                }
            case .date(let slot): slot.value(in: record)?.write(to: &out)
            case .instant(let slot): slot.value(in: record)?.write(to: &out)
            case .empty: break
            case .flag(let slot): if let value = slot.value(in: record) { appendFlag(value, to: &out) }
            case .text(let slot):
                if let slice = slot.value(in: record) {
                    let range = slice.start..<(slice.start + slice.count)
                    if slice.isDecoded {
                        dialect.appendText(decoded, range, to: &out)
                    } else {
                        dialect.appendText(bytes, range, to: &out)
                    }
                }
            }
        }
        out.append(0x0D)
        out.append(0x0A)
    }

    @usableFromInline
    func appendKey(_ value: Int64, to out: inout OutputSpan<UInt8>) {
        if value.isTextKey {
            for byte in dialect.cell(value.keyText) { out.append(byte) }
        } else {
            appendInteger(value, to: &out)
        }
    }

    @inlinable
    func appendFlag(_ value: Bool, to out: inout OutputSpan<UInt8>) {
        for byte in (value ? "true" : "false").utf8 { out.append(byte) }
    }

    @inlinable @inline(__always)
    func appendReady(_ cell: Int, to out: inout OutputSpan<UInt8>) {
        appendBytes(cellBytes, cellStarts[cell]..<cellStarts[cell + 1], to: &out)
    }
}

/// The value that is printed with so many decimals.
@inlinable
func printedValue(_ nano: Int64, _ places: DecimalPlaces, rounding: Rounding) -> Int64 {
    guard case .fixed(let digits) = places, digits < 9 else { return nano }
    guard rounding == .halfUp else { return Int64(rounded(nano: Int128(nano), toDigits: digits, rounding)) }
    let magnitude = magnitudeRounded(nano.magnitude, toDigits: digits)
    return nano < 0 ? -Int64(magnitude) : Int64(magnitude)
}

@usableFromInline
func printedValue(_ nano: Int128, _ places: DecimalPlaces, rounding: Rounding) -> Int128 {
    guard case .fixed(let digits) = places else { return nano }
    return rounded(nano: nano, toDigits: digits, rounding)
}
