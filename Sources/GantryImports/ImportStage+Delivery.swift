internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryHTTP
internal import GantryModel
internal import GantryRuns
internal import Synchronization

extension ImportStage {
    /// Requests that are prepared while others are sent, so that a connection never waits for the next one. None if
    /// requests go one after the other in the order of the sheet, and none that would expire while it waits.
    var ahead: Int {
        request.transfers == 1 || submission.kind.delivery.isShortLived ? 0 : min(request.transfers * 2, 16)
    }

    /// What rows may ask the server while they are sent and looked up, and the ledger about what other rows have
    /// become.
    private func reader(_ connection: APIConnection) -> ConnectionReader {
        ConnectionReader(connection: connection, period: request.period) { [journal, scope] serverID, entry in
            try await journal.isTaken(serverID, within: scope.kind, besides: entry.idempotencyKey, in: scope.name)
        }
    }

    /// Looks once more for the rows whose outcome is unknown and that the server shows by themselves: one that it has is
    /// not sent again, and needs no decision; also one that was sent before a cell was mended, as what it was then.
    func lookAgain(over connection: APIConnection) async throws {
        guard try await journal.counts(of: id).unknown > 0,
            submission.kind.delivery.steps.indices.contains(where: submission.showsExactly)
        else { return }
        let rows = RowLoader(binding: binding, fileRules: fileRules)
        let server = reader(connection)
        let sheet = try request.work.open(copy, for: submission)
        while !stop.isRequested {
            let items = try sheet.next(upTo: 200)
            guard let first = items.first, let last = items.last else { break }
            let entries = try await journal.entries(of: id, rows: first.number..<(last.number + 1))
            guard let matched = SheetItem.matched(items, with: entries, parts: { binding.parts(of: $0, entries: $1) })
            else { throw RunError.otherRows(id, entries: entries.count, of: items) }
            for (item, entry) in matched
            where entry.state == .unknown && submission.showsExactly(entry.stepsDone) {
                guard case .row(let sheetRow) = item, let row = rows.row(of: sheetRow, entry) else { continue }
                let found: LookupOutcome
                do {
                    found = try await submission.find([OutgoingRow(row, entry)], entry.stepsDone, server)
                } catch let error as any ExplainedError {
                    // Rows that can't be looked up now stay as they were.
                    if error.isRetryable { return }
                    continue
                }
                guard case .confirmed(let receipts) = found else { continue }
                var receipt = receipts.first ?? Receipt()
                receipt.note = entry.hasOtherValues ? .wasThereBefore : .wasThere
                let isLast = entry.stepsDone == (row.stepCount ?? submission.kind.delivery.steps.count) - 1
                try await journal.record([entry.after(.taken(receipt, isLast: isLast), at: .now)], for: id)
            }
        }
    }

    func deliver(
        over connection: APIConnection, socket: MessageSocket?, from counts: LedgerCounts
    ) async throws {
        let left = try await bytesLeft()
        let meter = DeliveryMeter(counts, total: left.bytes, observe)
        let windows = try PendingRows(
            binding, sheet: copy, request: request, journal: journal, run: id, meter: meter, fileRules: fileRules
        ) { [self] in
            try await isAtWork($0)
        }
        let first = try await windows.next()
        let clock = GateClock.system.ending(with: stop)
        let run = SubmissionRun(
            ServerSender(
                submission, connection: connection, meter: meter.transfers, server: reader(connection), socket: socket,
                leavesUnreadToPerson: request.unknown != nil,
                // Waiting for many photos to be converted would keep those that are ready.
                claimedAtOnce: left.hasPhotos ? 1 : await claimedAtOnce(first, connection)),
            writer: LedgerWriter(journal, run: id),
            stop: stop, settle: request.connection.settle, clock: { .now }, uptime: clock.now,
            pause: { number, _ in try await pause(number, clock: clock) },
            awaiting: { [settling = SettlingRows(clock, observe)] in settling.note($0, until: $1) },
            observe: { before, after in meter.note(before, after) })
        try await meter.during { try await deliver(first, then: windows, by: run) }
    }

    /// Waits before a lookup, longer each time; not when the end is asked for.
    private func pause(_ number: Int, clock: GateClock) async throws {
        let wait = min(.milliseconds(100 << min(number, 10)), Duration.seconds(10))
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

    /// Bytes of the files of rows that are yet to be sent, and whether photos among them are yet to be converted.
    private func bytesLeft() async throws -> (bytes: Int, hasPhotos: Bool) {
        guard submission.kind.files != nil else { return (0, false) }
        var (bytes, hasPhotos) = (0, false)
        for try await entries in journal.pages(of: id) {
            for entry in entries where entry.state == .planned {
                for mark in FileFingerprint.all(in: entry.content).values {
                    bytes += mark.length
                    hasPhotos = hasPhotos || mark.isPromised
                }
            }
        }
        return (bytes, hasPhotos)
    }

    private func deliver(
        _ first: PendingRows<Row>.Window?, then windows: PendingRows<Row>, by run: SubmissionRun<ServerSender<Row>>
    ) async throws {
        let lanes = request.transfers + ahead
        if submission.kind.delivery.isStepwise {
            // Rows that may still arrive keep no other from its next step.
            let groups = first ?? []
            for var part in [groups.filter { !isUncertain($0) }, groups.filter { isUncertain($0) }] where !part.isEmpty
            {
                for step in submission.kind.delivery.steps.indices {
                    part = try await run.send(part, lanes: lanes, steps: step..<(step + 1))
                }
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

    /// Whether a row was sent by a process that ended before its answer came.
    private func isUncertain(_ group: [OutgoingRow<PreparedRow<Row>>]) -> Bool {
        group.contains { $0.entry.state == .sent }
    }
}

extension RowProblem {
    fileprivate static let wasThere = RowProblem(
        "was-there", "Its outcome was unknown until a later look-up found it at the server, so it was not sent again.")
    fileprivate static let wasThereBefore = RowProblem(
        RowProblem.otherValuesCode,
        "A later look-up found it at the server, as it was sent with other values; the change was not sent.")
}
