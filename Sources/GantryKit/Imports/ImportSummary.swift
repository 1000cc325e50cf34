internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryJournal
internal import GantryModel

/// `totals.json` and the bag of a run that sent rows.
struct ImportSummary: Sendable {
    let id: RunID
    let request: ImportRequest
    let source: RunSource
    let snapshot: Instant
    let corrects: Int?
    let counts: LedgerCounts
    let problems: [ImportResult.ProblemCount]
    let files: [PartMark]

    private static let kindKey = "sent"
    /// The journal's document with the command that goes on.
    static let commandName = "command"
    /// The journal's document that says that every row was checked.
    static let preflightName = "preflight"

    private var head: [JSONTree.Member] {
        [
            JSONTree.Member("format", .string(TotalsDocument.format)), JSONTree.Member("run", .string(id.description)),
            JSONTree.Member("system", .string(request.connection.system)),
            JSONTree.Member("connection", .string(request.connection.name)),
            JSONTree.Member("source", source.tree),
            JSONTree.Member(ImportSummary.kindKey, .string(request.pipeline.kind)),
            JSONTree.Member("corrects", corrects.map { .integer($0) } ?? .null),
            JSONTree.Member("snapshot", .string(snapshot.description)),
            JSONTree.Member(
                "rows",
                .object([
                    "all": .integer(counts.rows), "done": .integer(counts.done),
                    "done_before": .integer(counts.doneBefore),
                    "refused": .integer(counts.refused),
                ])),
            JSONTree.Member(
                "problems",
                .array(
                    problems.map {
                        .object(["code": .string($0.code), "count": .integer($0.count), "example": .string($0.example)])
                    })),
        ]
    }

    var text: String {
        let files = files.map {
            JSONTree.object(["file": .string($0.name), "format": .string("sheet"), "rows": .integer($0.rows)])
        }
        return JSONTree.object(head + [JSONTree.Member("files", .array(files))]).pretty
    }

    /// The totals with sizes and digests of every file, for the journal.
    func journalText(_ totals: PartMark) -> String {
        let files = (files + [totals]).map { mark in
            JSONTree.object([
                "path": .string("data/\(mark.name)"), "bytes": .number(String(mark.length)),
                "rows": .integer(mark.rows),
                "sha256": .string(mark.sha256),
            ])
        }
        return JSONTree.object(["totals": .object(head), "files": .array(files)]).compact
    }

    /// Writes the tag files and gives the digest of the tag manifest.
    func bag(_ place: RunPlace, _ totals: PartMark) throws -> String {
        let files = try (files + [totals]).map { mark in
            guard let digest = ContentDigest(hex: mark.sha256) else {
                throw RunError(.verificationFailed, "\(mark.name) has no digest.")
            }
            return BagFile(path: "data/\(mark.name)", length: Int(mark.length), digest: digest)
        }
        var lines =
            [
                BagWriter.Information(
                    "Source-Organization", "\(request.connection.system) (connection \(request.connection.name))")
            ] + source.bagLines + [
                BagWriter.Information("External-Identifier", id.description),
                BagWriter.Information("External-Description", request.pipeline.title),
                BagWriter.Information("Bag-Group-Identifier", "\(id.pipeline)/\(id.period)"),
                BagWriter.Information("Snapshot-Time", snapshot.description),
                BagWriter.Information("Rows-All", "\(counts.rows)"),
                BagWriter.Information("Rows-Done", "\(counts.done)"),
                BagWriter.Information("Rows-Done-Before", "\(counts.doneBefore)"),
                BagWriter.Information("Rows-Refused", "\(counts.refused)"),
            ]
        if let corrects { lines.append(BagWriter.Information("Corrects-Revision", "\(corrects)")) }
        lines.append(BagWriter.Information("Bag-Software-Agent", "gantry \(Gantry.version)"))
        try BagWriter(folder: place.bag).write(payload: files, information: lines, baggingDate: snapshot.utcDate)
        return try place.tagManifestDigest(in: place.bag)
    }

    /// What the journal keeps of a finished run; `nil` where it is no run that sent rows.
    static func read(
        _ id: RunID, _ journal: SQLiteJournal
    ) async throws -> (counts: LedgerCounts, problems: [ImportResult.ProblemCount])? {
        guard let text = try await journal.document(named: "result", of: id) else { return nil }
        return read(try JSONTree(Array(text.utf8))["totals"] ?? .null)
    }

    static func read(_ totals: JSONTree) -> (counts: LedgerCounts, problems: [ImportResult.ProblemCount])? {
        guard totals[kindKey]?.text != nil, let rows = totals["rows"] else { return nil }
        var counts = LedgerCounts()
        func count(_ key: String) -> Int { min(max(rows[key]?.int ?? 0, 0), 1 << 50) }
        counts.rows = count("all")
        counts.done = count("done")
        counts.doneBefore = count("done_before")
        counts.refused = count("refused")
        let problems = (totals["problems"]?.list ?? []).map {
            ImportResult.ProblemCount(
                code: $0["code"]?.text ?? "", count: min(max($0["count"]?.int ?? 0, 0), 1 << 50),
                example: $0["example"]?.text ?? "")
        }
        return (counts, problems)
    }
}
