package import GantryEngine
package import GantryModel

/// Which published runs are kept, for each pipeline and source by itself.
public struct KeepPolicy: Sendable, Equatable {
    /// So many of the newest runs.
    public var last = 0
    /// The newest run of each of so many months that have one.
    public var monthly = 0
    /// The newest run of each of so many years that have one.
    public var yearly = 0
    /// Days after which an unfinished run that nobody has worked on counts as abandoned.
    public var abandonedAfter = 30

    /// A policy with the given numbers, which are not checked.
    public init(last: Int = 0, monthly: Int = 0, yearly: Int = 0, abandonedAfter: Int = 30) {
        self.last = last
        self.monthly = monthly
        self.yearly = yearly
        self.abandonedAfter = abandonedAfter
    }

    /// Whether it keeps at least one run of each pipeline.
    public var isUsable: Bool { max(last, monthly, yearly) > 0 && min(last, monthly, yearly) >= 0 }
}

/// A run as the decision about it needs it.
package struct KnownRun: Sendable, Equatable {
    package let id: RunID
    /// Runs of one pipeline from one server and account are counted together.
    package let source: String
    /// The last day of its period, or else the day on which it was begun.
    package let day: CivilDate
    /// Whether it is neither withdrawn nor unfinished.
    package var isUsable = true
    /// Whether it is unfinished, and abandoned or not; `nil` for a published one.
    package var abandoned: Bool?
    /// Why it can't be removed, whatever the policy says; `nil` if it can.
    package var protection: String?
    /// The run that it is a correction of, which stays as long as this one does.
    package var base: RunID?

    package init(id: RunID, source: String, day: CivilDate) {
        self.id = id
        self.source = source
        self.day = day
    }
}

/// What a policy says of every run.
package struct Selection: Sendable, Equatable {
    /// Runs to remove, each with the reason.
    package var removed: [(id: RunID, because: String)] = []
    /// Runs that stay, each with the reason.
    package var kept: [(id: RunID, because: String)] = []

    package static func == (a: Selection, b: Selection) -> Bool {
        a.removed.elementsEqual(b.removed, by: ==) && a.kept.elementsEqual(b.kept, by: ==)
    }

    /// Decides about all runs, in their order.
    package init(_ runs: [KnownRun], _ policy: KeepPolicy) {
        var reasons: [RunID: String] = [:]
        for group in Dictionary(grouping: runs, by: { "\($0.id.pipeline)\n\($0.source)" }).values {
            Selection.keep(group, policy, in: &reasons)
        }
        for run in runs {
            if let abandoned = run.abandoned, !abandoned { reasons[run.id] = "unfinished; it can go on" }
            if let protection = run.protection { reasons[run.id] = protection }
        }
        // What stays keeps what it corrects, which keeps what that one corrects.
        let bases = Dictionary(runs.map { ($0.id, $0.base) }) { first, _ in first }
        var checked = Array(reasons.keys)
        while let run = checked.popLast() {
            guard let base = bases[run] ?? nil, reasons[base] == nil, bases[base] != nil else { continue }
            reasons[base] = "\(run) corrects it"
            checked.append(base)
        }
        for run in runs {
            if let reason = reasons[run.id] {
                kept.append((run.id, reason))
            } else {
                removed.append((run.id, run.abandoned == nil ? "older than those to keep" : "unfinished and abandoned"))
            }
        }
    }

    private static func keep(_ group: [KnownRun], _ policy: KeepPolicy, in reasons: inout [RunID: String]) {
        let published = group.filter { $0.abandoned == nil }
            .sorted { ($1.day, $1.id.revision, $1.id.period) < ($0.day, $0.id.revision, $0.id.period) }
        let usable = published.filter(\.isUsable)
        func keep(_ runs: some Sequence<KnownRun>, _ word: String) {
            for run in runs where reasons[run.id] == nil { reasons[run.id] = word }
        }
        func newest(_ most: Int, of part: (KnownRun) -> Int) -> [KnownRun] {
            var seen: Set<Int> = []
            return usable.filter { seen.count < most && seen.insert(part($0)).inserted }
        }
        keep(usable.prefix(policy.last), "one of the last")
        keep(newest(policy.monthly) { $0.day.components.year * 12 + $0.day.components.month }, "the last of its month")
        keep(newest(policy.yearly) { $0.day.components.year }, "the last of its year")
        // A withdrawn run takes no place; its mark is kept as long as runs of its time are.
        let oldest = usable.last { reasons[$0.id] != nil }?.day
        keep(
            published.filter { !$0.isUsable && $0.day >= oldest ?? $0.day }, "withdrawn, and not older than what stays")
    }
}
