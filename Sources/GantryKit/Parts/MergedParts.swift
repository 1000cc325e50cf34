internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// The records of a list that was fetched in parts, in the order of the list.
actor MergedParts<R: DatasetRecord>: PageSource {
    private let dataset: Dataset<R>
    private let landings: [FetchedParts.Landing]
    private var next = 0
    private var reader: LandingReader<R>?
    /// Records read of the part at hand, and of all.
    private var (inPart, read) = (0, 0)
    /// Of the record before, and the part that it is in.
    private var (lastKey, lastPart): (Int64?, PartNumber?)
    private var place: SourcePosition

    init(_ dataset: Dataset<R>, _ landings: [FetchedParts.Landing], at position: SourcePosition) {
        self.dataset = dataset
        self.landings = landings
        place = position
        place.isUnproven = landings.contains { $0.stage.isUnproven == true } ? true : nil
        place.statedTotal = landings.reduce(0) { $0 + $1.stage.records }
    }

    func position() -> SourcePosition { place }

    func next() async throws -> Chunk<R>? {
        while next < landings.count {
            let landing = landings[next]
            let reader =
                if let reader { reader } else {
                    try LandingReader(
                        dataset, path: landing.path, length: try ReadFile.open(landing.path).size, tail: [])
                }
            self.reader = reader
            if inPart == 0, let expected = landing.stage.share.keyBefore, let lastKey, lastKey != expected {
                throw MergedParts.moved(landing, after: lastPart)
            }
            guard let chunk = try await reader.next() else {
                guard inPart == landing.stage.records else { throw MergedParts.damaged(landing, inPart) }
                (self.reader, inPart) = (nil, 0)
                next += 1
                continue
            }
            inPart += chunk.count
            read += chunk.count
            if chunk.count > 0 { (lastKey, lastPart) = (chunk.lastKey, landing.part.number) }
            // An earlier attempt ended between two chunks, and a part always gives the same.
            guard read > place.records else { continue }
            guard read - chunk.count == place.records else { throw MergedParts.damaged(landing, inPart) }
            place.records = read
            place.page += 1
            return chunk
        }
        place.isAtEnd = true
        return nil
    }

    private static func moved(_ landing: FetchedParts.Landing, after other: PartNumber?) -> RunError {
        RunError(
            .unusableRun,
            "The list of \(landing.stage.name) moved between part \(other?.description ?? "1") and part \(landing.part.number): "
                + "the record before page \(landing.stage.share.first) was another one when part \(landing.part.number) was fetched, so records are missing or twice.",
            advice: "Fetch the parts again, with \(.nextRevision), when nobody is entering or changing records.")
    }

    private static func damaged(_ landing: FetchedParts.Landing, _ count: Int) -> RunError {
        RunError(
            .unusableRun,
            "\(landing.path) changed while it was read: it has \(counted(count, "record")), where \(landing.stage.records) are expected.",
            advice: "Copy the part again from where it was fetched, or fetch it again.")
    }
}

extension FetchedParts {
    /// How many records of a stage came again on one page.
    func repeatsWithinPages(of stage: String) throws -> Int {
        try landings(of: stage).reduce(0) { $0 + $1.stage.repeatsWithinPages }
    }

    /// Merges a stage's records. Where the server's list changed, merging once more would find the same.
    func merging<T>(_ body: () async throws -> T) async throws -> T {
        do {
            return try await body()
        } catch let error as RunError where error.code == .sourceChanged {
            throw RunError(
                .unusableRun, error.explanation,
                advice: "Fetch the parts again, with \(.nextRevision), when nobody is entering or changing records.")
        }
    }
}
