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
    private var rows: RecordRows

    /// Prepares the columns once; sums start at 0.
    /// - Parameter rounding: how hours and money finer than their column are rounded.
    public init(dialect: CSVDialect, columns: [CSVColumn<R>], rounding: Rounding = .halfUp) {
        rows = RecordRows(dialect: dialect, columns: columns, rounding: rounding)
    }

    /// The byte order mark, if the dialect has one, and the heading row.
    public func header() -> [UInt8] { rows.header() }

    /// For each column the sum of its printed numbers in billionths; 0 for columns that aren't summed.
    public var sums: [Int128] { rows.sums }
    /// Indexes and headings of the columns that are summed: those of hours and amounts.
    public var summedColumns: [(index: Int, heading: String)] { rows.summedColumns }
    /// Goes on from sums that were recorded.
    public mutating func restore(sums: [Int128]) { rows.restore(sums: sums) }

    /// Appends a row for each record at `rows`, and adds what is printed to `sums`.
    /// - Parameters:
    ///   - rows: indexes of records of the chunk, in the order of the rows.
    ///   - joined: for each record of the chunk its index in the joined cells, -1 for none; may be empty when no column
    ///     shows a joined record.
    public mutating func encode(_ chunk: Chunk<R>, rows indexes: [Int32], joined: [Int32], into out: inout [UInt8]) {
        rows.encode(
            unsafe chunk.records.span.bytes, size: MemoryLayout<R>.size, stride: MemoryLayout<R>.stride,
            bytes: chunk.bytes.span, decoded: chunk.decoded.span, rows: indexes, joined: joined, into: &out)
    }

    /// Appends a row for each nested record whose parent is at `parents`, in the order of the parents.
    /// - Parameters:
    ///   - nested: the records of one list field of `chunk`.
    ///   - parents: indexes of records of the chunk.
    /// - Returns: how many rows that were.
    @discardableResult
    public mutating func encode<P>(
        _ nested: Nested<R>, of chunk: Chunk<P>, parents: [Int32], into out: inout [UInt8]
    ) -> Int {
        var indexes: [Int32] = []
        for parent in parents {
            for row in nested.rows(of: Int(parent)) { indexes.append(Int32(truncatingIfNeeded: row)) }
        }
        rows.encode(
            unsafe nested.records.span.bytes, size: MemoryLayout<R>.size, stride: MemoryLayout<R>.stride,
            bytes: chunk.bytes.span, decoded: chunk.decoded.span, rows: indexes, joined: [], into: &out)
        return indexes.count
    }
}
