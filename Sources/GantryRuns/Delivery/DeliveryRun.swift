public import GantryEngine
internal import GantryFiles
internal import GantryModel

/// Delivers files of a run to one place, each once, by the ledger.
///
/// A row goes through two steps: the file is brought under its hidden name, and gets its own. What is in the ledger
/// before a step says after an interruption where to continue. A place that keeps a trace of a named file has a third:
/// the trace is removed once the ledger has the name.
public struct DeliveryRun: Sendable {
    private let run: RunID
    /// What the configuration calls the place, or its address.
    private let to: String
    private let place: any DeliveryPlace
    private let ledger: any Ledger
    private let answer: DeliveryAnswer?
    /// For the steps of single files.
    private let queue: LedgerQueue

    /// A delivery of files of `run`; `to` is what receipts call the place.
    ///
    /// - Parameter answer: what a person says of files whose outcome is unknown. By default nobody says anything, and
    ///   the delivery ends with ``DeliveryError``.
    public init(_ run: RunID, to: String, place: any DeliveryPlace, ledger: any Ledger, answer: DeliveryAnswer? = nil) {
        self.run = run
        self.to = to
        self.place = place
        self.ledger = ledger
        self.answer = answer
        queue = LedgerQueue(ledger, for: DeliveryReceipt.ledgerRun(run))
    }

    /// The scope of every delivery's rows begins with it.
    private static let kind = "delivery"

    private struct Row: Sendable {
        var entry: LedgerEntry
        let file: DeliveredFile
        /// Since when the place had no file of the name; `nil` where an earlier command looked.
        var since: Instant?
        /// What a person said of it.
        var note: RowProblem?
        /// Whether an attempt to give it its name has an outcome that isn't known.
        var mayBeNamed: Bool { entry.state == .sent && entry.stepsDone == 1 }
    }

    /// Delivers what isn't delivered yet.
    ///
    /// - Parameters:
    ///   - keepsLast: whether the last file is brought once all others are there: where it is, everything is. Like
    ///     them, it is in the ledger before the first is brought. The default is to bring it with them.
    ///   - isStopped: asked before each file; a file that has begun is finished.
    ///   - observe: gets each file that is there, and whether it was brought now.
    /// - Returns: the receipts of all files, in their order, and how many were delivered now.
    /// - Throws: ``DeliveryError`` or `FileError` for the first file that can't be; the others that had begun are
    ///   finished.
    public func perform(
        _ files: [DeliveredFile], keepsLast: Bool = false, isStopped: @escaping @Sendable () -> Bool = { false },
        observe: @escaping @Sendable (DeliveryReceipt, Bool) -> Void = { _, _ in }
    ) async throws -> (receipts: [DeliveryReceipt], new: Int) {
        var rows = try await enter(files, isAnswered: answer != nil)
        try await clean(&rows)
        let open = rows.indices.filter { rows[$0].entry.state != .done }
        try requireQuestion(open, of: rows)
        for row in rows where row.entry.state == .done {
            if let receipt = DeliveryReceipt(row.entry) { observe(receipt, false) }
        }
        try await announce(&rows, open)
        let failure = await all(open, of: &rows, keepsLast: keepsLast, isStopped: isStopped, observe: observe) {
            await deliver($0)
        }
        try await clean(&rows)
        if let failure { throw failure }
        let receipts = rows.compactMap { DeliveryReceipt($0.entry) }
        guard receipts.allSatisfy(\.isDelivered) else { throw CancellationError() }
        return (receipts, open.count)
    }

    /// Brings what isn't brought yet under its hidden name, and names nothing: a later
    /// ``perform(_:keepsLast:isStopped:observe:)`` does.
    ///
    /// - Throws: as that does, also for an answer where nothing is unknown.
    public func stage(_ files: [DeliveredFile]) async throws {
        var rows = try await enter(files, isAnswered: answer != nil)
        try requireQuestion(rows.indices.filter { rows[$0].entry.state != .done }, of: rows)
        let open = rows.indices.filter { rows[$0].entry.state != .done && rows[$0].entry.stepsDone == 0 }
        try await announce(&rows, open)
        let failure = await all(open, of: &rows, isStopped: { false }, observe: { _, _ in }) { row in
            do {
                return Brought(row: try await staged(row, thenNamed: false))
            } catch {
                return Brought(row: row, error: error)
            }
        }
        if let failure { throw failure }
    }

