internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs

/// Rows of a dataset's records, or of the elements of one of their lists.
enum DatasetEncoder<R: Record>: Sendable {
    case records(CSVRecordEncoder<R>)
    case list(ListCSVEncoder<R>)

    func header() -> [UInt8] {
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
    mutating func encode(_ chunk: Chunk<R>, rows: [Int32], joined: [Int32], into out: inout [UInt8]) -> Int {
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
    var sums: [Int: Int128] {
        let (columns, sums) =
            switch self {
            case .records(let encoder): (encoder.summedColumns, encoder.sums)
            case .list(let encoder): (encoder.summedColumns, encoder.sums)
            }
        return columns.reduce(into: [:]) { $0[$1.index] = sums[$1.index] }
    }

    mutating func restore(_ recorded: [Int: Int128]) {
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

/// The exported records of a dataset, or the elements of one of their lists, as CSV.
actor DatasetCSVWriter<R: Record>: PartWriter {
    nonisolated let name: String
    private var part: Part
    private var encoder: DatasetEncoder<R>
    private var buffer: [UInt8] = []
    private var rows: [Int32] = []

    init(folder: String, name: String, encoder: DatasetEncoder<R>) {
        self.name = name
        self.encoder = encoder
        part = Part(folder: folder, name: name)
    }

    func open(at mark: PartMark?) throws {
        try part.open(at: mark)
        encoder.restore(mark?.columnSums ?? [:])
        if mark == nil { try part.append(encoder.header().span) }
    }

    func write(_ checked: Checked<R>, from first: Int) throws {
        rows.removeAll(keepingCapacity: true)
        for index in first..<checked.verdicts.count where checked.verdicts[index] == .exported {
            rows.append(Int32(truncatingIfNeeded: index))
        }
        guard !rows.isEmpty else { return }
        buffer.removeAll(keepingCapacity: true)
        part.rows += encoder.encode(checked.chunk, rows: rows, joined: checked.joined, into: &buffer)
        try part.append(buffer.span)
    }

    func finish(_ notes: [ExceptionNote]) throws {}

    func checkpoint() throws -> PartMark {
        try part.mark(sums: encoder.sums.reduce(into: [:]) { $0["\($1.key)"] = String($1.value) })
    }

    func close() throws { try part.close() }
}
