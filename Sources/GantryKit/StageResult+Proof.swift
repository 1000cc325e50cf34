internal import GantryEngine
internal import GantryJSON

extension StageResult {
    /// The key in `totals.json` of the lists that nothing shows to be whole.
    static let unprovenKey = "unproven"

    /// The result with the lists in its totals that nothing shows to be whole: that of the stage, and `others`.
    func notingProof(_ context: StageContext, others: [String] = []) async throws -> StageResult {
        let isUnproven = try await context.journal.lastCheckpoint(of: context.id)?.isUnproven == true
        let lists = (isUnproven ? [name] : []) + others
        guard !lists.isEmpty else { return self }
        let member = JSONTree.Member(StageResult.unprovenKey, .array(lists.map { .string($0) }))
        let totals = try JSONTree.object(JSONTree(Array(totals.utf8)).members + [member])
        return StageResult(name: name, counts: counts, files: files, totals: totals.compact, bookmark: bookmark)
    }
}
