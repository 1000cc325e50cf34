public import GantryEngine
public import GantryModel

/// What a run whose period is counted from today finds of the periods before it.
public struct EarlierPeriods: Equatable, Sendable {
    /// Runs of earlier periods that were interrupted, oldest first. They are finished before a new one starts.
    public var unfinished: [RunID] = []
    /// Names of periods before this one that have no run, oldest first: those after the oldest run of about the last 31
    /// periods, or after the newest run where that is older. Only of rules that name days which are over: the state of
    /// a day that has passed can't be fetched any more.
    public var missed: [String] = []
    /// Those of them after the newest published run, so that none has named them to those who are told.
    public var newlyMissed: [String] = []

    /// Nothing.
    public init() {}

    /// - Parameters:
    ///   - period: what `rule` names today.
    ///   - pipeline: the name of the pipeline.
    ///   - source: only runs of this one count.
    ///   - rule: how the period is counted from the day of the run.
    ///   - runs: all of the workspace, in any order.
    public init(
        before period: PayPeriod, of pipeline: String, from source: RunSource, by rule: any CountedPeriods,
        runs: [RunHead]
    ) {
        guard let today = rule.day(of: period) else { return }
        var known: [PayPeriod] = []
        var open: [(id: RunID, day: CivilDate)] = []
        var newest: CivilDate?
        for run in runs
        where run.id.pipeline == pipeline && !run.isOfSheet && run.source.map({ source.matches($0) }) ?? true {
            guard let other = try? PayPeriod(run.id.period), let day = rule.day(of: other), day < today else {
                continue
            }
            // A correction is a person's business.
            if run.phase != .complete, run.corrects == nil { open.append((run.id, day)) }
            if run.phase == .complete { newest = max(newest ?? other.first, other.first) }
            known.append(other)
        }
        unfinished = open.sorted { ($0.day, $0.id.revision) < ($1.day, $1.id.revision) }.map(\.id)
        known.sort { $0.first < $1.first }
        let names = Set(known.map(\.name))
        let since = period.first - EarlierPeriods.looksBack * (period.last - period.first + 1)
        var place = known.first { $0.first >= since } ?? known.last
        while let last = place, let next = rule.period(after: last), next.first < period.first,
            missed.count < EarlierPeriods.most
        {
            if !names.contains(next.name) {
                missed.append(next.name)
                if newest.map({ next.first > $0 }) ?? true { newlyMissed.append(next.name) }
            }
            place = next
        }
    }

    /// A gap before so many periods isn't named any more.
    private static let looksBack = 31
    /// More missed periods than these aren't listed.
    private static let most = 400
}
