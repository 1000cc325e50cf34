package import GantryEngine
package import GantryJSON

extension WorkspaceJournal {
    /// What the journal keeps of a finished run.
    package func overview(of id: RunID) async throws -> (totals: ExportTotals?, files: [ExportedFile]) {
        let tree = try await result(of: id)
        return (tree?["totals"].map(TotalsDocument.read), tree.map(TotalsDocument.files) ?? [])
    }

    /// The document with a run's totals and files; `nil` for a run that has none yet.
    package func result(of id: RunID) async throws -> JSONTree? {
        try await document(named: RunBag.resultName, of: id).flatMap { try? JSONTree(Array($0.utf8)) }
    }
}
