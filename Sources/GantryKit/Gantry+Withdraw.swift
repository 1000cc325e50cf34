public import GantryEngine
internal import GantryFiles
public import GantryModel
public import GantryRuns
internal import GantrySignOff

/// A run that is withdrawn.
public struct WithdrawnRun: Sendable {
    /// The mark.
    public let mark: Withdrawal
    /// Whether it had one before; that one stays then.
    public let wasDone: Bool
    /// What receipts call the places that have files of it, which nobody there knows to be withdrawn.
    public let deliveredTo: [String]
    /// The addresses of files of pay of which nobody can say whether they are still there.
    public var unseen: [String] = []
    /// The machine and folder of another workspace that has the run, where nothing lies beside the folder yet; `nil`
    /// where it is in this one.
    public var elsewhere: String?
}

extension Gantry {
    /// Marks a published run as not to be used: it is no base for others, isn't sent and can't be signed.
    ///
    /// The mark is in the journal and beside the export folder, which stays as it is. Killed in between, the same
    /// request ends it.
    ///
    /// - Parameters:
    ///   - person: a name in `people` of gantry.yaml, or as ``DecisionRequest/by``.
    ///   - reason: one line of 10 to 500 characters.
    ///   - althoughDelivered: whether a payroll run that was delivered without signatures is withdrawn all the same.
    ///     The default is to refuse, since it may have been paid.
    ///   - destinations: those of gantry.yaml, to look whether pay is still there. The default knows folders only.
    ///   - command: what another process that signs at the moment is shown; contains no secrets.
    /// - Throws: `RunError.unusableRun` for a run that isn't published, sends rows, or is signed or delivered;
    ///   `RunError.refusedDecision` for a name or a reason that is none; `SignOffRefusal` where a later revision was
    ///   delivered as a correction of it; `DeliveryError.taken` where files of pay are still there;
    ///   `FileError.heldByAnother` while it is delivered.
    public static func withdraw(
        _ run: RunID, by person: String, because reason: String, althoughDelivered: Bool = false,
        at destinations: DeliveryPlaces = DeliveryPlaces(), in workspace: Workspace, command: String = ""
    ) async throws -> WithdrawnRun {
        guard let journal = try workspace.existingJournal(), let record = try await journal.run(run) else {
            throw workspace.noRun(run)
        }
        if let text = try await journal.document(named: Withdrawal.documentName, of: run), let mark = Withdrawal(text) {
            try mark.write(beside: workspace.folder(of: run))
            return WithdrawnRun(
                mark: mark, wasDone: true, deliveredTo: try await deliveredTo(run, journal),
                elsewhere: try await journal.otherPlace(of: run, than: workspace))
        }
        try requireName(person)
        try requireReason(reason)
        guard record.phase == .complete else {
            throw RunError(
                .unusableRun, "\(run) is not published, so there is nothing to withdraw.",
                advice: "To drop what it has fetched: \(.forget(run: run.description))")
        }
        guard !record.isOfSheet else {
            throw RunError(
                .unusableRun,
                "\(run) sent the rows of a sheet, and what was sent can't be taken back by a mark on this side.",
                advice: "Correct it on the server, or send a sheet that does.")
        }
        let place = SignOffPlace(run: run, workspace: workspace)
        let lock = try place.lockIfUsed(command)
        let folders = RunDirectories(id: run, workspace: workspace, command: command)
        let delivery = try folders.lockDelivery()
        let (mark, places, unseen) = try await journal.whileHolding([
            folders.right("sign", ofPipeline: true), folders.right("deliver"),
        ]) {
            let state = try await BookKeeper(journal, place).history[run]
            try requireUnsigned(run, state)
            let places = try await deliveredTo(run, journal)
            if record.paysPeople, !althoughDelivered, try await journal.mayBeDelivered(run) {
                throw RunError(
                    .unusableRun,
                    places.isEmpty
                        ? "\(run) may have been delivered and paid before."
                        : "\(run) was delivered to \(places.joined(separator: ", ")), so it may have been paid.",
                    advice:
                        "Ask who pays. If it was paid, correct it: run the period again with \(.nextRevision). If nothing of it was imported, remove the files there and add \(.althoughDelivered)."
                )
            }
            let unseen = try await requireNothingPaid(record.head, of: destinations, in: workspace, journal)
            let seconds = Instant.now.nanosecondsSince1970 / 1_000_000_000
            let mark = Withdrawal(
                run: run, by: person, because: reason, time: Instant(secondsSince1970: seconds),
                bag: try await journal.bag(of: run) ?? "")
            try await journal.keep(mark.text, named: Withdrawal.documentName, for: run)
            return (mark, places, unseen)
        }
        try mark.write(beside: workspace.folder(of: run))
        try delivery.release()
        try lock?.release()
        return WithdrawnRun(
            mark: mark, wasDone: false, deliveredTo: places, unseen: unseen,
            elsewhere: try await journal.otherPlace(of: run, than: workspace))
    }

