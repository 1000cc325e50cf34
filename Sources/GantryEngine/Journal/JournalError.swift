public import GantryModel

/// Why the journal can't be used.
public struct JournalError: ExplainedError, Equatable {
    public enum Code: String, CaseIterable, Sendable {
        /// A newer Gantry wrote it.
        case newerVersion = "newer-version"
        /// An earlier Gantry wrote it, in a form that this one doesn't read.
        case earlierVersion = "earlier-version"
        /// The file or database is another program's database, or not a database.
        case foreign
        /// Content that doesn't match its hash, or a broken database file.
        case damaged
        /// Another process is writing to it and did not finish in time.
        case busy
        /// The disk is full.
        case diskFull = "disk-full"
        /// Another process, perhaps of another machine, holds what was asked for.
        case heldByAnother = "held-by-another"
        /// Another process may have taken over what this one was doing.
        case leaseLost = "lease-lost"
        /// It can't be opened or written for another reason.
        case unusable
    }

    /// What kind of failure it is.
    public let code: Code
    /// What failed and why, as a sentence that names the journal.
    public let explanation: String
    /// What to do, as a sentence; `nil` if the explanation says it.
    public let advice: Advice?

    /// Without advice by default.
    public init(_ code: Code, _ explanation: String, advice: Advice? = nil) {
        self.code = code
        self.explanation = explanation
        self.advice = advice
    }

    /// True if another process, a full disk or the network was in the way.
    public var isRetryable: Bool { [.busy, .diskFull, .leaseLost].contains(code) }
}
