public import GantryEngine
public import GantryModel

/// A ledger whose calls can fail, in front of one that works.
public struct FaultyLedger: Ledger {
    private let ledger: any Ledger
    private let faults: Faults
    private let recording: @Sendable ([LedgerEntry]) async throws -> Void

    /// Every call goes through `faults` to `ledger`, and what is recorded through `recording` before.
    public init(
        _ ledger: any Ledger, faults: Faults = Faults(),
        recording: @escaping @Sendable ([LedgerEntry]) async throws -> Void = { _ in }
    ) {
        self.ledger = ledger
        self.faults = faults
        self.recording = recording
    }

    private func around<T: Sendable>(_ operation: String, _ effect: () async throws -> T) async throws -> T {
        let call = try faults.enter(operation)
        let result = try await effect()
        try faults.leave(call)
        return result
    }

    /// Named `ledger.enter` in the faults.
    public func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        try await around("ledger.enter") { try await ledger.enter(entries, scope: scope, for: run) }
    }

    /// Named `ledger.preview` in the faults.
    public func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) async throws -> [LedgerEntry] {
        try await around("ledger.preview") { try await ledger.preview(entries, scope: scope, for: run) }
    }

    /// Named `ledger.record` in the faults.
    public func record(_ entries: [LedgerEntry], for run: RunID) async throws {
        try await recording(entries)
        try await around("ledger.record") { try await ledger.record(entries, for: run) }
    }

    /// Named `ledger.entries` in the faults.
    public func entries(of run: RunID, rows: Range<Int>) async throws -> [LedgerEntry] {
        try await around("ledger.entries") { try await ledger.entries(of: run, rows: rows) }
    }

    /// Named `ledger.entries` in the faults.
    public func entries(
        withServerID id: String, within kind: String
    ) async throws -> [(run: String, entry: LedgerEntry)] {
        try await around("ledger.entries") { try await ledger.entries(withServerID: id, within: kind) }
    }

    /// Named `ledger.counts` in the faults.
    public func counts(of run: RunID) async throws -> LedgerCounts {
        try await around("ledger.counts") { try await ledger.counts(of: run) }
    }

    /// Named `ledger.setAside` in the faults.
    public func setAside(_ run: RunID, at time: Instant) async throws {
        try await around("ledger.setAside") { try await ledger.setAside(run, at: time) }
    }
}
