package import GantryConnectors
package import GantryFormats
package import GantryModel

/// Rows of a dataset's records, or of the elements of one of their lists.
package enum DatasetEncoder<R: Record>: Sendable {
    case records(CSVRecordEncoder<R>)
    case list(ListCSVEncoder<R>)

    package func header() -> [UInt8] {
        switch self {
        case .records(let encoder): encoder.header()
        case .list(let encoder): encoder.header()
        }
    }

    /// Appends the rows of the records at `rows`.
    /// - Parameter joined: for each record of the chunk the place of its joined record, or -1; empty where nothing is
    ///   joined.
    /// - Returns: how many rows that were.
    @discardableResult
    package mutating func encode(_ chunk: Chunk<R>, rows: [Int32], joined: [Int32], into out: inout [UInt8]) -> Int {
        switch self {
        case .records(var encoder):
            encoder.encode(chunk, rows: rows, joined: joined, into: &out)
            self = .records(encoder)
            return rows.count
        case .list(var encoder):
            let count = encoder.encode(chunk, rows: rows, into: &out)
            self = .list(encoder)
            return count
        }
    }

    /// Sums of printed columns in billionths, by index.
    package var sums: [Int: Int128] {
        let (columns, sums) =
            switch self {
            case .records(let encoder): (encoder.summedColumns, encoder.sums)
            case .list(let encoder): (encoder.summedColumns, encoder.sums)
            }
        return columns.reduce(into: [:]) { $0[$1.index] = sums[$1.index] }
    }

    package mutating func restore(_ recorded: [Int: Int128]) {
        switch self {
        case .records(var encoder):
            encoder.restore(sums: encoder.sums.indices.map { recorded[$0] ?? 0 })
            self = .records(encoder)
        case .list(var encoder):
            encoder.restore(sums: encoder.sums.indices.map { recorded[$0] ?? 0 })
            self = .list(encoder)
        }
    }
}

extension DatasetEncoder {
    /// The rows of an output; `nil` if the type has no such list, which reading the pipeline file has ruled out.
    ///
    /// - Parameters:
    ///   - fields: those of the records.
    ///   - dialect: the default is that of the output.
    ///   - joined: the records that columns show something of.
    package init?(
        _ output: Output, of fields: [Field<R>], dialect: CSVDialect? = nil, joined: JoinedRecords<R>?
    ) {
        let dialect = dialect ?? output.dialect
        guard let list = output.list else {
            let columns = output.columns.compactMap {
                CSVColumn<R>($0, of: fields, dialect: dialect) { joined?.values[$0] ?? [] }
            }
            self = .records(CSVRecordEncoder(dialect: dialect, columns: columns))
            return
        }
        let columns = output.columns.map {
            ListCSVEncoder<R>.Column(field: $0.field.name, heading: $0.heading, places: $0.decimals ?? .exact)
        }
        guard let encoder = ListCSVEncoder<R>(list: list, of: fields, columns: columns, dialect: dialect) else {
            return nil
        }
        self = .list(encoder)
    }
}
