internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff

/// The run of an export: its stages, and one bag of their results.
struct ExportRun: RunWork {
    let request: ExportRequest
    let target: ResolvedRun
    let journal: any WorkspaceJournal
    let observe: @Sendable (ExportEvent) -> Void
    /// Looked up once, since a credential may be what a command prints.
    let source: RunSource
    /// The published run whose archive is the landing of this one.
    let rewriting: RunID?
    /// What it corrects; `nil` for a whole period, and for a run that is published.
    let correction: Correction?
    /// What an unfinished run was begun with: the base of a correction, and the reason.
    private let begun: (base: Statement.Base?, reason: String?)

    init(
        _ request: ExportRequest, journal: any WorkspaceJournal, rewriting: RunID? = nil,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws {
        self.request = request
        self.journal = journal
        self.rewriting = rewriting
        self.observe = observe
        // What is written again comes from where it came from, and nobody signs in there.
        let origin: RunSource? = if let rewriting { try await journal.run(rewriting)?.source } else { nil }
        let known = origin ?? request.source
        target = try await ResolvedRun(
            pipeline: request.pipeline.name, period: request.period.name, rewriting == nil ? request.revision : .next,
            of: known, in: journal)
        guard target.record?.phase != .complete else {
            source = known
            correction = nil
            begun = (nil, nil)
            return
        }
        source = try await request.askingForAccount(known)
        if let corrects = target.corrects,
            let before = try await journal.run(
                RunID(pipeline: target.id.pipeline, period: target.id.period, revision: corrects))
        {
            try source.requireSame(as: before)
        }
        begun = (
            try await Correction.kept(by: target.id, journal),
            try await journal.document(named: RunBag.reasonName, of: rewriting ?? target.id)
        )
        correction = try await Correction.of(request, run: target.id, kept: begun.base, journal)
        if correction == nil, rewriting == nil { try request.requireNames() }
        if request.pipeline.paysPeople, let corrects = target.corrects {
            // What was decided about the period lies in the workspace of the revision before.
            let before = RunID(pipeline: target.id.pipeline, period: target.id.period, revision: corrects)
            if let other = try await journal.otherPlace(of: before, than: request.workspace) {
                let folder = request.workspace.folder(of: before)
                guard RunDirectories.isFolder(folder) else {
                    throw RunError.lostFolder(of: before, folder, place: other)
                }
            }
        }
    }

    private var work: any ExportWork { request.work }
    var place: RunDirectories { RunDirectories(id: target.id, workspace: request.workspace, command: request.command) }

    var leftovers: [String] { work.leftovers }

    func identity(_ known: RunRecord?) async throws -> RunIdentity { identity(from: try await base(known)) }

    private func identity(from base: RunIdentity.Base?) -> RunIdentity {
        var identity = request.identity(of: source)
        identity.base = base
        identity.rewrites = rewriting?.revision
        identity.parts = request.parts?.digest
        return identity
    }

    /// What the run continues from; `nil` if none of its datasets does.
    ///
    /// - Parameter known: A bag that has its final name is published, whatever was published since; one that is only
    ///   sealed is not.
    private func base(_ known: RunRecord?) async throws -> RunIdentity.Base? {
        if let known, known.phase == .publish, place.isPublished { return known.identity.base }
        guard request.pipeline.datasets.contains(where: \.isSinceLastRun) else { return nil }
        return try await RunIdentity.Base(
            of: target.id, corrects: target.corrects, from: source,
            asking: narrowing, in: journal, request.workspace)
    }

    private var narrowing: [RunIdentity.Setting] {
        DatasetPlan.narrowing(request.pipeline, of: request.connection.system, request.period)
    }

    func prepare() async throws -> [String: String] {
        // Before the run is entered: a day that the clock is wrong about would be finished before the next one, with
        // the records of that.
        try await base(nil)?.requireBefore(
            request.snapshot ?? .now, request.pipeline.datasets.filter(\.isSinceLastRun).map(\.name),
            of: request.connection.system, in: journal)
        var documents = [RunDirectories.commandName: request.command]
        documents[RunBag.reasonName] = request.because ?? begun.reason
        documents[Correction.documentName] = correction?.base.text
        if request.pipeline.paysPeople { documents[RunZone.document] = try await zone(of: rewriting).name }
        return documents
    }

    /// By which a run tells days; the office's where it keeps none.
    private func zone(of run: RunID?) async throws -> Zone {
        if let run, let kept = try await RunZone.of(run, journal) { return kept }
        return try request.workspace.zone()
    }

    func requireSame(published: RunRecord) async throws {
        let day = try await zone(of: published.id).day(at: published.startedAt)
        if request.pipeline.paysPeople, day <= request.period.last, !request.period.isDated {
            throw RunError(
                .openPeriod,
                "\(published.id) was published on \(day), before the period was over, so hours may be missing.",
                advice: "Run again with \(.nextRevision) to publish the whole period as a correction.")
        }
        try published.requireSameSettings(as: identity(from: nil))
        if let parts = request.parts?.digest, let others = published.identity.parts, parts != others {
            throw RunError(
                .settingsChanged, "\(published.id) is published from other parts than these.",
                advice: "Merge again with \(.nextRevision) to publish these as a correction. Nothing was changed.")
        }
    }

    func requireSame(unfinished: RunRecord, as identity: RunIdentity) throws {
        try unfinished.requireSame(as: identity)
    }

    func startsOver(_ known: RunRecord, identity _: RunIdentity) throws -> Bool {
        // Once a bag has its name the run is published, whatever was delivered since.
        if correction?.base != begun.base, !(known.phase == .publish && place.isPublished) { return true }
        if request.startsOver { return true }
        return try rewriting == nil
            && known.head.showsOnlyPast(
                of: request.period, in: request.workspace.zone(), now: .now)
    }

    func run(_ stages: RunStages) async throws -> [StageResult] {
        if stages.record.identity.base == .beginning,
            let other = try await RunIdentity.Base.ofOtherLists(
                besides: target.id, from: source, asking: narrowing, in: journal, request.workspace)
        {
            observe(.exportsAll(since: other))
        }
        let zone = request.pipeline.paysPeople ? try await zone(of: stages.record.id) : nil
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.pagesAhead,
            store: try request.workspace.sessions(),
            isIdle: rewriting != nil, observe: { [observe] in observe(.connection($0)) })
        return try await connection.whileOpen {
            try await stages.run(
                work.stages(
                    request,
                    ExportContext(
                        connection: connection, source: stages.record.source ?? source, place: place,
                        rewriting: rewriting, base: stages.record.identity.base, correction: correction,
                        history: journal, zone: zone, observe: observe)))
        }
    }

