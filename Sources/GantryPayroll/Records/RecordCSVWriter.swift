package import GantryConnectors
package import GantryEngine
package import GantryFormats
package import GantryModel
internal import GantryOutputs

/// The records that are exported, as CSV.
package actor RecordCSVWriter: PartWriter {
    package nonisolated let name: String
    private var part: Part
    private var encoder: CSVRecordEncoder<WorkEntry>
    private var buffer: [UInt8] = []
    private var rows: [Int32] = []

    package init(
        folder: String, name: String, dialect: CSVDialect, columns: [CSVColumn<WorkEntry>], rounding: Rounding
    ) {
        self.name = name
        part = Part(folder: folder, name: name)
        encoder = CSVRecordEncoder(dialect: dialect, columns: columns, rounding: rounding)
    }

    package func open(at mark: FileCheckpoint?) throws {
        try part.open(at: mark)
        var sums = [Int128](repeating: 0, count: encoder.sums.count)
        for (index, _) in encoder.summedColumns { sums[index] = mark?.sums["\(index)"].flatMap { Int128($0) } ?? 0 }
        encoder.restore(sums: sums)
        if mark == nil { try part.append(encoder.header().span) }
    }

    package func write(_ checked: Checked<WorkEntry>, from first: Int) throws {
        rows.removeAll(keepingCapacity: true)
        for index in first..<checked.verdicts.count where checked.verdicts[index] == .exported {
            rows.append(Int32(truncatingIfNeeded: index))
        }
        guard !rows.isEmpty else { return }
        buffer.removeAll(keepingCapacity: true)
        encoder.encode(checked.chunk, rows: rows, joined: checked.joined, into: &buffer)
        try part.append(buffer.span)
        part.rows += rows.count
    }

    package func finish(_ notes: [ExceptionNote]) throws {}

    package func checkpoint() throws -> FileCheckpoint {
        var sums: [String: String] = [:]
        for (index, _) in encoder.summedColumns { sums["\(index)"] = String(encoder.sums[index]) }
        return try part.mark(sums: sums)
    }

    package func close() throws { try part.close() }
}
