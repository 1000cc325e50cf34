internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryRuns

/// The sheet of a run: a file that a person made, or one that file names replace.
struct ImportSheet: Sendable {
    /// The copy that the run uses from the start, whatever happens to the original.
    static let copyName = "sheet.csv"

    let bytes: Source
    let digest: ContentDigest
    /// The folder whose files' names are the rows, where they are.
    let namesFolder: String?
    /// Files there whose names do not fit.
    let leftOut: UnmatchedFiles?

    enum Source: Sendable {
        case file(String)
        case made([UInt8])
    }

    /// The sheet that a request names, or the one that its pattern makes.
    ///
    /// - Throws: `FileError` when it can't be read; `RunError` when no file fits the pattern.
    init<Row: SubmittedRow>(_ request: ImportRequest, _ submission: Submission<Row>) throws {
        guard request.sheet == nil, let text = request.work.files.pattern,
            let folder = request.folder
        else {
            (namesFolder, leftOut) = (nil, nil)
            (bytes, digest) = try ImportSheet.source(request)
            return
        }
        let files = try ImportSheet.files(
            of: folder, called: request.namedFolder, pattern: text, submission, request.work)
        namesFolder = request.namedFolder
        leftOut = files.leftOut
        bytes = .made(files.made)
        digest = ContentHasher.digest(of: files.made.span)
    }

    private static func source(_ request: ImportRequest) throws -> (Source, ContentDigest) {
        guard let path = request.sheet else {
            throw RunError(
                .unsupported, "\(request.pipeline.name) needs a sheet.",
                advice: "Add \(.sheet(path: "october.csv")), or name it in the pipeline file: sheet: { file: … }"
            )
        }
        do throws(FileError) {
            return (.file(path), try ContentHasher.digest(ofFile: path))
        } catch {
            throw SheetPath.explained(error, sheet: path)
        }
    }

    /// A sheet with a row for each file whose name fits.
    private static func files<Row: SubmittedRow>(
        of folder: String, called name: String, pattern text: String, _ submission: Submission<Row>,
        _ work: Pipeline.Import
    ) throws -> (made: [UInt8], leftOut: UnmatchedFiles?) {
        let fileField = submission.fields.first(where: \.isFile)?.name ?? "file"
        let names = submission.fields.filter { !$0.isFile }.map(\.name)
        let pattern: FilePattern
        do throws(FilePatternError) {
            pattern = try FilePattern(text, fields: names)
        } catch {
            throw RunError(.unsupported, error.found, advice: "Expected: \(error.expected).")
        }
        var encoder = SheetRowEncoder(
            dialect: SheetDialect(encoding: .utf8, hasByteOrderMark: false, delimiter: .comma, lineBreak: .crlf))
        var out: [UInt8] = []
        encoder.append([fileField] + pattern.fields, to: &out)
        let binding = try SheetBinding(
            submission, header: [fileField] + pattern.fields, numbers: SheetNumbers(.comma, of: work), work: work)
        let files = try NamedFiles(of: folder, pattern, text: text) { values in
            binding.canMean([text] + pattern.fields.map { values[$0] ?? "" })
        }
        for row in files.rows { encoder.append([row.path] + pattern.fields.map { row.values[$0] ?? "" }, to: &out) }
        guard !files.rows.isEmpty else {
            let found =
                files.leftOut.map { left in
                    " \(left.words): \(listed(left.names.prefix(5).map(FileFinder.whole), "and"))\(left.count > 5 ? " and others" : "")."
                } ?? ""
            throw RunError(
                .unsupported,
                "No file name in \(FileFinder.whole(Folders.fullPath(name))) matches \(quoted(text)).\(found)",
                advice: "Correct the pattern or the folder. A matching name has every field in its place.")
        }
        return (out, files.leftOut)
    }

    /// How the sheet, or what replaces it, is written.
    func words(_ reader: SheetReader) -> String {
        guard let namesFolder else {
            return reader.tab.map { "the sheet \(quoted($0)) of a workbook" } ?? reader.dialect.description
        }
        return "The file names in \(FileFinder.whole(Folders.fullPath(namesFolder))) are the rows."
    }

    /// The whole path of the file; `nil` if there is none.
    var path: String? { if case .file(let path) = bytes { Folders.fullPath(path) } else { nil } }

    /// Where the rows come from, and what of it is not read.
    func origin<Row: SubmittedRow>(_ request: ImportRequest, _ binding: SheetBinding<Row>) -> ImportOrigin {
        var origin = ImportOrigin()
        if case .file(let path) = bytes { origin.sheet = path }
        if binding.submission.kind.files != nil { origin.folder = request.namedFolder }
        origin.leftOut = leftOut
        origin.findings = binding.findings
        return origin
    }

    /// Reads the sheet itself, from its first row on.
    func reader<Row: SubmittedRow>(_ work: Pipeline.Import, for submission: Submission<Row>) throws -> SheetReader {
        switch bytes {
        case .file(let path): return try work.open(path, for: submission)
        case .made(let bytes):
            var rest = bytes[...]
            return try SheetReader(path: "names of files", hints: work.dialectHints, chunkBytes: 256 << 10) {
                (out, limit) throws(FileError) in
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
        case .file(let original): try RunDirectories.copy(original, to: path)
        case .made(let bytes): try Publishing.writeDurably(bytes.span, to: path)
        }
    }
}

extension Pipeline.Import {
    var dialectHints: SheetDialect.Hints {
        var hints = SheetDialect.Hints(
            encoding: sheet.encoding.flatMap(SheetDialect.Encoding.init(rawValue:)),
            delimiter: sheet.delimiter.flatMap(SheetDialect.Delimiter.init(rawValue:)))
        hints.tab = sheet.tab
        hints.shape.headerRow = sheet.headerRow
        hints.changes = sheet.changes
        hints.hasDecimalComma =
            sheet.decimal.map { $0 == SheetDialect.DecimalMark.comma.rawValue } ?? sheet.hasDecimalComma ?? false
        return hints
    }

    /// How a sheet with rows of a kind is read.
    func hints<Row: SubmittedRow>(for submission: Submission<Row>) -> SheetDialect.Hints {
        func headings(_ field: SheetField<Row>) -> Set<String> {
            let own = sheet.columns.first { $0.field == field.name }?.heading
            return Set((own.map { [$0] } ?? field.headings).map(SheetShape.folded))
        }
        func isNumber(_ field: SheetField<Row>) -> Bool {
            switch field.access {
            case .decimal, .integer: true
            default: false
            }
        }
        var hints = dialectHints
        hints.shape.ownHeading = ResultSheet.rowHeading
        hints.shape.needed = submission.fields.filter(\.isRequired).map(headings)
        hints.shape.numbers = Set(submission.fields.filter(isNumber).flatMap(headings))
        hints.shape.filledDown = submission.fields.filter { sheet.filledDown.contains($0.name) }.map(headings)
        return hints
    }

    /// - Throws: `RunError` where a person has to say which encoding the sheet has; `SheetError`, `FileError`.
    func open<Row: SubmittedRow>(_ path: String, for submission: Submission<Row>) throws -> SheetReader {
        do {
            return try SheetReader.open(path, hints: hints(for: submission))
        } catch let error as SheetError where error.code == .encodingNotCertain {
            throw RunError(
                .unusableRun, error.explanation, details: error.details,
                advice:
                    "Name the right one: \(.setting(key: "sheet.encoding", value: error.encodings.first?.rawValue ?? "")). If none is right, save the sheet as \"CSV UTF-8\"."
            )
        }
    }
}
