internal import GantryEngine
internal import GantryJSON
internal import GantryJournal
internal import GantryModel

/// A run of datasets: a stage for each, and one bag of what they leave.
struct DatasetExport: RunWork {
    let request: DatasetExportRequest
    /// Looked up once, since a credential may be what a command prints.
    let source: RunSource
    let target: RunTarget
    let journal: SQLiteJournal
    let observe: @Sendable (ExportEvent) -> Void

    var place: RunPlace { RunPlace(id: target.id, workspace: request.workspace, command: request.command) }
    var leftovers: [String] { request.pipeline.steps.map(DatasetStage.landingName) }

    func identity(_ known: RunRecord?) async throws -> RunIdentity { identity(from: try await base(known)) }

    private func identity(from base: RunIdentity.Base?) -> RunIdentity {
        var identity = RunIdentity(.datasets, settings: request.pipeline.settings)
        identity.period = request.period.name
        identity.days = DatasetPlan.days(request.period)
        identity.source = source
        identity.base = base
        return identity
    }

    /// What the run goes on from; `nil` where none of its datasets does.
    ///
    /// - Parameter known: A bag that has its name is published, whatever was published since; one that is only sealed
    ///   is not.
    private func base(_ known: RunRecord?) async throws -> RunIdentity.Base? {
        if let known, known.phase == .publish, place.isPublished { return known.identity.base }
        guard request.pipeline.steps.contains(where: \.isSinceLastRun) else { return nil }
        return try await RunIdentity.Base(
            of: target.id, corrects: target.corrects, from: source,
            asking: DatasetPlan.narrowing(request.pipeline, request.period), in: journal, request.workspace)
    }

    func requireSame(published: RunRecord) throws { try published.requireSameSettings(as: identity(from: nil)) }

    func requireSame(unfinished: RunRecord, as identity: RunIdentity) throws { try unfinished.requireSame(as: identity) }

    func startsOver(_: RunRecord, identity _: RunIdentity) -> Bool { request.startsOver }

    func run(_ stages: RunStages) async throws -> [StageResult] {
        let base = stages.record.identity.base
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.pagesAhead,
            workspace: request.workspace, cache: request.isFresh ? .renew : .use, observe: observe)
        return try await connection.whileOpen {
            try await stages.run(
                request.pipeline.steps.map { step in
                    DatasetStage(
                        step: step, place: place, period: request.period, base: base, file: request.pipeline,
                        pagesAhead: request.pagesAhead, connection: connection)
                })
        }
    }

    func requirePublishable(_ run: RunRecord) async throws {
        guard try await base(nil) == run.identity.base else {
            throw RunError(
                .identityChanged,
                "Another run of \(run.id.pipeline) was published while \(run.id) worked, and both go on from the same one.",
                advice: "Run again with --start-over: it then goes on from the newest, and no record is exported twice."
            )
        }
    }

    func seal(_ results: [StageResult], _ run: RunRecord) async throws -> SealedRun {
        let bag = RunBag(
            place: place, record: run, source: run.source ?? source, connection: request.connection.name,
            title: request.pipeline.title)
        let totals = DatasetTotals(
            head: bag.head(RunBag.period(request.period)), counts: results.counts,
            datasets: try results.map { try JSONTree(Array($0.totals.utf8)) })
        let counts = results.counts
        return try await bag.seal(
            results.flatMap(\.files), totals: totals.members, kept: totals.membersForPeople,
            figures: [
                ("Records-Fetched", counts.fetched), ("Records-Exported", counts.exported),
                ("Records-Held", counts.held), ("Records-Repeated", counts.repeats),
                ("Records-Rejected", counts.rejected), ("Records-Excluded", counts.excluded),
            ])
    }
}
