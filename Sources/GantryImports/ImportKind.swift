internal import GantryAccounts
internal import GantryConnectors
package import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
package import GantryRuns

/// A request with its kind of row looked up.
package struct ImportKind {
    private(set) var request: ImportRequest
    let submission: any SubmissionDescription
    /// Looked up once, since a credential may be what a command prints.
    private let source: RunSource

    package init(_ request: ImportRequest) throws {
        guard let found = request.connection.system.submission(named: request.work.kind) else {
            throw RunError(
                .unsupported,
                "The connection \(request.connection.name) leads to \(request.connection.system.title), which takes no \(request.work.kind).",
                advice: "Name a connection to the right system in the pipeline file: connection: …")
        }
        if let contract = found.kind.contract, contract != request.connection.contract {
            throw RunError(
                .unsupported,
                "\(request.work.kind) needs the \(contract.rawValue) contract, but the connection \(request.connection.name) speaks the \(request.connection.contract.rawValue) one.",
                advice:
                    "If the server answers it, write contract: \(contract.rawValue) at the connection in gantry.yaml.")
        }
        guard !found.kind.takesExportsOnly || request.exported != nil else {
            throw RunError(
                .unsupported, "\(request.work.kind) takes only the entries of a published export, and no other sheet.",
                advice:
                    "Name the export in the pipeline file, sheet: { export: payroll-monthly }, and give no other sheet."
            )
        }
        guard request.period != nil || !found.kind.delivery.isBatch else {
            throw RunError(
                .unusableRun, "\(request.pipeline.name) needs a period.",
                advice: "Add a period, such as \(.period("2026-10")).")
        }
        self.request = request
        source = request.source
        submission = found
    }

    package func send(
        _ stop: StopRequest, _ observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> ImportResult {
        let (kind, files) = try unpacked(stop)
        defer { withExtendedLifetime(files) {} }
        return try await kind.run(submission, stop: stop, observe: observe)
    }

    /// The same with its files unpacked, where they are in a zip file, or with the zip files among them.
    private func unpacked(_ stop: StopRequest) throws -> (ImportKind, ZippedFiles?) {
        guard submission.kind.files != nil else { return (self, nil) }
        var kind = self
        guard let path = request.folder, let files = try ZippedFiles(path, for: request, stop) else {
            kind.request.zips = ZipsInFolder(of: request, stop)
            return (kind, nil)
        }
        kind.request.folder = files.folder
        kind.request.zip = path
        return (kind, files)
    }

    private func run<Row: SubmittedRow>(
        _ submission: some SubmissionDescription<Row>, stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> ImportResult {
        let submission = submission.submission
        let sheet = try ImportSheet(request, submission)
        // A sheet that can't be read to its end starts no run.
        let binding = try await bound(submission, sheet)
        try request.workspace.create()
        let journal = try request.workspace.openJournal()
        var target = try await target(submission, sheet: sheet, journal: journal)
        if try await !unsent(target, binding, sheet, journal).isEmpty,
            try await look(binding, sheet: sheet, journal: journal, observe: observe).mended > 0
        {
            target = try await ResolvedRun(
                pipeline: request.pipeline.name, period: request.batch, .next, of: source, in: journal)
        }
        if target.record == nil {
            try FilesElsewhere(request).require(try sheet.reader(request.work, for: submission), binding)
        }
        try await requireDecided(target.id, source: source, binding, sheet, journal)
        let run = try ImportRun(
            binding, request: request, source: source, target: target, sheet: sheet, journal: journal, stop: stop,
            observe: observe)
        let done = try await target.perform(
            run, in: run.place, snapshot: request.snapshot, isOfSheet: true, sheet: sheet.path,
            journal: journal, stop: stop, observe: observe)
        let summary = try await ImportSummary.read(target.id, journal) ?? ImportSummary.Figures()
        var result = ImportResult(
            id: target.id, folder: done.folder, counts: summary.counts, problems: summary.problems, files: done.files,
            wasPublished: done.wasPublished)
        result.notes = summary.notes
        result.source = done.source
        result.origin = sheet.origin(request, binding)
        if let text = try await journal.document(named: ImportSummary.preflightName, of: target.id) {
            result.origin.findings.note(ofRows: text)
        }
        return result
    }

    /// The columns of the sheet. Where they aren't known, what an earlier run made of such headings is offered.
    private func bound<Row: SubmittedRow>(
        _ submission: Submission<Row>, _ sheet: ImportSheet
    ) async throws -> SheetBinding<Row> {
        let earlier = try await EarlierMappings(request.pipeline.name, in: try request.workspace.existingJournal())
        let reader = try sheet.reader(request.work, for: submission)
        do {
            var binding = try SheetBinding(submission, to: reader, work: request.work)
            binding.earlier = earlier
            return binding
        } catch let error as RunError where error.code == .unsupported {
            guard let advice = earlier.columns(of: reader.header, beside: request.work.sheet.columns) else {
                throw error
            }
            throw RunError(error.code, error.explanation, details: error.details, advice: advice)
        }
    }

    /// The run that is meant. Another sheet under the name of one that is published is the next revision; so is the
    /// same sheet where its cells mean something else, such as with another mapping of its columns.
    private func target<Row: SubmittedRow>(
        _ submission: Submission<Row>, sheet: ImportSheet, journal: any WorkspaceJournal
    ) async throws -> ResolvedRun {
        let newest = try await ResolvedRun(
            pipeline: request.pipeline.name, period: request.batch, .newest, of: source, in: journal)
        guard let record = newest.record, record.phase == .complete,
            LedgerScope<Row>.isOfOtherRows(
                record, than: try LedgerScope(submission, request: request, source: source).identity(of: request, sheet)
            )
        else { return newest }
        return try await ResolvedRun(
            pipeline: request.pipeline.name, period: request.batch, .next, of: source, in: journal)
    }

    /// Rows of the sheet of a published run that it hasn't sent as they are now.
    private func unsent<Row: SubmittedRow>(
        _ target: ResolvedRun, _ binding: SheetBinding<Row>, _ sheet: ImportSheet, _ journal: any WorkspaceJournal
    ) async throws -> UnsentRows {
        guard target.record?.phase == .complete else { return UnsentRows() }
        return try await UnsentRows(target.id, binding, sheet, request, journal)
    }

    /// - Parameter observe: told how far it is while photos are converted.
    package func plan(_ observe: @escaping @Sendable (ExportEvent) -> Void) async throws -> ImportPlan {
        let (kind, files) = try unpacked(StopRequest())
        defer { withExtendedLifetime(files) {} }
        return try await kind.plan(submission, observe)
    }

    private func plan(
        _ description: some SubmissionDescription, _ observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> ImportPlan {
        let submission = description.submission
        let sheet = try ImportSheet(request, submission)
        let binding = try await bound(submission, sheet)
        return try await look(binding, sheet: sheet, journal: try request.workspace.existingJournal(), observe: observe)
            .plan
    }

    /// Looks at every row as a run would now.
    ///
    /// - Returns: the plan, and how many rows of a published run of this sheet would be sent as they are now.
    private func look<Row: SubmittedRow>(
        _ binding: SheetBinding<Row>, sheet: ImportSheet, journal: (any WorkspaceJournal)?,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> (plan: ImportPlan, mended: Int) {
        guard let journal else {
            let id = RunID(pipeline: request.pipeline.name, period: request.batch, revision: 1)
            return try await preflight(binding, of: sheet, in: nil, as: id, state: "new", observe)
        }
        let target = try await target(binding.submission, sheet: sheet, journal: journal)
        guard let record = target.record else {
            return try await preflight(binding, of: sheet, in: journal, as: target.id, state: "new", observe)
        }
        guard record.phase == .complete else {
            if try await ImportRun<Row>.isChecked(target.id, journal) {
                try record.requireSame(
                    as: try LedgerScope(binding.submission, request: request, source: source).identity(
                        of: request, sheet))
            }
            return try await preflight(binding, of: sheet, in: journal, as: target.id, state: "continues", observe)
        }
        let unsent = try await unsent(target, binding, sheet, journal)
        guard !unsent.isEmpty else {
            return try await preflight(binding, of: sheet, in: journal, as: target.id, state: "published", observe)
        }
        let next = try await ResolvedRun(
            pipeline: request.pipeline.name, period: request.batch, .next, of: source, in: journal)
        var (plan, mended) = try await preflight(
            binding, of: sheet, in: journal, as: next.id, state: "new", unsent: unsent, observe)
        if mended == 0 {
            plan.id = target.id
            plan.state = "published"
            plan.folder = request.workspace.folder(of: target.id)
        }
        return (plan, mended)
    }

    /// - Parameter unsent: rows that a published run of this sheet hasn't sent as they are now.
    private func preflight<Row: SubmittedRow>(
        _ binding: SheetBinding<Row>, of sheet: ImportSheet, in journal: (any WorkspaceJournal)?, as id: RunID,
        state: String, unsent: UnsentRows = UnsentRows(), _ observe: @escaping @Sendable (ExportEvent) -> Void
    ) async throws -> (plan: ImportPlan, mended: Int) {
        var mended = 0
        let submission = binding.submission
        // A workspace that isn't there stays so.
        let scratch =
            try !RunDirectories.isFolder(request.workspace.path)
            ? ScratchFolder("gantry-photos-", in: ScratchFolder.parent(request.environment)) : nil
        let fileRules = request.fileRules(
            submission.kind, keepingIn: scratch.map { "\($0.path)/photos" } ?? request.plannedPhotos)
        defer { withExtendedLifetime(scratch) {} }
        let scope = try LedgerScope(submission, request: request, source: source)
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: 2,
            store: try request.workspace.sessions(),
            observe: request.observeConnection)
        return try await connection.whileOpen {
            let reader = try sheet.reader(request.work, for: submission)
            var plan = ImportPlan(
                id: id, state: state, dialect: sheet.words(reader), folder: request.workspace.folder(of: id))
            plan.source = source
            plan.sheet = sheet.path
            plan.findings = binding.findings
            if state == "new", unsent.isEmpty {
                try FilesElsewhere(request).require(try sheet.reader(request.work, for: submission), binding)
            }
            plan.leftOut = sheet.leftOut
            let server = ConnectionReader(connection: connection, period: request.period)
            let referenceData = try await submission.loadReferenceData(server)
            let began = request.snapshot ?? Instant.now
            var sent: SentRows<Row>?
            if let journal {
                sent = try await SentRows(
                    journal, as: id, in: scope, digest: sheet.digest, tab: reader.tab, binding: binding,
                    work: request.work
                ) { try sheet.reader($0, for: submission) }
            }
            var rows = SheetPreflight(
                reader, binding: binding, request: request, server: server, referenceData: referenceData,
                sent: sent,
                effects: journal.map { UndoneRowKeys($0, referenceData: referenceData, scope: scope, id: id) },
                began: began, fileRules: fileRules, convertsNow: true, observe: observe)
            var targets: Set<RowTarget> = []
            var firstRows: [String: Int] = [:]
            var problems: [String: (count: Int, example: String)] = [:]
            // The first row that would be sent, for an all-or-nothing sheet.
            var going: RowValidator<Row>.Checked?
            while true {
                let checked = try await rows.next()
                guard !checked.isEmpty else { break }
                let entries = checked.map(\.entry)
                let settled = try await journal?.preview(entries, scope: scope.name, for: id) ?? entries
                for (row, known) in zip(checked, settled) {
                    plan.findings.note(row)
                    // Nothing is written, so the earlier rows of the sheet are remembered here.
                    var entry =
                        known.state == .planned ? firstRows[known.idempotencyKey].map(known.repeating) ?? known : known
                    if entry.state == .planned, let problem = row.fileProblem(since: entry, submission) {
                        entry = try entry.after(.refused(problem, status: nil), at: began)
                    }
                    if entry.state != .refused { firstRows[entry.idempotencyKey] = entry.row }
                    plan.counts.count(entry)
                    if unsent.isMended(by: entry) { mended += 1 }
                    if entry.state == .done, entry.hasOtherValues { plan.otherValues += 1 }
                    if entry.state == .planned {
                        plan.bytes += row.bytes
                        plan.converted += row.converted
                        if let effect = row.effect { plan.effects[effect, default: 0] += 1 }
                    }
                    if entry.state == .planned, going == nil { going = row }
                    if entry.state != .refused { targets.insert(row.sentFor) }
                    for problem in row.problems.isEmpty ? [entry.problem].compactMap(\.self) : row.problems
                    where entry.state == .refused {
                        problems[problem.code, default: (0, problem.sentence)].count += 1
                        plan.note(
                            ImportPlan.Row(number: row.number, target: row.target, files: row.files, problem: problem))
                    }
                    if entry.state == .planned, plan.examples.count < 5 { plan.examples.append(row.example) }
                }
            }
            plan.findings.sentAndLeftOut = rows.leftOut
            let left = plan.counts.planned
            if submission.kind.delivery.isBatch,
                let problem = RowProblem.partly(plan.counts, allowing: request.work.allowed)
            {
                mended = 0
                plan.counts.count(.planned, isBefore: false, times: -left)
                plan.counts.count(.refused, isBefore: false, times: left)
                problems[problem.code] = (left, problem.sentence)
                if let going {
                    plan.note(
                        ImportPlan.Row(
                            number: going.number, target: going.target, files: going.files, problem: problem),
                        times: left)
                }
                plan.examples = []
                plan.bytes = 0
                plan.converted = 0
                plan.effects = [:]
            }
            plan.problemCounts = problems.map { .init(code: $0, count: $1.count, example: $1.example) }.sorted {
                ($1.count, $0.code) < ($0.count, $1.code)
            }
            plan.recordsWithoutRow = submission.recordsWithoutRow(rows.rows.referenceData, targets)
            return (plan, mended)
        }
    }
}
