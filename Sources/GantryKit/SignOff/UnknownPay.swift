package import GantryEngine
internal import GantryJSON
package import GantryModel
internal import GantryOutputs
internal import GantryRuns
internal import GantrySignOff

/// What isn't known of the pay of a pipeline and period: whether anything of it was delivered that isn't known here.
struct PeriodDoubt {
    /// The restore before which something may have been; `nil` where somebody has said that nothing else was, and where
    /// nothing could be.
    let mark: RestoredMark?
    /// Runs that were restored or entered from their folders and may have been, the oldest first: not those that a
    /// later one has overtaken which is known as delivered.
    let runs: [RunID]
    /// The newest revision that is known as delivered; 0 for none.
    let known: Int
    /// The revisions that corrections correct.
    private let bases: [RunID: Int]

    /// - Parameter isSaid: whether a person says that what the run pays was delivered before. The default is no.
    /// - Throws: `BookError` where the book of signatures isn't what the journal keeps.
    init?(
        ofPeriodOf run: RunID, isSaid: Bool = false, in workspace: Workspace, _ journal: any WorkspaceJournal
    ) async throws {
        // Nobody delivers what was withdrawn.
        let withdrawn = try await RunMarks(journal).withdrawn
        let all = try await journal.heads(.revisions(of: run)).runs
            .filter { $0.paysPeople && $0.phase == .complete && withdrawn[$0.id] == nil }.map(\.id)
            .sorted { $0.revision < $1.revision }
        let mark = try await workspace.unansweredMark(ofPeriodOf: run, journal)
        let words = try await journal.documents(named: PastDelivery.documentName, of: all)
        let denied = isSaid ? try await workspace.deniedRuns(besides: run, among: all, journal) : []
        let unknown = all.filter { run in
            words[run].map { PastDelivery(rawValue: $0) ?? .unknown } == .unknown || denied.contains(run)
        }
        guard !all.isEmpty, mark != nil || !unknown.isEmpty else { return nil }
        var lookup = try await PaidLookup(in: workspace, journal)
        var known = 0
        for run in all where try await lookup.paid(run)?.isKnown ?? false { known = run.revision }
        self.mark = mark
        self.known = known
        runs = unknown.filter { $0.revision > known }
        bases = try await journal.documents(named: Correction.documentName, of: all)
            .compactMapValues { Statement.Base($0)?.run.revision }
    }

    /// Whether nothing of a run can be signed or delivered before somebody has answered.
    func stops(_ run: RunID) -> Bool { run.revision > known && (mark != nil || !runs.isEmpty) }

    /// Whether somebody can say of a run that what it pays was delivered: what it corrects is no question any more.
    func mayBe(_ run: RunID) -> Bool {
        run.revision > known && (mark != nil || runs.contains(run))
            && !runs.contains { $0.revision == bases[run] }
    }

    /// The run that was delivered most likely, if one of those that are known here was.
    var likeliest: RunID? { runs.last { mayBe($0) } }
}

extension PaidRun {
    /// Whether it is certain that the payroll program has it.
    var isKnown: Bool { [.signed, .unsigned, .typed].contains(proof) }
}

extension Workspace {
    /// - Parameter isSaid: whether a person says with it that what the run pays was delivered before. The default is
    /// no.
    /// - Returns: whether that is what nobody knew.
    /// - Throws: `RunError.unusableRun` where it isn't known whether pay of the run's period was delivered before, and
    ///   nobody has said it.
    @discardableResult
    package func requireUnpaid(
        _ run: RunID, isSaid: Bool = false, _ journal: any WorkspaceJournal
    ) async throws -> Bool {
        guard let period = try await PeriodDoubt(ofPeriodOf: run, isSaid: isSaid, in: self, journal),
            period.stops(run)
        else { return false }
        guard isSaid, period.mayBe(run) else { throw doubt(of: run, period).refusal(of: run) }
        return true
    }

    /// What isn't known; `nil` where all is.
    func payDoubt(of run: RunID, _ journal: any WorkspaceJournal) async throws -> PayDoubt? {
        guard let period = try await PeriodDoubt(ofPeriodOf: run, in: self, journal), period.stops(run) else {
            return nil
        }
        return doubt(of: run, period)
    }

    private func doubt(of run: RunID, _ period: PeriodDoubt) -> PayDoubt {
        let likeliest = period.likeliest
        let totals = try? ExportFolder.ifExists(folder(of: likeliest ?? run))?.totals
        let words = period.mark.map { mark in
            mark.words(run.period) + (likeliest.map { ", such as \($0)." } ?? ".")
        }
        return PayDoubt(
            about: likeliest,
            isTyped: totals.map {
                $0["kind"]?.text == Statement.Kind.correction.rawValue && Statement.delivered($0).isEmpty
            } ?? false,
            folder: periodFolder(of: run),
            explanation: words
                ?? "\(likeliest ?? run) was entered from its folder, and it isn't known whether it was delivered and paid before."
        )
    }

    /// The folder of a run's period.
    func periodFolder(of run: RunID) -> String { String(folder(of: run).dropLast("/r\(run.revision)".count)) }
}

