internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryJournal
internal import GantryMedia
internal import GantryModel

/// One attempt at a run that sends rows: checks every row, sends those that may go, and writes what became of them.
struct ImportRun<Row: Submission>: Sendable {
    let request: ImportRequest
    let journal: SQLiteJournal
    let stop: StopRequest
    let observe: @Sendable (ExportEvent) -> Void
    private let attempt: RunAttempt
    private let sheet: ImportSheet

    static var preflightName: String { "preflight" }

    init(
        _ request: ImportRequest, _ target: RunTarget, _ sheet: ImportSheet, journal: SQLiteJournal, stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) {
        self.request = request
        self.journal = journal
        self.stop = stop
        self.observe = observe
        self.sheet = sheet
        attempt = RunAttempt(
            target: target, place: RunPlace(id: target.id, workspace: request.workspace), journal: journal, command: request.command,
            observe: observe)
    }

    private var id: RunID { attempt.id }
    private var place: RunPlace { attempt.place }
    private var copy: String { "\(place.parts)/\(ImportSheet.copyName)" }

    /// What keys are unique in: one server, whichever run sends to it; or one batch, where what is sent replaces something.
    static func scope(_ request: ImportRequest) -> String {
        let scope = "\(request.pipeline.kind) \(request.connection.baseURL)"
        return Row.kind.once == .ever ? scope : "\(scope) \(request.pipeline.name)/\(request.batch)"
    }

    private static func identity(_ request: ImportRequest, _ sheet: ImportSheet) -> String {
        request.pipeline.identity + "\(sheet.line)\nsource: \(request.connection.system) \(request.connection.baseURL)\n"
    }

    func run() async throws -> ImportResult {
        let done = try await attempt.run { try await carryOn($0) }
        let summary = try await ImportSummary.read(id, journal) ?? (LedgerCounts(), [])
        return ImportResult(
            id: id, folder: done.folder, counts: summary.counts, problems: summary.problems, files: done.files,
            wasPublished: done.wasPublished)
    }

    private func carryOn(_ known: RunRecord?) async throws {
        var record = known
        if request.startsOver, record != nil, record?.phase != .publish {
            try await journal.setAside(id, at: now())
            try await journal.reset(id)
            try Folders.remove("\(request.workspace.parts(of: id))/\(ImportSheet.copyName)", under: request.workspace.path)
            record = nil
        }
        let identity = ImportRun.identity(request, sheet)
        if let record {
            try attempt.requireSame(record, as: identity)
            if record.phase == .publish { return try await attempt.finish() }
        }
        try place.create()
        observe(.begins(id, continues: record != nil))
        let snapshot = attempt.snapshot(record, request.snapshot)
        if record == nil {
            try sheet.copy(to: copy)
            try await journal.begin(
                RunRecord(
                    id: id, identity: identity, snapshot: snapshot, corrects: attempt.target.corrects, startedAt: now(), phase: .fetch))
        }
        guard try ContentHasher.digest(ofFile: copy) == sheet.digest else {
            throw RunError(
                .landingDamaged, "The copy of the sheet that \(id) goes by is damaged.",
                advice: "Run again with --start-over. What was sent is known and is not sent again.")
        }
        do {
            try await send(snapshot)
        } catch {
            // However it ends, a person can see how far it came.
            try? await writeSoFar()
            throw error
        }
        let bag = try await seal(snapshot)
        try place.publish(expecting: bag)
        try await journal.complete(id, at: now())
        try place.clean()
        observe(.run(.complete(BatchCounts())))
    }

    // MARK: Sending

