public import GantryEngine
internal import GantryFiles
internal import GantryJSON
public import GantryModel
internal import GantryOutputs
internal import GantryRuns
internal import GantrySignOff

extension Gantry {
    /// Notes that somebody typed what a correction changes into the payroll program, since no file carries it.
    ///
    /// - Parameters:
    ///   - reason: one line of at least 10 characters.
    ///   - isSaid: whether that was before the workspace was restored or made of folders. The default is no.
    /// - Returns: false where that was noted before.
    /// - Throws: `SignOffRefusal`; `RunError.unusableRun` for a run that isn't published, or is no correction.
    public static func noteTyped(
        _ run: RunID, because reason: String, wasBefore isSaid: Bool = false, in workspace: Workspace, command: String
    ) async throws -> Bool {
        guard let journal = try workspace.existingJournal(), let record = try await journal.run(run) else {
            throw workspace.noRun(run)
        }
        try SignOffMachine.requireReason(reason)
        let place = RunDirectories(id: run, workspace: workspace, command: command)
        let lock = try place.lockDelivery()
        let isNew = try await journal.whileHolding(place.right("deliver")) {
            try await journal.requireUsable(run)
            let isSaid = try await workspace.requireUnpaid(run, isSaid: isSaid, journal)
            let totals = try JSONTree(RunDirectories.contents("\(workspace.folder(of: run))/\(TotalsFile.path)"))
            guard record.paysPeople, totals["kind"]?.text == Statement.Kind.correction.rawValue else {
                throw RunError(.unusableRun, "\(run) is no correction, so there is nothing to type.")
            }
            guard Statement.delivered(totals).isEmpty else { throw SignOffRefusal.hasFiles(run) }
            if isSaid {
                // It was typed before, whatever is known since.
                try await workspace.takeBackNever(of: run, journal)
                try await journal.note(PayDelivery(to: nil, time: .now, because: reason), of: run)
                try await journal.keep(PastDelivery.said, of: run)
                return true
            }
            guard try await journal.payDeliveries(of: run).isEmpty else { return false }
            try await requireReady(run, .proven(run, in: workspace), in: workspace)
            try await requireBase(of: run, in: workspace, journal)
            let claim = PayClaim(run: run, workspace: workspace, journal: journal, command: command)
            return try await claim.note(PayDelivery(to: nil, time: .now, because: reason)) {
                try await requireNotPaid(record, in: workspace, journal)
            }
        }
        try lock.release()
        return isNew
    }

