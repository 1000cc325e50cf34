import GantryFiles
import GantryFormats

/// A reader of this text that gets it in pieces.
func sheet(_ text: String, hints: SheetDialect.Hints = .init()) throws -> SheetReader {
    var rest = Array(text.utf8)[...]
    return try SheetReader(path: "s", hints: hints, chunkBytes: 99) { (out, limit) throws(FileError) in
        let piece = rest.prefix(limit)
        out += piece
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