    /// - Throws: ``DeliveryError`` where a person answers what nobody asks.
    private func requireQuestion(_ open: [Int], of rows: [Row]) throws {
        guard answer != nil, !open.isEmpty, !open.contains(where: { rows[$0].mayBeNamed }) else { return }
        throw DeliveryError.nothingUnknown(place.address(of: ""))
    }

    /// Enters files as delivered, as the person says who answers; nothing is brought.
    public func enterTaken(_ files: [DeliveredFile]) async throws -> [DeliveryReceipt] {
        var rows = try await enter(files)
        let open = rows.indices.filter { DeliveryReceipt(rows[$0].entry)?.isDelivered != true }
        for index in open {
            let known = rows[index].entry
            let sending = try LedgerEntry(
                row: known.row, idempotencyKey: known.idempotencyKey, content: known.content, resumeState: to, at: .now
            ).after(.sending, at: .now)
            rows[index].entry = try sending.after(.taken(receipt(of: rows[index]), isLast: true), at: .now)
                .noting(wasTaken)
        }
        try await ledger.record(open.map { rows[$0].entry }, for: DeliveryReceipt.ledgerRun(run))
        return rows.compactMap { DeliveryReceipt($0.entry) }
    }

    private var wasTaken: RowProblem {
        let said = answer.map { $0.said.isEmpty ? "" : " \($0.said)" } ?? ""
        return RowProblem("was-taken", "A person said that the receiver has it.\(said)")
    }

    /// What came of a file.
    private struct Brought: Sendable {
        var row: Row
        var index = 0
        var error: (any Error)?
    }

    /// Does something for rows, as many at once as the place takes, until one fails.
    private func all(
        _ open: [Int], of rows: inout [Row], keepsLast: Bool = false, isStopped: @escaping @Sendable () -> Bool,
        observe: @escaping @Sendable (DeliveryReceipt, Bool) -> Void,
        _ step: @escaping @Sendable (Row) async -> Brought
    ) async -> (any Error)? {
        let begun = rows
        let (done, failure) = await withTaskGroup(of: Brought.self) { group in
            var done: [Brought] = []
            var failure: (any Error)?
            var next = 0
            var running = 0
            while true {
                while running < place.width, failure == nil, next < open.count, !isStopped() {
                    let index = open[next]
                    if keepsLast, index == begun.count - 1, running > 0 { break }
                    group.addTask {
                        var brought = await step(begun[index])
                        brought.index = index
                        return brought
                    }
                    next += 1
                    running += 1
                }
                guard let brought = await group.next() else { break }
                running -= 1
                if let receipt = DeliveryReceipt(brought.row.entry), receipt.isDelivered { observe(receipt, true) }
                if failure == nil { failure = brought.error }
                done.append(brought)
            }
            return (done, failure)
        }
        for brought in done { rows[brought.index] = brought.row }
        return failure
    }

    // MARK: The ledger

    /// The rows of the files, with what is known of them from this run or from others.
    /// - Parameter isAnswered: whether a person answers what became of them: of files that were never entered, nobody
    ///   asks.
    private func enter(_ files: [DeliveredFile], isAnswered: Bool = false) async throws -> [Row] {
        let name = DeliveryReceipt.ledgerRun(run)
        let known = try await ledger.entries(of: name, rows: 1..<Int(Int32.max))
        var numbers: [String: Int] = [:]
        for entry in known { numbers[entry.idempotencyKey] = entry.row }
        if isAnswered, !files.isEmpty, !files.contains(where: { numbers[key(of: $0)] != nil }) {
            throw DeliveryError.nothingUnknown(place.address(of: ""))
        }
        var last = known.last?.row ?? 0
        let entries = files.map { file in
            let key = self.key(of: file)
            if numbers[key] == nil {
                last += 1
                numbers[key] = last
            }
            return LedgerEntry(
                row: numbers[key] ?? last, idempotencyKey: key,
                content: DeliveryReceipt.content(of: file), resumeState: to, at: .now)
        }
        let entered = try await ledger.enter(entries, scope: "\(Self.kind) \(place.address(of: ""))", for: name)
        return zip(entered, files).map { Row(entry: $0, file: $1) }
    }

