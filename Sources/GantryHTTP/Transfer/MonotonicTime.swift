import Glibc

/// Time that never jumps, with the wall clock.
enum MonotonicTime {
    /// Since some fixed moment. Goes on while the machine sleeps, because tokens age then too.
    static func now() -> Duration { read(CLOCK_BOOTTIME) }

    /// Since 1970-01-01T00:00:00Z, as the system has it.
    static func wall() -> Duration { read(CLOCK_REALTIME) }

    private static func read(_ clock: Int32) -> Duration {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Duration {
    /// In whole seconds, rounded up, for people.
    var roundedUpSeconds: Int64 {
        components.attoseconds > 0 ? components.seconds + 1 : components.seconds
    }

    /// In milliseconds, rounded up, at most what fits in 31 bits.
    var roundedUpMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < 2_000_000 else { return 2_000_000_000 }
        guard seconds >= 0 else { return 0 }
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
