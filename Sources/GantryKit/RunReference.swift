public import GantryEngine
public import GantryModel
internal import GantryRuns

/// A run as people name it: in full, by its pipeline and period, by its pipeline alone, or by a period that only one
/// pipeline has runs of. The newest run that fits is meant.
public struct RunReference: Sendable, Equatable, CustomStringConvertible {
    enum Name: Equatable {
        case run(RunID)
        case period(pipeline: String, String)
        /// A pipeline or a period.
        case word(String)
    }

    let name: Name
    /// As it was given.
    public let description: String

    /// The pipeline and the period of what it names; `nil` where it names only one of them.
    public var pipelinePeriod: (pipeline: String, period: String)? {
        switch name {
        case .run(let run): (run.pipeline, run.period)
        case .period(let pipeline, let period): (pipeline, period)
        case .word: nil
        }
    }

    /// Whether it names the run in full. Where it doesn't, a command says which run it took.
    public var namesRun: Bool { if case .run = name { true } else { false } }

    /// Reads `payroll-monthly/2026-10/r1`, `payroll-monthly/2026-10`, `payroll-monthly` or `2026-10`; `nil` for a text
    /// of another form.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !parts.contains("") else { return nil }
        if let run = RunID(text) {
            name = .run(run)
        } else if parts.count == 2 {
            name = .period(pipeline: parts[0], parts[1])
        } else if parts.count == 1 {
            name = .word(parts[0])
        } else {
            return nil
        }
        description = text
    }
}

extension Gantry {
    /// The run that a person means: one named in full as it is, whether it is there or not; else the published run that
    /// began last, of those that can be used and that no newer revision replaces.
    ///
    /// - Parameters:
    ///   - ofPay: whether only runs that pay people are meant.
    ///   - orUnfinished: whether an unfinished run is meant where none is published.
    /// - Throws: `RunError.unusableRun` where no run fits, or runs of several pipelines do: it names them.
    public static func run(
        _ reference: RunReference, ofPay: Bool = false, orUnfinished: Bool = false, in workspace: Workspace
    ) async throws -> RunID {
        if let run = try await findRun(reference, ofPay: ofPay, orUnfinished: orUnfinished, in: workspace) {
            return run
        }
        throw RunError(
            .unusableRun,
            "There is no published \(ofPay ? "payroll " : "")run \(reference) in \(workspace.placeInWords).",
            advice: "\(.listRuns) lists all runs; to look in another folder, add \(.otherWorkspace).")
    }

    /// The same; `nil` where no run fits.
    public static func findRun(
        _ reference: RunReference, ofPay: Bool = false, orUnfinished: Bool = false, in workspace: Workspace
    ) async throws -> RunID? {
        if case .run(let run) = reference.name { return run }
        guard let journal = try workspace.existingJournal() else { return nil }
        func runs(_ scope: RunScope) async throws -> [RunHead] {
            let runs = try await journal.usableRuns(scope).filter {
                $0.kind != .part && (!ofPay || $0.paysPeople)
            }
            let newest = NewestRevisions(runs)
            let published = runs.filter { $0.phase == .complete && newest.superseding($0) == nil }
            return published.isEmpty && orUnfinished ? runs : published
        }
        let fitting: [RunHead]
        switch reference.name {
        case .run: return nil
        case .period(let pipeline, let period): fitting = try await runs(.of(pipeline: pipeline, period: period))
        case .word(let word):
            var found = try await runs(.of(pipeline: word))
            // One file can run for several companies, each with a name of its own: NAME@CONNECTION.
            if found.isEmpty { found = try await runs(.family(pipeline: word)) }
            fitting = found.isEmpty ? try await runs(.all).filter { $0.id.period == word } : found
        }
        let pipelines = Set(fitting.map(\.id.pipeline)).sorted()
        guard pipelines.count <= 1 else {
            throw RunError(
                .unusableRun,
                "\(reference) has runs of \(pipelines.count) pipelines: \(listed(pipelines.prefix(10).map { $0 }, "and")).",
                advice: "Name the one you mean, such as \(pipelines[0])/\(fitting[0].id.period).")
        }
        return fitting.max { $0.startedAt < $1.startedAt }?.id
    }
}
