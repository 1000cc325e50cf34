internal import ArgumentParser
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

enum Revision: String, CaseIterable, ExpressibleByArgument {
    case next
}

/// Whose settings, rates and employees a correction is made with.
enum SettingsChoice: String, CaseIterable, ExpressibleByArgument {
    case signed, now
}

/// Which revision of a period an export makes, and by which settings it corrects one that was delivered.
struct RevisionOptions: ParsableArguments {
    @Option(help: "'next' makes a new revision that corrects the published one.")
    var revision: Revision?

    @Option(
        help: ArgumentHelp(
            "'now' corrects a delivered period by the settings, rates and employees of today instead of those that were signed."
        ))
    var settings = SettingsChoice.signed

    func apply(to request: inout ExportRequest) {
        request.revision = revision == .next ? .next : .newest
        request.usesNewSettings = settings == .now
    }

    /// - Throws: `UsageError` for a revision of a pipeline that sends something.
    func requireNone() throws {
        guard revision == nil else {
            throw UsageError(
                "--revision is for exports.",
                advice: "A changed sheet with the same name automatically becomes a new revision.")
        }
    }
}
