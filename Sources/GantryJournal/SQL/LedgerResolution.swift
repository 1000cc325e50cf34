internal import GantryEngine

/// The new state of an entry, given those that the ledger has.
struct LedgerResolution {
    /// What the ledger has from now on.
    var entry: LedgerEntry
    /// Whether it must be written.
    var isNew: Bool
    /// Entries of other runs that continue here.
    var left: [(entry: LedgerEntry, run: String)] = []

    /// See ``Ledger/enter(_:scope:for:)``.
    ///
    /// - Parameters:
    ///   - byPlace: the run's own entry of a row or a file of it.
    ///   - byKey: every entry of a key in the scope.
    ///   - hasSuccessor: whether the effect was replaced by another one since.
    static func resolve(
        _ entries: [LedgerEntry], for run: String, byPlace: (Int) throws -> LedgerEntry?,
        byKey: (String) throws -> [(entry: LedgerEntry, run: String)],
        hasSuccessor: (LedgerEntry) throws -> Bool
    ) throws -> [LedgerResolution] {
        var first: [String: LedgerEntry] = [:]
        return try entries.map { entry in
            let known = try byPlace(entry.place)
            if let known, !known.isOpen || known.idempotencyKey != entry.idempotencyKey {
                return LedgerResolution(entry: known, isNew: false)
            }
            guard !entry.idempotencyKey.isEmpty else { return LedgerResolution(entry: entry, isNew: true) }
            var others: [(entry: LedgerEntry, run: String)] = []
            for (other, otherRun) in try byKey(entry.idempotencyKey) {
                if otherRun != run {
                    // An entry that was left to this run has nothing new for it, nor has one that wasn't sent or was
                    // refused, once this run has begun with what it told.
                    guard known == nil ? other.isTelling : other.weight > 0 && other.leftTo != run else { continue }
                    others.append((other, otherRun))
                } else if other.isBefore(entry), other.state != .refused,
                    first[entry.idempotencyKey].map(other.isBefore) ?? true
                {
                    first[entry.idempotencyKey] = other
                }
            }
            // A problem that a check finds can be the row's own effect, which an earlier run had.
            if known == nil, entry.state == .refused, others.isEmpty {
                return LedgerResolution(entry: entry, isNew: true)
            }
            if known == nil, let first = first[entry.idempotencyKey] {
                return LedgerResolution(entry: entry.repeating(first.row), isNew: true)
            }
            if known == nil { first[entry.idempotencyKey] = entry }
            guard let best = others.max(by: { $0.entry.isSurpassed(by: $1.entry) }) else {
                return LedgerResolution(entry: known ?? entry, isNew: known == nil)
            }
            if known == nil, entry.state == .planned, best.entry.state == .done,
                try hasSuccessor(best.entry)
            {
                return LedgerResolution(entry: entry, isNew: true, left: others)
            }
            return LedgerResolution(
                entry: (known ?? entry).continuing(best.entry, of: String(best.run.prefix { $0 != "@" })), isNew: true,
                left: others.filter { $0.entry.isOpen && $0.entry.weight > 0 })
        }
    }
}
