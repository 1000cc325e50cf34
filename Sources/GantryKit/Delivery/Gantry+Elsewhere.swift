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
            !paid.places.isEmpty
        else { return false }
        guard !paid.places.contains(place) else {
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
