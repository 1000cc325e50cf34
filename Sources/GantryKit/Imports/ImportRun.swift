internal import GantryAccounts
internal import GantryConnectors
package import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryHTTP
internal import GantryJSON
internal import GantryJournal
internal import GantryMedia
internal import GantryModel
internal import GantryOutputs
internal import GantryPipelines
internal import Synchronization

/// A run that sends rows, and its one stage: checks every row, sends those that may go, and writes what became of them.
struct ImportRun<Row: Submission>: Sendable {
    let request: ImportRequest
    let journal: SQLiteJournal
    let stop: StopRequest
    let observe: @Sendable (ExportEvent) -> Void
    private let id: RunID
    let place: RunDirectories
    private let sheet: ImportSheet
    private let scope: LedgerScope<Row>

    static var preflightName: String { ImportSummary.preflightName }
    static var commandName: String { ImportSummary.commandName }

    init(
        _ request: ImportRequest, _ source: RunSource, _ target: ResolvedRun, _ sheet: ImportSheet,
        journal: SQLiteJournal, stop: StopRequest,
        observe: @escaping @Sendable (ExportEvent) -> Void
    ) throws {
        scope = try LedgerScope(request, source)
        self.request = request
        self.journal = journal
        self.stop = stop
        self.observe = observe
        self.sheet = sheet
        id = target.id
        place = RunDirectories(id: target.id, workspace: request.workspace, command: request.command)
    }

    /// Requests that stand ready beside those under way, so that a connection never waits for the next one to be made.
    /// None where one goes after the other, in the order of the sheet, and none that would grow old while it waits.
    private var ahead: Int {
        request.transfers == 1 || Row.kind.delivery.isShortLived ? 0 : min(request.transfers * 2, 16)
    }
    private var copy: String { "\(place.parts)/\(ImportSheet.copyName)" }

    /// What rows may ask the server while they are sent and looked up, and the ledger about what other rows have
    /// become.
    private func reader(_ connection: APIConnection) -> ConnectionReader {
        ConnectionReader(connection: connection, period: request.period) { [journal, scope] serverID, entry in
            try await journal.isTaken(serverID, within: scope.kind, besides: entry.idempotencyKey, in: scope.name)
        }
    }

    /// Whether every row of the run was checked, so that some may have been sent.
    static func isChecked(_ id: RunID, _ journal: SQLiteJournal) async throws -> Bool {
        try await journal.document(named: preflightName, of: id) != nil
    }

    // MARK: Sending