    private func send(_ snapshot: Instant) async throws {
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.transfers, workspace: request.workspace,
            bytesPerSecond: request.bytesPerSecond, observe: observe)
        try await connection.whileOpen {
            if try await journal.document(named: ImportRun.preflightName, of: id) == nil {
                try await preflight(connection, snapshot)
                try await journal.keep("done", named: ImportRun.preflightName, for: id)
            }
            if let choice = request.unknown { try await decide(choice) }
            let counts = try await journal.counts(of: id)
            if counts.planned + counts.sent + counts.answered > 0 {
                guard Row.kind.hasSocket, request.pipeline.transport == .socket else { return try await deliver(connection, nil, counts) }
                try await connection.withSocket { try await deliver(connection, $0, counts) }
            }
        }
        let counts = try await journal.counts(of: id)
        guard counts.isSettled else {
            throw RunError(
                .rowsUnknown,
                "Of \(counts.unknown) \(counts.unknown == 1 ? "row" : "rows") it can't be told whether the server has them; "
                    + "\(place.parts)/\(ResultSheet.name) says which and why.",
                advice: "Look at the server, then run the same command with --accept-unknown if it has them, or with --resend-unknown to send them again.")
        }
    }

    /// Checks every row and enters it in the ledger.
    private func preflight(_ connection: APIConnection, _ snapshot: Instant) async throws {
        observe(.joined(dataset: request.pipeline.kind, records: 0))
        let knowledge = try await Row.learn(ServerCalls(connection: connection))
        let reader = try SheetReader.open(copy, wanted: request.pipeline.wantedDialect)
        let rows = RowPreparation<Row>(
            binding: try SheetBinding(reader.header, request.pipeline), folder: request.folder ?? ".", privacy: request.privacy,
            allowed: Set(request.pipeline.allowed), knowledge: knowledge, today: snapshot.utcDate)
        var seen = 0
        while true {
            if stop.isRequested { throw RunError(.stopped, "Stopped while the rows were checked.", advice: "The same command goes on.", isRetryable: true) }
            let items = try reader.next(upTo: 256)
            guard !items.isEmpty else { break }
            let checked = await RowPreparation.check(items, with: rows)
            _ = try await journal.enter(checked.map(\.entry), scope: ImportRun.scope(request), for: id)
            seen += items.count
            observe(.checked(rows: seen))
        }
    }

    private func decide(_ choice: UnknownChoice) async throws {
        let rows = try await journal.counts(of: id).rows
        for first in stride(from: 1, through: max(rows, 1), by: 1_000) {
            let time = now()
            let changed = try await journal.entries(of: id, rows: first..<(first + 1_000)).filter { $0.state == .unknown }.map {
                try $0.after(choice == .resend ? .resend : .accept, at: time)
            }
            if !changed.isEmpty { try await journal.record(changed, for: id) }
        }
    }

    private func deliver(_ connection: APIConnection, _ socket: EchoSocket?, _ counts: LedgerCounts) async throws {
        let reader = try SheetReader.open(copy, wanted: request.pipeline.wantedDialect)
        let rows = RowDispatch<Row>(
            binding: try SheetBinding(reader.header, request.pipeline), folder: request.folder ?? ".", privacy: request.privacy)
        let meter = DeliveryMeter(counts, observe)
        let run = SubmissionRun(
            ServerSender<Row>(connection: connection, stores: connection.fileTransfers(), socket: socket), writer: LedgerWriter(journal, run: id),
            stop: stop, clock: { now() }, pause: { try await Task.sleep(for: .milliseconds(200 * $0)) },
            observe: { before, after in meter.note(before, after) })
        let isGrouped = Row.kind.steps.contains(where: \.isShared)
        while true {
            let items = try reader.next(upTo: isGrouped || Row.kind.isStepwise ? .max : 1_000)
            guard let first = items.first, let last = items.last else { break }
            let entries = try await journal.entries(of: id, rows: first.number..<(last.number + 1))
            var groups: [[OutgoingRow<PreparedRow<Row>>]] = []
            var places: [String: Int] = [:]
            for (item, entry) in zip(items, entries) where [.planned, .sent, .answered].contains(entry.state) {
                guard case .row(let sheetRow) = item, sheetRow.number == entry.row else { continue }
                switch rows.prepare(sheetRow, entry) {
                case .failure(let failure):
                    guard entry.state != .sent, let problem = failure.problems.first else { continue }
                    let refused = try entry.after(.refused(problem, status: nil), at: now())
                    try await journal.record([refused], for: id)
                    meter.note(entry, refused)
                case .success(let prepared):
                    if let group = prepared.row.identity.group, let place = places[group] {
                        groups[place].append(OutgoingRow(prepared, entry))
                    } else {
                        if let group = prepared.row.identity.group { places[group] = groups.count }
                        groups.append([OutgoingRow(prepared, entry)])
                    }
                }
            }
            if Row.kind.isStepwise {
                for step in Row.kind.steps.indices { groups = try await run.send(groups, lanes: request.transfers, steps: step..<(step + 1)) }
            } else {
                _ = try await run.send(groups, lanes: request.transfers)
            }
        }
    }

    // MARK: Results

    private var results: ResultSheet {
        ResultSheet(sheet: copy, wanted: request.pipeline.wantedDialect, id: id, ledger: journal)
    }

    /// Leaves a result sheet among the parts, for a run that did not end.
    private func writeSoFar() async throws {
        guard try await journal.document(named: ImportRun.preflightName, of: id) != nil else { return }
        _ = try await results.write(into: place.parts)
    }

    private func seal(_ snapshot: Instant) async throws -> String {
        observe(.run(.sealing))
        let written = try await results.write(into: place.data)
        if written.refused == nil { try Folders.remove("\(request.workspace.parts(of: id))/bag/data/\(ResultSheet.refusedName)", under: request.workspace.path) }
        let document = ImportSummary(
            id: id, request: request, snapshot: snapshot, corrects: attempt.target.corrects, counts: written.counts,
            problems: written.problems, files: [written.result, written.refused].compactMap(\.self))
        let totals = try place.write(PayrollPlan.totalsName, document.text)
        try await SealVerification(folder: place.data).verify((document.files + [totals]).map { ReadBack(mark: $0, proof: .digest) })
        try await journal.keep(document.journalText(totals), named: "result", for: id)
        let bag = try document.bag(place, totals)
        var state = Checkpoint(phase: .publish, pageSize: 0, landing: PartMark(name: "", length: 0, sha256: ""), parts: [])
        state.bag = bag
        try await journal.commit(state, rejects: [], for: id)
        return bag
    }
}

extension ContentHasher {
    static func digest(ofFile path: String) throws -> ContentDigest {
        let file = try ReadFile.open(path, hashing: true)
        var piece: [UInt8] = []
        while try file.read(appendingTo: &piece) > 0 { piece.removeAll(keepingCapacity: true) }
        return file.digest() ?? ContentHasher().digest()
    }
}
