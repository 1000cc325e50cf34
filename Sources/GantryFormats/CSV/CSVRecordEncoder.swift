public import GantryModel

/// One column of a CSV file of records.
public struct CSVColumn<R: Record>: Sendable {
    public enum Source: Sendable {
        /// A field of the record; quantities with this many decimals.
        case field(FieldAccess<R>, DecimalPlaces)
        /// Ready cells, one per joined record; a record without one leaves the cell empty.
        case joined([[UInt8]])
    }

    public let heading: String
    public let source: Source

    public init(heading: String, source: Source) {
        self.heading = heading
        self.source = source
    }
}

/// Turns records into CSV rows in a buffer that is reused from chunk to chunk, and sums what it prints.
public struct CSVRecordEncoder<R: Record>: Sendable {
    @usableFromInline let dialect: CSVDialect
    @usableFromInline let columns: [CSVColumn<R>]
    /// Bytes a row needs at most besides its texts.
    @usableFromInline let fixedBound: Int
    @usableFromInline let textColumns: Int
    /// For each column the sum of its printed numbers in billionths; 0 for columns that aren't summed.
    public var sums: [Int128] { columnSums }
    @usableFromInline var columnSums: [Int128]
    @usableFromInline var chunkSums: [Int64]

    public init(dialect: CSVDialect, columns: [CSVColumn<R>]) {
        self.dialect = dialect
        self.columns = columns
        columnSums = Array(repeating: 0, count: columns.count)
        chunkSums = Array(repeating: 0, count: columns.count)
        var bound = 2
        var texts = 0
        for column in columns {
            switch column.source {
            case .field(.text, _): texts += 1
            case .field(.choice(let names, _, _), _): bound += names.map(\.utf8.count).max() ?? 0
            case .field: bound += 56
            case .joined(let cells): bound += cells.map(\.count).max() ?? 0
            }
            bound += 4
        }
        fixedBound = bound
        textColumns = texts
    }

    /// The byte order mark, where the dialect has one, and the heading row.
    public func header() -> [UInt8] {
        var bytes: [UInt8] = dialect.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
        for (index, column) in columns.enumerated() {
            if index > 0 { bytes.append(dialect.delimiter) }
            bytes += dialect.cell(column.heading)
        }
        return bytes + [0x0D, 0x0A]
    }

    /// Indexes and headings of the columns that are summed: those of hours and amounts.
    public var summedColumns: [(index: Int, heading: String)] {
        columns.enumerated().compactMap { index, column in
            switch column.source {
            case .field(.hours, _), .field(.money, _): (index, column.heading)
            default: nil
            }
        }
    }

    /// Goes on from sums that were recorded.
    public mutating func restore(sums: [Int128]) {
        columnSums = sums.count == columns.count ? sums : Array(repeating: 0, count: columns.count)
    }

    /// Appends a row for each record at `rows`.
    /// - Parameter joined: for each record of the chunk its index in the joined cells, -1 for none.
    @inlinable
    public mutating func encode(_ chunk: Chunk<R>, rows: [Int32], joined: [Int32], into out: inout [UInt8]) {
        let bound = rows.count * fixedBound + textColumns * (2 * (chunk.bytes.count + chunk.decoded.count) + 3 * rows.count)
        let bytes = chunk.bytes.span
        let decoded = chunk.decoded.span
        out.append(addingCapacity: bound) { (span: inout OutputSpan<UInt8>) in
            for row in rows {
                let index = Int(row)
                append(chunk.records[index], Int(joined.isEmpty ? -1 : joined[index]), bytes, decoded, to: &span)
            }
        }
        for column in columns.indices where chunkSums[column] != 0 {
            columnSums[column] += Int128(chunkSums[column])
            chunkSums[column] = 0
        }
    }

    @inlinable
    mutating func append(
        _ record: R, _ joined: Int, _ bytes: Span<UInt8>, _ decoded: Span<UInt8>, to out: inout OutputSpan<UInt8>
    ) {
        for column in columns.indices {
            if column > 0 { out.append(dialect.delimiter) }
            switch columns[column].source {
            case .joined(let cells):
                if joined >= 0 {
                    let cell = cells[joined]
                    appendBytes(cell.span, 0..<cell.count, to: &out)
                }
            case .field(let access, let places):
                switch access {
                case .integer(_, let get, _):
                    if let value = get(record) { appendInteger(value, to: &out) }
                case .hours(let get, _):
                    if let value = get(record) {
                        chunkSums[column] &+= printedValue(value.nano, places)
                        appendDecimal(nano: value.nano, places, point: dialect.decimalPoint, to: &out)
                    }
                case .money(let get, _):
                    if let value = get(record) {
                        columnSums[column] += printedValue(value.nano, places)
                        appendDecimal(nano: value.nano, places, point: dialect.decimalPoint, to: &out)
                    }
                case .date(let get, _): get(record)?.write(to: &out)
                case .instant(let get, _): get(record)?.write(to: &out)
                case .choice(let names, let get, _):
                    if let index = get(record) {
                        for byte in names[index].utf8 { out.append(byte) }
                    }
                case .text(let get, _):
                    if let slice = get(record) {
                        let range = slice.start..<(slice.start + slice.count)
                        if slice.isDecoded {
                            dialect.appendText(decoded, range, to: &out)
                        } else {
                            dialect.appendText(bytes, range, to: &out)
                        }
                    }
                }
            }
        }
        out.append(0x0D)
        out.append(0x0A)
    }
}

/// The value that is printed with so many decimals.
@inlinable
func printedValue(_ nano: Int64, _ places: DecimalPlaces) -> Int64 {
    guard case .fixed(let digits) = places, digits < 9 else { return nano }
    var unit: Int64 = 1
    for _ in 0..<(9 - max(digits, 0)) { unit *= 10 }
    let magnitude = (nano.magnitude + UInt64(unit / 2)) / UInt64(unit) * UInt64(unit)
    return nano < 0 ? -Int64(magnitude) : Int64(magnitude)
}

@usableFromInline
func printedValue(_ nano: Int128, _ places: DecimalPlaces) -> Int128 {
    guard case .fixed(let digits) = places else { return nano }
    return rounded(nano: nano, toDigits: digits, .halfUp)
}
