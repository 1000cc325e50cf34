/// What the units of a pay line count.
public enum PayUnit: String, Sendable, Hashable, CaseIterable {
    /// Hours of work or leave.
    case hours
    /// Days of leave or of holidays; a half day is 0.5.
    case days
    /// How often something was earned, such as a daily allowance.
    case times
}
