internal import GantryModel
internal import Glibc

/// The time by the system's clock.
func now() -> Instant {
    var time = timespec()
    // CLOCK_REALTIME exists on every Linux, so the call has nothing to fail on.
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Instant(secondsSince1970: time.tv_sec, nanoseconds: time.tv_nsec)
}
