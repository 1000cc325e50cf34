public import GantryModel

/// The words of the command are not known. Swift reads them from `/proc/self/cmdline` and has none where that can't be
/// read, so that a command would be taken for a question for help, which succeeds.
public struct UnreadableCommandLine: ExplainedError {
    /// `nil` where there is at least the name of the program.
    public init?(_ words: [String]) {
        guard words.isEmpty else { return nil }
    }

    /// What can't be read.
    public var explanation: String {
        "The words of the command can't be read from /proc/self/cmdline. Nothing was done."
    }
    /// What to make readable.
    public var advice: Advice? { "Make /proc readable for this account, then run the same command again." }
    /// Always false.
    public var isRetryable: Bool { false }
}
