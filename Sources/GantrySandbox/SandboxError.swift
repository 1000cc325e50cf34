/// Why a sandbox can't start, or can't add a fault.
///
/// Trying again unchanged helps only with an address that is still in use.
public struct SandboxError: Error, Sendable, CustomStringConvertible {
    /// The class of a failure; more may be added.
    public enum Code: String, CaseIterable, Sendable {
        /// The host is not a loopback address.
        case notLoopback = "not-loopback"
        /// The sandbox can't listen on the address.
        case cannotListen = "cannot-listen"
        /// A sample file is missing, unreadable or not a list of records.
        case unusableSample = "unusable-sample"
        /// A number or a date in the configuration is invalid.
        case unusableConfiguration = "unusable-configuration"
        /// The effects file can't be opened or written.
        case unusableEffectFile = "unusable-effect-file"
        /// The text of a fault is invalid.
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

    /// The subject, the reason and the next step, on one line.
    public var description: String { "\(subject): \(reason). \(nextStep)" }

    /// An error of these parts; `nextStep` is a sentence.
    public init(_ code: Code, about subject: String, _ reason: String, next nextStep: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
        self.nextStep = nextStep
    }

    /// Throws `.unusableConfiguration` unless the condition holds.
    static func require(_ condition: Bool, _ subject: String, else reason: String) throws(SandboxError) {
        guard condition else {
            throw SandboxError(.unusableConfiguration, about: subject, reason, next: "Change the value.")
        }
    }
}
