import GantryModel

/// The rows of a ``CSVRecordEncoder``. It knows where in a record its fields are, and not the record's type, so one
/// compiled loop serves all.
struct RecordRows: Sendable {
    /// A column as rows are written from it: slots and numbers only, so that nothing is called per cell.
    enum Cell: Sendable {
        /// A ready cell; the number is where the column's cells begin in `cellStarts`.
        case joined(Int)
        case choice(Int, FieldPlace<Int>)
        case integer(FieldPlace<Int64>)
        case key(FieldPlace<Int64>)
        case decimal(FieldPlace<Decimal9>, DecimalPlaces)
        case hours(FieldPlace<Hours>, DecimalPlaces)
        case money(FieldPlace<Money>, DecimalPlaces)
        case date(FieldPlace<CivilDate>)
        case instant(FieldPlace<Instant>)
        case flag(FieldPlace<Bool>)
        case text(FieldPlace<TextSlice>)
        /// Of a field that has rows of its own.
        case empty
    }

    let dialect: CSVDialect
    let rounding: Rounding
    private let headings: [String]
    let cells: [Cell]
    /// The bytes of all ready cells, one after the other, and where each starts; one more start ends the last.
    let cellBytes: [UInt8]
    let cellStarts: [Int]
    /// Bytes a row needs at most besides its texts.
    let fixedBound: Int
    let textColumns: Int
    /// For each column the sum of its printed numbers in billionths; 0 for columns that aren't summed.
    private(set) var sums: [Int128]

    /// Prepares the columns once; sums start at 0.
    /// - Parameter rounding: how hours and money finer than their column are rounded.
    init<R: Record>(dialect: CSVDialect, columns: [CSVColumn<R>], rounding: Rounding) {
        self.dialect = dialect
        self.rounding = rounding
        headings = columns.map(\.heading)
        sums = Array(repeating: 0, count: columns.count)
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
                cells.append(.key(slot.place))
                bound += 2 * TextKeys.longest + 3
            case .field(.choice(let names, let slot, _), _):
                cells.append(.choice(add(names.map { Array($0.utf8) }), slot.place))
            case .field(.integer(_, let slot), _): cells.append(.integer(slot.place))
            case .field(.decimal(_, let slot), let places): cells.append(.decimal(slot.place, places))
            case .field(.hours(let slot, _), let places): cells.append(.hours(slot.place, places))
            case .field(.money(let slot), let places): cells.append(.money(slot.place, places))
            case .field(.date(let slot, _, _), _): cells.append(.date(slot.place))
            case .field(.instant(let slot), _): cells.append(.instant(slot.place))
            case .field(.flag(let slot), _): cells.append(.flag(slot.place))
            case .field(.list, _): cells.append(.empty)
            case .field(.text(let slot), _), .field(.link(let slot, _), _):
                cells.append(.text(slot.place))
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
    func header() -> [UInt8] {
        var bytes: [UInt8] = dialect.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
        for (index, heading) in headings.enumerated() {
            if index > 0 { bytes.append(dialect.delimiter) }
            bytes += dialect.cell(heading)
        }
        return bytes + [0x0D, 0x0A]
    }

    /// Indexes and headings of the columns that are summed: those of hours and amounts.
    var summedColumns: [(index: Int, heading: String)] {
        cells.enumerated().compactMap { index, cell in
            switch cell {
            case .hours, .money: (index, headings[index])
            default: nil
            }
        }
    }

    /// Goes on from sums that were recorded.
    mutating func restore(sums: [Int128]) {
        self.sums = sums.count == cells.count ? sums : Array(repeating: 0, count: cells.count)
    }

    /// Appends a row for each record at `rows`, and adds what is printed to `sums`.
    /// - Parameters:
    ///   - records: the records' memory: `size` bytes every `stride` bytes.
    ///   - bytes: where texts are, as in ``Chunk``; so is `decoded`.
    ///   - rows: indexes of records, in the order of the rows.
    ///   - joined: for each record its index in the joined cells, -1 for none; may be empty.
    mutating func encode(
        _ records: RawSpan, size: Int, stride: Int, bytes: Span<UInt8>, decoded: Span<UInt8>, rows: [Int32],
        joined: [Int32],
        into out: inout [UInt8]
    ) {
        // Hours are added up in 64 bits, which is fast; an overflow continues in the wide sums.
        var hours = [Int64](repeating: 0, count: cells.count)
        var money = [Int128](repeating: 0, count: cells.count)
        let bound = rows.count * fixedBound + textColumns * (2 * (bytes.count + decoded.count) + 3 * rows.count)
        out.append(addingCapacity: bound) { (span: inout OutputSpan<UInt8>) in
            let writer = RowWriter(
                dialect: dialect, rounding: rounding, cells: cells.span, cellBytes: cellBytes.span,
                cellStarts: cellStarts.span, bytes: bytes, decoded: decoded)
            var hourSums = hours.mutableSpan
            var moneySums = money.mutableSpan
            for row in rows {
                let index = Int(row)
                writer.write(
                    records.extracting(index * stride..<index * stride + size),
                    Int(joined.isEmpty ? -1 : joined[index]),
                    hours: &hourSums, money: &moneySums, to: &span)
            }
        }
        for column in cells.indices { sums[column] += Int128(hours[column]) + money[column] }
    }
}

/// Writes the rows of one chunk; borrows everything it reads.
private struct RowWriter: ~Escapable {
    let dialect: CSVDialect
    let rounding: Rounding
    let cells: Span<RecordRows.Cell>
    let cellBytes: Span<UInt8>
    let cellStarts: Span<Int>
    let bytes: Span<UInt8>
    let decoded: Span<UInt8>

