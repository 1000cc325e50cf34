internal import Glibc

extension Instant {
    /// The time by the system's clock.
    public static var now: Instant {
        var time = timespec()
        // CLOCK_REALTIME exists on every Linux, so the call has nothing to fail on.
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSince1970: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// The last whole second that is not later.
    public var wholeSeconds: Instant {
        Instant(secondsSince1970: floorDivision(nanosecondsSince1970, 1_000_000_000))
    }
}