    func requirePublishable(_ run: RunRecord) async throws {
        guard
            try await Correction.base(of: request, run: run.id, kept: correction?.base, journal) == correction?.base
        else {
            throw RunError(
                .identityChanged,
                "A delivery of \(run.id.period) was made or marked as failed while \(run.id) was running, and it is compared with what was delivered.",
                advice: "Run again with \(.startOver).")
        }
        guard try await base(nil) == run.identity.base else {
            throw RunError(
                .identityChanged,
                "Another run of \(run.id.pipeline) was published while \(run.id) was running, and both continue the same earlier run.",
                advice: "Run again with \(.startOver) to continue the newest run, so that no record is exported twice."
            )
        }
    }

    func seal(_ results: [StageResult], _ run: RunRecord) async throws -> SealedRun {
        var bag = RunBag(
            place: place, record: run, source: run.source ?? source, connection: request.connection.name,
            title: request.pipeline.title)
        bag.retainUntil = request.pipeline.retainUntil(request.period.last)
        bag.reason = try await journal.document(named: RunBag.reasonName, of: run.id)
        let totals = work.totals(
            bag.head(RunBag.period(request.period)), counts: results.counts,
            documents: try results.map { try JSONTree(Array($0.totals.utf8)) })
        let sealed = try await bag.seal(
            results.flatMap(\.files), totals: totals.members, kept: totals.kept, figures: totals.figures
        ) { files in try await pages(JSONTree.object(totals.members), files: files, of: run) }
        let deliver = request.pipeline.deliver
        guard !deliver.isEmpty, request.pipeline.signOff == nil else { return sealed }
        // Once it has its name, a kill at any instant leaves it known where it is still to go.
        return SealedRun(
            bag: sealed.bag,
            documents: sealed.documents.merging([OpenDelivery.documentName: OpenDelivery.text(deliver)]) { $1 })
    }
}

extension ExportRequest {
    /// The source with its account, which parts know, or which is asked of a server that alone knows it: what an
    /// account sees decides what is exported.
    func askingForAccount(_ source: RunSource) async throws -> RunSource {
        guard source.account == nil, connection.system.signIn.asksForAccount else { return source }
        if let account = parts?.account {
            var source = source
            source.account = account
            return source
        }
        let api = try APIConnection(
            connection, environment: environment, connections: 1, store: try workspace.sessions(),
            observe: { _ in })
        var source = source
        source.account = try await api.whileOpen { try await api.signedInAccount() }.map { singleLine($0) }
        return source
    }
}
