public import GantryJSON
public import GantryModel

/// When a pipeline that is scheduled starts next.
public enum NextStart: Equatable, Sendable {
    case at(Instant)
    /// Its timer isn't started, so never.
    case stopped
    /// The service manager doesn't say.
    case unknown

    /// `nil` where there is none, or nobody knows.
    public var time: Instant? { if case .at(let time) = self { time } else { nil } }

    /// The one that comes first; what is known comes before what isn't.
    public func earlier(than other: NextStart) -> NextStart {
        switch (self, other) {
        case (.at(let own), .at(let time)): .at(min(own, time))
        case (.at, _): self
        case (_, .at): other
        case (.unknown, _): self
        case (_, _): other
        }
    }
}

/// When the service manager starts timers next, as its list in JSON has it.
public struct TimerList: Sendable {
    private var next: [String: Instant] = [:]
    /// Whether the system's manager didn't answer, so that a timer that isn't listed may be started all the same.
    public var isPartial = false

    /// No timer.
    public init() {}

    /// Adds what the command printed. Entries that say nothing usable are left out: the list is shown, nothing depends
    /// on it.
    public mutating func add(_ tree: JSONTree) {
        guard case .array(let timers) = tree else { return }
        for timer in timers {
            guard let unit = timer["unit"]?.text, unit.hasSuffix(".timer"), let time = timer["next"]?.int, time > 0,
                time < Int(Int64.max / 1_000)
            else { continue }
            next[String(unit.dropLast(".timer".count))] = Instant(nanosecondsSince1970: Int64(time) * 1_000)
        }
    }

    /// When the timer of a schedule starts it next.
    public func next(of name: String) -> NextStart {
        next[name].map { .at($0) } ?? (isPartial ? .unknown : .stopped)
    }
}
