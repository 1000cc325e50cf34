public import GantryModel

/// What is known about one row that is sent to a server: whether it was sent, and the result.
///
/// An entry changes only by ``LedgerEvent``s. It is in the ledger before anything is sent, so that no effect at the
/// server can come from a row that the ledger calls planned.
public struct LedgerEntry: Equatable, Sendable {
    /// The state of a row, as far as the ledger knows for certain.
    public enum State: String, Sendable, CaseIterable {
        /// Nothing of the step after the last answered one has been sent.
        case planned
        /// A step was sent, and its answer is not in the ledger: it may or may not have had its effect.
        case sent
        /// A step was answered with success, and more are to follow.
        case answered
        /// Every step had its effect.
        case done
        /// The server or a check refused the row; it had no effect.
        case refused
        /// It is unknown whether the row had its effect. A person decides.
        case unknown
    }

    /// The number of the row in a spreadsheet program, from 1.
    public let row: Int
    /// Which file of a row is sent whose cell names several, from 0.
    public let part: Int
    /// What makes two rows the same side effect: a digest of target, content and purpose, in hexadecimal. Of a row that
    /// replaces something two, with a `-` between them: of target and purpose, and of the content. Such an effect is
    /// the same only until another one takes its place.
    /// Changed by ``renamed(_:)`` and ``anew(_:)`` only.
    public internal(set) var idempotencyKey: String
    /// What the row is in its sheet, whatever is mended beside it: digests of the sheet, of the row as it stands there,
    /// and of the values that it was checked with, with a `-` between them; empty where it isn't known. Changed by
    /// ``from(_:)`` only.
    public internal(set) var origin: String
    /// What is sent of the row's files, each as its field, SHA-256, length and checksum: `file=9f86…/10240/77ab…`, of a
    /// converted photo with what it was made from; empty without any. Changed by ``after(_:at:)`` only.
    public internal(set) var content: String
    /// Changed by ``after(_:at:)`` only.
    public internal(set) var state: State
    /// Steps that were answered with success.
    public internal(set) var stepsDone: Int
    /// How often the row was sent, without lookups: one more than its repeated requests, however many steps it has.
    public internal(set) var attempts: Int
    /// The status of the last answer.
    public internal(set) var status: Int?
    /// The server's id of what the row became, or its address without a signature.
    public internal(set) var serverID: String
    /// The id by which the server's staff find the request.
    public internal(set) var traceID: String
    /// What the check or a step passes on to the next steps, such as the reference of a stored photo. No secret. If a
    /// check passes nothing on, the codes of problems that the pipeline file allows: `allowed has-certificate`.
    public internal(set) var resumeState: String
    /// Why the row is refused, unknown or not yet sent: a stable word, and a sentence for people.
    public internal(set) var problem: RowProblem?
    /// When the entry last changed.
    public internal(set) var changedAt: Instant
    /// The run whose state this is until something happens to the row here; empty if it is this run's own.
    public internal(set) var earlierRun: String
    /// The run that continues with the side effect, until something happens to the row here; empty if there is none.
    public internal(set) var leftTo: String

    /// A row to be sent.
    ///
    /// - Parameter resumeState: What the check leaves to the first step.
    public init(row: Int, idempotencyKey: String, content: String = "", resumeState: String = "", at time: Instant) {
        self.init(
            row: row, part: 0, idempotencyKey: idempotencyKey, content: content, state: .planned,
            resumeState: resumeState,
            changedAt: time)
    }

    /// A row, or one file of it, to be sent, perhaps despite problems whose codes the pipeline file allows.
    public init(
        row: Int, part: Int = 0, idempotencyKey: String, content: String, resumeState: String = "",
        allowing codes: [String],
        at time: Instant
    ) {
        let allowed = codes.isEmpty ? [] : [LedgerEntry.allowedWord + codes.joined(separator: " ")]
        let parts = allowed + (resumeState.isEmpty ? [] : [resumeState])
        self.init(
            row: row, part: part, idempotencyKey: idempotencyKey, content: content, state: .planned,
            resumeState: parts.joined(separator: "\n"), changedAt: time)
    }

