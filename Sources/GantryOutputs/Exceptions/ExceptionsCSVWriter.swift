package import GantryEngine
package import GantryFormats
package import GantryModel

/// Everything that someone should check, as CSV: records in the source's order, then whole days by employee.
package actor ExceptionsCSVWriter<R: Record>: PartWriter {
    package nonisolated let name: String
    private var part: Part
    private var table: CSVTable
    private let layout: ExceptionLayout

    package init(folder: String, name: String, dialect: CSVDialect, layout: ExceptionLayout = .payroll) {
        self.name = name
        self.layout = layout
        part = Part(folder: folder, name: name)
        table = CSVTable(dialect: dialect)
    }

    package func open(at mark: FileCheckpoint?) throws {
        try part.open(at: mark)
        guard mark == nil else { return }
        table.appendHeader(layout.headings)
        try part.append(table.take().span)
    }

    package func write(_ checked: Checked<R>, from first: Int) throws {
        let start = checked.chunk.firstOrdinal + first
        try add(checked.exceptions.filter { ($0.ordinal ?? 0) >= start })
    }

    package func finish(_ notes: [ExceptionNote]) throws { try add(notes) }

    private func add(_ notes: [ExceptionNote]) throws {
        guard !notes.isEmpty else { return }
        for note in notes { table.append(layout.cells(note)) }
        part.rows += notes.count
        try part.append(table.take().span)
    }

    package func checkpoint() throws -> FileCheckpoint { try part.mark() }
    package func close() throws { try part.close() }
}
