package import GantryEngine
package import GantryModel

extension RunIdentity {
    /// In the place of all settings, where a run was entered from a folder that doesn't hold them.
    package static let unknownSettings = Setting("settings", "not known")
}

extension RunIdentity.Difference {
    /// Whether it is only that the older run doesn't say yet what a system file says of its records: `system-file`
    /// stands for that too.
    package var isOnlyUnsaid: Bool { old == nil && EntryKeys.settings.contains(key) }
}

extension RunHead {
    /// Whether an unfinished run shows how things stood on a day that has passed: it was begun before its period was
    /// over. What is still missing of it can't be fetched any more, and what is there now doesn't go with the rest.
    package func showsOnlyPast(of period: PayPeriod, in zone: Zone, now: Instant) -> Bool {
        let day = zone.day(at: startedAt)
        return phase != .publish && period.last >= day && zone.day(at: now) > day
    }
}

extension RunRecord {
    /// - Throws: `RunError.identityChanged` when the run was begun with something else.
    package func requireSame(as identity: RunIdentity) throws {
        // An account that wasn't known when the run was started doesn't count as a difference.
        let differences = identity.differences(from: self.identity).filter {
            // A system file that reads records otherwise differs too.
            !$0.isOnlyUnsaid && $0.key != EntryKeys.readingSetting && ($0.key != "account" || $0.old != nil)
        }
        // Two digests tell a person nothing.
        if differences.contains(where: { $0.key == "sheet" }) {
            throw RunError(
                .identityChanged,
                "\(id) is unfinished, and its sheet has changed since it started, or another sheet has the same name.",
                advice:
                    "Put the old sheet back to resume. Or run with \(.startOver) to use this sheet: rows that were already "
                    + "sent are not sent again unless a value of theirs is another now, which makes them new rows; "
                    + "rows that are only in the old sheet are not sent.")
        }
        guard differences.isEmpty else {
            throw RunError(
                .identityChanged,
                "\(id) was started with a different pipeline file, parameters or source, and can't be resumed with these:",
                details: differences.map(\.description),
                advice: "Put back what changed to resume, or run with \(.startOver) to start this revision again.")
        }
    }

    /// - Throws: `RunError.settingsChanged` when the run was published with other settings.
    package func requireSameSettings(as identity: RunIdentity) throws {
        try requireKnownSettings()
        let differences = identity.differences(from: self.identity).filter { difference in
            let key = difference.key
            // No byte depends on the page size, and a check that the run doesn't know is one that came with a later
            // version. An export doesn't hold what the system's file said, so a run that was entered doesn't know it.
            return !["source", "account", "since", "rewrites", "parts", EntryKeys.readingSetting].contains(key)
                && !key.hasSuffix(".page-size")
                && !((key.hasPrefix("checks.") || key == "system-file") && difference.old == nil)
                && !difference.isOnlyUnsaid
        }
        guard !differences.isEmpty else { return }
        throw RunError(
            .settingsChanged,
            "\(id) is already published, with other settings:", details: differences.map(\.description),
            advice:
                "Nothing was changed. Run with \(.nextRevision) to publish a revision with these settings that corrects r\(id.revision)."
        )
    }

    /// Proves that what a run kept of its records is what they are read as by an identity. With roles, its files have
    /// what was read.
    ///
    /// - Throws: `RunError.settingsChanged` with what reads them otherwise.
    package func requireSameReading(as identity: RunIdentity) throws {
        guard (identity.settings + self.identity.settings).contains(where: { $0.key.hasPrefix("records.roles.") })
        else { return }
        try requireKnownSettings()
        // What a system file says of anything else reads none of these records.
        let isReadingKnown = self.identity.settings.contains { $0.key == EntryKeys.readingSetting }
        let file = isReadingKnown ? EntryKeys.readingSetting : "system-file"
        let differences = identity.differences(from: self.identity).filter { difference in
            !difference.isOnlyUnsaid
                && (["records.dataset", EntryKeys.setting, file].contains(difference.key)
                    || ["records.roles.", "join."].contains(where: difference.key.hasPrefix))
        }
        guard !differences.isEmpty else { return }
        throw RunError(
            .settingsChanged,
            "\(id) keeps its records as they were read when they were fetched, and these settings read them otherwise:",
            details: differences.map {
                // Two digests tell a person nothing.
                $0.key == file ? "system-file: what it said then → what it says now" : $0.description
            },
            advice:
                "Nothing was changed. Put these settings back. Or run with \(.nextRevision), which fetches the records again and reads them by these."
        )
    }

    private func requireKnownSettings() throws {
        guard identity.settings == [RunIdentity.unknownSettings] else { return }
        throw RunError(
            .settingsChanged,
            "\(id) was entered from its folder, which doesn't say with which settings it was published.",
            advice: "Nothing was changed. Run with \(.nextRevision) to publish a revision that corrects it.")
    }
}