    /// Whether the row is sent in spite of a problem with this code. Known until a step leaves something else to the
    /// next.
    public func allowed(_ code: String) -> Bool {
        guard resumeState.hasPrefix(LedgerEntry.allowedWord) else { return false }
        return resumeState.prefix { $0 != "\n" }.split(separator: " ").dropFirst().contains { $0 == code }
    }

    /// What the check or the last step left to the next, without the problems that the check allowed.
    public var checkState: String {
        guard resumeState.hasPrefix(LedgerEntry.allowedWord) else { return resumeState }
        return String(resumeState.drop { $0 != "\n" }.dropFirst())
    }

    private static let allowedWord = "allowed "

    /// A row, or one file of it, that a check refused.
    public init(row: Int, part: Int = 0, idempotencyKey: String, refused problem: RowProblem, at time: Instant) {
        self.init(
            row: row, part: part, idempotencyKey: idempotencyKey, state: .refused, problem: problem, changedAt: time)
    }

    /// An entry as a ledger kept it.
    package init(
        row: Int, part: Int = 0, idempotencyKey: String, content: String = "", state: State, stepsDone: Int = 0,
        attempts: Int = 0,
        status: Int? = nil, serverID: String = "",
        traceID: String = "", resumeState: String = "", problem: RowProblem? = nil, changedAt: Instant,
        earlierRun: String = "",
        leftTo: String = "", origin: String = ""
    ) {
        self.row = row
        self.part = part
        self.idempotencyKey = idempotencyKey
        self.content = content
        self.state = state
        self.stepsDone = stepsDone
        self.attempts = attempts
        self.status = status
        self.serverID = serverID
        self.traceID = traceID
        self.resumeState = resumeState
        self.problem = problem
        self.changedAt = changedAt
        self.earlierRun = earlierRun
        self.leftTo = leftTo
        self.origin = origin
    }

    /// The same side effect as another run has it, so that this run does not have it again.
    ///
    /// Done and unknown rows keep their state; rows that were sent must still be looked up. If that run took the row
    /// over itself, the run before it may still be working on it. What was sent is what the entry has of its files: a
    /// photo that is converted may have become other bytes since. Of a row that was refused or could not be sent,
    /// attempts that may have had an effect count on, and the steps that are done stay done. What was sent of the same
    /// row before a cell was mended can't be looked up by the values that it has now, so a person decides about it; what
    /// its check left to the first step is kept for ``anew(_:)``.
    package func continuing(_ earlier: LedgerEntry, of run: String) -> LedgerEntry {
        if earlier.weight == 0 { return recalling(earlier, of: run) }
        let run = earlier.earlierRun.isEmpty ? run : earlier.earlierRun
        let isMended = isMended(since: earlier)
        let isInDoubt = isMended && earlier.isOpen
        return LedgerEntry(
            row: row, part: part, idempotencyKey: idempotencyKey,
            content: earlier.content.isEmpty ? content : earlier.content,
            state: isInDoubt ? .unknown : earlier.state,
            stepsDone: earlier.stepsDone, attempts: earlier.attempts, status: earlier.status,
            serverID: earlier.serverID,
            traceID: earlier.traceID, resumeState: isInDoubt ? resumeState : earlier.resumeState,
            problem: isMended ? .otherValues(earlier, of: run) : earlier.problem,
            changedAt: earlier.changedAt, earlierRun: run, origin: origin)
    }

    /// Whether another entry is of the same row of the same sheet, as it was checked with other values.
    private func isMended(since earlier: LedgerEntry) -> Bool {
        guard let end = origin.lastIndex(of: "-") else { return false }
        return earlier.origin.hasPrefix(origin[...end]) && earlier.origin != origin
    }

