public import GantryEngine
public import GantryModel

/// A ledger in memory: everything is durable, and lost with the object.
public actor MemoryLedger: Ledger {
    private struct StoredEntry {
        var run: String
        let scope: String
        var entry: LedgerEntry
    }

    private var kept: [StoredEntry] = []

    /// A ledger without entries.
    public init() {}

    /// Enters the rows and returns them as they now are; see ``Ledger/enter(_:scope:for:)``.
    public func enter(_ entries: [LedgerEntry], scope: String, for run: RunID) -> [LedgerEntry] {
        entries.map { resolve($0, in: scope, run: run.description) }
    }

    /// What `enter` would return; the ledger stays as it was.
    public func preview(_ entries: [LedgerEntry], scope: String, for run: RunID) -> [LedgerEntry] {
        let before = kept
        defer { kept = before }
        return entries.map { resolve($0, in: scope, run: run.description) }
    }

    private func place(_ run: String, _ entry: LedgerEntry) -> Int? {
        kept.firstIndex { $0.run == run && $0.entry.place == entry.place }
    }

    private func resolve(_ entry: LedgerEntry, in scope: String, run: String) -> LedgerEntry {
        let known = place(run, entry)
        if let known, !kept[known].entry.isOpen || kept[known].entry.idempotencyKey != entry.idempotencyKey {
            return kept[known].entry
        }
        var new = known.map { kept[$0].entry } ?? entry
        let others = kept.indices.filter {
            let other = kept[$0]
            return !entry.idempotencyKey.isEmpty && other.run != run && other.scope == scope
                && other.entry.idempotencyKey == entry.idempotencyKey
                && (known == nil ? other.entry.isTelling : other.entry.weight > 0 && other.entry.leftTo != run)
        }
        var goesOn = entry.state == .planned || !others.isEmpty || known != nil
        if known == nil, goesOn {
            let first = kept.filter {
                $0.run == run && $0.scope == scope && $0.entry.idempotencyKey == entry.idempotencyKey
                    && $0.entry.state != .refused
            }
            .map(\.entry).filter { $0.isBefore(entry) }.min { $0.isBefore($1) }
            if let first {
                new = entry.repeating(first.row)
                goesOn = false
            }
        }
        if goesOn {
            let best = others.max(by: { kept[$0].entry.isSurpassed(by: kept[$1].entry) })
            if let best, known == nil, entry.state == .planned, kept[best].entry.state == .done,
                hasSuccessor(kept[best].entry, scope)
            {
                for other in others { kept[other].entry = kept[other].entry.handed(to: run) }
            } else if let best {
                new = new.continuing(kept[best].entry, of: String(kept[best].run.prefix { $0 != "@" }))
                for other in others where kept[other].entry.isOpen && kept[other].entry.weight > 0 {
                    kept[other].entry = kept[other].entry.handed(to: run)
                }
            }
        }
        if let known { kept[known].entry = new } else { kept.append(StoredEntry(run: run, scope: scope, entry: new)) }
        return new
    }

    private func hasSuccessor(_ entry: LedgerEntry, _ scope: String) -> Bool {
        guard let target = entry.targetPart else { return false }
        return kept.contains {
            $0.scope == scope && $0.entry.idempotencyKey.hasPrefix(target)
                && $0.entry.idempotencyKey != entry.idempotencyKey && $0.entry.weight > 0
                && $0.entry.changedAt > entry.changedAt
        }
    }

    /// Replaces entries, all or none. Throws `Refusal` for a row that is not entered, ``LedgerViolation`` and
    /// ``LedgerConflict``.
    public func record(_ entries: [LedgerEntry], for run: RunID) throws {
        let name = run.description
        var after = kept
        let last = Dictionary(entries.map { ($0.place, $0) }) { $1 }
        for entry in entries {
            guard let place = place(name, entry) else {
                throw MemoryJournal.Refusal(reason: "Row \(entry.row) of \(run) is not in the ledger.")
            }
            // A write that failed after it was durable is repeated with all changes of the row.
            if kept[place].entry == last[entry.place] { continue }
            // An entry may follow another one of the same row.
            let before = after[place]
            if before.entry == entry { continue }
            if entry.state == .sent, !entry.notes(before.entry) {
                guard before.entry.allows(.sending) else {
                    throw LedgerViolation(row: entry.row, state: before.entry.state, event: .sending)
                }
                let other = kept.first {
                    $0.run != name && $0.scope == before.scope && $0.entry.idempotencyKey == entry.idempotencyKey
                        && $0.entry.weight > 0
                        && $0.entry.leftTo != name && $0.entry.earlierRun != name
                }
                if let other { throw LedgerConflict(row: entry.row, run: other.run) }
            }
            after[place].entry = entry
        }
        kept = after
    }

    /// The entries of these rows in the order of their numbers; rows that are not entered are left out.
    public func entries(of run: RunID, rows: Range<Int>) -> [LedgerEntry] {
        kept.filter { $0.run == run.description && rows.contains($0.entry.row) }.map(\.entry).sorted {
            $0.isBefore($1)
        }
    }

    /// The entries with this id of the server; see ``Ledger/entries(withServerID:within:)``.
    public func entries(withServerID id: String, within kind: String) -> [(run: String, entry: LedgerEntry)] {
        kept.filter {
            !id.isEmpty && $0.entry.serverID == id && ($0.scope == kind || $0.scope.hasPrefix(kind + " "))
        }.map { ($0.run, $0.entry) }
    }

    /// Counts the entries of the run.
    public func counts(of run: RunID) -> LedgerCounts {
        var counts = LedgerCounts()
        for item in kept where item.run == run.description { counts.count(item.entry) }
        return counts
    }

    /// Forgets planned and refused rows of which nothing was sent, and keeps the others under the run's name with the
    /// time after it.
    public func setAside(_ run: RunID, at time: Instant) {
        let name = run.description
        kept.removeAll {
            $0.run == name && [.planned, .refused].contains($0.entry.state) && $0.entry.attempts == 0
                && $0.entry.stepsDone == 0
        }
        for place in kept.indices where kept[place].run == name {
            kept[place].run = "\(name)@\(time.nanosecondsSince1970)"
        }
    }
}

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
