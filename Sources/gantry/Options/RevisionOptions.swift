internal import ArgumentParser
internal import GantryKit
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

    @Option(
        help: ArgumentHelp(
            "Why a new revision is made; needed where the one before it is signed.", valueName: "text"))
    var because: String?

    func apply(to request: inout ExportRequest) {
        request.revision = revision == .next ? .next : .newest
        request.usesNewSettings = settings == .now
        request.because = because
    }

    /// - Throws: `UsageError` for a revision or settings of a pipeline that sends something.
    func requireNone() throws {
        guard revision == nil, settings == .signed else {
            throw UsageError(
                "\(revision == nil ? "--settings now" : "--revision") is for exports.",
                advice: "A changed sheet with the same name automatically becomes a new revision.")
        }
    }
}

/// Which run is written again.
struct RewritingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write the files of this published run anew from what it fetched, as a new revision: after a decision, or with other columns or pay codes. The server isn't asked.",
            valueName: "run"),
        completion: Completions.runs, transform: runReference)
    var from: RunReference?
}