    /// The entry with what is known of an earlier one that was planned or refused after it was sent. Steps that left
    /// something of their own to the next ones are taken anew: it may be out of date.
    private func recalling(_ earlier: LedgerEntry, of run: String) -> LedgerEntry {
        var entry = self
        entry.attempts = earlier.lostAttempts
        guard state == .planned, earlier.stepsDone > 0, earlier.resumeState == resumeState else { return entry }
        entry.state = .answered
        entry.stepsDone = earlier.stepsDone
        entry.serverID = earlier.serverID
        entry.traceID = earlier.traceID
        entry.earlierRun = earlier.earlierRun.isEmpty ? run : earlier.earlierRun
        return entry
    }

    /// The entry once another run continues with its side effect.
    package func handed(to run: String) -> LedgerEntry {
        var entry = self
        entry.leftTo = run
        return entry
    }

    /// Which of several entries of one side effect decides about its state: the one that says most about the server,
    /// then the one that was not left to another run, then the one with a state of its own.
    package func isSurpassed(by other: LedgerEntry) -> Bool {
        func rank(_ entry: LedgerEntry) -> (Int, Int, Int, Int) {
            let sent = entry.weight == 0 ? entry.stepsDone << 32 + entry.lostAttempts : 0
            return (entry.weight, sent, entry.leftTo.isEmpty ? 1 : 0, entry.earlierRun.isEmpty ? 1 : 0)
        }
        return rank(self) < rank(other)
    }

    /// What the keys of all effects begin with that take each other's place; `nil` if the row replaces nothing.
    package var targetPart: String? { idempotencyKey.firstIndex(of: "-").map { String(idempotencyKey[...$0]) } }

    /// Attempts whose effect is not certain to be none: the last one of a row that the server refused had none.
    package var lostAttempts: Int {
        state == .refused && (400..<500).contains(status ?? 0) ? max(0, attempts - 1) : attempts
    }

    /// Whether it says something about the server: an effect or a part of one, or an attempt at one.
    package var isTelling: Bool { weight > 0 || stepsDone > 0 || lostAttempts > 0 }

    /// Whether it was refused before anything was sent for it.
    package var isRefusedUnsent: Bool { state == .refused && attempts == 0 && stepsDone == 0 }

    /// Whether it is another one, which was sent, with only the reason noted why the server can't be asked about it.
    package func notes(_ before: LedgerEntry) -> Bool {
        guard state == .sent, before.state == .sent else { return false }
        var same = before
        (same.problem, same.status, same.traceID) = (problem, status, traceID)
        return same == self
    }

    /// Why the row is refused, unknown or not yet sent, with the id by which the server's staff find the request.
    public var reason: String? {
        guard let problem, !traceID.isEmpty, state != .done else { return problem?.sentence }
        return "\(problem.sentence) (trace id \(singleLine(traceID, limit: 200)))"
    }

    /// The entry with what is to be said about it; `nil` says nothing.
    package func noting(_ problem: RowProblem?) -> LedgerEntry {
        var entry = self
        entry.problem = problem
        return entry
    }

    /// The entry under another key.
    package func renamed(_ idempotencyKey: String) -> LedgerEntry {
        var entry = self
        entry.idempotencyKey = idempotencyKey
        return entry
    }

    /// Whether it was sent before a cell was mended, so that what the server may have is another effect.
    package var hasOtherValues: Bool { problem?.code == RowProblem.otherValuesCode }

    /// The row as another effect, of which nothing was sent. Under the key of what was sent with other values the server
    /// would answer with that.
    package func anew(_ idempotencyKey: String) -> LedgerEntry {
        LedgerEntry(
            row: row, part: part, idempotencyKey: idempotencyKey, content: content, state: .planned,
            resumeState: resumeState, changedAt: changedAt, origin: origin)
    }

    /// The entry of a row that is this in its sheet; see ``origin``.
    package func from(_ origin: String) -> LedgerEntry {
        var entry = self
        entry.origin = origin
        return entry
    }

    /// Whether something can still happen to the row.
    package var isOpen: Bool { state != .done && state != .refused }

    /// The same side effect as an earlier row of the same run.
    package func repeating(_ first: Int) -> LedgerEntry {
        let sentence =
            first == row
            ? "Row \(row) of the sheet names a file of the same content before. It is sent once; name it once."
            : "Row \(first) of the sheet has the same content and effect. It is sent once; remove one of the rows."
        return LedgerEntry(
            row: row, part: part, idempotencyKey: idempotencyKey, refused: RowProblem("repeated", sentence),
            at: changedAt
        ).from(origin)
    }

