internal import GantryModel

/// The time in a sandbox: the machine's clock, or a clock that was at 08:00 UTC of a given day when the sandbox
/// started.
struct SandboxClock: Sendable {
    private let secondsAhead: Int

    /// - Parameter today: `YYYY-MM-DD`; nil is the machine's clock.
    /// - Throws: ``SandboxError`` with `.unusableConfiguration` when it is not a date from 1970 on.
    init(today: String?) throws(SandboxError) {
        guard let today else {
            secondsAhead = 0
            return
        }
        guard let day = CivilDate(today), day.daysSince1970 > 0 else {
            throw SandboxError(
                .unusableConfiguration, about: "Today \(today)", "it isn't a date from 1970 on, such as 2026-10-31",
                next: "Change the date.")
        }
        secondsAhead = Instant(day, hour: 8).secondsSince1970 - Instant.now.secondsSince1970
    }

    var now: Instant { Instant.now.adding(seconds: secondsAhead) }
}
