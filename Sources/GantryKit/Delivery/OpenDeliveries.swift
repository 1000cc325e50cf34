internal import GantryAccounts
public import GantryEngine
public import GantryModel
public import GantryRuns

/// A delivery of a published run that isn't finished.
public struct OpenDelivery: Sendable, Equatable {
    /// The run.
    public let run: RunID
    /// The destinations that lack something, and what each gets.
    public let deliver: [Pipeline.Deliver]

    /// The journal's document of a run's deliveries that aren't finished, from before it is published: in each line
    /// what is delivered, and the destination.
    package static let documentName = "open-deliveries"
    /// The same of a restored workspace, as the backup has it: nobody knows which of them were made since.
    package static let pastName = "past-open-deliveries"

    static func text(_ deliver: [Pipeline.Deliver]) -> String {
        deliver.map { "\($0.form.rawValue) \($0.to)\n" }.joined()
    }

    static func places(_ text: String) -> [Pipeline.Deliver] {
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let form = Pipeline.Deliver.Form(rawValue: String(words[0])) else { return nil }
            return Pipeline.Deliver(to: String(words[1]), form: form)
        }
    }
}

extension Gantry {
    /// Notes where a published run is to be delivered, before the first place gets anything: the pipeline file can name
    /// places that it didn't name when the run was made.
    public static func noteDeliveries(
        of run: RunID, to deliver: [Pipeline.Deliver], in workspace: Workspace
    ) async throws {
        guard let journal = try workspace.existingJournal() else { return }
        try await journal.noteOpen(deliver, of: run)
    }

    /// Whether a published run is delivered where it was published, since its folder isn't here. Nothing is noted of
    /// it: the other workspace has done that.
    ///
    /// - Throws: `RunError.unusableRun` where one of the destinations lacks it.
    static func isDeliveredElsewhere(
        _ run: RunID, to deliver: [Pipeline.Deliver], in workspace: Workspace
    ) async throws -> Bool {
        guard let journal = try workspace.existingJournal(),
            let place = try await journal.otherPlace(of: run, than: workspace),
            try await RunMarks.folder(of: run, bag: journal.bag(of: run), in: workspace) == .missing
        else { return false }
        let receipts = try await journal.deliveries(of: run)
        let open = try await journal.openPlaces(of: run)
        let paid = try await journal.payDeliveries(of: run).compactMap(\.to)
        let lacking = deliver.filter {
            // Of what a person says to be at a place, there is no receipt.
            !receipts.haveArrived(at: $0.to) && (open.contains($0) || !paid.contains($0.to))
        }
        guard !lacking.isEmpty else { return true }
        let names = listed(lacking.map(\.to), "and")
        throw RunError(
            .unusableRun,
            "\(run) is published at \(singleLine(place, limit: 4_000)), and is to be delivered to \(names) from there.",
            advice: "Do it there, or copy the folder to \(singleLine(workspace.folder(of: run), limit: 4_000)) first.")
    }

    /// Of these runs those of datasets that aren't delivered to all destinations that the pipeline file named, with
    /// what lacks them. What became of pay is its standing.
    ///
    /// - Parameter superseded: those in whose place another one is used, which aren't delivered any more.
    public static func undelivered(
        _ runs: [RunHead], superseded: Set<RunID>, in workspace: Workspace
    ) async throws -> [RunID: [String]] {
        guard let journal = try workspace.existingJournal() else { return [:] }
        let marks = try await RunMarks(journal)
        let asked = runs.filter {
            $0.phase == .complete && !$0.paysPeople && marks.isUsable($0.id) && !superseded.contains($0.id)
        }
        return try await journal.documents(named: OpenDelivery.documentName, of: asked.map(\.id))
            .mapValues { OpenDelivery.places($0).map(\.to) }.filter { !$0.value.isEmpty }
    }

