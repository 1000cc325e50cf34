internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension FolderVerification {
    /// The parts of an export of datasets.
    mutating func checkDatasets(_ bag: BagReport) async throws {
        var sums: [String: Int] = [:]
        for (index, tree) in (document["datasets"]?.list ?? []).enumerated() {
            var section = VerifiedSection(prefix: "datasets[\(index)].", tree, .dataset)
            for (figure, file) in section.files { check(file, at: figure, in: &section) }
            compareCounts(section, recomputed: try await recount(section))
            if let downloads = tree["downloads"] { compareDownloads(downloads, of: section, in: bag) }
            for (key, _) in BatchCounts.named {
                sums[key, default: 0] += min(max(tree["counts"]?[key]?.int ?? 0, 0), 1 << 50)
            }
        }
        for (key, sum) in sums { compare("counts.\(key)", with: .integer(sum), origin: "the sum of the datasets") }
    }

    /// The counts of a dataset, calculated again from its archive; `nil` if it has none. Excluded records are in no
    /// archive, so their number can't be checked.
    private mutating func recount(_ section: VerifiedSection) async throws -> BatchCounts? {
        guard let archive = section.files.first(where: { $0.tree["format"]?.text == "archive" })?.tree,
            let name = archive["file"]?.text,
            section.archived != nil, let compression = ArchiveCompression(rawValue: archive["compression"]?.text ?? ""),
            let dataset = section.tree["dataset"]?.text
        else { return nil }
        guard let described = systems.dataset(named: dataset)?.dataset else {
            find(Self.totalsPath, "\(section.prefix)dataset is \(singleLine(dataset)), which nothing here describes")
            return nil
        }
        let path = "data/\(name)"
        show("\(path), record by record")
        do {
            let size = try ReadFile.open("\(folder)/\(path)").size
            var counts = try await FolderVerification.recount(
                described, "\(folder)/\(path)", size: size, compression: compression, held: section.exceptions,
                stated: section.counts)
            counts.excluded = section.counts.excluded
            counts.fetched += counts.excluded
            markCompared("\(section.prefix)dataset")
            return counts
        } catch let error as any ExplainedError {
            find(path, error.explanation)
            return nil
        }
    }

    private static func recount<R: DatasetRecord>(
        _ described: some DatasetDescription<R>, _ path: String, size: Int, compression: ArchiveCompression,
        held: VerifiedExceptions?,
        stated: BatchCounts
    ) async throws -> BatchCounts {
        var counts = BatchCounts()
        var seen: Set<Int64> = []
        let reader = try LandingReader(
            described.dataset, path: path, length: size, tail: [], compression: compression)
        while let chunk = try await reader.next() {
            counts.fetched += chunk.count
            let rejected = Set(chunk.rejects.map(\.index))
            counts.rejected += rejected.count
            for index in 0..<chunk.count where !rejected.contains(index) {
                seen.insert(chunk.number(of: chunk.records[index].key))
            }
        }
        // Without a list of held records, their number can't be checked.
        counts.held = held?.heldRecords ?? stated.held
        // Different records under one key are all held; only the first of them is a key of its own.
        let conflicts = (held?.conflicting ?? []).reduce(0) { $0 + (held?.held[$1] ?? 1) - 1 }
        counts.repeats = counts.fetched - counts.rejected - seen.count - conflicts
        counts.exported = counts.fetched - counts.held - counts.repeats - counts.rejected
        return counts
    }

    /// The bag has proven the digest of each downloaded file.
    private mutating func compareDownloads(_ downloads: JSONTree, of section: VerifiedSection, in bag: BagReport) {
        guard bag.isValid, let name = downloads["folder"]?.text else { return }
        let folder = "data/\(singleLine(name, limit: 60))/"
        let found = bag.intact.filter { $0.path.hasPrefix(folder) }
        let bytes = found.reduce(0) { $0 + $1.length }
        markCompared("\(section.prefix)downloads.folder")
        compare("\(section.prefix)downloads.files", with: .integer(found.count), origin: folder)
        compare("\(section.prefix)downloads.bytes", with: .integer(bytes), origin: folder)
        prove("\(folder): \(counted(found.count, "file")), \(counted(bytes, "byte")).")
    }
}
