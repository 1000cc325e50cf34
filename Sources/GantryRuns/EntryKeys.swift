package import GantryEngine

/// What the keys of entries of a run of pay say about those of another run of the same office.
package enum EntryKeys: Sendable {
    /// The same key is the same entry, wherever it has moved since.
    case same
    /// They are of lists that give keys for themselves: the same key is the same entry only on the same day of the same
    /// employee, as where a list has got another name.
    case ofOtherList

    /// - Returns: `same` where one of the runs doesn't say where its entries come from.
    package init(of one: RunIdentity?, besides other: RunIdentity?) {
        guard let one = one?.entryList, let other = other?.entryList else {
            self = .same
            return
        }
        self = one == other ? .same : .ofOtherList
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
}
