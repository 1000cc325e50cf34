public import GantryJSON
public import GantryModel

/// When the service manager starts timers next, as its list in JSON has it.
public struct TimerList: Sendable {
    private var next: [String: Instant] = [:]

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

    /// When the timer of a schedule starts it next; `nil` where that is unknown.
    public func next(of name: String) -> Instant? { next[name] }
}
