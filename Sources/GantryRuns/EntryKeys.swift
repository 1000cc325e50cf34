package import GantryEngine

/// What the keys of entries of a run of pay say about those of another run of the same office.
package enum EntryKeys: Sendable {
    /// The same key is the same entry, wherever it has moved since.
    case same
    /// They are of lists that give keys for themselves: the same key is the same entry only on the same day of the same
    /// employee, as where a list has got another name.
    case ofOtherList
    /// They are those of another field of the same list, and show nothing.
    case ofOtherField

    /// Where a record has its key, in the identity of a run whose list of entries is described.
    package static let setting = "records.key"

    /// What one of the runs doesn't say of its entries isn't another.
    package init(of one: RunIdentity?, besides other: RunIdentity?) {
        func differ(_ value: (RunIdentity) -> Substring?) -> Bool {
            guard let one = one.flatMap(value), let other = other.flatMap(value) else { return false }
            return one != other
        }
        self = differ(\.entryList) ? .ofOtherList : differ(\.keyPath) ? .ofOtherField : .same
    }
}

extension WorkspaceJournal {
    /// What the keys of entries of a run say about those of another.
    package func entryKeys(of run: RunID, besides other: RunID) async throws -> EntryKeys {
        EntryKeys(of: try await self.run(run)?.identity, besides: try await self.run(other)?.identity)
    }
}

extension RunIdentity {
    /// The name of the list of entries within its system, which may be called otherwise than in another run; `nil` where
    /// it isn't known.
    fileprivate var entryList: Substring? {
        settings.first { $0.key == "records.dataset" }.map { dataset in
            let name = dataset.unquoted
            return name.firstIndex(of: ".").map { name[$0...].dropFirst() } ?? name[...]
        }
    }

    fileprivate var keyPath: Substring? { settings.first { $0.key == EntryKeys.setting }?.value[...] }
}
