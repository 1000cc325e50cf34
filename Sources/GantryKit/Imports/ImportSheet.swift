internal import FoundationEssentials
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats

/// The sheet of a run: a file that a person made, or one that names of files stand for.
struct ImportSheet: Sendable {
    /// What the run goes by from its first moment on, whatever becomes of the original.
    static let copyName = "sheet.csv"

    let bytes: Source
    let digest: ContentDigest

    enum Source: Sendable {
        case file(String)
        case made([UInt8])
    }

    /// The sheet that a request names, or the one that its pattern makes.
    ///
    /// - Throws: `FileError` when it can't be read; `RunError` when no file fits the pattern.
    init<Row: Submission>(_ request: ImportRequest, _: Row.Type) throws {
        if let rows = request.rows {
            var encoder = SheetRowEncoder(dialect: SheetDialect(encoding: .utf8, hasByteOrderMark: false, delimiter: .comma, lineBreak: .crlf))
            var out: [UInt8] = []
            for row in rows { encoder.append(row, to: &out) }
            bytes = .made(out)
            digest = ContentHasher.digest(of: out.span)
            return
        }
        if let path = request.sheet {
            bytes = .file(path)
            let file = try ReadFile.open(path, hashing: true)
            var piece: [UInt8] = []
            while try file.read(appendingTo: &piece) > 0 { piece.removeAll(keepingCapacity: true) }
            digest = file.digest() ?? ContentHasher().digest()
            return
        }
        guard let text = request.pipeline.files.pattern, let folder = request.folder else {
            throw RunError(
                .unsupported, "\(request.pipeline.name) needs a sheet.",
                advice: "Name it with --sheet, such as --sheet october.csv, or in the pipeline file: sheet: { file: … }")
        }
        let made = try ImportSheet.rows(of: folder, pattern: text, Row.self)
        bytes = .made(made)
        digest = ContentHasher.digest(of: made.span)
    }

    /// A sheet with a row for each file whose name fits.
    private static func rows<Row: Submission>(of folder: String, pattern text: String, _: Row.Type) throws -> [UInt8] {
        let fileField = Row.fields.first(where: \.isFile)?.name ?? "file"
        let names = Row.fields.filter { !$0.isFile }.map(\.name)
        let pattern: FilePattern
        do throws(FilePatternError) {
            pattern = try FilePattern(text, fields: names)
        } catch {
            throw RunError(.unsupported, error.found, advice: "Expected: \(error.expected).")
        }
        var encoder = SheetRowEncoder(dialect: SheetDialect(encoding: .utf8, hasByteOrderMark: false, delimiter: .comma, lineBreak: .crlf))
        var out: [UInt8] = []
        encoder.append([fileField] + pattern.fields, to: &out)
        var count = 0
        for entry in try Folders.list(folder) where entry.kind == .file {
            let name = entry.path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? entry.path
            guard let values = pattern.match(name) else { continue }
            encoder.append([entry.path] + pattern.fields.map { values[$0] ?? "" }, to: &out)
            count += 1
        }
        guard count > 0 else {
            throw RunError(
                .unsupported, "No file in \(quoted(folder)) has a name like \(quoted(text)).",
                advice: "Correct the pattern or the folder. A name that fits has every field at its place.")
        }
        return out
    }

    /// The line of a run's identity.
    var line: String { "sheet: \(digest)" }

    /// Reads the sheet itself, for a plan.
    func reader(_ wanted: SheetDialect.Wanted) throws -> SheetReader {
        switch bytes {
        case .file(let path): return try SheetReader.open(path, wanted: wanted)
        case .made(let bytes):
            var rest = bytes[...]
            return try SheetReader(path: "names of files", wanted: wanted, chunkBytes: 256 << 10) { (out, limit) throws(FileError) in
                let piece = rest.prefix(limit)
                out += piece
                rest = rest.dropFirst(piece.count)
                return piece.count
            }
        }
    }

    /// Keeps the sheet among the parts of the run, durably.
    func copy(to path: String) throws {
        switch bytes {
        case .file(let original): try RunPlace.copy(original, to: path)
        case .made(let bytes): try Publishing.writeDurably(bytes.span, to: path)
        }
    }
}

extension ImportPipeline {
    var wantedDialect: SheetDialect.Wanted {
        SheetDialect.Wanted(
            encoding: sheet.encoding.flatMap(SheetDialect.Encoding.init(rawValue:)),
            delimiter: sheet.delimiter.flatMap(SheetDialect.Delimiter.init(rawValue:)))
    }
}
