/// Why a sandbox cannot start, or cannot take an order.
///
/// None of these is mended by trying again unchanged, except an address that is still in use.
public struct SandboxError: Error, Sendable, CustomStringConvertible {
    /// The class of a failure; more may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The word that programs go by: `not-loopback`.
        public let rawValue: String
        /// Any word makes a code; those in use are below.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The host is not a loopback address.
        public static let notLoopback = Code(rawValue: "not-loopback")
        /// The address cannot be listened on.
        public static let cannotListen = Code(rawValue: "cannot-listen")
        /// A sample file is missing, unreadable or no list of records.
        public static let unusableSample = Code(rawValue: "unusable-sample")
        /// A number or a date in the configuration makes no sense.
        public static let unusableConfiguration = Code(rawValue: "unusable-configuration")
        /// The file of effects cannot be opened or written.
        public static let unusableEffectFile = Code(rawValue: "unusable-effect-file")
        /// The text of a fault cannot be read.
        public static let unreadableFault = Code(rawValue: "unreadable-fault")
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
