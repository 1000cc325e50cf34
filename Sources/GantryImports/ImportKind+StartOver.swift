internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel
internal import GantryRuns

extension ImportKind {
    /// Refuses to start a run over while the server may have a row of it that the sheet no longer has as it was sent:
    /// nobody would be asked about that row any more.
    func requireDecided<Row: SubmittedRow>(
        _ id: RunID, source: RunSource, _ binding: SheetBinding<Row>, _ sheet: ImportSheet,
        _ journal: any WorkspaceJournal
    ) async throws {
        let counts = try await journal.counts(of: id)
        guard request.startsOver, counts.unknown + counts.sent > 0 else { return }
        var open: [String: LedgerEntry] = [:]
        for try await entries in journal.pages(of: id) {
            // What is another run's own is still asked about there.
            for entry in entries where entry.state == .unknown || entry.state == .sent {
                if entry.earlierRun.isEmpty || entry.earlierRun == id.description {
                    open[entry.idempotencyKey] = entry
                }
            }
        }
        try await removeRows(of: sheet, as: id, source: source, binding, journal, from: &open)
        guard !open.isEmpty else { return }
        let rows = Set(open.values.map(\.row)).sorted()
        let names = rows.prefix(10).map { "row \($0)" } + (rows.count > 10 ? ["\(rows.count - 10) more"] : [])
        let place = RunDirectories(id: id, workspace: request.workspace, command: request.command)
        throw RunError(
            .rowsUnknown,
            "The outcome of \(listed(names, "and")) of \(id) is unknown, and the sheet no longer has "
                + "\(rows.count == 1 ? "it as it was" : "them as they were") sent, so nothing was started over.",
            advice:
                "Put the sheet and its mended cells back as they were: \(place.parts)/\(ImportSheet.copyName) is a copy of it. Run again without \(.startOver), and decide about what stays unknown with \(.acceptUnknown) or \(.resendUnknown). Start over after that."
        )
    }

    /// Removes the entries that rows of the sheet would continue with.
    private func removeRows<Row: SubmittedRow>(
        of sheet: ImportSheet, as id: RunID, source: RunSource, _ binding: SheetBinding<Row>,
        _ journal: any WorkspaceJournal,
        from open: inout [String: LedgerEntry]
    ) async throws {
        guard !open.isEmpty else { return }
        let submission = binding.submission
        let scope = try LedgerScope(submission, request: request, source: source)
        // A run that starts over finds what it has sent as that of another.
        let other = RunID(pipeline: id.pipeline, period: id.period, revision: id.revision + 1)
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: 2,
            store: try request.workspace.sessions(), observe: request.observeConnection)
        open = try await connection.whileOpen { [open] in
            var open = open
            let reader = try sheet.reader(request.work, for: submission)
            let server = ConnectionReader(connection: connection, period: request.period)
            let referenceData = try await submission.loadReferenceData(server)
            let sent = try await SentRows(
                journal, as: other, in: scope, digest: sheet.digest, tab: reader.tab, binding: binding,
                work: request.work
            ) { try sheet.reader($0, for: submission) }
            var rows = SheetPreflight(
                reader, binding: binding, request: request, server: server, referenceData: referenceData, sent: sent,
                effects: UndoneRowKeys(journal, referenceData: referenceData, scope: scope, id: other),
                began: request.snapshot ?? Instant.now,
                fileRules: request.fileRules(submission.kind, keepingIn: request.plannedPhotos), convertsNow: false)
            while !open.isEmpty {
                let checked = try await rows.next()
                guard !checked.isEmpty else { break }
                for row in checked { open[row.entry.idempotencyKey] = nil }
            }
            return open
        }
    }
}
