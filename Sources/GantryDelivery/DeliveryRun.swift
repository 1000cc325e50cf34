public import GantryEngine
internal import GantryFiles
internal import GantryModel

/// Delivers files of a run to one place, each once, by the ledger.
///
/// A row goes through two steps: the file is brought under its hidden name, and gets its own. What is in the ledger
/// before a step says after an interruption where to continue.
public struct DeliveryRun: Sendable {
    private let run: RunID
    /// What the configuration calls the place, or its address.
    private let to: String
    private let place: any DeliveryPlace
    private let ledger: any Ledger
    /// For the steps of single files.
    private let queue: LedgerQueue

    /// A delivery of files of `run`; `to` is what receipts call the place.
    public init(_ run: RunID, to: String, place: any DeliveryPlace, ledger: any Ledger) {
        self.run = run
        self.to = to
        self.place = place
        self.ledger = ledger
        queue = LedgerQueue(ledger, for: DeliveryReceipt.ledgerRun(run))
    }

    private struct Row: Sendable {
        var entry: LedgerEntry
        let file: DeliveredFile
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
        var rows = try await enter(files)
        let open = rows.indices.filter { rows[$0].entry.state != .done }
        for row in rows where row.entry.state == .done {
            if let receipt = DeliveryReceipt(row.entry) { observe(receipt, false) }
        }
        try await announce(&rows, open)
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
                    group.addTask { await bring(begun[index], at: index) }
                    next += 1
                    running += 1
                }
                guard let brought = await group.next() else { break }
                running -= 1
                if let entry = brought.entry, let receipt = DeliveryReceipt(entry) { observe(receipt, true) }
                if failure == nil { failure = brought.error }
                done.append(brought)
            }
            return (done, failure)
        }
        for brought in done {
            if let entry = brought.entry { rows[brought.index].entry = entry }
        }
        if let failure { throw failure }
        guard rows.allSatisfy({ $0.entry.state == .done }) else { throw CancellationError() }
        return (rows.compactMap { DeliveryReceipt($0.entry) }, open.count)
    }

    /// What came of a file.
    private struct Brought: Sendable {
        let index: Int
        var entry: LedgerEntry?
        var error: (any Error)?
    }

    private func bring(_ row: Row, at index: Int) async -> Brought {
        do {
            return Brought(index: index, entry: try await deliver(row))
        } catch {
            return Brought(index: index, error: error)
        }
    }

    // MARK: The ledger

    /// The rows of the files, with what is known of them from this run or from others.
    private func enter(_ files: [DeliveredFile]) async throws -> [Row] {
        let name = DeliveryReceipt.ledgerRun(run)
        let known = try await ledger.entries(of: name, rows: 1..<Int(Int32.max))
        var numbers: [String: Int] = [:]
        for entry in known { numbers[entry.idempotencyKey] = entry.row }
        var last = known.last?.row ?? 0
        let entries = files.map { file in
            let key = self.key(of: file)
            if numbers[key] == nil {
                last += 1
                numbers[key] = last
            }
            return LedgerEntry(
                row: numbers[key] ?? last, idempotencyKey: key,
                content: "\(file.path)=\(file.content.digest)/\(file.content.length)/", resumeState: to, at: .now)
        }
        let entered = try await ledger.enter(entries, scope: "delivery \(place.address(of: ""))", for: name)
        return zip(entered, files).map { Row(entry: $0, file: $1) }
    }

    /// The same bytes at the same address are the same effect.
    private func key(of file: DeliveredFile) -> String {
        let text = "\(place.address(of: file.path))\n\(file.content.digest)\n\(file.token)"
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
        do {
            try await ledger.record(changed, for: DeliveryReceipt.ledgerRun(run))
        } catch let conflict as LedgerConflict {
            throw DeliveryError(
                .inUse, "Another run is delivering the same file: \(DeliveryReceipt.shown(conflict.run)).",
                advice: "Wait until it has finished, then run the same command again.")
        }
    }

    private func deliver(_ row: Row) async throws -> LedgerEntry {
        var entry = row.entry
        let receipt = Receipt(serverID: place.address(of: row.file.path), resumeState: to)
        var stagedReceipt = receipt
        let isFresh = entry.state == .sent && entry.stepsDone == 0
        if isFresh {
            do {
                guard try await place.stage(row.file) else {
                    entry = try entry.after(.taken(receipt, isLast: true), at: .now)
                    try await queue.record([entry])
                    return entry
                }
                let mark = try await place.mark(of: row.file)
                stagedReceipt.resumeState = DeliveryReceipt.staged(at: to, marked: mark)
            } catch {
                try await note(error, on: entry) { .missing($0) }
                throw error
            }
            let staged = try entry.after(.taken(stagedReceipt, isLast: false), at: .now)
            entry = try staged.after(.sending, at: .now)
            try await queue.record([staged, entry])
        } else if entry.state == .answered {
            entry = try entry.after(.sending, at: .now)
            try await queue.record([entry])
        }
        do {
            try await place.publish(row.file, marked: DeliveryReceipt.mark(entry), isFresh: isFresh)
        } catch {
            // What has another file's name can't have its own; anything else may have happened.
            try await note(error, on: entry) { Self.isTaken(error) ? .missing($0) : .notLookedUp($0) }
            throw error
        }
        entry = try entry.after(.taken(receipt, isLast: true), at: .now)
        try await queue.record([entry])
        return entry
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
