package import GantryEngine
package import GantryModel
package import GantryRuns
internal import GantrySignOff

extension Correction {
    /// What a run corrects, where nothing shows that the receiver at a place has it; `nil` where something does, and
    /// for a whole period.
    ///
    /// - Parameters:
    ///   - name: what receipts call the place.
    ///   - places: the destinations, by whose names addresses of books are known.
    package static func baseElsewhere(
        of run: RunID, than name: String, of places: DeliveryPlaces, in workspace: Workspace,
        _ journal: any WorkspaceJournal
    ) async throws -> PaidRun? {
        guard let base = try await kept(by: run, journal)?.run,
            let paid = try await brought(base, in: workspace, journal)
        else { return nil }
        let isThere = paid.places.contains { places.name(of: $0, for: paid.run) == name }
        return isThere && !paid.unfinished.contains(name) ? nil : paid
    }

    /// - Throws: `RunError.unusableRun` where the pipeline file delivers to a place that what is corrected wasn't
    ///   delivered to: the difference would be all that is there.
    static func requireListedPlaces(
        of paid: PaidRun, for request: ExportRequest, _ journal: any WorkspaceJournal
    ) async throws {
        let listed = request.pipeline.deliver.filter { $0.form == .files }.map(\.to)
        guard request.pipeline.signOff == nil, !listed.isEmpty,
            let paid = try await brought(paid.run, in: request.workspace, journal), !paid.isInBook
        else { return }
        let lacking = GantryModel.listed(listed.filter { !paid.places.contains($0) }, "and")
        guard lacking.isEmpty else {
            throw RunError(
                .unusableRun,
                "\(paid.run) \(paid.words), and not to \(lacking), where the pipeline file delivers too: the difference would be all that is there.",
                advice:
                    "If \(lacking) is to have it, deliver it there first: \(.deliver(run: "\(paid.run)")) Otherwise take \(lacking) out of deliver: in the pipeline file."
            )
        }
    }

    /// The newest of a run and of what it corrects whose files were brought somewhere; `nil` where nobody knows.
    private static func brought(
        _ run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> PaidRun? {
        var lookup = try await PaidLookup(in: workspace, journal)
        var run = run
        while let paid = try await lookup.paid(run), paid.proof != .unknown {
            // What was typed went where the files before it are.
            guard paid.proof == .typed else { return paid }
            guard let base = try await kept(by: run, journal)?.run else { return nil }
            run = base
        }
        return nil
    }
}
