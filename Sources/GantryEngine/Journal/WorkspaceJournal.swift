public import GantryModel

/// The journal of a workspace: its runs and their rows, and what is kept of them over the years.
///
/// What it must do is tested by the conformance suite that every implementation runs.
public protocol WorkspaceJournal: Journal, Ledger {
    /// How many runs there are, and how many of them aren't published yet.
    func runCounts() async throws -> (all: Int, unfinished: Int)
    /// The documents of this name, by the runs that have one. Throws where one doesn't match its hash.
    func documents(named name: String) async throws -> [RunID: String]
    /// The same of these runs only.
    func documents(named name: String, of runs: [RunID]) async throws -> [RunID: String]

    /// Whether another row than this one has this id of the server, in any run.
    ///
    /// - Parameters:
    ///   - kind: What the scopes of all rows that can have become it begin with, up to a blank or their end.
    ///   - key: The row's own, in its own scope.
    func isTaken(_ serverID: String, within kind: String, besides key: String, in scope: String) async throws -> Bool
    /// The entries of all runs that had their effect, or may have had it, and whose ``LedgerEntry/origin`` begins with
    /// a text, with the names of their runs; those that were set aside too, under the name with the time after it.
    ///
    /// - Parameters:
    ///   - starts: each ends with a `-`.
    ///   - limit: so many for each of these at most.
    /// - Returns: those of each start, in the order of the starts.
    func sent(withOrigins starts: [String], limit: Int) async throws -> [[(run: String, entry: LedgerEntry)]]
    /// The first rows of a run that are unknown, and then those that are refused, were sent without an answer, or could
    /// not be sent.
    func troubled(of run: RunID, limit: Int) async throws -> [LedgerEntry]
    /// How many those are.
    func troubledCount(of run: RunID) async throws -> Int

    /// The book of a pipeline, line by line. Throws where a line doesn't match its hash or is missing.
    func signatures(of pipeline: String) async throws -> [JournaledSignature]
    /// The pipelines whose books have lines.
    func signedPipelines() async throws -> Set<String>
    /// Adds the next line of a book. Throws where it is there already.
    func addSignature(_ line: String, number: Int, of pipeline: String) async throws
    /// Notes that everything that belongs to a line is done.
    func finishSignature(_ number: Int, of pipeline: String) async throws
    /// The lines of a pipeline's book of signatures, in the place of none. All of them or nothing.
    ///
    /// - Parameter finished: how many of them, from the first, have all that belongs to them.
    func adoptSignatures(_ lines: [String], finished: Int, of pipeline: String) async throws

    /// Removes a run with all that belongs to it, in one transaction. What it sent stays in the ledger, under the run's
    /// name with the time after it, so that nothing is sent twice.
    ///
    /// - Parameters:
    ///   - reason: why, in one line; empty where nobody said.
    ///   - wasPublished: whether its name stays taken.
    func forget(_ id: RunID, at time: Instant, because reason: String, wasPublished: Bool) async throws
    /// When and why a published run was forgotten; `nil` where it wasn't.
    func forgotten(_ id: RunID) async throws -> ForgottenEntry?
    /// The highest revision of a pipeline and period that was published and forgotten; `nil` if none was.
    func newestForgotten(pipeline: String, period: String) async throws -> Int?

    /// Does something while no other process of any machine holds the same right. What is written through this journal
    /// meanwhile is refused once another has taken the right over. A journal of one machine leaves it to its locks.
    func whileHolding<T: Sendable>(
        _ right: JournalRight, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T
    /// Who holds which of these rights now, by their names.
    func holders(of rights: [String]) async throws -> [String: JournalRight.Holder]
    /// What a check tells of the server that keeps the journal, in one line; `nil` for a file.
    func serverFacts() async throws -> String?

    /// How much was noted about deliveries of pay, and what the journal was made of.
    func payNotes() async throws -> PayNotes
    /// Counts one more.
    func addPayNote() async throws
    /// Notes that the journal was made of something else and may not know what was done before.
    ///
    /// - Parameters:
    ///   - text: what ``PayNotes/restored`` is from now on.
    ///   - count: the most that is known to have been noted; ``PayNotes/count`` isn't less from now on.
    func noteRestored(_ text: String, count: Int64) async throws
}

/// A journal that is one file, which can be copied as it is.
public protocol JournalFile: WorkspaceJournal {
    /// Copies the journal as it is at one instant into a new file, whatever is written to it in the meantime.
    func backUp(to path: String) async throws
}

/// A published run that was forgotten.
public struct ForgottenEntry: Equatable, Sendable {
    /// When.
    public let time: Instant
    /// Why, in one line; empty where nobody said.
    public let because: String
    /// The SHA-256 of the tag manifest of its bag, in hexadecimal; empty where it isn't known.
    public let bag: String

    /// An entry with the given values.
    public init(time: Instant, because: String, bag: String) {
        self.time = time
        self.because = because
        self.bag = bag
    }
}

/// A line of a pipeline's book of signatures, as the journal keeps it.
public struct JournaledSignature: Equatable, Sendable {
    /// From 1.
    public let number: Int
    /// The line without its line break.
    public let line: String
    /// Whether everything that belongs to the line is done.
    public let isFinished: Bool

    /// A line with the given values.
    public init(number: Int, line: String, isFinished: Bool) {
        self.number = number
        self.line = line
        self.isFinished = isFinished
    }
}

extension RunRecord {
    /// The document that keeps the digest of a sealed run's bag, so that a folder that was changed later, manifests
    /// included, is detected.
    public static let bagName = "bag"
}

extension WorkspaceJournal {
    /// Takes the document of this name of each of these runs, in their order; `nil` for a run without one. Few
    /// documents are held at a time.
    public func forEachDocument(
        named name: String, of runs: [RunID], _ body: (RunID, String?) throws -> Void
    ) async throws {
        var rest = runs[...]
        while !rest.isEmpty {
            let some = Array(rest.prefix(256))
            rest = rest.dropFirst(256)
            let documents = try await documents(named: name, of: some)
            for run in some { try body(run, documents[run]) }
        }
    }

    /// What `seal` was given; `nil` before it.
    public func bag(of id: RunID) async throws -> String? { try await document(named: RunRecord.bagName, of: id) }

    /// Enters a run that was published elsewhere, before the journal was lost, or before it was forgotten, with its
    /// documents. All of it or nothing. Throws if it is entered already.
    ///
    /// - Parameter bag: the SHA-256 of the tag manifest of its bag.
    public func adopt(_ run: RunRecord, bag: String, documents: [String: String]) async throws {
        var all = documents
        all[RunRecord.bagName] = bag
        try await begin(run, documents: all)
    }

    public func whileHolding<T: Sendable>(
        _ right: JournalRight, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T { try await body() }

    public func holders(of rights: [String]) async throws -> [String: JournalRight.Holder] { [:] }

    public func serverFacts() async throws -> String? { nil }
}
