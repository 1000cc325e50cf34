import GantryConnectors
import GantryFormats
import GantryJSON
import GantryModel

/// A page decoded as the type's own decoder does it.
func decode<R: DatasetRecord>(_ dataset: Dataset<R>, _ text: String) throws -> Chunk<R> {
    var chunk = Chunk<R>(bytes: Array(text.utf8))
    let envelope = try dataset.decoder().decodePage(&chunk, listKeys: dataset.listKeys)
    guard envelope.success != false else { throw NoSuccess() }
    return chunk
}

struct NoSuccess: Error {}

extension Chunk where R: DeclaredRecord {
    func values(_ index: Int) -> [String: String] { values(index, R.shape) }
    func values<Child: DeclaredRecord>(_ list: String, as type: Child.Type) -> [[String: String]] {
        values(list, as: type, R.shape)
    }
}

extension Chunk {
    /// The fields of a record that are there, by name.
    func values(_ index: Int, _ shape: RecordShape<R>) -> [String: String] {
        var values: [String: String] = [:]
        for field in shape.fields { values[field.name] = text(field, of: index) }
        return values
    }

    /// The fields of the elements of a list.
    func values<Child: DeclaredRecord>(
        _ list: String, as type: Child.Type, _ shape: RecordShape<R>
    ) -> [[String: String]] {
        guard let place = shape.lists.firstIndex(where: { $0.name == list }), let rows = nested[place] as? Nested<Child>
        else { return [] }
        return rows.records.map { record in
            var values: [String: String] = [:]
            for field in Child.fields { values[field.name] = field.access.text(of: record) { text($0) } }
            return values
        }
    }

    /// The records as they are landed, one a line.
    func landed() -> [String] {
        var framer = LineFramer()
        var next = 0
        while framer.fill(from: bytes.span, records: ranges.span, redactions: redactions, next: &next) {
            var frame: [UInt8] = []
            framer.takeFrame(into: &frame)
        }
        return String(decoding: framer.tail, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// Every field of every record as CSV cells, and the rows of every list.
    func csv(_ shape: RecordShape<R>) -> (rows: [[String]], lists: [[[String]]], text: String) {
        let rows = records.indices.map { Int32($0) }
        let fields = shape.fields.filter { $0.access.nestedList == nil }
        var encoder = CSVRecordEncoder<R>(
            dialect: .machine, columns: fields.map { CSVColumn(heading: $0.name, source: .field($0.access, .exact)) })
        var all: [UInt8] = []
        encoder.encode(self, rows: rows, joined: [], into: &all)
        let cells = csvCells(all)
        let lists = shape.lists.map { list in
            let columns = list.fields.map { ListCSVEncoder<R>.Column(field: $0.name, heading: $0.name) }
            guard
                var encoder = ListCSVEncoder<R>(list: list.name, of: shape.fields, columns: columns, dialect: .machine)
            else {
                return [[String]]()
            }
            var out: [UInt8] = []
            encoder.encode(self, rows: rows, into: &out)
            all += out
            return csvCells(out)
        }
        return (cells, lists, String(decoding: all, as: UTF8.self))
    }
}

/// Cells of a CSV text in the machine dialect, read byte by byte.
func csvCells(_ bytes: [UInt8]) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell: [UInt8] = []
    var inQuotes = false
    var index = 0
    while index < bytes.count {
        let byte = bytes[index]
        if inQuotes {
            if byte == 0x22, index + 1 < bytes.count, bytes[index + 1] == 0x22 {
                cell.append(byte)
                index += 1
            } else if byte == 0x22 {
                inQuotes = false
            } else {
                cell.append(byte)
            }
        } else if byte == 0x22 {
            inQuotes = true
        } else if byte == 0x2C || byte == 0x0A {
            row.append(String(decoding: cell, as: UTF8.self))
            cell = []
            if byte == 0x0A {
                rows.append(row)
                row = []
            }
        } else if byte != 0x0D {
            cell.append(byte)
        }
        index += 1
    }
    return rows
}

extension SeededGenerator {
    /// True once in so many times.
    mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }
}
