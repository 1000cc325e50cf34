public import GantryModel

/// Why a run ended without publishing. What is committed stays; the same command goes on from there where that can
/// help.
public struct RunError: ExplainedError, Equatable {
    /// The kind of end; an exit code and a test can rely on it.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word that tests and exit codes go by: `landing-damaged`.
        public let rawValue: String
        /// Any word makes a code; those that runs use are below.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A signal or a time limit asked for the end; everything is safe.
        public static let stopped = Code(rawValue: "stopped")
        /// The landing on disk isn't what the journal says.
        public static let landingDamaged = Code(rawValue: "landing-damaged")
        /// Replaying the landing gives other counts than the checkpoint.
        public static let countsDisagree = Code(rawValue: "counts-disagree")
        /// The source changed while it was being paged.
        public static let sourceChanged = Code(rawValue: "source-changed")
        /// The source gave fewer or more records than it stated.
        public static let sourceIncomplete = Code(rawValue: "source-incomplete")
        /// An answer of the source that is no page of records; another attempt may find a better one.
        public static let unreadablePage = Code(rawValue: "unreadable-page")
        /// An answer that says of itself that it is no success.
        public static let sourceRefused = Code(rawValue: "source-refused")
        /// The server that files are fetched from gives none of them.
        public static let storeUnavailable = Code(rawValue: "store-unavailable")
        /// More rejects than the pipeline file allows.
        public static let tooManyRejects = Code(rawValue: "too-many-rejects")
        /// The pipeline file, the parameters or the source aren't what the run began with.
        public static let identityChanged = Code(rawValue: "identity-changed")
        /// The run is published, and was made with other settings than those asked for.
        public static let settingsChanged = Code(rawValue: "settings-changed")
        /// The published run of the same name came from another server or account.
        public static let otherSource = Code(rawValue: "other-source")
        /// The period isn't over yet.
        public static let openPeriod = Code(rawValue: "open-period")
        /// There is nothing to pay.
        public static let noRecords = Code(rawValue: "no-records")
        /// A check of what was written failed.
        public static let verificationFailed = Code(rawValue: "verification-failed")
        /// The run is complete already.
        public static let alreadyPublished = Code(rawValue: "already-published")
        /// Rows could not be sent for a passing reason.
        public static let rowsLeft = Code(rawValue: "rows-left")
        /// Rows of which it can't be told whether the server has them; a person decides.
        public static let rowsUnknown = Code(rawValue: "rows-unknown")
        /// Published exports are there, and the journal that knows them is not.
        public static let journalLost = Code(rawValue: "journal-lost")
        /// The pipeline file asks for something that this build can't do.
        public static let unsupported = Code(rawValue: "unsupported")
        /// There is no such run, or it can't do what was asked.
        public static let unusableRun = Code(rawValue: "unusable-run")
    }

    /// What kind of end it is.
    public let code: Code
    /// What happened, in one or two sentences.
    public let explanation: String
    /// Further lines, such as the fields that differ; none by default.
    public let details: [String]
    /// What to do, as a sentence; `nil` where nothing helps.
    public let advice: String?
    /// Whether the same command may succeed later. The default is false.
    public let isRetryable: Bool

    /// An error that can't be retried and has no advice, unless the arguments say otherwise.
    public init(
        _ code: Code, _ explanation: String, details: [String] = [], advice: String? = nil, isRetryable: Bool = false
    ) {
        self.code = code
        self.explanation = explanation
        self.details = details
        self.advice = advice
        self.isRetryable = isRetryable
    }
}
