package import GantryEngine
package import GantryFiles
internal import GantryModel

extension WorkspaceJournal {
    /// What was delivered of a run, and what waits or failed.
    package func deliveries(of run: RunID) async throws -> [DeliveryReceipt] {
        try await entries(of: DeliveryReceipt.ledgerRun(run), rows: 1..<Int(Int32.max)).compactMap {
            DeliveryReceipt($0)
        }
    }

    /// Whether a file of a run got its name at a place, or may have got it: before an interruption, or before the run
    /// was entered from its folder.
    package func mayBeDelivered(_ run: RunID) async throws -> Bool {
        if try await document(named: PastDelivery.documentName, of: run) == PastDelivery.unknown.rawValue {
            return true
        }
        return try await entries(of: DeliveryReceipt.ledgerRun(run), rows: 1..<Int(Int32.max))
            .contains { DeliveryReceipt($0)?.mayBeThere == true }
    }

    /// Takes back what the ledger says of a run's deliveries, after a person has said that they never arrived: they can
    /// be made again.
    ///
    /// - Parameter place: what receipts call the place; `nil` for all of them.
    package func retractDeliveries(of run: RunID, to place: String? = nil, because: String) async throws {
        let name = DeliveryReceipt.ledgerRun(run)
        let all = try await self.entries(of: name, rows: 1..<Int(Int32.max))
        let entries = all.filter { place == nil || $0.resumeState == place }.map { entry in
            LedgerEntry(
                row: entry.row, idempotencyKey: entry.idempotencyKey, content: entry.content,
                resumeState: entry.resumeState, at: .now
            ).noting(.neverArrived(because))
        }
        try await record(entries, for: name)
    }
}

extension RowProblem {
    /// That a person says that a delivered file never arrived.
    package static func neverArrived(_ because: String) -> RowProblem {
        RowProblem("failed", "It never arrived: \(because)")
    }
}

extension RunDirectories {
    /// The right to deliver files of the run, or to change whether it may be delivered.
    /// - Throws: `FileError.heldByAnother` with who has it.
    package func lockDelivery() throws -> RunLock {
        try Folders.makePrivate("deliveries", under: workspace.path)
        return try RunLock.acquire(
            in: "\(workspace.path)/deliveries", name: workspace.lockName("\(id.pipeline).\(id.period).r\(id.revision)"),
            command: command, now: .now)
    }
}

/// What the journal knows of the deliveries of a payroll run that was restored or entered from its folder.
package enum PastDelivery: String, Sendable {
    /// Not all: what was delivered is in the lost journal, or in the one after the backup.
    case unknown
    /// That there was none, as somebody said.
    case never
    /// That it was delivered, as somebody said; nobody knows when.
    case said

    /// The journal's document with the word.
    package static let documentName = "past-delivery"
    /// The journal's document of a run that says of which restore somebody knows that nothing else of the run's period
    /// was delivered before it.
    package static let periodName = "past-period"
}
