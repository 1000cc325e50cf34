internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// How exceptions are laid out.
enum ExceptionLayout: Sendable {
    /// With the entry, the employee and the day.
    case payroll
    /// With the key of the record.
    case dataset

    var headings: [String] {
        switch self {
        case .payroll: ["severity", "rule", "entry_id", "employee_id", "work_date", "found", "expected"]
        case .dataset: ["severity", "rule", "record", "found", "expected"]
        }
    }

    func cells(_ note: ExceptionNote) -> [CSVCell] {
        var cells: [CSVCell] = [.text(note.severity.rawValue), .text(note.rule)]
        switch self {
        case .payroll:
            cells.append(note.recordID.map { .integer($0) } ?? .empty)
            cells.append(note.employeeID.map { .integer($0) } ?? .empty)
            cells.append(note.date.map { .text($0.description) } ?? .empty)
        case .dataset: cells.append(.text(note.recordKey ?? ""))
        }
        cells.append(.text(note.found))
        cells.append(.text(note.expected))
        return cells
    }
}

/// Everything somebody should look at, as CSV: records in the source's order, then whole days by employee.
actor ExceptionsCSVWriter<R: Record>: PartWriter {
    nonisolated let name: String
    private var part: Part
    private var table: CSVTable
    private let layout: ExceptionLayout

    init(folder: String, name: String, dialect: CSVDialect, layout: ExceptionLayout = .payroll) {
        self.name = name
        self.layout = layout
        part = Part(folder: folder, name: name)
        table = CSVTable(dialect: dialect)
    }

    func open(at mark: PartMark?) throws {
        try part.open(at: mark)
        guard mark == nil else { return }
        table.appendHeader(layout.headings)
        try part.append(table.take().span)
    }

    func write(_ checked: Checked<R>, from first: Int) throws {
        let start = checked.chunk.firstOrdinal + first
        try add(checked.exceptions.filter { ($0.ordinal ?? 0) >= start })
    }

    func finish(_ notes: [ExceptionNote]) throws { try add(notes) }

    private func add(_ notes: [ExceptionNote]) throws {
        guard !notes.isEmpty else { return }
        for note in notes { table.append(layout.cells(note)) }
        part.rows += notes.count
        try part.append(table.take().span)
    }

    func checkpoint() throws -> PartMark { try part.mark() }
    func close() throws { try part.close() }
}

enum RejectsColumns {
    static let headings = ["record", "field", "found", "expected"]
}

/// The records that can't be used, as CSV, with what was found and expected; past `Reject.mostDetailed` one line counts
/// the rest.
actor RejectsCSVWriter<R: Record>: PartWriter {
    nonisolated let name: String
    private var part: Part
    private var table: CSVTable
    private var unlisted = 0
    private let unlistedSum = "unlisted"

    init(folder: String, name: String, dialect: CSVDialect) {
        self.name = name
        part = Part(folder: folder, name: name)
        table = CSVTable(dialect: dialect)
    }

    func open(at mark: PartMark?) throws {
        try part.open(at: mark)
        unlisted = mark?.sums[unlistedSum].flatMap { Int($0) } ?? 0
        guard mark == nil else { return }
        table.appendHeader(RejectsColumns.headings)
        try part.append(table.take().span)
    }

    func write(_ checked: Checked<R>, from first: Int) throws {
        let all = checked.chunk.rejects.drop { $0.index < first }
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

    func finish(_ notes: [ExceptionNote]) throws {
        guard unlisted > 0 else { return }
        table.append([
            .empty, .empty, .text("\(unlisted) more records that can't be used"),
            .text("only the first \(part.rows) are listed"),
        ])
        part.rows += 1
        try part.append(table.take().span)
    }

    func checkpoint() throws -> PartMark { try part.mark(sums: unlisted > 0 ? [unlistedSum: String(unlisted)] : [:]) }
    func close() throws { try part.close() }
}

/// The landed records as an archive: in another compression than the landing's, or without those that are excluded.
actor ArchiveWriter<R: Record>: PartWriter {
    nonisolated let name: String
    private var part: Part
    private var framer = LineFramer()
    private let compression: ArchiveCompression
    private var encoder: (any FrameEncoder)?
    private var frame: [UInt8] = []
    private var compressed: [UInt8] = []

    init(folder: String, name: String, compression: ArchiveCompression) {
        self.name = name
        self.compression = compression
        part = Part(folder: folder, name: name)
    }

    func open(at mark: PartMark?) throws {
        encoder = try compression.makeEncoder()
        try part.open(at: mark)
        framer = LineFramer(resumingWith: mark?.tail ?? [])
    }

    func write(_ checked: Checked<R>, from first: Int) throws {
        var next = first
        var records = checked.chunk.ranges
        if checked.verdicts.contains(.excluded) {
            records = records.indices.filter { $0 >= first && checked.verdicts[$0] != .excluded }.map { records[$0] }
            next = 0
        }
        part.rows += records.count - next
        while framer.fill(
            from: checked.chunk.bytes.span, records: records.span, redactions: checked.chunk.redactions, next: &next)
        { try writeFrame() }
    }

    private func writeFrame() throws {
        frame = framer.takeFrame(recycling: frame)
        compressed.removeAll(keepingCapacity: true)
        try encoder?.encode(frame.span, appendingTo: &compressed)
        try part.append(compressed.span)
    }

    func finish(_ notes: [ExceptionNote]) throws {
        if !framer.tail.isEmpty || part.isEmpty { try writeFrame() }
    }

    func checkpoint() throws -> PartMark { try part.mark(tail: framer.tail) }
    func close() throws { try part.close() }
}