extension Workspace {
    /// The restore of which nobody has said that nothing else of a run's period was delivered before it; `nil` where
    /// somebody has, and where nothing could be.
    func unansweredMark(ofPeriodOf run: RunID, _ journal: any WorkspaceJournal) async throws -> RestoredMark? {
        guard let mark = try await restoredMark(journal), let period = try? PayPeriod(run.period),
            // What wasn't over then can't have been paid, but for what was exported as of a day.
            period.dated ?? period.last <= mark.time.utcDate
        else { return nil }
        return try await isAnswered(ofPeriodOf: run, journal) ? nil : mark
    }

    /// Whether somebody has said that nothing else of a run's period was delivered before the newest restore.
    private func isAnswered(ofPeriodOf run: RunID, _ journal: any WorkspaceJournal) async throws -> Bool {
        let runs = try await journal.heads(.revisions(of: run)).runs.map(\.id)
        let about = try await restoredMark(journal)?.text ?? PastDelivery.never.rawValue
        return try await journal.documents(named: PastDelivery.periodName, of: runs).values.contains(about)
    }

    /// Notes that nothing of a run's period was delivered that isn't known here.
    /// - Returns: false where that was known.
    func noteNothingElse(ofPeriodOf run: RunID, _ journal: any WorkspaceJournal) async throws -> Bool {
        let runs = try await journal.heads(.revisions(of: run)).runs.map(\.id)
        let words = try await journal.documents(named: PastDelivery.documentName, of: runs)
        let doubt = try await PeriodDoubt(ofPeriodOf: run, in: self, journal)
        guard doubt != nil || words.values.contains(PastDelivery.said.rawValue) else { return false }
        let isNew = try await !isAnswered(ofPeriodOf: run, journal)
        for doubtful in doubt?.runs ?? [] { try await journal.keep(PastDelivery.never, of: doubtful) }
        let about = try await restoredMark(journal)?.text ?? PastDelivery.never.rawValue
        try await journal.keep(about, named: PastDelivery.periodName, for: run)
        return isNew
    }

    /// The runs of a period of which somebody has said that they were never delivered, which somebody takes back who says
    /// of one of them that it was: none once anything of the period was delivered or begun.
    fileprivate func deniedRuns(
        besides run: RunID, among runs: [RunID], _ journal: any WorkspaceJournal
    ) async throws -> [RunID] {
        let words = try await journal.documents(named: PastDelivery.documentName, of: runs)
        guard words[run] == PastDelivery.never.rawValue else { return [] }
        var lookup = try await PaidLookup(in: self, journal)
        for run in runs {
            if let paid = try await lookup.paid(run), paid.proof != .unknown { return [] }
        }
        return runs.filter { words[$0] == PastDelivery.never.rawValue }
    }

    /// Asks anew about the period of a run of which somebody has said that it was never delivered, before somebody is
    /// noted who says that it was: all of it was said in error then.
    func takeBackNever(of run: RunID, _ journal: any WorkspaceJournal) async throws {
        let runs = try await journal.heads(.revisions(of: run)).runs.map(\.id)
        let denied = try await deniedRuns(besides: run, among: runs, journal)
        guard !denied.isEmpty else { return }
        for other in denied { try await journal.keep(PastDelivery.unknown, of: other) }
        try await reopen(periodOf: run, journal)
    }

    /// Asks anew about the period of a run that has come up since somebody answered.
    func reopen(periodOf run: RunID, _ journal: any WorkspaceJournal) async throws {
        let runs = try await journal.heads(.revisions(of: run)).runs.map(\.id)
        for run in try await journal.documents(named: PastDelivery.periodName, of: runs).keys {
            try await journal.keep("", named: PastDelivery.periodName, for: run)
        }
    }

    // MARK: Places

    /// Of these places, those of which nobody knows whether a run was delivered there before the restore, which is
    /// known at another one.
    func unknownPlaces(
        of run: RunID, among names: [String], _ journal: any WorkspaceJournal
    ) async throws -> [String] {
        let word = try await journal.document(named: PastDelivery.documentName, of: run)
        let isSaid = word == PastDelivery.said.rawValue
        if isSaid {
            guard try await !isAnswered(ofPeriodOf: run, journal) else { return [] }
        } else {
            guard try await unansweredMark(ofPeriodOf: run, journal) != nil else { return [] }
        }
        var lookup = try await PaidLookup(in: self, journal)
        guard let paid = try await lookup.paid(run), paid.isKnown, !paid.isInBook, !paid.places.isEmpty else {
            return []
        }
        return names.filter { !paid.places.contains($0) }
    }
}

extension PayDoubt {
    /// Why nothing of a run is signed or delivered.
    fileprivate func refusal(of run: RunID) -> RunError {
        let never = Advice.Action.neverDelivered(folder: singleLine(folder, limit: 4_000))
        let named = self.run ?? run
        let was = isTyped ? Advice.Action.wasTyped(run: "\(named)") : .wasDelivered(run: "\(named)")
        let place =
            isTyped
            ? ""
            : " Where the pipeline file says where to deliver, name one of its places instead of a folder; a person only where people sign."
        return RunError(
            .unusableRun, explanation,
            advice:
                "Ask who pays. If nothing else of \(run.period) was delivered, say so: \(never). If exactly what \(named) pays was, say where to: \(was).\(place) If it was something else, enter its folder, or make a run that pays exactly that, and say it of that one."
        )
    }
}
