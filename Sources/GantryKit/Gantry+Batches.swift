public import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns
internal import GantryYAML

/// A payroll batch that a run made, according to the ledger.
struct SentBatch {
    /// The server's number and id of it: `2026-22, id 1001`.
    let name: String
    /// The connection that it was sent over.
    let connection: String?
    /// The run whose entries were sent.
    let run: RunID?

    /// The newest batch of a period; `nil` where none was made.
    static func find(_ run: RunID, in workspace: Workspace) async throws -> SentBatch? {
        guard let journal = try workspace.existingJournal() else { return nil }
        let kind = literal("ksr.\(KSRCranes.BatchedEntry.submission.kind.name)")
        let sendings = try await journal.runs(.sheets(period: run.period)).filter { sending in
            sending.setting("kind") == kind
                && sending.setting("sheet.export") == literal(run.pipeline)
        }
        for sending in sendings.sorted(by: { $0.startedAt > $1.startedAt }) {
            guard let name = try await batch(of: sending.id, journal) else { continue }
            let connection = sending.setting("connection").map { String($0.dropFirst().dropLast()) }
            let revisions = try await journal.runs(.revisions(of: run)).filter { $0.phase == .complete }
            var source: RunID?
            for revision in revisions.sorted(by: { $0.id.revision > $1.id.revision }) where source == nil {
                let files = try await journal.overview(of: revision.id).files
                if files.contains(where: { $0.sha256 == sending.identity.sheet }) { source = revision.id }
            }
            return SentBatch(name: name, connection: connection, run: source)
        }
        return nil
    }

    /// What the rows of a run became: all of them one batch.
    private static func batch(of run: RunID, _ journal: any WorkspaceJournal) async throws -> String? {
        for try await entries in journal.pages(of: run) {
            if let sent = entries.first(where: { $0.state == .done && !$0.serverID.isEmpty }) { return sent.serverID }
        }
        return nil
    }
}

extension RunRecord {
    fileprivate func setting(_ key: String) -> String? { identity.settings.first { $0.key == key }?.value }
}

extension Gantry {
    /// How the server that has a payroll batch is asked.
    public struct BatchServer: Sendable {
        /// The connection of a name, as gantry.yaml has it.
        public var connection: @Sendable (_ name: String) throws -> Connection
        /// The process's environment variables, from which credentials may be taken.
        public var environment: [String: String]
        /// Receives waits before the server is asked again; nobody by default.
        public var observe: @Sendable (ConnectionEvent) -> Void = { _ in }

        /// A server that is asked over the connection that the batch was sent over.
        public init(
            environment: [String: String], connection: @escaping @Sendable (_ name: String) throws -> Connection
        ) {
            self.connection = connection
            self.environment = environment
        }
    }

    /// The batch that was made of a run's period, and what of it isn't as it should be.
    ///
    /// A server that can't be asked is a note: what was seen before is judged then.
    static func batch(
        of run: RunID, asking server: BatchServer?, decided: Decisions, in workspace: Workspace, command: String
    ) async throws -> (review: BatchReview, findings: [ReviewReport.Finding])? {
        guard let sent = try await SentBatch.find(run, in: workspace) else { return nil }
        let seen = BatchSightings(workspace, run)
        var review = BatchReview(name: sent.name, run: sent.run, sightings: try seen.read(of: sent.name))
        if let server, let name = sent.connection {
            do {
                let now = try await sighting(
                    of: sent.name, over: server.connection(name), server, in: workspace)
                switch now {
                case .seen(let sighting):
                    let place = RunDirectories(id: run, workspace: workspace, command: command)
                    try await workspace.existingJournal()?.whileHolding(place.right("batch", ofPipeline: true)) {
                        try seen.add(sighting, of: sent.name, command: command)
                    }
                    review.sightings = try seen.read(of: sent.name)
                case .note(let note): review.note = note
                }
            } catch let error as any ExplainedError {
                review.note = error.explanation
            }
        }
        guard let source = sent.run else { return (review, []) }
        if source != run {
            if source.revision < run.revision {
                review.unsentLines = try await diff(source, run, in: workspace).lines.count
            }
            return (review, [])
        }
        return (review, review.findings(try await sums(of: source, in: workspace), decided: decided))
    }

    private enum Answer {
        case seen(BatchReview.Sighting)
        case note(String)
    }

    private static func sighting(
        of name: String, over connection: Connection, _ server: BatchServer, in workspace: Workspace
    ) async throws -> Answer {
        let connection = try APIConnection(
            connection, environment: server.environment, connections: 1, store: try workspace.sessions(),
            observe: server.observe)
        let found = try await connection.whileOpen {
            try await KSRCranes.BatchLookup.of(name, ConnectionReader(connection: connection, period: nil))
        }
        switch found {
        case .found(let status, let hours, let workers):
            return .seen(
                BatchReview.Sighting(
                    time: .now, status: status, hours: hours.map(HoursSum.init(nano:)), workers: workers))
        case .missing:
            return .seen(
                BatchReview.Sighting(time: .now, status: BatchReview.Sighting.missing, hours: nil, workers: nil))
        case .unreadable(let why): return .note(why)
        }
    }

    private static func sums(of run: RunID, in workspace: Workspace) async throws -> BatchReview.Sent {
        let folder = try await publishedFolder(of: run, in: workspace)
        let pay = try await PublishedPay(exported: ExportFolder(folder))
        let hours = (pay.totals["hours"]?.list ?? []).reduce(HoursSum.zero) { sum, kind in
            sum + HoursSum(nano: kind["exported"]?.nano ?? 0)
        }
        return BatchReview.Sent(hours: hours, workers: pay.employees.count { $0.entries > 0 })
    }
}
