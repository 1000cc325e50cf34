public import GantryModel

/// The decision of the checks about a record.
public enum Verdict: UInt8, Sendable {
    /// Goes into every output.
    case exported
    /// A blocker keeps it out; it is listed.
    case held
    /// An exact repeat of a record that was already there; counted once.
    case repeated
    /// It can't be used at all.
    case rejected
    /// It is not asked for: outside the period, or in an earlier export. No output holds it.
    case excluded
}

/// A valid record, or a person's day, that someone should look at.
public struct ExceptionNote: Equatable, Sendable {
    /// The rule, by its key in pipeline files: `not-approved`.
    public let rule: String
    /// How much it matters; a blocker holds the record.
    public let severity: Severity
    /// Position of the record in the run, from 0; `nil` if the note is about a whole day.
    public let ordinal: Int?
    /// The record's own number.
    public let recordID: Int64?
    /// The record's key, if it is not a number.
    public let recordKey: String?
    /// The person that it is about; `nil` if the records have none.
    public let employeeID: Int64?
    /// The day that it is about; `nil` if the records have none.
    public let date: CivilDate?
    /// What was found, as one line.
    public let found: String
    /// What the rule expects.
    public let expected: String
    /// What else a person needs to decide about it; `nil` where nobody does.
    public let details: Details?

    /// What a person decides about a note by, and what was decided.
    public struct Details: Equatable, Sendable {
        /// The id by which a decision names the note.
        public var id: String
        /// The name of the person that it is about.
        public var name: String?
        /// The hours of the record.
        public var hours: Hours?
        /// The number of who approved the record.
        public var approvedBy: Int64?
        /// The decision that counts: `waive`, `hold` or `accept`, by whom, and why.
        public var decision: Decision?

        /// A decision as lists show it.
        public struct Decision: Equatable, Sendable {
            public var verb: String
            public var by: String
            public var because: String

            public init(verb: String, by: String, because: String) {
                self.verb = verb
                self.by = by
                self.because = because
            }
        }

        public init(id: String, name: String? = nil, hours: Hours? = nil, approvedBy: Int64? = nil) {
            self.id = id
            self.name = name
            self.hours = hours
            self.approvedBy = approvedBy
        }
    }

    /// A note; both texts must be one line, since lists show them unchanged.
    public init(
        rule: String, severity: Severity, ordinal: Int?, recordID: Int64?, recordKey: String? = nil, employeeID: Int64?,
        date: CivilDate?,
        found: String, expected: String, details: Details? = nil
    ) {
        self.recordKey = recordKey
        self.details = details
        self.rule = rule
        self.severity = severity
        self.ordinal = ordinal
        self.recordID = recordID
        self.employeeID = employeeID
        self.date = date
        self.found = found
        self.expected = expected
    }
}

/// A chunk with a verdict for every record.
public struct Checked<R: Record>: Sendable {
    /// The records that were checked.
    public var chunk: Chunk<R>
    /// One per record of the chunk.
    public var verdicts: [Verdict]
    /// For each record the index of its joined record, -1 if it has none; empty if nothing is joined.
    public var joined: [Int32]
    /// In order of the records.
    public var exceptions: [ExceptionNote]

    /// A chunk without verdicts yet; the rules add one for each record.
    public init(chunk: Chunk<R>) {
        self.chunk = chunk
        verdicts = []
        joined = []
        exceptions = []
    }
}

/// The checks of one kind of batch: rules of one record and rules of the whole batch, with the state that they need.
///
/// One instance sees every record once, in order, from one task. Its state may grow with the number of employees and
/// days, never with the number of records.
public protocol BatchRules: SendableMetatype, ~Copyable {
    associatedtype R: Record
    /// What only the whole batch shows; without it the outputs could be wrong.
    associatedtype WholeBatchFindings: Sendable
    /// Counts, totals and aggregates after the last record.
    associatedtype Summary: Sendable

    /// Decides about every record of the chunk.
    mutating func check(_ chunk: consuming Chunk<R>) -> Checked<R>
    /// Ids whose records `compare` must see again before `finalize` can decide; can be empty. Asked once, after every
    /// chunk was checked. Throws where what was put aside for it can't be read.
    mutating func idsToCompare() throws -> Set<Int64>
    /// Shows records for the second time, after every chunk was checked: all with these ids, in order, and maybe
    /// others.
    mutating func compare(_ chunk: Chunk<R>)
    /// Called once after the last record. `nil` when no verdict changes.
    mutating func finalize() -> WholeBatchFindings?
    /// How many records came again under a key, known after the last `compare`; 0 if the server doesn't choose the
    /// order of pages.
    var repeats: Int { get }
    /// How many of them came again on one page: of chunks that are pages, while they are checked.
    var repeatsWithinPages: Int { get }
    /// Some of the keys that came again, known after the last `compare`, as a person finds them at the source.
    var repeatedKeys: [String] { get }
    /// Numbers that name the records of a chunk, the same whenever the chunk holds the same records.
    static func names(of chunk: Chunk<R>) -> [UInt64]
    var counts: BatchCounts { get }
    func summary() -> Summary
}
