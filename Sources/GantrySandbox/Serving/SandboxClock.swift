/// What a sandbox takes for the present: the machine's clock, or one that stood at eight in the morning (UTC) of a
/// given day when the sandbox started and runs on from there.
struct SandboxClock: Sendable {
    private let ahead: Int

    /// - Parameter today: `YYYY-MM-DD`; nil is the machine's clock.
    /// - Throws: ``SandboxError`` with `.unusableConfiguration` when it is no date.
    init(today: String?) throws(SandboxError) {
        guard let today else {
            ahead = 0
            return
        }
        guard let day = CivilDay(today), day.daysSince1970 > 0 else {
            throw SandboxError(
                .unusableConfiguration, "Today \(today)", "it is no date from 1970 on as YYYY-MM-DD",
                next: "Change the date.")
        }
        ahead = Moment(day, hour: 8).seconds - Moment.now.seconds
    }

    var now: Moment { Moment.now.adding(ahead) }
}
