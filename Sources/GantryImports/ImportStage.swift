internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

/// The stage of a run that sends rows: checks every row, sends those that can be sent, and writes the result of each.
struct ImportStage<Row: SubmittedRow>: Stage {
    let request: ImportRequest
    let journal: any WorkspaceJournal
    let stop: StopRequest
    let observe: @Sendable (ExportEvent) -> Void
    let id: RunID
    let place: RunDirectories
    /// The digest of the sheet that the run was started with.
    let digest: ContentDigest
    let scope: LedgerScope<Row>
    let binding: SheetBinding<Row>
    var submission: Submission<Row> { scope.submission }

    /// The run's own copy of the sheet.
    var copy: String { "\(place.parts)/\(ImportSheet.copyName)" }

    var name: String { "rows" }

    /// How files become what is sent; converted photos are kept among the parts, and go with them.
    var fileRules: FileRules {
        request.fileRules(submission.kind, keepingIn: "\(place.parts)/photos", planned: request.plannedPhotos)
    }

    func run(_ context: StageContext) async throws -> StageResult {
        guard try ContentHasher.digest(ofFile: copy) == digest else {
            throw RunError(
                .landingDamaged, "The copy of the sheet that \(id) works from is damaged.",
                advice: "Run again with \(.startOver). Rows that were already sent are not sent again.")
        }
        try await context.begin()
        do {
            try await send(context.record.snapshot)
        } catch {
            // However it ends, a person can see how far it got.
            try? await writeSoFar()
            guard stop.isRequested, (error as? HTTPError)?.code == .cancelled else { throw error }
            throw RunError(
                .stopped, "Stopped while waiting for the server.", advice: "Run the same command again to resume.",
                isRetryable: true)
        }
        return try await writeResults(context.record.snapshot)
    }

    // MARK: Sending

