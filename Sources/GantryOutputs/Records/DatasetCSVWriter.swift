package import GantryEngine
package import GantryModel

/// The exported records of a dataset, or the elements of one of their lists, as CSV.
package actor DatasetCSVWriter<R: Record>: PartWriter {
    package nonisolated let name: String
    private var part: Part
    private var encoder: DatasetEncoder<R>
    private var buffer: [UInt8] = []
    private var rows: [Int32] = []

    package init(folder: String, name: String, encoder: DatasetEncoder<R>) {
        self.name = name
        self.encoder = encoder
        part = Part(folder: folder, name: name)
    }

    package func open(at mark: FileCheckpoint?) throws {
        try part.open(at: mark)
        encoder.restore(mark?.columnSums ?? [:])
        if mark == nil { try part.append(encoder.header().span) }
    }

    package func write(_ checked: Checked<R>, from first: Int) throws {
        rows.removeAll(keepingCapacity: true)
        for index in first..<checked.verdicts.count where checked.verdicts[index] == .exported {
            rows.append(Int32(truncatingIfNeeded: index))
        }
        guard !rows.isEmpty else { return }
        buffer.removeAll(keepingCapacity: true)
        part.rows += encoder.encode(checked.chunk, rows: rows, joined: checked.joined, into: &buffer)
        try part.append(buffer.span)
    }

    package func finish(_ notes: [ExceptionNote]) throws {}

    package func checkpoint() throws -> FileCheckpoint {
        try part.mark(sums: encoder.sums.reduce(into: [:]) { $0["\($1.key)"] = String($1.value) })
    }

    package func close() throws { try part.close() }
}
