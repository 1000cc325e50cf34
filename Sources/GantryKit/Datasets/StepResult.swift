internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel

/// What became of one dataset: what `totals.json` says of it, and what the journal keeps until the run is bagged.
struct StepResult: Sendable, Equatable {
    struct File: Sendable, Equatable {
        var name: String
        var format: String
        var dialect: String?
        var compression: String?
        /// The nested list whose elements are the rows.
        var list: String?
        var rows: Int
        var length: Int64
        var sha256: String
        /// Sums of columns in billionths, by index, with their headings.
        var sums: [Sum] = []
    }

    struct Sum: Sendable, Equatable {
        var column: Int
        var heading: String
        var nano: Int128
    }

    /// The format of files that were downloaded.
    static let download = "download"

    var dataset: String
    var counts: BatchCounts
    var exceptions: [ExceptionCount]
    var files: [File]

    /// The dataset in `totals.json`; with sizes and digests, which the manifest has too, for the journal.
    func tree(withDigests: Bool) -> JSONTree {
        var members = [
            JSONTree.Member("dataset", .string(dataset)),
            JSONTree.Member(
                "counts",
                .object([
                    "fetched": .integer(counts.fetched), "exported": .integer(counts.exported),
                    "held": .integer(counts.held),
                    "repeated": .integer(counts.repeats), "rejected": .integer(counts.rejected),
                    "excluded": .integer(counts.excluded),
                ])),
            JSONTree.Member(
                "exceptions",
                .array(
                    exceptions.map {
                        .object([
                            "rule": .string($0.rule), "severity": .string($0.severity.rawValue),
                            "count": .integer($0.count),
                        ])
                    })),
            JSONTree.Member(
                "files",
                .array(
                    files.filter { withDigests || $0.format != StepResult.download }.map {
                        StepResult.tree($0, withDigests)
                    })),
        ]
        if !withDigests, let downloads { members.append(JSONTree.Member("downloads", downloads)) }
        return .object(members)
    }

    /// The downloaded files together: the manifest has each of them.
    private var downloads: JSONTree? {
        guard let first = files.first(where: { $0.format == StepResult.download }) else { return nil }
        let found = files.filter { $0.format == StepResult.download }
        return .object([
            "folder": .string(String(first.name.prefix { $0 != "/" })), "files": .integer(found.count),
            "bytes": .integer(Int(found.reduce(0) { $0 + $1.length })),
        ])
    }

    private static func tree(_ file: File, _ withDigests: Bool) -> JSONTree {
        var members = [JSONTree.Member("file", .string(file.name)), JSONTree.Member("format", .string(file.format))]
        if let dialect = file.dialect { members.append(JSONTree.Member("dialect", .string(dialect))) }
        if let compression = file.compression { members.append(JSONTree.Member("compression", .string(compression))) }
        if let list = file.list { members.append(JSONTree.Member("list", .string(list))) }
        members.append(JSONTree.Member("rows", .integer(file.rows)))
        if !file.sums.isEmpty {
            members.append(
                JSONTree.Member(
                    "sums",
                    .array(
                        file.sums.map {
                            .object([
                                "column": .integer($0.column + 1), "heading": .string($0.heading),
                                "sum": .string(decimalText(nano: $0.nano, .exact)),
                            ])
                        })))
        }
        if withDigests {
            members.append(JSONTree.Member("bytes", .integer(Int(file.length))))
            members.append(JSONTree.Member("sha256", .string(file.sha256)))
        }
        return .object(members)
    }

    /// Reads what `tree(withDigests: true)` wrote; `nil` when it is something else.
    init?(_ tree: JSONTree) {
        guard let dataset = tree["dataset"]?.text, let files = tree["files"]?.list else { return nil }
        self.dataset = dataset
        let figures = TotalsDocument.read(tree)
        counts = figures.counts
        exceptions = figures.exceptions.map { ExceptionCount(rule: $0.rule, severity: $0.severity, count: $0.count) }
        self.files = files.compactMap { file in
            guard let name = file["file"]?.text, let format = file["format"]?.text else { return nil }
            let sums = (file["sums"]?.list ?? []).compactMap { sum -> Sum? in
                guard let column = sum["column"]?.int, let heading = sum["heading"]?.text,
                    let nano = TotalsDocument.nano(sum["sum"])
                else { return nil }
                return Sum(column: column - 1, heading: heading, nano: nano)
            }
            return File(
                name: name, format: format, dialect: file["dialect"]?.text, compression: file["compression"]?.text,
                list: file["list"]?.text, rows: file["rows"]?.int ?? 0, length: Int64(file["bytes"]?.int ?? 0),
                sha256: file["sha256"]?.text ?? "", sums: sums)
        }
    }

    init(dataset: String, counts: BatchCounts, exceptions: [ExceptionCount], files: [File]) {
        self.dataset = dataset
        self.counts = counts
        self.exceptions = exceptions
        self.files = files
    }
}
