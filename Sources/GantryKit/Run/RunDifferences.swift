internal import GantryEngine

extension RunRecord {
    /// - Throws: `RunError.identityChanged` when the run was begun with something else.
    func requireSame(as identity: RunIdentity) throws {
        // An account that wasn't known when the run was started is no difference.
        let differences = identity.differences(from: self.identity).filter { $0.key != "account" || $0.old != nil }
        // Two digests tell a person nothing.
        if differences.contains(where: { $0.key == "sheet" }) {
            throw RunError(
                .identityChanged,
                "The sheet was changed since \(id) began, or is another one of the same name, and that run has not ended.",
                advice:
                    "Put the old sheet back to go on with it. Or run with --start-over: the run then goes by this sheet, and what was "
                    + "sent already is known and not sent again; rows that are only in the old sheet are not sent.")
        }
        guard differences.isEmpty else {
            throw RunError(
                .identityChanged,
                "\(id) was begun with another pipeline file, parameters or source, and can't be continued with these:",
                details: differences.map(\.description),
                advice: "Put back what changed to go on, or run with --start-over to begin this revision again.")
        }
    }

    /// - Throws: `RunError.settingsChanged` when the run was published with other settings.
    func requireSameSettings(as identity: RunIdentity) throws {
        let differences = identity.differences(from: self.identity).filter { difference in
            let key = difference.key
            // No byte depends on the page size, and a check that the run doesn't know is one that came with a later
            // version.
            return !["source", "account", "since", "rewrites"].contains(key) && !key.hasSuffix(".page-size")
                && !(key.hasPrefix("checks.") && difference.old == nil)
        }
        guard !differences.isEmpty else { return }
        throw RunError(
            .settingsChanged,
            "\(id) is published, and was made with other settings:", details: differences.map(\.description),
            advice:
                "Nothing was changed. Add --revision next to publish a revision with these settings that corrects r\(id.revision)."
        )
    }
}
