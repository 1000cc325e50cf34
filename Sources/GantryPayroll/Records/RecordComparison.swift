internal import GantryConnectors
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

/// A file of work entries, compared with the rows that the exported entries of the archive give.
struct RecordComparison {
    let path: String
    /// What the comparison settles, where it finds nothing.
    let figures: [String]
    /// The first row that differs; `nil` if all agree.
    private(set) var problem: String?
    /// Appends the next bytes of the file.
    private var read: ((_ output: inout [UInt8], _ limit: Int) throws -> Int)?
    private var encoder: CSVRecordEncoder<WorkEntry>
    private var expected: [UInt8] = []
    private var actual: [UInt8] = []
    private var row = 1

    /// - Parameter figure: the path of the file's entry in `totals.json`.
    /// - Parameter roster: the workers, `nil` if the folder doesn't hold them.
    /// - Parameter byRoles: whether the records were read by roles.
    /// - Returns: `nil` if the file has no records, or the folder doesn't have its columns.
    init?(_ tree: JSONTree, figure: String, roster: Roster?, byRoles: Bool, rounding: Rounding, under folder: String) {
        let isWorkbook = tree["format"]?.text == WorkbookFormat.name
        guard isWorkbook || tree["format"]?.text == "csv", let name = tree["file"]?.text,
            let columns = OutputColumn.all(of: tree),
            let dialect = isWorkbook ? CSVDialect.machine : CSVDialect.named(tree["dialect"]?.text ?? ""),
            roster != nil || columns.allSatisfy({ $0.field.join == nil })
        else { return nil }
        path = "data/\(name)"
        figures = columns.indices.flatMap { index in ["field", "decimals"].map { "\(figure).columns[\(index)].\($0)" } }
        let known = WorkEntryColumns.all(columns, dialect: dialect, roster: roster ?? Roster([]), byRoles: byRoles)
        encoder = CSVRecordEncoder(dialect: dialect, columns: known, rounding: rounding)
        if known.count != columns.count { problem = "the totals list a field that work entries don't have" }
        do {
            read = try Self.bytes(of: "\(folder)/\(path)", isWorkbook ? tree : nil)
            expected = encoder.header()
            compare { _ in "its headings differ from those in the totals" }
        } catch {
            problem = (error as? any ExplainedError)?.explanation ?? "\(error)"
        }
    }

    private static func bytes(
        of path: String, _ workbook: JSONTree?
    ) throws -> (_ output: inout [UInt8], _ limit: Int) throws -> Int {
        guard let workbook else {
            let file = try ReadFile.open(path)
            return { try file.read(appendingTo: &$0, atMost: $1) }
        }
        guard let table = try PayWorkbook(path, workbook).table(.entries) else {
            throw WorkbookError(.damaged, "it has no sheet of entries")
        }
        return { try table.read(appendingTo: &$0, atMost: $1) }
    }

    /// - Parameters:
    ///   - rows: indexes of the exported entries of the chunk.
    ///   - joined: for each entry of the chunk the place of its worker.
    mutating func expect(_ chunk: Chunk<WorkEntry>, rows: [Int32], joined: [Int32]) {
        guard problem == nil, !rows.isEmpty else { return }
        expected.removeAll(keepingCapacity: true)
        encoder.encode(chunk, rows: rows, joined: joined, into: &expected)
        let first = row
        let encoder = encoder
        compare { offset in
            // Where each row ends shows when they are written one by one.
            var encoder = encoder
            var bytes: [UInt8] = []
            for (number, index) in rows.enumerated() {
                encoder.encode(chunk, rows: [index], joined: joined, into: &bytes)
                if bytes.count > offset {
                    return
                        "row \(first + number + 1) differs from entry \(chunk.records[Int(index)].id.keyText) in the archive"
                }
            }
            return "it differs from the archive"
        }
        row += rows.count
    }

    private mutating func compare(_ explain: (_ offset: Int) -> String) {
        actual.removeAll(keepingCapacity: true)
        do {
            while actual.count < expected.count, let read {
                guard try read(&actual, expected.count - actual.count) > 0 else { break }
            }
        } catch {
            problem = (error as? any ExplainedError)?.explanation ?? "\(error)"
            return
        }
        guard actual != expected else { return }
        let offset = zip(actual, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? actual.count
        problem = explain(offset)
    }
}