    /// The same bytes of the same run at the same address are the same effect. Those of another run never are: two
    /// months can have equal files, and the receiver needs both.
    private func key(of file: DeliveredFile) -> String {
        let text = "\(run)\n\(place.address(of: file.path))\n\(file.content.digest)"
        return ContentHasher.digest(of: Array(text.utf8).span).description
    }

    /// Says of all files that they are about to be brought, at once: until it has its name, no file is seen.
    private func announce(_ rows: inout [Row], _ open: [Int]) async throws {
        var changed: [LedgerEntry] = []
        for index in open where rows[index].entry.state == .planned {
            rows[index].entry = try rows[index].entry.after(.sending, at: .now)
            changed.append(rows[index].entry)
        }
        guard !changed.isEmpty else { return }
        try await ledger.record(changed, for: DeliveryReceipt.ledgerRun(run))
    }

    /// Brings a file under its hidden name; it is done where the place has it under its own.
    ///
    /// - Parameter thenNamed: whether the ledger also gets that it is about to get its name.
    private func staged(_ row: Row, thenNamed: Bool) async throws -> Row {
        var row = row
        row.since = .now
        do {
            let isNew: Bool
            do {
                isNew = try await place.stage(row.file)
            } catch  where Self.isTaken(error) {
                throw try await holder(of: row.file, same: false) ?? error
            }
            if !isNew, let other = try await holder(of: row.file, same: true) { throw other }
            var entries = [try row.entry.after(.taken(receipt(of: row), isLast: !isNew), at: .now)]
            if isNew, thenNamed { entries.append(try entries[0].after(.sending, at: .now)) }
            try await queue.record(entries)
            row.entry = entries.last ?? row.entry
            return row
        } catch let error as DeliveryError where error.code == .unknown {
            // The receiver may have it, as after an attempt to give it its name.
            let brought = try row.entry.after(.taken(receipt(of: row), isLast: false), at: .now)
            let trying = try brought.after(.sending, at: .now)
            let problem = RowProblem("not-delivered", error.explanation)
            try await queue.record([brought, trying, try trying.after(.notLookedUp(problem), at: .now)])
            throw error
        } catch {
            try await note(error, on: row.entry) { .missing($0) }
            throw error
        }
    }

    private func receipt(of row: Row) -> Receipt {
        Receipt(serverID: place.address(of: row.file.path), resumeState: to)
    }

    /// The run whose file has a name, or had it last, as an error; `nil` where the ledger knows of none.
    ///
    /// - Parameters:
    ///   - same: whether the place has the same bytes; else any other's file can be there.
    ///   - time: since when it can have got there. The default is ever.
    private func holder(of file: DeliveredFile, same: Bool, since time: Instant? = nil) async throws -> DeliveryError? {
        let address = place.address(of: file.path)
        let own = DeliveryReceipt.ledgerRun(run).description
        let others = try await ledger.entries(withServerID: address, within: Self.kind).compactMap { run, entry in
            DeliveryReceipt(entry).map { (run: run, receipt: $0) }
        }.filter {
            $0.run != own && $0.receipt.mayBeThere && (!same || $0.receipt.digest == file.content.digest)
                && $0.receipt.time >= time ?? $0.receipt.time
        }
        guard let last = others.max(by: { $0.receipt.time < $1.receipt.time }) else { return nil }
        return .taken(address, by: DeliveryReceipt.shown(last.run), at: last.receipt.time, same: same)
    }

