internal import GantryAccounts
internal import GantryEngine
internal import GantryModel
internal import GantryRuns

extension Gantry {
    /// Whether somebody may say that the receiver at a place has a run that was delivered elsewhere, and that nobody
    /// signed: the payroll program reads from there now, or both are the same. Nothing is sent there then.
    ///
    /// - Parameter request: the place, and those that the pipeline file names.
    public static func isElsewhere(_ request: DeliveryRequest) async throws -> Bool {
        guard let journal = try request.workspace.existingJournal() else { return false }
        return try await isElsewhere(request, journal)
    }

    static func isElsewhere(_ request: DeliveryRequest, _ journal: any WorkspaceJournal) async throws -> Bool {
        guard request.form == .files, request.again == nil else { return false }
        let place = request.placeName
        var lookup = try await PaidLookup(in: request.workspace, journal)
        guard let paid = try await lookup.paid(request.run), !paid.isInBook, paid.proof != .unknown,
            // Files that nobody brought anywhere, no receiver has.
            paid.places.contains(where: { !paid.unfinished.contains($0) })
        else { return false }
        guard !paid.places.contains(place) else {
            guard !paid.unfinished.contains(place) else { return false }
            let receipts = try await journal.deliveries(of: request.run)
            return request.places.formerAddress(named: place, of: receipts, for: request.run) != nil
        }
        guard request.listed.isSuperset(of: paid.places + [place]) else { return true }
        // Each of these places gets the run, and the answer is first about what it corrects.
        let base = try await Correction.baseElsewhere(
            of: request.run, than: place, of: request.places, in: request.workspace, journal)
        return base == nil
    }
}

extension DeliveryRequest {
    /// What receipts call the place; nothing is opened.
    fileprivate var placeName: String {
        switch to {
        case .folder(let path): places.name(of: path, for: run)
        case .destination(let destination): destination.name
        }
    }
}

extension RunError {
    /// Why a run isn't delivered to another place than the one where its delivery was begun.
    ///
    /// - Parameters:
    ///   - names: those of its files, from the folder of the run's files on.
    ///   - place: what receipts call that place.
    static func isHalfAt(
        _ place: String, _ run: RunID, _ names: [String], _ receipts: [DeliveryReceipt]
    ) -> RunError {
        let there = receipts.filter { $0.to == place && $0.mayBeThere && names.contains($0.name) }
        let lacking = names.filter { name in !there.contains { $0.name == name } }
        func shown(_ texts: [String]) -> String { listed(texts.map { singleLine($0, limit: 1_000) }, "and") }
        var words = "The delivery of \(run) to \(singleLine(place, limit: 1_000)) was begun and isn't finished."
        if !there.isEmpty {
            words += " The receiver there has, or may have, \(shown(there.map(\.address)))."
            if !lacking.isEmpty { words += " What never arrived there is \(shown(lacking))." }
        }
        return RunError(
            .unusableRun, "\(words) Nothing was sent.",
            advice:
                "If that place has another address in gantry.yaml since then, put the former one back. Then end the delivery there: \(.deliver(run: "\(run)", to: place, isSigned: false)). Or move away what is there and mark the delivery as failed; it can then be delivered here."
        )
    }
}
