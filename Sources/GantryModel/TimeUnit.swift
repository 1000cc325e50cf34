/// What a number of time counts.
public enum TimeUnit: String, CaseIterable, Sendable {
    case hours, minutes, seconds
    case milliseconds = "ms"

    /// "milliseconds": for a message.
    public var words: String { self == .milliseconds ? "milliseconds" : rawValue }

    /// Nanoseconds in one: with nine decimals, a number of any unit is a whole number of a billionth of this.
    public var nanoseconds: Int64 {
        switch self {
        case .hours: 3_600_000_000_000
        case .minutes: 60_000_000_000
        case .seconds: 1_000_000_000
        case .milliseconds: 1_000_000
        }
    }
}