    /// Deliveries of earlier runs of a pipeline that aren't finished, oldest first.
    ///
    /// Left out are runs that were withdrawn or are being forgotten, all but the newest revision of a period, those
    /// whose pay went to a place that doesn't count, and pipelines whose runs are signed.
    ///
    /// - Parameters:
    ///   - request: the run that is about to be made; other revisions of its period are left out.
    ///   - names: destinations that still count.
    public static func openDeliveries(
        of pipeline: String, besides period: String, to names: Set<String>, in workspace: Workspace
    ) async throws -> [OpenDelivery] {
        guard let journal = try workspace.existingJournal(),
            try await journal.signatures(of: pipeline).isEmpty
        else { return [] }
        let open = try await journal.documents(named: OpenDelivery.documentName)
        guard !open.isEmpty else { return [] }
        let pay = try await journal.documents(named: PayDelivery.documentName)
        let marks = try await RunMarks(journal)
        let runs = try await journal.heads(.of(pipeline: pipeline)).runs.filter {
            $0.id.period != period && $0.phase == .complete && marks.isUsable($0.id)
        }
        var newest: [String: Int] = [:]
        for run in runs {
            newest[run.id.period] = max(newest[run.id.period] ?? 0, run.id.revision)
        }
        return runs.sorted { $0.startedAt < $1.startedAt }.compactMap { run in
            guard newest[run.id.period] == run.id.revision, let text = open[run.id] else { return nil }
            // It would be paid a second time.
            guard PayDelivery.read(pay[run.id] ?? "").allSatisfy({ names.contains($0.to ?? "") }) else { return nil }
            let deliver = OpenDelivery.places(text).filter { names.contains($0.to) }
            return deliver.isEmpty ? nil : OpenDelivery(run: run.id, deliver: deliver)
        }
    }
}

extension WorkspaceJournal {
    func noteOpen(_ deliver: [Pipeline.Deliver], of run: RunID) async throws {
        let open = try await openPlaces(of: run)
        let new = deliver.filter { !open.contains($0) }
        if !new.isEmpty { try await keepOpen(open + new, of: run) }
    }

    func noteDelivered(_ deliver: Pipeline.Deliver, of run: RunID) async throws {
        let open = try await openPlaces(of: run)
        if open.contains(deliver) { try await keepOpen(open.filter { $0 != deliver }, of: run) }
    }

    /// Destinations that lack the files of a delivered run, although these go to all of them: what was begun with the
    /// others isn't made yet, or failed there.
    func places(
        lacking paid: PaidRun, of listed: [String], open: [Pipeline.Deliver]
    ) async throws -> [String] {
        // What went to another place goes to none of these any more.
        guard !paid.isInBook, !paid.places.isEmpty, paid.places.allSatisfy(listed.contains) else { return [] }
        let missing = listed.filter { !paid.places.contains($0) }
        guard !missing.isEmpty else { return [] }
        let known = Set(try await deliveries(of: paid.run).map(\.to))
        return missing.filter { open.contains(Pipeline.Deliver(to: $0)) || known.contains($0) }
    }

    /// The addresses that have files of a signed run which isn't in the book as delivered, or may have them: what is
    /// brought can be taken before it gets its name.
    func begunPlaces(ofSigned run: RunID) async throws -> [String] {
        let there = try await deliveries(of: run).filter(\.mayBeThere).map { receipt in
            // That of a store has its server after the path.
            var folder = receipt.address
            if let name = folder.ranges(of: "/\(receipt.name)").last { folder.removeSubrange(name) }
            return folder
        }
        return try await payDeliveries(of: run).compactMap(\.to).filter(there.contains)
    }

    fileprivate func openPlaces(of run: RunID) async throws -> [Pipeline.Deliver] {
        OpenDelivery.places(try await document(named: OpenDelivery.documentName, of: run) ?? "")
    }

    private func keepOpen(_ deliver: [Pipeline.Deliver], of run: RunID) async throws {
        try await keep(OpenDelivery.text(deliver), named: OpenDelivery.documentName, for: run)
    }
}

extension Workspace {
    /// What isn't known of the places that the files of every run go to, where a run that is known at others was to go
    /// there too.
    func placeDoubt(
        of paid: PaidRun, listed: [String], _ journal: any WorkspaceJournal
    ) async throws -> PayDoubt? {
        // Most workspaces were never restored.
        let word = try await journal.document(named: PastDelivery.documentName, of: paid.run)
        let isSaid = word == PastDelivery.said.rawValue
        let isKnown = try await restoredMark(journal) == nil
        guard isSaid || !isKnown else { return nil }
        let before = OpenDelivery.places(
            try await journal.document(named: OpenDelivery.pastName, of: paid.run) ?? "")
        let lacking =
            isSaid ? listed : try await journal.places(lacking: paid, of: listed, open: before)
        guard paid.places.allSatisfy(listed.contains),
            let place = try await unknownPlaces(of: paid.run, among: lacking, journal).first
        else { return nil }
        return PayDoubt(
            about: paid.run, at: place, folder: periodFolder(of: paid.run),
            explanation: DeliveryError.unknownPlace(paid.run, at: place, deliveredTo: paid.places).explanation)
    }
}

extension DeliveryRequest {
    /// What the journal notes of it; nothing of a folder, which no pipeline file names.
    var noted: [Pipeline.Deliver] {
        switch to {
        case .folder: []
        case .destination(let destination): [Pipeline.Deliver(to: destination.name, form: form)]
        }
    }
}
