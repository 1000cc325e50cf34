internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel

/// `totals.json` and the bag of an export of datasets.
struct DatasetTotals: Sendable {
    let id: RunID
    let system: String
    let connection: String
    let source: RunSource
    let period: PayPeriod
    let corrects: Int?
    let snapshot: Instant
    let results: [StepResult]

    private var head: [JSONTree.Member] {
        let counts = results.counts
        return [
            JSONTree.Member("format", .string(TotalsDocument.format)), JSONTree.Member("run", .string(id.description)),
            JSONTree.Member("system", .string(system)), JSONTree.Member("connection", .string(connection)),
            JSONTree.Member("source", source.tree),
            JSONTree.Member(
                "period",
                .object([
                    "name": .string(period.name), "first": .string(period.first.description),
                    "last": .string(period.last.description),
                ])),
            JSONTree.Member("corrects", corrects.map { .integer($0) } ?? .null),
            JSONTree.Member("snapshot", .string(snapshot.description)),
            JSONTree.Member(
                "counts",
                .object([
                    "fetched": .integer(counts.fetched), "exported": .integer(counts.exported),
                    "held": .integer(counts.held),
                    "repeated": .integer(counts.repeats), "rejected": .integer(counts.rejected),
                    "excluded": .integer(counts.excluded),
                ])),
        ]
    }

    var text: String {
        JSONTree.object(head + [JSONTree.Member("datasets", .array(results.map { $0.tree(withDigests: false) }))])
            .pretty
    }

    /// The totals with sizes and digests of every file, for the journal.
    func journalText(_ totals: PartMark) -> String {
        var exceptions: [String: [Severity: Int]] = [:]
        for item in results.flatMap(\.exceptions) {
            exceptions[item.rule, default: [:]][item.severity, default: 0] += item.count
        }
        let counted = exceptions.keys.sorted().flatMap { rule in
            Severity.allCases.compactMap { severity in
                exceptions[rule]?[severity].map { count -> JSONTree in
                    .object(["rule": .string(rule), "severity": .string(severity.rawValue), "count": .integer(count)])
                }
            }
        }
        let whole = JSONTree.object(
            head + [
                JSONTree.Member("exceptions", .array(counted)),
                JSONTree.Member("datasets", .array(results.map { $0.tree(withDigests: false) })),
            ])
        var files: [(name: String, length: Int64, rows: Int, sha256: String)] = []
        for result in results {
            for file in result.files where file.format != StepResult.download {
                files.append((file.name, file.length, file.rows, file.sha256))
            }
            // One line for all that were downloaded: a person has no use for thousands.
            let downloads = result.files.filter { $0.format == StepResult.download }
            if let first = downloads.first {
                files.append(
                    (
                        String(first.name.prefix { $0 != "/" }) + "/", downloads.reduce(0) { $0 + $1.length },
                        downloads.count, ""
                    ))
            }
        }
        files.append((totals.name, totals.length, 0, totals.sha256))
        return JSONTree.object([
            "totals": whole,
            "files": .array(
                files.map { name, length, rows, sha256 in
                    .object([
                        "path": .string("data/\(name)"), "bytes": .number(String(length)), "rows": .integer(rows),
                        "sha256": .string(sha256),
                    ])
                }),
        ]).compact
    }

    /// Writes the tag files and gives the digest of the tag manifest.
    func bag(_ place: RunPlace, title: String, _ totals: PartMark) throws -> String {
        let marks =
            results.flatMap(\.files).map { ($0.name, $0.length, $0.sha256) } + [
                (totals.name, totals.length, totals.sha256)
            ]
        let files = try marks.map { name, length, sha256 in
            guard let digest = ContentDigest(hex: sha256) else {
                throw RunError(.verificationFailed, "\(name) has no digest.")
            }
            return BagFile(path: "data/\(name)", length: Int(length), digest: digest)
        }
        let counts = results.counts
        var lines =
            [
                BagWriter.Information("Source-Organization", "\(system) (connection \(connection))")
            ] + source.bagLines + [
                BagWriter.Information("External-Identifier", id.description),
                BagWriter.Information("External-Description", title),
                BagWriter.Information("Bag-Group-Identifier", "\(id.pipeline)/\(id.period)"),
                BagWriter.Information("Snapshot-Time", snapshot.description),
                BagWriter.Information("Records-Fetched", "\(counts.fetched)"),
                BagWriter.Information("Records-Exported", "\(counts.exported)"),
                BagWriter.Information("Records-Held", "\(counts.held)"),
                BagWriter.Information("Records-Repeated", "\(counts.repeats)"),
                BagWriter.Information("Records-Rejected", "\(counts.rejected)"),
                BagWriter.Information("Records-Excluded", "\(counts.excluded)"),
            ]
        if let corrects { lines.append(BagWriter.Information("Corrects-Revision", "\(corrects)")) }
        lines.append(BagWriter.Information("Bag-Software-Agent", "gantry \(Gantry.version)"))
        try BagWriter(folder: place.bag).write(payload: files, information: lines, baggingDate: snapshot.utcDate)
        return try place.tagManifestDigest(in: place.bag)
    }
}
