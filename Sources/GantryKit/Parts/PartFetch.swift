internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// Fetches one part's share of a list, and nothing else.
struct PartFetch<R: DatasetRecord>: Sendable {
    let request: ExportRequest
    let part: PartNumber
    let name: String
    let place: RunDirectories
    let list: PagedList<R>
    let pageSize: Int
    /// The keys of a list that is asked key by key, of all parts.
    var keys: [String] = []
    /// Whether every part needs the whole list.
    var isInEach = false
    /// Kept with the share.
    var documents: [String: String] = [:]

    private static var shareName: String { "share" }

    func run(_ context: StageContext) async throws -> StageResult {
        let share = try await share(context)
        let file = PartDocument.fileName(of: name)
        let landing = LandingFile(list.dataset, path: "\(place.data)/\(file)", name: file)
        let batch = BatchStage<PartRules<R>>(
            context, landing: landing, outputs: PartLanding(name, place: place, landing: landing),
            policy: request.pipeline.checkpoint, budget: budget
        ) { _ in PartRules() }
        let result = try await batch.execute(pageSize: share.pageSize) { position in
            let source = list.source(of: share, at: position)
            context.stop.whenRequested { Task { await source.cancel() } }
            return source
        }
        try await landing.close()
        let checkpoint = try await context.journal.lastCheckpoint(of: context.id)
        let document = PartDocument.Stage(
            name: name, file: file, records: result.counts.fetched,
            repeatsWithinPages: checkpoint?.repeatsWithinPages ?? 0, share: share,
            keys: PartDocument.digest(ofKeys: keys), isInEach: isInEach,
            isUnproven: checkpoint?.isUnproven)
        return StageResult(
            name: name, counts: result.counts, files: result.files, totals: try JSONTree(encoding: document).compact)
    }

    /// What share of the whole list is unreadable shows only when the parts are merged.
    private var budget: RejectBudget {
        switch request.pipeline.rejects {
        case .records(let most): .records(most)
        case .basisPoints: .records(.max)
        }
    }

    /// The share as it was when the stage began.
    private func share(_ context: StageContext) async throws -> ListShare {
        if context.hasBegun, let text = try await context.journal.document(named: PartFetch.shareName, of: context.id) {
            return try JSONTree(Array(text.utf8)).decoded(ListShare.self)
        }
        var share = try await list.share(
            isInEach ? 1 : part.number, of: isInEach ? 1 : part.count, pageSize: pageSize)
        share.keyBefore = try await list.page(before: share)?.chunk.lastKey
        var documents = documents
        documents[PartFetch.shareName] = try JSONTree(encoding: share).compact
        try await context.begin(documents: documents)
        return share
    }
}
