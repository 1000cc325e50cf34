package import GantryFiles

/// The rows of a CSV file in the machine dialect, a piece of the file at a time.
package struct CSVRowFile {
    private let file: ReadFile
    private var rows = CSVRows([], dialect: .machine)
    /// Bytes after the last complete row.
    private var rest: [UInt8] = []

    package init(_ path: String) throws(FileError) { file = try ReadFile.open(path) }

    /// The cells of the next row, or `nil` after the last.
    package mutating func next() throws(FileError) -> [String]? {
        while true {
            if let row = rows.next() { return row }
            guard try refill() else { return nil }
        }
    }

    private mutating func refill() throws(FileError) -> Bool {
        while try file.read(appendingTo: &rest, atMost: 256 << 10) > 0 {
            guard let end = endOfRows(rest) else { continue }
            rows = CSVRows(Array(rest[..<end]), dialect: .machine)
            rest.removeFirst(end)
            return true
        }
        guard !rest.isEmpty else { return false }
        rows = CSVRows(rest, dialect: .machine)
        rest = []
        return true
    }

    /// Where the last complete row ends.
    private func endOfRows(_ bytes: [UInt8]) -> Int? {
        var isQuoted = false
        var end: Int?
        for index in bytes.indices {
            if bytes[index] == 0x22 { isQuoted.toggle() }
            if bytes[index] == 0x0A, !isQuoted { end = index + 1 }
        }
        return end
    }
}
