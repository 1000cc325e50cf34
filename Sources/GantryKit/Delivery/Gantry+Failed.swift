public import GantryEngine
internal import GantryFiles
public import GantryModel
public import GantryRuns
internal import GantrySignOff

/// A delivery of a run that nobody signs, which counts as failed.
public struct FailedDelivery: Sendable, Equatable {
    /// What receipts call the place; `nil` where somebody had typed what the run changes.
    public let place: String?
    /// Whether it counted as failed before, for the same reason.
    public let wasDone: Bool
    /// The addresses of files of pay of which nobody can say whether they are still there.
    public var unseen: [String] = []
}

extension Gantry {
    /// What receipts call the places that have files of a run, or may have them, in alphabetical order.
    ///
    /// - Parameter unknown: whether only places are meant of which it isn't known whether files arrived. The default is
    ///   no.
    public static func places(
        of run: RunID, unknown: Bool = false, in workspace: Workspace
    ) async throws -> [String] {
        guard let journal = try workspace.existingJournal() else { return [] }
        return try await places(of: run, journal) { !unknown || !$0.isDelivered }
    }

    /// Notes that files of a run which nobody signs never arrived, or that the receiver refused them: they don't count
    /// as delivered, and can be delivered again.
    ///
    /// - Parameters:
    ///   - place: what receipts call the place; `nil` for the only one.
    ///   - person: who says so, for the receipts; `nil` names nobody.
    ///   - reason: one line of at least 10 characters.
    ///   - places: the destinations, to look whether pay is still there. The default knows folders only.
    ///   - command: what another process that delivers the run is shown; contains no secrets.
    /// - Throws: `SignOffRefusal` for a reason that is none, for a run that wasn't delivered there, and where a later
    ///   revision was delivered as a correction of it; `DeliveryError.taken` where files of pay are still there;
    ///   `RunError.unusableRun` where several places have files; `FileError.heldByAnother` while it is delivered.
    public static func failDelivery(
        of run: RunID, to place: String? = nil, by person: String? = nil, because reason: String,
        at places: DeliveryPlaces = DeliveryPlaces(), in workspace: Workspace, command: String
    ) async throws -> FailedDelivery {
        guard let journal = try workspace.existingJournal(), try await journal.run(run) != nil else {
            throw workspace.noRun(run)
        }
        try SignOffMachine.requireReason(reason)
        let said = [person, reason].compactMap(\.self).joined(separator: ": ")
        let folders = RunDirectories(id: run, workspace: workspace, command: command)
        let lock = try folders.lockDelivery()
        let failed = try await journal.whileHolding(folders.right("deliver")) {
            try await fail(run, at: place, of: places, said: said, in: workspace, journal: journal)
        }
        try lock.release()
        return failed
    }

    private static func fail(
        _ run: RunID, at place: String?, of destinations: DeliveryPlaces, said: String, in workspace: Workspace,
        journal: any WorkspaceJournal
    ) async throws -> FailedDelivery {
        let noted = try await journal.payDeliveries(of: run)
        let known = Set(try await places(of: run, journal) { _ in true } + noted.compactMap(\.to)).sorted()
        guard place != nil || known.count < 2 else {
            throw RunError(
                .unusableRun, "\(run) was delivered to \(listed(known.map { singleLine($0, limit: 1_000) }, "and")).",
                advice: "Say at which of them it failed.")
        }
        guard let failed = place ?? known.first, known.contains(failed) else {
            let said = RowProblem.neverArrived(said).sentence
            let before = try await journal.deliveries(of: run).first {
                $0.problem == said && (place == nil || $0.to == place)
            }
            if let before { return FailedDelivery(place: before.to, wasDone: true) }
            guard place == nil, !noted.isEmpty else { throw SignOffRefusal.notDelivered(run, .published) }
            try await requireNothingBuilt(on: run, in: workspace, journal)
            // Somebody had typed it.
            try await journal.keep([], of: run)
            return FailedDelivery(place: nil, wasDone: false)
        }
        try await requireNothingBuilt(on: run, in: workspace, journal)
        var failure = FailedDelivery(place: failed, wasDone: false)
        if noted.contains(where: { $0.to == failed }) {
            failure.unseen = try await requireGone(run, from: failed, of: destinations, journal)
        }
        try await journal.retractDeliveries(of: run, to: failed, because: said)
        // What never arrived isn't paid.
        try await journal.keep(noted.filter { $0.to != failed }, of: run)
        return failure
    }

    /// - Returns: the addresses of files of pay of which nobody can say whether they are still at a place.
    /// - Throws: `DeliveryError.taken` for files that are there.
    static func requireGone(
        _ run: RunID, from place: String, of destinations: DeliveryPlaces, _ journal: any WorkspaceJournal
    ) async throws -> [String] {
        let receipts = try await journal.deliveries(of: run).filter { $0.to == place && $0.mayBeThere }
        // Under its name, gantry.yaml can have another place since, and pay can have gone to both.
        let holders = Dictionary(grouping: receipts) { destinations.holder(of: $0) }
        var unseen: [String] = []
        for (holder, receipts) in holders.sorted(by: { $0.key < $1.key }) {
            unseen += try await LeftFiles.requireGone(
                receipts.map(\.address), at: { try destinations.open(named: holder, for: run) },
                files: { _ in
                    receipts.map {
                        DeliveredFile(
                            path: $0.path, from: "", under: "", bytes: $0.bytes, digest: $0.digest,
                            token: DeliveredFile.token(run, $0.digest))
                    }
                })
        }
        return unseen
    }

    /// What is left must still add up to a whole revision.
    static func requireNothingBuilt(
        on run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        let newest = try await PaidRuns(ofPeriodOf: run, in: workspace, journal).ofPeriod(of: run)
        guard let newest, newest.run.revision > run.revision else { return }
        // Of one that may have been delivered it is said first whether it was.
        if newest.proof == .unknown { try await workspace.requireUnpaid(newest.run, journal) }
        throw SignOffRefusal.builtUpon(run, by: newest.run)
    }

    private static func places(
        of run: RunID, _ journal: any WorkspaceJournal, where isMeant: (DeliveryReceipt) -> Bool
    ) async throws -> [String] {
        Set(try await journal.deliveries(of: run).filter { $0.mayBeThere && isMeant($0) }.map(\.to)).sorted()
    }
}
