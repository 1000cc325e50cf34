internal import GantryAccounts
public import GantryEngine
public import GantryModel
public import GantryRuns
public import GantrySignOff

/// Where the pay of one period stands, and what comes next.
public struct PayMonth: Sendable {
    /// The pipeline.
    public let pipeline: String
    /// The period.
    public let period: PayPeriod
    /// The newest run of the period that wasn't withdrawn; `nil` before the first.
    public let run: RunHead?
    /// What became of the run's pay; `nil` where none is published.
    public let standing: PayStanding?
    /// Why nobody can say what became of it, and what to do; `nil` where it is known.
    public let problem: String?
    /// What comes next.
    public let step: Step
    /// Runs of earlier periods that aren't delivered, with what they need, the oldest first.
    public let earlier: [(run: RunID, need: PayStanding.Need)]
    /// Earlier periods since the first run that have none, the oldest first.
    public let withoutRun: [PayPeriod]

    /// What comes next.
    public enum Step: Equatable, Sendable {
        /// Nothing before this last day of the period is over.
        case wait(CivilDate)
        /// A run of the period.
        case make
        /// A next revision of the period, since those before it were withdrawn.
        case makeNext
        /// The end of a run that was interrupted.
        case resume(RunID)
        /// What a published run needs.
        case need(RunID, PayStanding.Need)
    }
}

extension Gantry {
    /// Where the pay of a period stands. No server is asked, and nothing is written.
    ///
    /// - Parameters:
    ///   - pipeline: its name, as its runs have it.
    ///   - rules: who signs; `nil` where nobody does.
    ///   - listed: the destinations to which the files of every run go. The default is none.
    ///   - counted: how its periods follow each other; the default, `nil`, looks for none without a run.
    ///   - workspace: that of the runs.
    /// - Throws: `SignOffRefusal.openPeriod` for a period as it stood on one day.
    public static func month(
        _ period: PayPeriod, of pipeline: String, rules: SignOffRules?, listed: [String] = [],
        counted: (any CountedPeriods)? = nil, in workspace: Workspace
    ) async throws -> PayMonth {
        let journal = try workspace.existingJournal()
        let all = try await journal?.usableRuns(.of(pipeline: pipeline)) ?? []
        if period.isDated {
            throw SignOffRefusal.openPeriod(RunID(pipeline: pipeline, period: period.name, revision: 1))
        }
        let pay = all.filter(\.isWholePay)
        let runs = pay.filter { $0.id.period == period.name }
        let newest = runs.max { $0.id.revision < $1.id.revision }
        let rules = rules.map { [pipeline: $0] } ?? [:]
        let listed = [pipeline: listed]
        var standing: PayStanding?
        var problem: String?
        let step: PayMonth.Step
        if let newest, newest.phase == .complete {
            standing = try await payStandings(of: [newest], rules: rules, listed: listed, in: workspace)[
                newest.id]
            if standing == nil { problem = try await bookProblem(of: newest.id, in: workspace)?.words }
            step = .need(newest.id, standing?.need ?? .look)
        } else if let newest {
            step = .resume(newest.id)
        } else {
            let withdrawn = try await withdrawals(in: workspace).keys
            let isWithdrawn = withdrawn.contains { $0.pipeline == pipeline && $0.period == period.name }
            step = try period.last >= workspace.today() ? .wait(period.last) : isWithdrawn ? .makeNext : .make
        }
        var withoutRun: [PayPeriod] = []
        if let counted, let journal {
            withoutRun = try await journal.payGaps(
                before: period, of: pipeline, by: counted, known: pay.compactMap { try? PayPeriod($0.id.period) })
        }
        return PayMonth(
            pipeline: pipeline, period: period, run: newest, standing: standing, problem: problem, step: step,
            earlier: try await undelivered(before: period, pay, rules, listed, in: workspace),
            withoutRun: withoutRun)
    }

    /// The newest revision of each earlier period, where it isn't delivered.
    private static func undelivered(
        before period: PayPeriod, _ runs: [RunHead], _ rules: [String: SignOffRules],
        _ listed: [String: [String]], in workspace: Workspace
    ) async throws -> [(run: RunID, need: PayStanding.Need)] {
        let newest = NewestRevisions(runs)
        let earlier = runs.filter { run in
            guard run.phase == .complete, newest.superseding(run) == nil else { return false }
            return ((try? PayPeriod(run.id.period))?.last).map { $0 < period.first } ?? false
        }
        let standings = try await payStandings(of: earlier, rules: rules, listed: listed, in: workspace)
        return earlier.sorted { $0.id.period < $1.id.period }.compactMap { run in
            guard let need = standings[run.id]?.need, need != .nothing else { return nil }
            return (run.id, need)
        }
    }
}
