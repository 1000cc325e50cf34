public import GantryModel

/// Why a run ended without publishing. Committed work stays, and the same command resumes from there if that can help.
public struct RunError: ExplainedError, Equatable {
    /// The kind of failure; exit codes and tests rely on it.
    public enum Code: String, CaseIterable, Sendable {
        /// A signal or a time limit asked for the end; everything is safe.
        case stopped
        /// The landing on disk differs from the journal.
        case landingDamaged = "landing-damaged"
        /// Replaying the landing gives different counts from the checkpoint.
        case countsDisagree = "counts-disagree"
        /// The source changed while it was being paged.
        case sourceChanged = "source-changed"
        /// The source sent fewer or more records than it reported.
        case sourceIncomplete = "source-incomplete"
        /// An answer of the source is not a page of records; another attempt may succeed.
        case unreadablePage = "unreadable-page"
        /// An answer that reports a failure.
        case sourceRefused = "source-refused"
        /// The server that files are fetched from is unavailable.
        case storeUnavailable = "store-unavailable"
        /// More rejects than the pipeline file allows.
        case tooManyRejects = "too-many-rejects"
        /// The pipeline file, the parameters or the source differ from those the run started with.
        case identityChanged = "identity-changed"
        /// The run is already published, with other settings.
        case settingsChanged = "settings-changed"
        /// The published run of the same name came from another server or account.
        case otherSource = "other-source"
        /// The period isn't over yet.
        case openPeriod = "open-period"
        /// The days aren't one of the pipeline's pay periods.
        case otherDays = "other-days"
        /// There is nothing to pay.
        case noRecords = "no-records"
        /// Pay changes under a payroll number that is another employee's now; the list of employees may be mended.
        case otherOwner = "other-owner"
        /// A correction would change nothing.
        case nothingChanged = "nothing-changed"
        /// Written data failed its verification.
        case verificationFailed = "verification-failed"
        /// Rows could not be sent for a temporary reason.
        case rowsLeft = "rows-left"
        /// Rows whose outcome is unknown; a person decides.
        case rowsUnknown = "rows-unknown"
        /// Published exports exist, but their journal is missing.
        case journalLost = "journal-lost"
        /// The pipeline file asks for something that this version can't do.
        case unsupported
        /// A decision about a finding that can't be made so.
        case refusedDecision = "refused-decision"
        /// Pay lines hold values that the layout of a file can't.
        case doesNotFit = "does-not-fit"
        /// The run doesn't exist, or can't be used for this.
        case unusableRun = "unusable-run"
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened, in one or two sentences.
    public let explanation: String
    /// Further lines, such as the fields that differ; none by default.
    public let details: [String]
    /// What to do, as a sentence; `nil` if nothing helps.
    public let advice: Advice?
    /// Whether the same command may succeed later. The default is false.
    public let isRetryable: Bool

    /// An error that can't be retried and has no advice, by default.
    public init(
        _ code: Code, _ explanation: String, details: [String] = [], advice: Advice? = nil, isRetryable: Bool = false
    ) {
        self.code = code
        self.explanation = explanation
        self.details = details
        self.advice = advice
        self.isRetryable = isRetryable
    }
}
