public import GantryModel

/// Turns the records of one list field into CSV rows: a leave's approvals, one row each.
public struct ListCSVEncoder<R: Record>: Sendable {
    /// A column: a field of the list's elements.
    public struct Column: Sendable {
        /// The field's name in the elements of the list.
        public let field: String
        /// The cell of the heading row.
        public let heading: String
        /// For quantities.
        public let places: DecimalPlaces

        /// A column whose quantities are exact unless `places` says otherwise.
        public init(field: String, heading: String, places: DecimalPlaces = .exact) {
            self.field = field
            self.heading = heading
            self.places = places
        }
    }

    private let place: Int
    private var rows: any NestedRowEncoding

    /// - Parameters:
    ///   - list: the name of a list field among these.
    ///   - fields: those of the records.
    /// - Returns: `nil` if the list doesn't exist, or a column names a field that its elements don't have.
    public init?(list: String, of fields: [Field<R>], columns: [Column], dialect: CSVDialect) {
        var place = 0
        for field in fields {
            guard let nested = field.access.nestedList else { continue }
            if field.name == list {
                guard let rows = makeRows(of: nested.child, columns, dialect) else { return nil }
                self.rows = rows
                self.place = place
                return
            }
            place += 1
        }
        return nil

        func makeRows<Shape: NestedShape>(
            of child: Shape, _ columns: [Column], _ dialect: CSVDialect
        ) -> (any NestedRowEncoding)? {
            let fields = child.shape.fields
            var found: [CSVColumn<Shape.Child>] = []
            for column in columns {
                guard let field = fields.first(where: { $0.name == column.field }) else { return nil }
                found.append(CSVColumn(heading: column.heading, source: .field(field.access, column.places)))
            }
            return CSVRecordEncoder<Shape.Child>(dialect: dialect, columns: found)
        }
    }

    /// The byte order mark, if the dialect has one, and the heading row.
    public func header() -> [UInt8] { rows.header() }

    /// Appends a row for each element of the list in each record at `rows`, in their order.
    /// - Returns: how many rows that were.
    @discardableResult
    public mutating func encode(_ chunk: Chunk<R>, rows parents: [Int32], into out: inout [UInt8]) -> Int {
        guard place < chunk.nested.count else { return 0 }
        return rows.encode(chunk.nested[place], of: chunk, parents: parents, into: &out)
    }

    /// For each column the sum of its printed numbers in billionths; 0 for columns that aren't summed.
    public var sums: [Int128] { rows.sums }
    /// Indexes and headings of the columns that are summed.
    public var summedColumns: [(index: Int, heading: String)] { rows.summedColumns }
    /// Goes on from sums that were recorded.
    public mutating func restore(sums: [Int128]) { rows.restore(sums: sums) }
}

/// A `CSVRecordEncoder` of some record type.
protocol NestedRowEncoding: Sendable {
    func header() -> [UInt8]
    mutating func encode<P>(
        _ nested: any NestedRows, of chunk: Chunk<P>, parents: [Int32], into out: inout [UInt8]
    ) -> Int
    var sums: [Int128] { get }
    var summedColumns: [(index: Int, heading: String)] { get }
    mutating func restore(sums: [Int128])
}

extension CSVRecordEncoder: NestedRowEncoding {
    mutating func encode<P>(
        _ nested: any NestedRows, of chunk: Chunk<P>, parents: [Int32], into out: inout [UInt8]
    ) -> Int {
        guard let nested = nested as? Nested<R> else { return 0 }
        return encode(nested, of: chunk, parents: parents, into: &out)
    }
}
