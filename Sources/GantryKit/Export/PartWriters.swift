internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// One output that grows chunk by chunk beside others.
protocol PartWriter: Actor {
    /// File name under `data/`.
    nonisolated var name: String { get }
    /// Opens the part at its mark; `nil` starts it.
    func open(at mark: PartMark?) throws
    func write(_ checked: Checked<WorkEntry>, from first: Int) throws
    /// Adds what only the whole gives.
    func finish(_ summary: PayrollSummary) throws
    func checkpoint() throws -> PartMark
    func close() throws
}

/// What every part writer does with its file.
struct Part {
    let path: String
    let name: String
    private(set) var file: PartFile?
    var rows = 0

    init(folder: String, name: String) {
        path = "\(folder)/\(name)"
        self.name = name
    }

    mutating func open(at mark: PartMark?) throws {
        if let mark, let digest = ContentDigest(hex: mark.sha256) {
            file = try PartFile.resume(path, length: Int(mark.length), digest: digest)
            rows = mark.rows
        } else {
            file = try PartFile.create(path, replacingLeftover: true)
            rows = 0
        }
    }

    func append(_ bytes: Span<UInt8>) throws { try file?.append(bytes) }

    func mark(tail: [UInt8] = [], sums: [String: String] = [:]) throws -> PartMark {
        guard let file else { return PartMark(name: name, length: 0, sha256: "") }
        try file.sync()
        return PartMark(
            name: name, length: Int64(file.length), sha256: try file.digest().description, tail: tail, rows: rows, sums: sums)
    }

    mutating func close() throws {
        try file?.close()
        file = nil
    }
}

/// The records that are exported, as CSV.
actor RecordCSVWriter: PartWriter {
    nonisolated let name: String
    private var part: Part
    private var encoder: CSVRecordEncoder<WorkEntry>
    private var buffer: [UInt8] = []
    private var rows: [Int32] = []

    init(folder: String, name: String, dialect: CSVDialect, columns: [CSVColumn<WorkEntry>]) {
        self.name = name
        part = Part(folder: folder, name: name)
        encoder = CSVRecordEncoder(dialect: dialect, columns: columns)
    }

    func open(at mark: PartMark?) throws {
        try part.open(at: mark)
        var sums = [Int128](repeating: 0, count: encoder.sums.count)
        for (index, _) in encoder.summedColumns { sums[index] = mark?.sums["\(index)"].flatMap { Int128($0) } ?? 0 }
        encoder.restore(sums: sums)
        if mark == nil { try part.append(encoder.header().span) }
    }

    func write(_ checked: Checked<WorkEntry>, from first: Int) throws {
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

    func finish(_ summary: PayrollSummary) throws {}

    func checkpoint() throws -> PartMark {
        var sums: [String: String] = [:]
        for (index, _) in encoder.summedColumns { sums["\(index)"] = String(encoder.sums[index]) }
        return try part.mark(sums: sums)
    }

    func close() throws { try part.close() }
}

/// Everything somebody should look at, as CSV: records in the source's order, then whole days by employee.
actor ExceptionsCSVWriter: PartWriter {
    nonisolated let name: String
    private var part: Part
    private var table: CSVTable

    init(folder: String, name: String, dialect: CSVDialect) {
        self.name = name
        part = Part(folder: folder, name: name)
        table = CSVTable(dialect: dialect)
    }

    func open(at mark: PartMark?) throws {
        try part.open(at: mark)
        guard mark == nil else { return }
        table.appendHeader(["severity", "rule", "entry_id", "employee_id", "work_date", "found", "expected"])
        try part.append(table.take().span)
    }

    func write(_ checked: Checked<WorkEntry>, from first: Int) throws {
        let start = checked.chunk.firstOrdinal + first
        try add(checked.exceptions.filter { ($0.ordinal ?? 0) >= start })
    }

    func finish(_ summary: PayrollSummary) throws { try add(summary.dayNotes) }

    private func add(_ notes: [ExceptionNote]) throws {
        guard !notes.isEmpty else { return }
        for note in notes {
            table.append([
                .text(note.severity.rawValue), .text(note.rule), note.recordID.map { .integer($0) } ?? .empty,
                note.employeeID.map { .integer($0) } ?? .empty, note.date.map { .text($0.description) } ?? .empty,
                .text(note.found), .text(note.expected),
            ])
        }
        part.rows += notes.count
        try part.append(table.take().span)
    }

    func checkpoint() throws -> PartMark { try part.mark() }
    func close() throws { try part.close() }
}

/// The records that can't be used, as CSV, with what was found and expected.
actor RejectsCSVWriter: PartWriter {
    nonisolated let name: String
    private var part: Part
    private var table: CSVTable

    init(folder: String, name: String, dialect: CSVDialect) {
        self.name = name
        part = Part(folder: folder, name: name)
        table = CSVTable(dialect: dialect)
    }

    func open(at mark: PartMark?) throws {
        try part.open(at: mark)
        guard mark == nil else { return }
        table.appendHeader(["record", "field", "found", "expected"])
        try part.append(table.take().span)
    }

    func write(_ checked: Checked<WorkEntry>, from first: Int) throws {
        let rejects = checked.chunk.rejects.filter { $0.index >= first }
        guard !rejects.isEmpty else { return }
        for reject in rejects {
            // The place in the whole batch, from 1: it doesn't depend on how the server cuts pages.
            table.append([
                .integer(Int64(checked.chunk.firstOrdinal + reject.index + 1)), .text(reject.field), .text(reject.found),
                .text(reject.expected),
            ])
        }
        part.rows += rejects.count
        try part.append(table.take().span)
    }

    func finish(_ summary: PayrollSummary) throws {}
    func checkpoint() throws -> PartMark { try part.mark() }
    func close() throws { try part.close() }
}

/// The landed records as an archive in another compression than the landing's.
actor ArchiveWriter: PartWriter {
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

    func write(_ checked: Checked<WorkEntry>, from first: Int) throws {
        var next = first
        while framer.fill(from: checked.chunk.bytes.span, records: checked.chunk.ranges.span, next: &next) { try writeFrame() }
        part.rows += checked.chunk.count - first
    }

    private func writeFrame() throws {
        frame = framer.takeFrame(recycling: frame)
        compressed.removeAll(keepingCapacity: true)
        try encoder?.encode(frame.span, appendingTo: &compressed)
        try part.append(compressed.span)
    }

    func finish(_ summary: PayrollSummary) throws {
        if !framer.tail.isEmpty || part.file?.length == 0 { try writeFrame() }
    }

    func checkpoint() throws -> PartMark { try part.mark(tail: framer.tail) }
    func close() throws { try part.close() }
}
