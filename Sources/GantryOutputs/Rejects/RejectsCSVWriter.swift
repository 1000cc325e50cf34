package import GantryEngine
package import GantryFormats
package import GantryModel

package enum RejectsColumns {
    package static let headings = ["record", "field", "found", "expected"]
}

/// The records that can't be used, as CSV, with what was found and expected; past `Reject.mostDetailed` one line counts
/// the rest.
package actor RejectsCSVWriter<R: Record>: PartWriter {
    package nonisolated let name: String
    private var part: Part
    private var table: CSVTable
    private var unlisted = 0
    private let unlistedSum = "unlisted"

    package init(folder: String, name: String, dialect: CSVDialect) {
        self.name = name
        part = Part(folder: folder, name: name)
        table = CSVTable(dialect: dialect)
    }

    package func open(at mark: FileCheckpoint?) throws {
        try part.open(at: mark)
        unlisted = mark?.sums[unlistedSum].flatMap { Int($0) } ?? 0
        guard mark == nil else { return }
        table.appendHeader(RejectsColumns.headings)
        try part.append(table.take().span)
    }

    package func write(_ checked: Checked<R>, from first: Int) throws {
        let all = checked.chunk.rejects.filter { $0.index >= first && !$0.isLeftOut }
        guard !all.isEmpty else { return }
        let rejects = all.prefix(max(Reject.mostDetailed - part.rows, 0))
        for reject in rejects {
            // The place in the whole batch, from 1: it doesn't depend on how the server cuts pages.
            table.append([
                .integer(Int64(checked.chunk.firstOrdinal + reject.index + 1)), .text(reject.field),
                .text(reject.found),
                .text(reject.expected),
            ])
        }
        part.rows += rejects.count
        unlisted += all.count - rejects.count
        try part.append(table.take().span)
    }

    package func finish(_ notes: [ExceptionNote]) throws {
        guard unlisted > 0 else { return }
        table.append([
            .empty, .empty, .text("\(counted(unlisted, "more record")) that can't be used"),
            .text("only the first \(part.rows) are listed"),
        ])
        part.rows += 1
        try part.append(table.take().span)
    }

    package func checkpoint() throws -> FileCheckpoint {
        try part.mark(sums: unlisted > 0 ? [unlistedSum: String(unlisted)] : [:])
    }
    package func close() throws { try part.close() }
}
