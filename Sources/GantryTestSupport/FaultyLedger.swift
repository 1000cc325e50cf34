package import GantryEngine
package import GantryModel

/// A ledger whose calls can fail, in front of one that works. The faults have them as `ledger.record`.
package struct FaultyLedger: Ledger {
    private let ledger: any Ledger
    private let faults: Faults
    private let recording: @Sendable ([LedgerEntry]) async throws -> Void

    /// Every call goes through `faults` to `ledger`, and what is recorded through `recording` before.
    package init(
        _ ledger: any Ledger, faults: Faults = Faults(),
        recording: @escaping @Sendable ([LedgerEntry]) async throws -> Void = { _ in }
    ) {
        self.ledger = ledger
        self.faults = faults
        self.recording = recording
    }

    package func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        try await faults.around("ledger.enter") { try await ledger.enter(entries, scope: scope, for: run) }
    }

    package func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        try await faults.around("ledger.preview") { try await ledger.preview(entries, scope: scope, for: run) }
    }

    package func record(_ entries: [LedgerEntry], for run: RunID) async throws {
        try await recording(entries)
        try await faults.around("ledger.record") { try await ledger.record(entries, for: run) }
    }

    package func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry] {
        try await faults.around("ledger.entries") { try await ledger.entries(of: run, rows: rows) }
    }

    package func entries(
        withServerID id: String, within kind: String
    ) async throws -> [(run: String, entry: LedgerEntry)] {
        try await faults.around("ledger.entries") { try await ledger.entries(withServerID: id, within: kind) }
    }

    package func counts(of run: RunID) async throws -> LedgerCounts {
        try await faults.around("ledger.counts") { try await ledger.counts(of: run) }
    }

    package func setAside(_ run: RunID, at time: Instant) async throws {
        try await faults.around("ledger.setAside") { try await ledger.setAside(run, at: time) }
    }
}
