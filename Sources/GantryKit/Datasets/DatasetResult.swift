internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

/// What `totals.json` says about one dataset.
struct DatasetResult: Sendable {
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
        var sums: [FileEntry.Sum] = []
    }

    /// The format of files that were downloaded.
    static let download = "download"

    var dataset: String
    var counts: BatchCounts
    var exceptions: [ExceptionCount]
    var months = MonthCounts()
    var files: [File]

    var tree: JSONTree {
        var members = [
            JSONTree.Member("dataset", .string(dataset)),
            JSONTree.Member("counts", counts.tree),
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
                    files.filter { $0.format != DatasetResult.download }.map(DatasetResult.tree))),
        ]
        if let list = months.tree.list, !list.isEmpty {
            members.append(JSONTree.Member("months", .array(list)))
            if let field = months.field { members.append(JSONTree.Member("months_of", .string(field))) }
        }
        if let downloads { members.append(JSONTree.Member("downloads", downloads)) }
        return .object(members)
    }

    /// The downloaded files together: the manifest has each of them.
    private var downloads: JSONTree? {
        guard let first = files.first(where: { $0.format == DatasetResult.download }) else { return nil }
        let found = files.filter { $0.format == DatasetResult.download }
        return .object([
            "folder": .string(String(first.name.prefix { $0 != "/" })), "files": .integer(found.count),
            "bytes": .integer(Int(found.reduce(0) { $0 + $1.length })),
        ])
    }

    private static func tree(_ file: File) -> JSONTree {
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
        return .object(members)
    }
}

extension DatasetResult.File {
    /// The file as the run bags it.
    var stageFile: StageFile {
        StageFile(
            name: name, length: length, sha256: sha256, rows: rows, isDownload: format == DatasetResult.download)
    }
}
