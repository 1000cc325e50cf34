/// Why a sandbox cannot start, or cannot take an order.
///
/// None of these is mended by trying again unchanged, except an address that is still in use.
public struct SandboxError: Error, Sendable, CustomStringConvertible {
    /// The class of a failure; more may be added.
    public enum Code: String, CaseIterable, Sendable {
        /// The host is not a loopback address.
        case notLoopback = "not-loopback"
        /// The address cannot be listened on.
        case cannotListen = "cannot-listen"
        /// A sample file is missing, unreadable or no list of records.
        case unusableSample = "unusable-sample"
        /// A number or a date in the configuration makes no sense.
        case unusableConfiguration = "unusable-configuration"
        /// The file of effects cannot be opened or written.
        case unusableEffectFile = "unusable-effect-file"
        /// The text of a fault cannot be read.
        case unreadableFault = "unreadable-fault"
    }

    /// What kind of failure it is.
    public var code: Code
    /// What it is about: an address, a file, the text of a fault.
    public var subject: String
    /// What is wrong with the subject, without a full stop.
    public var reason: String
    /// What a person can do about it.
    public var nextStep: String

    /// True for an address that can't be listened on, which may be free later.
    public var isRetryable: Bool { code == .cannotListen }

    /// The subject, the reason and the next step, on one line.
    public var description: String { "\(subject): \(reason). \(nextStep)" }

    /// An error of these parts; `nextStep` is a sentence.
    public init(_ code: Code, _ subject: String, _ reason: String, next nextStep: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
        self.nextStep = nextStep
    }
}
