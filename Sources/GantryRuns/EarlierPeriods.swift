public import GantryEngine
public import GantryModel

/// What a run whose period is counted from today finds of the periods before it.
public struct EarlierPeriods: Equatable, Sendable {
    /// Runs of earlier periods that were interrupted, oldest first. They are finished before a new one starts.
    public var unfinished: [RunID] = []
    /// Names of periods between the newest run and this one that have no run, oldest first. Only of rules that name days
    /// which are over: the state of a day that has passed can't be fetched any more.
    public var missed: [String] = []

    /// Nothing is unfinished and nothing missed.
    public init() {}

    /// - Parameters:
    ///   - period: what `rule` names today.
    ///   - pipeline: the name of the pipeline.
    ///   - source: only runs of this one count.
    ///   - rule: how the period is counted from the day of the run.
    ///   - runs: all of the workspace, in any order.
    public init(
        before period: PayPeriod, of pipeline: String, from source: RunSource, by rule: StandardPeriod,
        runs: [RunRecord]
    ) {
        guard let today = rule.day(of: period) else { return }
        var newest: PayPeriod?
        var open: [(id: RunID, day: CivilDate)] = []
        for run in runs
        where run.id.pipeline == pipeline && !run.isOfSheet && run.source.map({ source.matches($0) }) ?? true {
            guard let other = try? PayPeriod(run.id.period), let day = rule.day(of: other), day < today else {
                continue
            }
            // A correction is a person's business.
            if run.phase != .complete, run.corrects == nil { open.append((run.id, day)) }
            if newest.map({ $0.first < other.first }) ?? true { newest = other }
        }
        unfinished = open.sorted { ($0.day, $0.id.revision) < ($1.day, $1.id.revision) }.map(\.id)
        while let last = newest, let next = rule.period(after: last), next.first < period.first,
            missed.count < EarlierPeriods.most
        {
            missed.append(next.name)
            newest = next
        }
    }

    /// More missed periods than these aren't listed.
    private static let most = 400
}