    /// - Returns: the addresses of files of pay of which nobody can say whether they are still there.
    /// - Throws: `SignOffRefusal.builtUpon` where something that was delivered relies on the run; `DeliveryError.taken`
    ///   where its files are still there.
    private static func requireNothingPaid(
        _ record: RunHead, of destinations: DeliveryPlaces, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> [String] {
        guard record.paysPeople, try await journal.mayBeDelivered(record.id) else { return [] }
        try await requireNothingBuilt(on: record.id, in: workspace, journal)
        var unseen: [String] = []
        for place in try await journal.payDeliveries(of: record.id).compactMap(\.to) {
            unseen += try await requireGone(record.id, from: place, of: destinations, journal)
        }
        return unseen
    }

    /// The places that have files of a run, by what receipts call them.
    private static func deliveredTo(_ run: RunID, _ journal: any WorkspaceJournal) async throws -> [String] {
        Set(try await journal.deliveries(of: run).filter(\.isDelivered).map { singleLine($0.to, limit: 1_000) })
            .sorted()
    }

    private static func requireUnsigned(_ run: RunID, _ state: SignOffState) throws {
        switch state.phase {
        case .published: return
        case .prepared, .signed:
            throw RunError(
                .unusableRun, "\(run) is \(state.phase == .signed ? "signed" : "prepared for signing").",
                advice: "Take the signatures back first: \(.withdrawSignatures(run: run.description))")
        case .delivered, .received:
            throw RunError(
                .unusableRun,
                "\(run) was delivered to \(singleLine(state.delivered?.to ?? "", limit: 1_000)), so it has been paid.",
                advice:
                    "Correct it: run the period again with \(.nextRevision). If it never arrived, mark the delivery as failed and take the signatures back."
            )
        }
    }
}

extension Withdrawal {
    /// The mark beside an export folder; `nil` where there is none.
    ///
    /// It is the folder's own name with `.withdrawn`, or `r1.withdrawn` where the folder was copied under another name.
    /// - Throws: `RunError.verificationFailed` where it can't be read.
    package init?(beside folder: String) throws {
        var path = folder[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        guard let bytes = try ReadFile.ifExists(String(path) + Withdrawal.suffix) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.last == "\n", let mark = Withdrawal(String(text.dropLast())) else {
            throw RunError(
                .verificationFailed,
                "\(singleLine(String(path), limit: 4_000))\(Withdrawal.suffix) is damaged: it doesn't say who withdrew the run and why.",
                advice: "Restore it from a copy. Until then, don't use the run.")
        }
        self = mark
    }

    /// Writes the mark beside an export folder; nothing where the folder's own parent is gone.
    func write(beside folder: String) throws {
        let path = folder + Withdrawal.suffix
        let bytes = Array((text + "\n").utf8)
        if try ReadFile.ifExists(path) == bytes { return }
        guard let slash = folder.lastIndex(of: "/"), RunDirectories.isFolder(String(folder[..<slash])) else { return }
        try Publishing.writeDurably(bytes.span, to: path)
    }
}
