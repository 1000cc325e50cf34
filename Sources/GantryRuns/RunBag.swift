package import GantryEngine
internal import GantryFiles
internal import GantryFormats
package import GantryJSON
package import GantryModel
internal import GantryOutputs

/// `totals.json` and the tag files of a run: what all its stages add up to, and where it came from.
package struct RunBag: Sendable {
    package let place: RunDirectories
    package let record: RunRecord
    /// What the records come from, or the rows are sent to.
    package let source: RunSource
    /// The connection's name.
    package let connection: String
    /// The pipeline's title.
    package let title: String
    /// Why the revision was made; `nil` where nobody said.
    package var reason: String?
    /// The journal's document with the reason.
    package static let reasonName = "because"
    /// The line of `bag-info.txt` with the reason.
    package static let reasonLabel = "Correction-Reason"
    /// The last day on which the bag must be kept; `nil` where nobody says.
    package var retainUntil: CivilDate?
    /// The line of `bag-info.txt` that says so.
    package static let retainLabel = "Retain-Until"

    package init(place: RunDirectories, record: RunRecord, source: RunSource, connection: String, title: String) {
        self.place = place
        self.record = record
        self.source = source
        self.connection = connection
        self.title = title
    }

    /// The members that every `totals.json` starts with.
    ///
    /// - Parameter subject: The period, or what was sent.
    package func head(_ subject: JSONTree.Member) -> [JSONTree.Member] {
        [
            JSONTree.Member("format", .string(TotalsDocument.format)),
            JSONTree.Member("run", .string(record.id.description)),
            JSONTree.Member("system", .string(source.system)), JSONTree.Member("connection", .string(connection)),
            JSONTree.Member("source", source.tree), subject,
            JSONTree.Member("corrects", record.corrects.map { .integer($0) } ?? .null),
            JSONTree.Member("snapshot", .string(record.snapshot.description)),
        ]
    }

    package static func period(_ period: PayPeriod) -> JSONTree.Member {
        JSONTree.Member(
            "period",
            .object([
                "name": .string(period.name), "first": .string(period.first.description),
                "last": .string(period.last.description),
            ]))
    }

    /// Writes `totals.json`, proves it, and writes the tag files.
    ///
    /// - Parameters:
    ///   - kept: What the journal keeps as the run's totals; `nil` for what `totals.json` holds.
    ///   - figures: The counts for `bag-info.txt`.
    ///   - pages: what is made of the finished files, each with its name in the bag; given these files.
    package func seal(
        _ files: [StageFile], totals: [JSONTree.Member], kept: [JSONTree.Member]? = nil, figures: [(String, Int)],
        pages: ([StageFile]) async throws -> [(name: String, bytes: [UInt8])] = { _ in [] }
    ) async throws -> SealedRun {
        let document = JSONTree.object(totals)
        let mark = try place.write(TotalsFile.name, document.pretty)
        try await SealVerification(folder: place.data).verify([ReadBack(mark: mark, proof: .digest)])
        var all = files + [StageFile(mark)]
        for page in try await pages(all) { all.append(StageFile(try place.write(page.name, page.bytes))) }
        let payload = try all.map { file in
            guard let digest = ContentDigest(hex: file.sha256) else {
                throw RunError(.verificationFailed, "\(file.name) has no recorded digest.")
            }
            return BagFile(path: "data/\(file.name)", length: Int(file.length), digest: digest)
        }
        let id = record.id
        var lines = [BagWriter.Information("Source-Organization", "\(source.system) (connection \(connection))")]
        lines += source.bagLines
        lines += [
            BagWriter.Information("External-Identifier", id.description),
            BagWriter.Information("External-Description", title),
            BagWriter.Information("Bag-Group-Identifier", "\(id.pipeline)/\(id.period)"),
            BagWriter.Information("Snapshot-Time", record.snapshot.description),
        ]
        lines += figures.map { BagWriter.Information($0.0, "\($0.1)") }
        if let corrects = record.corrects { lines.append(BagWriter.Information("Corrects-Revision", "\(corrects)")) }
        if let reason { lines.append(BagWriter.Information(RunBag.reasonLabel, reason)) }
        if let retainUntil { lines.append(BagWriter.Information(RunBag.retainLabel, "\(retainUntil)")) }
        lines.append(BagWriter.Information("Bag-Software-Agent", "gantry \(programVersion)"))
        try BagWriter(folder: place.bag).write(
            payload: payload, information: lines, baggingDate: record.snapshot.utcDate)
        let result = JSONTree.object(["totals": kept.map { .object($0) } ?? document, "files": listed(all)])
        return SealedRun(
            bag: try place.tagManifestDigest(in: place.bag), documents: [RunBag.resultName: result.compact])
    }

    /// The journal's document with a run's totals and files.
    package static let resultName = "result"

    /// The files for the journal, and one line for all that were downloaded to a folder.
    private func listed(_ files: [StageFile]) -> JSONTree {
        var lines: [(name: String, length: Int64, rows: Int, sha256: String)] = []
        var folders: [String: Int] = [:]
        for file in files {
            guard file.isDownload else {
                lines.append((file.name, file.length, file.rows, file.sha256))
                continue
            }
            let folder = String(file.name.prefix { $0 != "/" }) + "/"
            if let line = folders[folder] {
                lines[line].length += file.length
                lines[line].rows += 1
            } else {
                folders[folder] = lines.count
                lines.append((folder, file.length, 1, ""))
            }
        }
        return .array(
            lines.map { name, length, rows, sha256 in
                .object([
                    "path": .string("data/\(name)"), "bytes": .number(String(length)), "rows": .integer(rows),
                    "sha256": .string(sha256),
                ])
            })
    }
}
