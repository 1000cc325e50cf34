import GantryFiles
import GantryFormats
import Testing

/// A reader of these bytes that gets them in pieces.
func sheet(
    _ bytes: [UInt8], hints: SheetDialect.Hints = .init(), limits: SheetLimits = .init(), chunkBytes: Int = 1 << 16
) throws -> SheetReader {
    var rest = bytes[...]
    return try SheetReader(path: "in/leaves.csv", hints: hints, limits: limits, chunkBytes: chunkBytes) {
        (out, limit) throws(FileError) in
        let piece = rest.prefix(limit)
        out += piece
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}

func sheet(
    _ text: String, hints: SheetDialect.Hints = .init(), limits: SheetLimits = .init(), chunkBytes: Int = 1 << 16
) throws -> SheetReader {
    try sheet(Array(text.utf8), hints: hints, limits: limits, chunkBytes: chunkBytes)
}

extension SheetReader {
    func all() throws -> [SheetItem] { try next(upTo: .max) }

    /// The cells of all rows; a row that is unusable is an issue.
    func allCells() throws -> [[String]] {
        try all().compactMap { item in
            switch item {
            case .row(let row): return row.cells
            case .unusable(let row):
                Issue.record("\(row)")
                return nil
            }
        }
    }

    /// The unusable rows.
    func unusable() throws -> [UnusableSheetRow] {
        try all().compactMap { if case .unusable(let row) = $0 { row } else { nil } }
    }
}

/// A text in UTF-16.
func wide(_ text: String, little: Bool = true) -> [UInt8] {
    text.utf16.flatMap { little ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
}

/// A text of ISO 8859-1 letters as Windows-1252.
func western(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

func sheetError(_ body: () throws -> Void) -> SheetError? {
    do {
        try body()
        return nil
    } catch {
        return error as? SheetError
    }
}
