internal import Glibc

extension Instant {
    /// The time by the system's clock.
    public static var now: Instant {
        var time = timespec()
        // CLOCK_REALTIME exists on every Linux, so the call has nothing to fail on.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSince1970: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// The same without the digits after the milliseconds.
    public var wholeMilliseconds: Instant {
        Instant(nanosecondsSince1970: nanosecondsSince1970 - nanosecondsSince1970 % 1_000_000)
    }
}