    @_lifetime(copy cells, copy cellBytes, copy cellStarts, copy bytes, copy decoded)
    init(
        dialect: CSVDialect, rounding: Rounding, cells: Span<RecordRows.Cell>, cellBytes: Span<UInt8>,
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

    func write(
        _ record: RawSpan, _ joined: Int, hours: inout MutableSpan<Int64>, money: inout MutableSpan<Int128>,
        to out: inout OutputSpan<UInt8>
    ) {
        for column in cells.indices {
            if column > 0 { out.append(dialect.delimiter) }
            switch cells[column] {
            case .joined(let first):
                if joined >= 0 { appendReady(first + joined, to: &out) }
            case .choice(let first, let place):
                if let index = place.value(in: record) { appendReady(first + index, to: &out) }
            case .integer(let place):
                if let value = place.value(in: record) { appendInteger(value, to: &out) }
            case .key(let place):
                if let value = place.value(in: record) { appendKey(value, to: &out) }
            case .decimal(let place, let places):
                if let value = place.value(in: record) {
                    if case .exact = places {
                        appendShortDecimal(nano: value.nano, point: dialect.decimalPoint, to: &out)
                    } else {
                        appendDecimal(nano: value.nano, places, point: dialect.decimalPoint, to: &out)
                    }
                }
            case .hours(let place, let places):
                if let value = place.value(in: record) {
                    let printed = printedValue(value.nano, places, rounding: rounding)
                    let (sum, overflow) = hours[column].addingReportingOverflow(printed)
                    if overflow { money[column] += Int128(hours[column]) }
                    hours[column] = overflow ? printed : sum
                    appendDecimal(nano: printed, places, point: dialect.decimalPoint, to: &out)
                }
            case .money(let place, let places):
                if let value = place.value(in: record) {
                    let printed = printedValue(value.nano, places, rounding: rounding)
                    money[column] += printed
                    appendDecimal(nano: printed, places, point: dialect.decimalPoint, to: &out)
                }
            case .date(let place): place.value(in: record)?.write(to: &out)
            case .instant(let place): place.value(in: record)?.write(to: &out)
            case .empty: break
            case .flag(let place): if let value = place.value(in: record) { appendFlag(value, to: &out) }
            case .text(let place):
                if let slice = place.value(in: record) {
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

    func appendKey(_ value: Int64, to out: inout OutputSpan<UInt8>) {
        if value.isTextKey {
            for byte in dialect.cell(value.keyText) { out.append(byte) }
        } else {
            appendInteger(value, to: &out)
        }
    }

    func appendFlag(_ value: Bool, to out: inout OutputSpan<UInt8>) {
        for byte in (value ? "true" : "false").utf8 { out.append(byte) }
    }

    @inline(__always)
    func appendReady(_ cell: Int, to out: inout OutputSpan<UInt8>) {
        appendBytes(cellBytes, cellStarts[cell]..<cellStarts[cell + 1], to: &out)
    }
}

/// The value that is printed with so many decimals.
func printedValue(_ nano: Int64, _ places: DecimalPlaces, rounding: Rounding) -> Int64 {
    guard case .fixed(let digits) = places, digits < 9 else { return nano }
    guard rounding == .halfUp else { return Int64(rounded(nano: Int128(nano), toDigits: digits, rounding)) }
    let magnitude = magnitudeRounded(nano.magnitude, toDigits: digits)
    return nano < 0 ? -Int64(magnitude) : Int64(magnitude)
}

func printedValue(_ nano: Int128, _ places: DecimalPlaces, rounding: Rounding) -> Int128 {
    guard case .fixed(let digits) = places else { return nano }
    return rounded(nano: nano, toDigits: digits, rounding)
}