    /// How much an entry says about the server: a done row says more than one that may be done.
    package var weight: Int {
        switch state {
        case .planned, .refused: 0
        case .unknown: 1
        case .answered: 2
        case .sent: 3
        case .done: 4
        }
    }
}

/// What is wrong with a row: for a program, for a person, and where.
public struct RowProblem: Equatable, Sendable {
    /// Of a row that the server says it has taken, where the answer does not show it.
    public static let unconfirmedCode = "unconfirmed"
    /// Of a success that says nothing about the row, so that it is looked up.
    public static let unclearCode = "unclear-answer"
    /// Of the web page of something in front of the server, which may still be working on the request.
    public static let pageCode = "gateway-page"
    /// Of a row that was sent before one of its cells was mended.
    public static let otherValuesCode = "other-values"

    /// A stable word such as `file-missing`, or the server's own such as `el_insufficient_notice`.
    public let code: String
    /// The field of the row that it is about; empty if it is about the whole row.
    public let field: String
    /// What was found, what is expected and what to do, in one or two sentences.
    public let sentence: String

    /// A problem of the whole row, unless `field` names one.
    public init(_ code: String, field: String = "", _ sentence: String) {
        self.code = code
        self.field = field
        self.sentence = sentence
    }

    fileprivate static func otherValues(_ earlier: LedgerEntry, of run: String) -> RowProblem {
        let before = earlier.problem.map { " Before that: \($0.sentence)" } ?? ""
        return RowProblem(
            otherValuesCode,
            (earlier.isOpen
                ? "Sent by \(run) with other values, and nobody knows whether it arrived. The change was not sent."
                : "Already sent by \(run) with other values; the change was not sent.") + before)
    }
}

/// What the server made from a row.
public struct Receipt: Equatable, Sendable {
    /// The status of the answer; `nil` if a lookup found the effect.
    public var status: Int?
    /// An id, or an address without its signature; empty if the server names none.
    public var serverID: String
    /// What the server's people find the request by; empty if the answer has none.
    public var traceID: String
    /// What the next step needs.
    public var resumeState: String
    /// What a person should know of a row that is done, such as a value that the server changed; `nil` for nothing.
    public var note: RowProblem?

    /// A receipt; empty unless the arguments say otherwise.
    public init(status: Int? = nil, serverID: String = "", traceID: String = "", resumeState: String = "") {
        self.status = status
        self.serverID = serverID
        self.traceID = traceID
        self.resumeState = resumeState
    }
}

/// How many rows are in which state.
public struct LedgerCounts: Equatable, Sendable {
    /// Every entry, in any state.
    public var rows = 0
    /// Rows for which nothing was sent since the last answered step.
    public var planned = 0
    /// Rows whose answer is not in the ledger.
    public var sent = 0
    /// Rows with steps still to follow.
    public var answered = 0
    /// Rows whose every step had its effect, those of earlier runs included.
    public var done = 0
    /// Of those done, what an earlier run did.
    public var doneBefore = 0
    /// Rows that the server or a check refused.
    public var refused = 0
    /// Rows that a person has to decide about.
    public var unknown = 0

    /// No rows.
    public init() {}

    /// Adds an entry, or `times` entries like it.
    public mutating func count(_ entry: LedgerEntry, times: Int = 1) {
        count(entry.state, isBefore: !entry.earlierRun.isEmpty, times: times)
    }

    package mutating func count(_ state: LedgerEntry.State, isBefore: Bool, times: Int) {
        rows += times
        switch state {
        case .planned: planned += times
        case .sent: sent += times
        case .answered: answered += times
        case .done:
            done += times
            if isBefore { doneBefore += times }
        case .refused: refused += times
        case .unknown: unknown += times
        }
    }

    /// Whether every row has finished without needing a person's decision.
    public var isSettled: Bool { planned == 0 && sent == 0 && answered == 0 && unknown == 0 }
}