    private func deliver(_ row: Row) async -> Brought {
        var row = row
        do {
            var wasTried = row.mayBeNamed
            if row.entry.stepsDone == 0 {
                row = try await staged(row, thenNamed: true)
            } else if !wasTried {
                let sending = try row.entry.after(.sending, at: .now)
                try await queue.record([sending])
                row.entry = sending
            }
            while row.mayBeNamed {
                guard try await name(&row, wasTried: wasTried) else { break }
                // A person says that it never arrived.
                row.entry = LedgerEntry(
                    row: row.entry.row, idempotencyKey: row.entry.idempotencyKey, content: row.entry.content,
                    resumeState: to, at: .now)
                let sending = try row.entry.after(.sending, at: .now)
                try await queue.record([row.entry, sending])
                row.entry = sending
                row = try await staged(row, thenNamed: true)
                wasTried = false
            }
            return Brought(row: row)
        } catch {
            return Brought(row: row, error: error)
        }
    }

    /// Gives a staged file its name.
    /// - Returns: whether it has to be staged again first.
    private func name(_ row: inout Row, wasTried: Bool) async throws -> Bool {
        let said: Publication
        do {
            // Another run that was about to get the name since is in the ledger, of whichever command.
            if place.mayReplace, !wasTried,
                let other = try await holder(of: row.file, same: false, since: row.since ?? row.entry.changedAt)
            {
                said = .refused(other)
            } else {
                said = try await place.publish(row.file, wasTried: wasTried)
            }
        } catch {
            try await note(error, on: row.entry) { .notLookedUp($0) }
            throw error
        }
        switch said {
        case .named: break
        case .found:
            if let other = try await holder(of: row.file, same: true, since: row.since ?? row.entry.changedAt) {
                try await note(other, on: row.entry) { .notLookedUp($0) }
                throw other
            }
            // What is staged has no use any more.
            if !place.keepsTrace { try? await place.discard(row.file) }
        case .refused(let error):
            let refusal = Self.isTaken(error) ? try await holder(of: row.file, same: false) ?? error : error
            try await note(refusal, on: row.entry) { .missing($0) }
            throw refusal
        case .unknown(let error):
            // What this command has brought itself, nobody has been asked about yet.
            guard row.since == nil, let answer, answer.isAbout(row.file) else {
                try await note(error, on: row.entry) { .notLookedUp($0) }
                throw error
            }
            guard answer.wasTaken else {
                let said = answer.said.isEmpty ? "" : " \(answer.said)"
                row.note = RowProblem(
                    "sent-anew", "A person said that it had not arrived, so it was sent again.\(said)")
                return true
            }
            row.note = wasTaken
        }
        let named = try row.entry.after(.taken(receipt(of: row), isLast: !place.keepsTrace), at: .now)
            .noting(row.note)
        try await queue.record([named])
        // Until then, what shows that it got its name stays.
        row.entry = named
        return false
    }

    /// Removes the traces of files that the ledger knows to have their names.
    private func clean(_ rows: inout [Row]) async throws {
        var discarded: [Int] = []
        for index in rows.indices where rows[index].entry.state == .answered && rows[index].entry.stepsDone == 2 {
            // One that stays is removed the next time.
            if (try? await place.discard(rows[index].file)) != nil { discarded.append(index) }
        }
        // No later command would remove one that a power loss brings back.
        let files = discarded.map { rows[$0].file }
        guard !files.isEmpty, (try? await place.settle(files)) != nil else { return }
        var cleaned: [LedgerEntry] = []
        for index in discarded {
            let (time, note) = (rows[index].entry.changedAt, rows[index].entry.problem)
            let sending = try rows[index].entry.after(.sending, at: time)
            rows[index].entry = try sending.after(.taken(receipt(of: rows[index]), isLast: true), at: time).noting(note)
            cleaned += [sending, rows[index].entry]
        }
        try await queue.record(cleaned)
    }

    private static func isTaken(_ error: any Error) -> Bool {
        (error as? DeliveryError)?.code == .taken || (error as? FileError)?.code == .alreadyExists
    }

    private func note(
        _ error: any Error, on entry: LedgerEntry, as event: (RowProblem) -> LedgerEvent
    ) async throws {
        guard !(error is CancellationError) else { return }
        let sentence = (error as? any ExplainedError)?.explanation ?? "It can't be delivered."
        try await queue.record([try entry.after(event(RowProblem("not-delivered", sentence)), at: .now)])
    }
}
