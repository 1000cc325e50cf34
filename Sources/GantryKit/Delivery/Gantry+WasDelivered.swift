public import GantryEngine
internal import GantryFiles
internal import GantryFormats
public import GantryModel
internal import GantryRuns
internal import GantrySignOff

extension Gantry {
    /// Whether somebody may say that what a run pays was delivered before the workspace was restored or made of folders,
    /// because nobody here knows it, or not yet of a place.
    ///
    /// - Parameter place: what receipts call it; `nil` for what was typed.
    /// - Throws: `RunError.unusableRun` where it has to be said of another run first.
    public static func mayHaveBeenDelivered(
        _ run: RunID, to place: String?, in workspace: Workspace
    ) async throws -> Bool {
        guard let journal = try workspace.existingJournal() else { return false }
        return try await mayHaveBeenDelivered(run, to: place, in: workspace, journal)
    }

    private static func mayHaveBeenDelivered(
        _ run: RunID, to place: String?, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws -> Bool {
        let word = try await journal.document(named: PastDelivery.documentName, of: run)
        if word == PastDelivery.said.rawValue { return true }
        let isUnknown =
            if let place {
                try await !workspace.unknownPlaces(of: run, among: [place], journal).isEmpty
            } else {
                false
            }
        if isUnknown { return true }
        return try await workspace.requireUnpaid(run, isSaid: true, journal)
    }

    /// Notes that the receiver has what the pay files of a run pay, whose signatures, if there were any, aren't known: it
    /// was delivered before the workspace was restored or made of folders, or elsewhere. Nothing is brought, and what
    /// differs from it can be delivered as a correction.
    ///
    /// - Parameters:
    ///   - request: the place, and how destinations are found.
    ///   - person: who says so, for the receipts; `nil` names nobody.
    ///   - reason: one line of at least 10 characters.
    /// - Returns: what the place has; nothing of it is new.
    /// - Throws: `SignOffRefusal` for a reason that is none; `DeliveryError` where it is known whether it was
    ///   delivered; `RunError.unusableRun` where an earlier revision comes first, or where it is prepared or signed;
    ///   `FileError.heldByAnother` while it is delivered or signed.
    public static func noteDelivered(
        _ request: DeliveryRequest, by person: String? = nil, because reason: String
    ) async throws -> DeliveryResult {
        let (run, workspace) = (request.run, request.workspace)
        guard let journal = try workspace.existingJournal(), let record = try await journal.run(run) else {
            throw workspace.noRun(run)
        }
        try record.head.requirePublished("so nothing of it was delivered")
        try await workspace.requireFolder(of: run, journal)
        try SignOffMachine.requireReason(reason)
        let said = [person, reason].compactMap(\.self).joined(separator: ": ")
        let lock = try SignOffPlace(run: run, workspace: workspace).lockIfUsed(request.command)
        let folders = RunDirectories(id: run, workspace: workspace, command: request.command)
        let delivery = try folders.lockDelivery()
        let result = try await journal.whileHolding([
            folders.right("sign", ofPipeline: true), folders.right("deliver"),
        ]) {
            try await enter(record, request, said: said, journal)
        }
        try delivery.release()
        try lock?.release()
        return result
    }

    private static func enter(
        _ record: RunRecord, _ request: DeliveryRequest, said: String, _ journal: any WorkspaceJournal
    ) async throws -> DeliveryResult {
        let (run, workspace) = (request.run, request.workspace)
        try await journal.requireUsable(run)
        let opened =
            switch request.to {
            case .folder(let path): try request.places.open(address: path, for: run)
            case .destination(let destination): try request.places.open(destination, for: run)
            }
        let isUnknown = try await mayHaveBeenDelivered(run, to: opened.name, in: workspace, journal)
        if !isUnknown, try await !isElsewhere(request, journal) {
            throw DeliveryError.nothingUnknown(opened.address)
        }
        let state = try await BookKeeper(journal, SignOffPlace(run: run, workspace: workspace)).history[run]
        guard state.phase == .published else {
            throw RunError(
                .unusableRun, "\(run) is prepared or signed, and the book says what is delivered of such a run.",
                advice:
                    "If it isn't signed by both, take the signatures back first: \(.withdrawSignatures(run: "\(run)"))")
        }
        let files = try await deliverable(record, request: request, journal: journal).0.map { file in
            opened.file(
                String(file.path.dropFirst("data/".count)), from: file.path, under: workspace.folder(of: run),
                bytes: file.length, digest: file.digest, of: run)
        }
        let consignment = Consignment(
            files, of: run, to: opened, ledger: journal, answer: DeliveryAnswer(wasTaken: true, said: said),
            observe: { _ in })
        if isUnknown { try await workspace.takeBackNever(of: run, journal) }
        try await journal.note(PayDelivery(to: opened.name, time: .now, because: said), of: run)
        let receipts = try await consignment.enterTaken()
        // Until then the same request does it again.
        if isUnknown { try await journal.keep(PastDelivery.said, of: run) }
        return DeliveryResult(
            run: run, to: opened.name, address: opened.address, into: opened.into, receipts: receipts, new: 0)
    }
}
