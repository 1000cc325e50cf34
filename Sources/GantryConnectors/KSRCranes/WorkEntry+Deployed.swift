public import GantryModel

extension WorkEntry {
    /// What the deployed contract says of an entry beside the documented fields. An entry of the documented contract
    /// has the default values.
    public struct Deployed: BitwiseCopyable, Sendable {
        /// `sent_to_payroll`: whether the entry was handed to payroll.
        public var isSentToPayroll = false
        /// `sent_to_payroll_at`: when; the server leaves it out where it made a payroll batch.
        public var sentAt: Instant?
        /// `start_time`: only its distance from the end counts, since its day is not that of the work.
        public var start: Instant?
        /// `end_time`: see ``start``.
        public var end: Instant?
        /// `pause_minutes`: nanoseconds between them that are not worked.
        public var pause: Int64 = 0
        /// The pauses that are read: a negative one would be paid.
        static func pauses(in unit: TimeUnit) -> ClosedRange<Int64> {
            0...(100_000 * TimeUnit.minutes.nanoseconds / unit.nanoseconds)
        }
        /// `worked_hours`: the hours as the server counts them, with two decimals.
        public var stated: Hours?
        /// Whether the hours of the entry are the times' or are left at zero, because the times can't be right.
        public var times = Times.none

        /// What the times of an entry come to.
        public enum Times: UInt8, BitwiseCopyable, Sendable {
            /// The entry has its hours and no times: the documented contract.
            case none
            /// Its hours are end − start − pause.
            case counted
            /// The start or the end is missing.
            case missing
            /// The end is before the start, which the server counts as 0 hours.
            case reversed
            /// The pause is longer than the work, which the server counts as 0 hours.
            case pausedAway
            /// The server states other hours than its times give.
            case contradicted
        }

        /// Values of an entry of the documented contract.
        public init() {}
    }
}

extension WorkEntry.Deployed {
    /// The hours between the times without the pause; zero where the times can't be right.
    mutating func countHours() -> Hours {
        guard let start, let end else {
            times = .missing
            return .zero
        }
        let worked = end.nanoseconds(since: start)
        guard worked >= 0 else {
            times = .reversed
            return .zero
        }
        let nanoseconds = Int128(worked) - Int128(pause)
        guard nanoseconds >= 0 else {
            times = .pausedAway
            return .zero
        }
        // A nanosecond is a billionth of a second, so this is billionths of an hour.
        let hours = Hours(nano: divided(nanoseconds, by: 3_600))
        guard hours <= .largestRead else {
            times = .contradicted
            return .zero
        }
        // The server rounds to two decimals.
        if let stated, max(stated - hours, hours - stated) > Hours(nano: 5_000_001) {
            times = .contradicted
            return .zero
        }
        times = .counted
        return hours
    }

    /// Rounds half up: hours are not negative here.
    private func divided(_ value: Int128, by divisor: Int128) -> Int64 {
        Int64(clamping: (value + divisor / 2) / divisor)
    }

    /// Why the hours of the entry are not paid, as what was found and what was expected; `nil` where they are.
    public var doubt: (found: String, expected: String)? {
        // Asked of every entry, and nearly none has one.
        if times == .none || times == .counted { return nil }
        let counted = stated == nil ? "" : "; the server counts 0 hours"
        let clock = "\(text(start)) to \(text(end)) UTC"
        return switch times {
        case .none, .counted: nil
        case .missing: ("no \(start == nil ? "start" : "end") time", "a start and an end")
        case .reversed: (clock, "an end after the start\(counted)")
        case .pausedAway: ("\(clock) with a pause of \(pauseText)", "a shorter pause\(counted)")
        case .contradicted:
            ("\(stated.map { "\($0)" } ?? "too many") hours", "the hours of \(clock) without \(pauseText) of pause")
        }
    }

    /// In minutes, or in the largest unit that gives a whole number.
    private var pauseText: String {
        let unit = [TimeUnit.minutes, .seconds].first { pause.isMultiple(of: $0.nanoseconds) } ?? .milliseconds
        return "\(pause / unit.nanoseconds) \(unit.words)"
    }

    /// The clock alone: the day is not that of the work.
    private func text(_ time: Instant?) -> String { time.map { String($0.description.dropFirst(11).prefix(5)) } ?? "-" }
}
