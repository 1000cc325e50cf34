internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryRuns

/// What begins to pay a run: it asks what was paid and notes that it begins while nothing else of the journal does.
struct PayClaim {
    let run: RunID
    let workspace: Workspace
    let journal: any WorkspaceJournal
    /// What others who wait are shown; no secrets.
    let command: String

    /// So long another delivery may take to ask and note.
    private static let patience = Duration.seconds(30)

    /// Notes a delivery, in the workspace's journal, where `check` finds nothing in the way.
    ///
    /// - Returns: whether it wasn't noted before.
    /// - Throws: what `check` throws; `FileError` or `JournalError` where others take too long.
    func note(_ delivery: PayDelivery, check: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        try Folders.makePrivate("deliveries", under: workspace.path)
        let end = ContinuousClock.now + PayClaim.patience
        while true {
            do {
                let lock = try RunLock.acquire(
                    in: "\(workspace.path)/deliveries", name: workspace.lockName("pay"), command: command,
                    now: .now)
                let isNew = try await journal.whileHolding(right) { [journal, run, workspace] in
                    try await check()
                    try await PaidEntries(workspace: workspace).note(run, journal)
                    let known = try await journal.payDeliveries(of: run)
                    try await journal.note(delivery, of: run)
                    _ = try await workspace.restoredMark(journal)
                    return !known.contains { $0.to == delivery.to }
                }
                try lock.release()
                return isNew
            } catch let error as FileError where error.code == .heldByAnother {
                guard ContinuousClock.now < end else { throw error }
            } catch let error as JournalError where error.code == .heldByAnother {
                guard ContinuousClock.now < end else { throw error }
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    /// Takes a note back where nothing was brought.
    ///
    /// - Parameter place: what receipts call the place; by default as the note does, which for a signed run has its
    ///   address.
    func forget(_ delivery: PayDelivery, at place: String? = nil) async throws {
        let receipts = try await journal.deliveries(of: run)
        guard !receipts.contains(where: { $0.to == place ?? delivery.to && $0.mayBeThere }) else { return }
        try await journal.keep(try await journal.payDeliveries(of: run).filter { $0.to != delivery.to }, of: run)
    }

    /// One for all: what pays the same may come from another address, account or name of the system.
    private var right: JournalRight {
        JournalRight(
            name: "pay", pid: RunLock.processID, host: RunLock.hostName(), since: "\(Instant.now)",
            command: command, place: "")
    }
}
