internal import GantryEngine
internal import GantryFiles
internal import GantryModel

/// The zone by which a run of pay tells days: the office's when the run began, whatever machine resumes it.
enum RunZone {
    /// The name of what the journal keeps of it.
    static let document = "zone"

    /// - Throws: `RunError.unsupported` for a zone that this machine doesn't know.
    /// - Returns: `nil` for a run that kept none.
    static func of(_ run: RunID, _ journal: any WorkspaceJournal) async throws -> Zone? {
        try await journal.document(named: document, of: run).map(read)
    }

    /// - Throws: as ``of(_:_:)``.
    static func read(_ name: String) throws -> Zone {
        guard let zone = Zone.read(name) else {
            throw RunError(
                .unsupported, "The run tells days by the time zone \(name), which isn't in \(Zone.folder).",
                advice: "Install the package tzdata.")
        }
        return zone
    }
}
