package import GantryEngine

/// What the keys of entries of a run of pay say about those of another run of the same office.
package enum EntryKeys: Sendable {
    /// The same key is the same entry, wherever it has moved since.
    case same
    /// They are of lists that give keys for themselves: the same key is the same entry only on the same day of the same
    /// employee, as where a list has got another name and is asked for otherwise.
    case ofOtherList
    /// They are those of another field of the same list, and show nothing.
    case ofOtherField

    /// Where a record has its key, in the identity of a run whose list of entries is described.
    package static let setting = "records.key"
    /// What asks for the list, in the same place.
    package static let listSetting = "records.list"
    /// What stands for how a system file reads the entries and what is joined to them, in the same place.
    package static let readingSetting = "records.read-by"
    /// What a system file says of the entries, in the same place.
    package static let settings = [setting, listSetting, readingSetting]

    /// What one of the runs doesn't say of its entries isn't another. A list that is asked for in one way is one list
    /// whatever it is called, and so is a list of one name that is asked for in another way by now.
    package init(of one: RunIdentity?, besides other: RunIdentity?) {
        func differ(_ value: (RunIdentity) -> Substring?) -> Bool {
            guard let one = one.flatMap(value), let other = other.flatMap(value) else { return false }
            return one != other
        }
        let areAskedFor = one?.listRequest != nil && other?.listRequest != nil
        let areOfOtherLists =
            areAskedFor ? differ(\.listRequest) && differ(\.dataset) : differ(\.entryList)
        self = areOfOtherLists ? .ofOtherList : differ(\.keyPath) ? .ofOtherField : .same
    }
}

extension WorkspaceJournal {
    /// What the keys of entries of a run say about those of another.
    package func entryKeys(of run: RunID, besides other: RunID) async throws -> EntryKeys {
        EntryKeys(of: try await self.run(run)?.identity, besides: try await self.run(other)?.identity)
    }
}

extension RunIdentity {
    /// The name of the list of entries with that of its system; `nil` where it isn't known.
    fileprivate var dataset: Substring? { setting("records.dataset").map { $0.unquoted[...] } }

    /// The name of the list within its system, which may be called otherwise than in another run.
    fileprivate var entryList: Substring? {
        dataset.map { name in name.firstIndex(of: ".").map { name[$0...].dropFirst() } ?? name }
    }

    fileprivate var listRequest: Substring? { setting(EntryKeys.listSetting)?.value[...] }

    fileprivate var keyPath: Substring? { setting(EntryKeys.setting)?.value[...] }

    private func setting(_ key: String) -> Setting? { settings.first { $0.key == key } }
}
