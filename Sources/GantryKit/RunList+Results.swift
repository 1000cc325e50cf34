internal import GantryEngine
internal import GantryImports
internal import GantryJSON
internal import GantryRuns

extension RunList {
    /// Adds what the journal keeps of the results: how far those are that send the rows of a sheet, and the counts of
    /// records of the others where they are wanted.
    mutating func addResults(_ journal: any WorkspaceJournal, withCounts: Bool) async throws {
        let finished = runs.filter { $0.phase == .complete && (withCounts || $0.isOfSheet) }
        let sheets = Set(finished.filter(\.isOfSheet).map(\.id))
        try await journal.forEachDocument(named: RunBag.resultName, of: finished.map(\.id)) { run, text in
            guard let text else { return }
            guard sheets.contains(run) else {
                counts[run] = (try? JSONTree(Array(text.utf8)))?["totals"].map(TotalsDocument.read)?.counts
                return
            }
            if let summary = ImportSummary.read(try JSONTree(Array(text.utf8))["totals"] ?? .null) {
                sent[run] = SendingState(counts: summary.counts, isChecked: true)
            }
        }
        for run in runs where run.isOfSheet && sent[run.id] == nil {
            let isChecked = try await journal.document(named: ImportSummary.preflightName, of: run.id) != nil
            sent[run.id] = SendingState(counts: try await journal.counts(of: run.id), isChecked: isChecked)
        }
    }
}