    private func send(_ snapshot: Instant) async throws {
        let connection = try APIConnection(
            request.connection, environment: request.environment, connections: request.transfers, ahead: ahead,
            workspace: request.workspace,
            bytesPerSecond: request.bytesPerSecond, clock: .system.ending(with: stop),
            observe: { [observe] in observe(.connection($0)) })
        try await connection.whileOpen {
            if try await !ImportRun.isChecked(id, journal) {
                try await preflight(connection, snapshot)
                try await journal.keep("done", named: ImportRun.preflightName, for: id)
            } else {
                try await adoptEntries()
            }
            if let choice = request.unknown { try await decide(choice) }
            if Row.kind.delivery.isBatch { try await refuseParts() }
            let counts = try await journal.counts(of: id)
            if counts.planned + counts.sent + counts.answered > 0 {
                guard Row.kind.delivery.hasSocket, request.work.transport == .socket else {
                    return try await deliver(over: connection, socket: nil, from: counts)
                }
                try await connection.withSocket { try await deliver(over: connection, socket: $0, from: counts) }
            }
        }
        let counts = try await journal.counts(of: id)
        let left = counts.planned + counts.sent + counts.answered
        guard left == 0 || counts.unknown > 0 && Row.kind.delivery.isOrdered else {
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

    /// Checks every row and enters it in the ledger.
    private func preflight(_ connection: APIConnection, _ snapshot: Instant) async throws {
        let server = ConnectionReader(connection: connection, period: request.period)
        let reader = try SheetReader.open(copy, hints: request.work.dialectHints)
        let binding = try SheetBinding<Row>(
            reader.header, decimalCommas: reader.dialect.hasDecimalCommas, request.work)
        let referenceData = try await loadReferenceData(server)
        var rows = RowValidator<Row>(
            binding: binding, folder: request.folder ?? ".", privacy: request.privacy,
            allowed: Set(request.work.allowed),
            creates: request.work.creates, referenceData: referenceData,
            today: Row.kind.utcOffset.date(at: snapshot),
            now: snapshot)
        let effects = UndoneRowKeys(journal, referenceData: referenceData, scope: scope, id: id)
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
            let items = try reader.next(upTo: 256)
            let checked = items.isEmpty ? [] : try await rows.checkNext(items, server)
            try await entered
            seen += last.count
            if !last.isEmpty { observe(.checked(rows: seen)) }
            guard !items.isEmpty else { break }
            ready = try await effects.renewed(checked).map(\.entry)
        }
    }

    private func enter(_ entries: [LedgerEntry]) async throws {
        guard !entries.isEmpty else { return }
        _ = try await journal.enter(entries, scope: scope.name, for: id)
    }

    /// Reads what rows are checked against; a request to stop ends it, whatever it waits for.
    private func loadReferenceData(_ server: ConnectionReader) async throws -> Row.ReferenceData {
        let task = Task { try await Row.loadReferenceData(server) }
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
        let rows = try await journal.counts(of: id).rows
        for first in stride(from: 1, through: max(rows, 1), by: 1_000) {
            let open = try await journal.entries(of: id, rows: first..<(first + 1_000)).filter(\.isOpen)
            if !open.isEmpty { _ = try await journal.enter(open, scope: scope.name, for: id) }
        }
    }

    /// Whether a process is working on another run of this workspace.
    private func isAtWork(_ run: String) -> Bool {
        guard run != id.description, let other = RunID(run) else { return false }
        return RunDirectories(id: other, workspace: request.workspace, command: request.command).isLocked
    }

    /// Refuses every row of a sheet that is one thing where a row of it is refused or was sent before: a part would
    /// pass for the whole.
    private func refuseParts() async throws {
        let counts = try await journal.counts(of: id)
        guard let problem = RowProblem.partly(counts, allowing: request.work.allowed) else { return }
        for first in stride(from: 1, through: counts.rows, by: 1_000) {
            let time = Instant.now
            let changed = try await journal.entries(of: id, rows: first..<(first + 1_000)).filter {
                $0.state == .planned
            }.map {
                try $0.after(.refused(problem, status: nil), at: time)
            }
            if !changed.isEmpty { try await journal.record(changed, for: id) }
        }
    }

    private func decide(_ choice: UnknownChoice) async throws {
        let rows = try await journal.counts(of: id).rows
        for first in stride(from: 1, through: max(rows, 1), by: 1_000) {
            let time = Instant.now
            let changed = try await journal.entries(of: id, rows: first..<(first + 1_000)).filter {
                $0.state == .unknown
            }.map {
                try $0.after(choice == .resend ? .resend : .accept, at: time)
            }
            if !changed.isEmpty { try await journal.record(changed, for: id) }
        }
    }

    private func deliver(
        over connection: APIConnection, socket: MessageSocket?, from counts: LedgerCounts
    ) async throws {
        let meter = DeliveryMeter(counts, total: try await bytesLeft(counts.rows), observe)
        let windows = try PendingRows<Row>(copy, request, journal, id, meter) { [self] in isAtWork($0) }
        let first = try await windows.next()
        let clock = GateClock.system.ending(with: stop)
        let run = SubmissionRun(
            ServerSender<Row>(
                connection: connection, meter: meter.transfers, server: reader(connection), socket: socket,
                leavesUnreadToPerson: request.unknown != nil, claimedAtOnce: await claimedAtOnce(first, connection)),
            writer: LedgerWriter(journal, run: id),
            stop: stop, settle: request.connection.settle, clock: { .now },
            pause: { try await pause($0, before: $1, clock: clock) },
            observe: { before, after in meter.note(before, after) })
        try await meter.during { try await deliver(first, then: windows, by: run) }
    }

    /// Waits before a lookup, longer each time; not when the end is asked for.
    private func pause(_ number: Int, before row: LedgerEntry?, clock: GateClock) async throws {
        let wait = min(.milliseconds(100 << min(number, 10)), Duration.seconds(10))
        if let row, wait > .seconds(1) {
            observe(
                .connection(
                    .retrying(
                        what: "the lookup of row \(spreadsheetRow(row.row))", attempt: number, wait: wait,
                        reason: "An answer was lost, and the server may still be processing the request")))
        }
        do { try await clock.sleep(wait) } catch { guard stop.isRequested else { throw error } }
    }

    /// Rows that are entered as sent ahead of their turn: after a kill they are looked up, or where that can't be, left
    /// to a person.
    private func claimedAtOnce(_ window: PendingRows<Row>.Window?, _ connection: APIConnection) async -> Int {
        guard let window, window.count > 1, let row = window.first?.first?.row.row else { return 1 }
        do {
            return try await row.canBeFound(reader(connection), allowing: Set(request.work.allowed)) ? 64 : 1
        } catch { return 1 }
    }

    /// Bytes of the files of rows that are yet to be sent.
    private func bytesLeft(_ rows: Int) async throws -> Int {
        guard Row.kind.files != nil else { return 0 }
        var bytes = 0
        for first in stride(from: 1, through: max(rows, 1), by: 1_000) {
            for entry in try await journal.entries(of: id, rows: first..<(first + 1_000)) where entry.state == .planned
            {
                for mark in FileFingerprint.all(in: entry.content).values { bytes += mark.length }
            }
        }
        return bytes
    }

    private func deliver(
        _ first: PendingRows<Row>.Window?, then windows: PendingRows<Row>, by run: SubmissionRun<ServerSender<Row>>
    ) async throws {
        let lanes = request.transfers + ahead
        if Row.kind.delivery.isStepwise {
            var groups = first ?? []
            for step in Row.kind.delivery.steps.indices {
                groups = try await run.send(groups, lanes: lanes, steps: step..<(step + 1))
            }
        } else {
            let given = Mutex(first)
            try await run.send(lanes: lanes) {
                if let first = given.withLock({ $0.take() }) { return first }
                return try await windows.next()
            }
        }
        // What a run at work has sent is not lost: its answer is on the way to that run.
        if let conflict = await windows.conflict { throw conflict }
    }

    // MARK: Results

    private var results: ResultSheet {
        ResultSheet(sheet: copy, hints: request.work.dialectHints, id: id, ledger: journal)
    }

    /// Leaves a result sheet among the parts, for a run that did not end.
    private func writeSoFar() async throws {
        guard try await ImportRun.isChecked(id, journal) else { return }
        _ = try await results.write(into: place.parts, listingIDs: false)
    }

    private func writeResults() async throws -> StageResult {
        observe(.run(.sealing))
        let written = try await results.write(into: place.data, listingIDs: Row.kind.makes == .record)
        if written.refused == nil { try place.remove(["bag/data/\(ResultSheet.refusedName)"]) }
        let files = [written.result, written.refused, written.ids].compactMap(\.self)
        try await SealVerification(folder: place.data).verify(files.map { ReadBack(mark: $0, proof: .digest) })
        return StageResult(
            name: name, counts: BatchCounts(), files: files.map { StageFile($0) },
            totals: ImportSummary.tree(written.counts, written.problems).compact)
    }
}

extension ImportRun: Stage {
    var name: String { "rows" }