    private func send(_ snapshot: Instant) async throws {
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.transfers, ahead: ahead,
            store: try request.workspace.sessions(),
            bytesPerSecond: request.bytesPerSecond, clock: .system.ending(with: stop),
            observe: { [observe] in observe(.connection($0)) })
        try await connection.whileOpen {
            if try await !ImportRun<Row>.isChecked(id, journal) {
                let found = try await preflight(connection, snapshot)
                try await journal.keep(found.ofRows.line, named: ImportSummary.preflightName, for: id)
            } else {
                try await adoptEntries()
            }
            if let decision = request.unknown { try await requireUnknown(decision) }
            try await lookAgain(over: connection)
            if let decision = request.unknown { try await decide(decision) }
            if submission.kind.delivery.isBatch { try await refuseParts() }
            let counts = try await journal.counts(of: id)
            if counts.planned + counts.sent + counts.answered > 0 {
                guard submission.kind.delivery.hasSocket, request.work.transport == .socket else {
                    return try await deliver(over: connection, socket: nil, from: counts)
                }
                try await connection.withSocket { try await deliver(over: connection, socket: $0, from: counts) }
            }
        }
        let counts = try await journal.counts(of: id)
        let left = counts.planned + counts.sent + counts.answered
        guard left == 0 || counts.unknown > 0 && submission.kind.delivery.isOrdered else {
            throw RunError(
                .rowsLeft, "\(left) \(left == 1 ? "row" : "rows") couldn't be sent for now.",
                advice: "Run the same command again to send the rest.", isRetryable: true)
        }
        guard counts.isSettled else {
            let (rows, them) = counts.unknown == 1 ? ("row", "it") : ("rows", "them")
            let waiting = left == 0 ? "" : " \(left) more \(left == 1 ? "waits" : "wait") behind \(them)."
            throw RunError(
                .rowsUnknown,
                "The outcome of \(counts.unknown) \(rows) is unknown; "
                    + "see \(place.parts)/\(ResultSheet.name).\(waiting)",
                advice: "Check the server. If it has \(them), run the same command with \(.acceptUnknown); "
                    + "to send \(them) again, run it with \(.resendUnknown).")
        }
    }

    // MARK: Checking

    /// Checks every row and enters it in the ledger.
    ///
    /// - Returns: what was found about the rows.
    private func preflight(
        _ connection: APIConnection, _ snapshot: Instant
    ) async throws -> SheetFindings {
        var found = SheetFindings()
        let server = ConnectionReader(connection: connection, period: request.period)
        let referenceData = try await loadReferenceData(server)
        let reader = try request.work.open(copy, for: binding.submission)
        let sent = try await SentRows(
            journal, as: id, in: scope, digest: digest, tab: reader.tab, binding: binding, work: request.work
        ) { try $0.open(copy, for: binding.submission) }
        var rows = SheetPreflight(
            reader, binding: binding, request: request, server: server, referenceData: referenceData, sent: sent,
            effects: UndoneRowKeys(journal, referenceData: referenceData, scope: scope, id: id), began: snapshot,
            fileRules: fileRules, convertsNow: false)
        var seen = 0
        var ready: [LedgerEntry] = []
        while true {
            if stop.isRequested {
                throw RunError(
                    .stopped, "Stopped while checking the rows.", advice: "Run the same command again to resume.",
                    isRetryable: true)
            }
            // Entered while the next ones are checked: one waits for the disk, and the other for the processor.
            let last = ready
            async let entered: Void = enter(last)
            let checked = try await rows.next()
            try await entered
            seen += last.count
            if !last.isEmpty { observe(.checked(rows: seen)) }
            guard !checked.isEmpty else { break }
            ready = checked.map(\.entry)
            for row in checked { found.note(row) }
        }
        found.sentAndLeftOut = rows.leftOut
        return found
    }

    private func enter(_ entries: [LedgerEntry]) async throws {
        guard !entries.isEmpty else { return }
        _ = try await journal.enter(entries, scope: scope.name, for: id)
    }

    /// Reads what rows are checked against; a request to stop ends it, even while it waits.
    private func loadReferenceData(_ server: ConnectionReader) async throws -> Row.ReferenceData {
        let task = Task { [submission] in try await submission.loadReferenceData(server) }
        stop.whenRequested { task.cancel() }
        do { return try await task.value } catch {
            guard stop.isRequested else { throw error }
            throw RunError(
                .stopped, "Stopped before checking the rows.", advice: "Run the same command again to resume.",
                isRetryable: true)
        }
    }

    /// Adopts what other runs have done with the same rows since they were checked.
    private func adoptEntries() async throws {
        for try await entries in journal.pages(of: id) {
            let open = entries.filter(\.isOpen)
            if !open.isEmpty { _ = try await journal.enter(open, scope: scope.name, for: id) }
        }
    }

    /// Whether a process is working on another run of this journal.
    func isAtWork(_ run: String) async throws -> Bool {
        guard run != id.description, let other = RunID(run) else { return false }
        return try await RunDirectories(id: other, workspace: request.workspace, command: request.command)
            .isHeld(journal)
    }

    /// Refuses every row of an all-or-nothing sheet if a row is refused or was sent before: a part would look like the
    /// whole.
    private func refuseParts() async throws {
        let counts = try await journal.counts(of: id)
        guard let problem = RowProblem.partly(counts, allowing: request.work.allowed) else { return }
        for try await entries in journal.pages(of: id) {
            let time = Instant.now
            let changed = try entries.filter { $0.state == .planned }.map {
                try $0.after(.refused(problem, status: nil), at: time)
            }
            if !changed.isEmpty { try await journal.record(changed, for: id) }
        }
    }

    /// - Throws: `RunError` where the decision names a row whose outcome is known; nothing is decided then.
    private func requireUnknown(_ decision: UnknownDecision) async throws {
        let unmet = try await rows(of: decision).unmet
        let names = unmet.sorted { ($0.number, $0.file ?? 0) < ($1.number, $1.file ?? 0) }
        guard unmet.isEmpty else {
            throw RunError(
                .refusedDecision,
                "The outcome of \(listed(names.prefix(10).map { "row \($0)" }, "and")) isn't unknown, so nothing was decided.",
                advice:
                    "Name rows whose outcome is unknown, by their numbers in the sheet that is sent (\(ResultSheet.rowHeading))."
            )
        }
    }

    /// Decides about the rows whose outcome the server has not shown since.
    private func decide(_ decision: UnknownDecision) async throws {
        let met = try await rows(of: decision).met
        if met.count > 0 { observe(.decided(isSentAgain: decision.choice == .resend, met)) }
        for try await entries in journal.pages(of: id) {
            let time = Instant.now
            let changed = try entries.filter(decision.isAbout).map { entry in
                let next = try entry.after(decision.choice == .resend ? .resend : .accept, at: time)
                guard decision.choice == .resend, entry.hasOtherValues else { return next }
                return next.anew(ContentHasher.digest(of: [entry.idempotencyKey, String(entry.origin.suffix(32))]))
            }
            if !changed.isEmpty { try await journal.record(changed, for: id) }
        }
    }

    /// The rows that a decision is about, by the numbers that they have in the sheet that is sent.
    ///
    /// - Returns: `unmet`: those that it names and whose outcome is known.
    private func rows(
        of decision: UnknownDecision
    ) async throws -> (met: FirstOnes<DecidedRow>, unmet: Set<UnknownDecision.Row>) {
        var met = FirstOnes<DecidedRow>()
        var unmet = decision.rows ?? []
        let reader = try request.work.open(copy, for: submission)
        while true {
            let items = try reader.next(upTo: 1_000)
            guard let first = items.first, let last = items.last else { break }
            let entries = try await journal.entries(of: id, rows: first.number..<(last.number + 1))
            guard let matched = SheetItem.matched(items, with: entries, parts: { binding.parts(of: $0, entries: $1) })
            else { throw RunError.otherRows(id, entries: entries.count, of: items) }
            for (item, entry) in matched where decision.isAbout(entry) {
                unmet.subtract(UnknownDecision.names(of: entry))
                met.append(DecidedRow(row: entry.row, file: entry.part + 1, target: target(of: item, entry)))
            }
        }
        return (met, unmet)
    }

    /// What a row is for, as a plan says.
    private func target(of item: SheetItem, _ entry: LedgerEntry) -> String {
        guard case .row(let sheetRow) = item else { return "" }
        var (row, files, problems) = binding.read(sheetRow.cells)
        guard problems.isEmpty else { return binding.ids(sheetRow.cells).joined(separator: ", ") }
        row.restore(entry.checkState)
        return ImportPlan.label(files.map(\.path), row.identity.label)
    }

    // MARK: Results

    private var results: ResultSheet {
        ResultSheet(
            sheet: copy, hints: request.work.hints(for: binding.submission), id: id, ledger: journal,
            parts: { [binding] in binding.parts(of: $0, entries: $1) }, alone: { [binding] in binding.alone($0) },
            mayConvert: fileRules.converter != nil)
    }

    /// Leaves a result sheet among the parts, for a run that did not end.
    private func writeSoFar() async throws {
        guard try await ImportRun<Row>.isChecked(id, journal) else { return }
        _ = try await results.write(into: place.parts, listingIDs: false)
    }

    private func writeResults(_ began: Instant) async throws -> StageResult {
        observe(.run(.sealing))
        let written = try await results.write(
            into: place.data, listingIDs: submission.kind.makes == .record,
            workbooks: ResultWorkbook.Place(scratch: place.parts, created: began))
        if written.refused == nil {
            try place.remove(
                [ResultSheet.refusedName, ResultSheet.refusedWorkbookName].map { "bag/data/\($0)" })
        }
        let files = [written.result, written.refused, written.ids].compactMap(\.self) + written.workbooks
        try await SealVerification(folder: place.data).verify(files.map { ReadBack(mark: $0, proof: .digest) })
        return StageResult(
            name: name, counts: BatchCounts(), files: files.map { StageFile($0) },
            totals: ImportSummary.tree(
                .init(
                    counts: written.counts, problems: written.problems, notes: written.notes,
                    hiddenRows: written.read.hiddenRows, skipped: written.read.skipped,
                    hints: .init(encoding: written.dialect.encoding, delimiter: written.dialect.delimiter))
            ).compact)
    }
}

extension ContentHasher {
    static func digest(ofFile path: String) throws(FileError) -> ContentDigest {
        let file = try ReadFile.open(path, hashing: true)
        var piece: [UInt8] = []
        while try file.read(appendingTo: &piece) > 0 { piece.removeAll(keepingCapacity: true) }
        return file.digest() ?? ContentHasher().digest()
    }
}
