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
        guard isThere, !paid.unfinished.contains(name) else { return paid }
        // Under the name of a place, gantry.yaml can have another one since. A book has the address.
        guard !paid.isInBook,
            let former = places.formerAddress(
                named: name, of: try await journal.deliveries(of: paid.run), for: paid.run)
        else { return nil }
        return paid.moved(from: name, whichWas: former)
    }

    /// - Parameter listed: the places that the files of every run go to.
    /// - Throws: `RunError.unusableRun` where one of them lacks what is corrected: the difference would be all that is
    ///   there.
    package static func requireListedPlaces(
        _ listed: [String], have base: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        guard !listed.isEmpty, let paid = try await brought(base, in: workspace, journal), !paid.isInBook else {
            return
        }
        let missing = listed.filter { !paid.places.contains($0) }
        let lacking = GantryModel.listed(missing, "and")
        guard !lacking.isEmpty else { return }
        let (run, others) = ("\(paid.run)", paid.places.filter { !listed.contains($0) })
        let unknown = try await workspace.unknownPlaces(of: paid.run, among: missing, journal)
        if others.isEmpty, !unknown.isEmpty {
            let places = GantryModel.listed(unknown, "and")
            throw RunError(
                .unusableRun,
                "\(run) \(paid.words), and it isn't known whether it was to \(places) before this workspace was restored or its journal was made. The difference could be all that is there.",
                advice:
                    "Ask the receiver, then deliver \(run) to \(places): with \(.wasTaken) and \(.because) if they have it, and nothing is sent, or with \(.sendAnew) if they don't and it is to be sent there. Or take \(places) out of deliver: in the pipeline file."
            )
        }
        let left = GantryModel.listed(others.map { singleLine($0, limit: 1_000) }, "and")
        let bring = missing.map { Advice.Action.deliver(run: run, to: $0, isSigned: false) }
        let say = missing.map { Advice.Action.wasDelivered(run: run, to: $0, isSigned: false) }
        throw RunError(
            .unusableRun,
            "\(run) \(paid.words), and not to \(lacking), where the pipeline file delivers\(left.isEmpty ? " too" : ""): the difference would be all that is there.",
            advice: left.isEmpty
                ? "If \(lacking) is to have it, deliver it there first: \(bring). If it has it already, say so, and nothing is sent: \(say). Otherwise take \(lacking) out of deliver: in the pipeline file."
                : "If \(lacking) is read in place of \(left), the receiver has it already: say so, and nothing is sent: \(say). If \(lacking) is of another receiver, who is to be paid from it too, deliver it there first with \(.again): \(bring)"
        )
    }

    /// Whether a place lacks a run that was corrected elsewhere: it has to have that before the corrections.
    package static func isLacking(
        _ run: RunID, at place: String, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> Bool {
        guard var newer = try await PaidRuns(ofPeriodOf: run, in: workspace, journal).ofPeriod(of: run)?.run,
            newer != run
        else { return false }
        let isWhole = try await kept(by: run, journal) == nil
        for other in try await journal.heads(.revisions(of: run)).runs.map(\.id)
        where other != run && (isWhole || other.revision > run.revision) {
            // What somebody typed would be missing there.
            let isThere = try await journal.payDeliveries(of: other).contains { $0.to == place || $0.to == nil }
            if isThere { return false }
        }
        while newer != run {
            guard let base = try await kept(by: newer, journal)?.run else { return false }
            newer = base
        }
        return true
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