    /// Notes that the pay of a run which nobody signs goes to a place, once it is proven that it may: it is of whole
    /// days that are over, nothing waits for a person, and nothing of it was paid, unless a person says why it is paid
    /// again.
    ///
    /// - Parameters:
    ///   - proven: the folder of the run, whose files were compared with their digests.
    ///   - names: those of the files, from the folder of the run's files on.
    ///   - request: its answer is taken out where it is about what the run corrects.
    /// - Returns: what was noted; `nil` where it was before.
    /// - Throws: `SignOffRefusal`; `DeliveryError.unknown` where nobody knows whether the receiver has what the run
    ///   corrects; as `review`.
    static func claimPay(
        _ record: RunRecord, proven: ExportFolder, of names: [String], for request: inout DeliveryRequest,
        to opened: DeliveryPlaces.Opened, journal: any WorkspaceJournal
    ) async throws -> (PayClaim, PayDelivery)? {
        let (run, place) = (record.id, opened.name)
        if try PayPeriod(run.period).isDated { throw SignOffRefusal.openPeriod(run) }
        let own = try await journal.payDeliveries(of: run).compactMap(\.to)
        let delivered = try await journal.deliveries(of: run)
        let arrived = own.filter { delivered.haveArrived(at: $0) }
        let there = Set(delivered.filter { $0.to == place && $0.isDelivered }.map(\.address))
        // What has arrived completely is only told again.
        if own.contains(place), there.isSuperset(of: names.map { opened.place.address(of: opened.path($0)) }) {
            return nil
        }
        // Under the name of a place, gantry.yaml can have another one since. An export as a whole isn't what is paid.
        let pay = delivered.filter { names.contains($0.name) }
        if request.again == nil, let former = request.places.formerAddress(named: place, of: pay, for: run) {
            guard delivered.haveArrived(at: place) else { throw RunError.isHalfAt(place, run, names, delivered) }
            throw SignOffRefusal.deliveredElsewhere(run, to: former, at: place)
        }
        if let again = request.again {
            try SignOffMachine.requireReason(again)
        } else if !own.contains(place),
            let other = own.first(where: { !request.listed.isSuperset(of: [$0, place]) })
        {
            guard !arrived.isEmpty else { throw RunError.isHalfAt(other, run, names, delivered) }
            throw SignOffRefusal.deliveredElsewhere(run, to: other, at: place)
        }
        if request.again == nil, !own.isEmpty,
            try await !request.workspace.unknownPlaces(of: run, among: [place], journal).isEmpty
        {
            guard let answer = request.answer, !answer.wasTaken else {
                throw DeliveryError.unknownPlace(run, at: place, deliveredTo: own)
            }
            request.answer = nil
        }
        // What one place has, another one gets as it is, whatever was decided since.
        if arrived.isEmpty { try await requireReady(run, proven, in: request.workspace) }
        try await requireBase(of: run, in: request.workspace, journal)
        if !own.contains(place), let base = try await Correction.kept(by: run, journal)?.run {
            // Of this place it is asked below, and what has the correction had what it corrects.
            let others = request.listed.filter { $0 != place && !own.contains($0) }.sorted()
            try await Correction.requireListedPlaces(others, have: base, in: request.workspace, journal)
        }
        var said: String?
        if !own.contains(place),
            let base = try await Correction.baseElsewhere(
                of: run, than: place, of: request.places, in: request.workspace, journal)
        {
            guard let answer = request.answer, answer.wasTaken else { throw base.isElsewhere(than: place, for: run) }
            said = answer.said.isEmpty ? nil : answer.said
            request.answer = nil
        }
        let claim = PayClaim(run: run, workspace: request.workspace, journal: journal, command: request.command)
        let delivery = PayDelivery(to: place, time: .now, because: request.again ?? said)
        let (isAgain, workspace) = (request.again != nil, request.workspace)
        let mayBeLacking = !own.isEmpty && !own.contains(place)
        let isNew = try await claim.note(delivery) {
            guard !isAgain else { return }
            let isLacking =
                mayBeLacking ? try await Correction.isLacking(run, at: place, in: workspace, journal) : false
            try await requireNotPaid(record, isCorrected: isLacking, in: workspace, journal)
        }
        return isNew ? (claim, delivery) : nil
    }

    /// - Parameters:
    ///   - known: what is paid again on purpose.
    ///   - isCorrected: whether what was delivered of its period since may be, since it corrects it. The default is no.
    /// - Throws: `SignOffRefusal` where anything else was paid before.
    static func requireNotPaid(
        _ record: RunRecord, besides known: [Statement.Again] = [], isCorrected: Bool = false,
        in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        var before = try await PaidBefore.all(of: record, in: workspace, journal)
        if isCorrected { before.removeAll(where: \.isSamePeriod) }
        if let period = before.first(where: \.isSamePeriod) {
            if let base = try await Correction.kept(by: record.id, journal)?.run {
                throw SignOffRefusal.otherBase(record.id, base: base, delivered: period.paid.run)
            }
            throw SignOffRefusal.paysTwice(record.id, delivered: period.paid.run)
        }
        guard before.map(\.again) == known else { throw SignOffRefusal.paidBefore(record.id, before.map(\.again)) }
    }

    /// - Throws: `SignOffRefusal.otherBase` for a correction of what counts as not delivered.
    private static func requireBase(
        of run: RunID, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        guard let base = try await Correction.kept(by: run, journal)?.run else { return }
        let paid = try await PaidRuns(ofPeriodOf: run, begun: false, in: workspace, journal).ofPeriod(of: run)?.run
        if paid.map({ $0.revision < base.revision }) ?? true {
            throw SignOffRefusal.otherBase(run, base: base, delivered: paid)
        }
    }

    private static func requireReady(_ run: RunID, _ proven: ExportFolder, in workspace: Workspace) async throws {
        let open = try await SignOffReadiness(of: run, proven, in: workspace).all
        guard open.isEmpty else { throw SignOffRefusal.notReady(run, open) }
    }
}