    func run(_ context: StageContext) async throws -> StageResult {
        guard try ContentHasher.digest(ofFile: copy) == sheet.digest else {
            throw RunError(
                .landingDamaged, "The copy of the sheet that \(id) works from is damaged.",
                advice: "Run again with \(.startOver). Rows that were already sent are not sent again.")
        }
        try await context.begin()
        do {
            try await send(context.record.snapshot)
        } catch {
            // However it ends, a person can see how far it came.
            try? await writeSoFar()
            guard stop.isRequested, (error as? HTTPError)?.code == .cancelled else { throw error }
            throw RunError(
                .stopped, "Stopped while waiting for the server.", advice: "Run the same command again to resume.",
                isRetryable: true)
        }
        return try await writeResults()
    }
}

extension ImportRun: RunWork {
    var leftovers: [String] { [ImportSheet.copyName] }

    func identity(_: RunRecord?) -> RunIdentity { scope.identity(of: request, sheet) }

    func requireSame(published _: RunRecord) {}

    func requireSame(unfinished: RunRecord, as identity: RunIdentity) throws {
        try unfinished.requireSame(as: identity)
    }

    /// Until every row is checked nothing is sent, so nothing of a run that came no further is worth keeping it for.
    func startsOver(_ known: RunRecord, identity: RunIdentity) async throws -> Bool {
        guard known.phase != .publish else { return false }
        if request.startsOver { return true }
        guard known.identity != identity else { return false }
        return try await !ImportRun.isChecked(id, journal)
    }

    func forget() async throws { try await journal.setAside(id, at: Instant.now) }

    func prepare() throws -> [String: String] {
        try sheet.copy(to: copy)
        return [ImportRun.commandName: request.command]
    }

    func run(_ stages: RunStages) async throws -> [StageResult] { try await stages.run([self]) }

    func seal(_ results: [StageResult], _ run: RunRecord) async throws -> SealedRun {
        let bag = RunBag(
            place: place, record: run, source: run.source ?? scope.source, connection: request.connection.name,
            title: request.pipeline.title)
        let files = results.flatMap(\.files)
        let rows = try results.flatMap { try JSONTree(Array($0.totals.utf8)).members }
        let totals = bag.head(ImportSummary.kind(request.work.kind)) + rows
        let counts = ImportSummary.read(.object(totals))?.counts ?? LedgerCounts()
        let list = files.map {
            JSONTree.object(["file": .string($0.name), "format": .string("sheet"), "rows": .integer($0.rows)])
        }
        return try await bag.seal(
            files, totals: totals + [JSONTree.Member("files", .array(list))], kept: totals,
            figures: [
                ("Rows-All", counts.rows), ("Rows-Done", counts.done), ("Rows-Done-Before", counts.doneBefore),
                ("Rows-Refused", counts.refused),
            ])
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

extension RowProblem {
    /// Of a row that can't go because others of its sheet can't.
    static let notWhole = RowProblem(
        "not-whole",
        "The rows of this sheet are sent together, and some of them are refused. Correct those, then send the sheet again."
    )

    /// Why the open rows of a sheet that is one thing can't go, if so.
    package static func partly(_ counts: LedgerCounts, allowing allowed: [String]) -> RowProblem? {
        guard counts.planned > 0, !allowed.contains(notWhole.code) else { return nil }
        if counts.refused > 0 { return notWhole }
        guard counts.doneBefore > 0 else { return nil }
        return RowProblem(
            notWhole.code,
            "The rows of this sheet are sent together, and some of them were already sent and are still in effect. "
                + "Undo those on the server and send the sheet again, or send the remaining rows as a separate sheet.")
    }
}
