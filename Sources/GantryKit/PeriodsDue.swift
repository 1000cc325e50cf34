package import GantryEngine
package import GantryModel
internal import GantryRuns

/// The periods of a pipeline that somebody has to export.
package enum PeriodsDue {
    /// So many periods that are over are looked at.
    private static let most = 12

    /// The newest periods that are over on a day, the newest first.
    package static func over(on day: CivilDate, by rule: any CountedPeriods) -> [PayPeriod] {
        var day = day
        var periods: [PayPeriod] = []
        while periods.count < most, let period = try? rule.period(on: day), let first = rule.day(of: period) {
            periods.append(period)
            day = first - 1
        }
        return periods
    }

    /// The newest period, where no known one ends as late, and each later than the first known one of which no known
    /// one has a day.
    ///
    /// - Parameters:
    ///   - over: periods that are over, the newest first.
    ///   - known: those that have a run. What is known of a period as it stood on one day pays nothing of it.
    package static func of(_ over: [PayPeriod], known: [PayPeriod]) -> [PayPeriod] {
        let known = known.filter { !$0.isDated }
        let first = known.map(\.first).min()
        return over.enumerated().filter { place, period in
            if place == 0, !known.contains(where: { $0.last >= period.last }) { return true }
            guard let first, period.first > first else { return false }
            return !known.contains { $0.first <= period.last && period.first <= $0.last }
        }.map(\.element)
    }

    /// Those before a period, the oldest first.
    package static func gaps(before period: PayPeriod, by rule: any CountedPeriods, known: [PayPeriod]) -> [PayPeriod] {
        of(over(on: period.first, by: rule), known: known + [period]).reversed()
    }
}

extension Gantry {
    /// The periods between the first run of pay of a pipeline at one server and account and its newest one that have no
    /// run, the oldest first, as a rule counts them; not those whose runs were forgotten.
    ///
    /// - Parameter run: any of these runs.
    package static func payGaps(
        of run: RunHead, by rule: any CountedPeriods, in workspace: Workspace
    ) async throws -> [PayPeriod] {
        guard let journal = try workspace.existingJournal() else { return [] }
        let periods = try await journal.usableRuns(.of(pipeline: run.id.pipeline)).filter { other in
            other.isWholePay && run.source.flatMap { source in other.source.map { source.matches($0) } } ?? true
        }.compactMap { try? PayPeriod($0.id.period) }
        guard let newest = periods.max(by: { $0.first < $1.first }) else { return [] }
        return try await journal.payGaps(before: newest, of: run.id.pipeline, by: rule, known: periods)
    }
}

extension WorkspaceJournal {
    /// The periods before one that have no run, the oldest first. Who forgets a run wants none of its period.
    func payGaps(
        before period: PayPeriod, of pipeline: String, by rule: any CountedPeriods, known: [PayPeriod]
    ) async throws -> [PayPeriod] {
        var gaps: [PayPeriod] = []
        for gap in PeriodsDue.gaps(before: period, by: rule, known: known) {
            if try await newestForgotten(pipeline: pipeline, period: gap.name) == nil { gaps.append(gap) }
        }
        return gaps
    }
}

extension RunHead {
    /// Whether it is about the pay of a whole period that is over.
    var isWholePay: Bool { paysPeople && part == nil && !isOfOpenPeriod }
}
