public import GantryModel

/// Why a run ended without publishing. What is committed stays; the same command goes on from there where that can
/// help.
public struct RunError: ExplainedError, Equatable {
    /// The kind of end; an exit code and a test can rely on it.
    public enum Code: String, CaseIterable, Sendable {
        /// A signal or a time limit asked for the end; everything is safe.
        case stopped
        /// The landing on disk isn't what the journal says.
        case landingDamaged = "landing-damaged"
        /// Replaying the landing gives other counts than the checkpoint.
        case countsDisagree = "counts-disagree"
        /// The source changed while it was being paged.
        case sourceChanged = "source-changed"
        /// The source gave fewer or more records than it stated.
        case sourceIncomplete = "source-incomplete"
        /// An answer of the source that is no page of records; another attempt may find a better one.
        case unreadablePage = "unreadable-page"
        /// An answer that says of itself that it is no success.
        case sourceRefused = "source-refused"
        /// The server that files are fetched from gives none of them.
        case storeUnavailable = "store-unavailable"
        /// More rejects than the pipeline file allows.
        case tooManyRejects = "too-many-rejects"
        /// The pipeline file, the parameters or the source aren't what the run began with.
        case identityChanged = "identity-changed"
        /// The run is published, and was made with other settings than those asked for.
        case settingsChanged = "settings-changed"
        /// The published run of the same name came from another server or account.
        case otherSource = "other-source"
        /// The period isn't over yet.
        case openPeriod = "open-period"
        /// There is nothing to pay.
        case noRecords = "no-records"
        /// A check of what was written failed.
        case verificationFailed = "verification-failed"
        /// The run is complete already.
        case alreadyPublished = "already-published"
        /// Rows could not be sent for a passing reason.
        case rowsLeft = "rows-left"
        /// Rows of which it can't be told whether the server has them; a person decides.
        case rowsUnknown = "rows-unknown"
        /// Published exports are there, and the journal that knows them is not.
        case journalLost = "journal-lost"
        /// The pipeline file asks for something that this build can't do.
        case unsupported
        /// There is no such run, or it can't do what was asked.
        case unusableRun = "unusable-run"
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
