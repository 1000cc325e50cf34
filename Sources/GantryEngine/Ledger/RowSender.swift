/// Sends rows and looks them up. It knows requests and answers, and nothing about the ledger.
public protocol RowSender: Sendable {
    associatedtype Row: Sendable
    /// Requests that any row can need, one after the other; at least 1.
    var steps: Int { get }
    /// Requests that this row needs: the first so many of them.
    func steps(of row: Row) -> Int
    /// The most rows that are entered in the ledger as sent in one transaction before the first of them is sent. Up to
    /// twice as many are entered ahead of their turn. More is faster, and leaves more rows to be looked up when the
    /// program is killed; 1 where the server can't be asked. The default is 1.
    var claimedAtOnce: Int { get }
    /// Whether one request of this step is for all rows of a group.
    func isShared(step: Int) -> Bool
    /// Sends a step of one row, or of all rows of a group where the step is shared.
    func send(_ rows: [OutgoingRow<Row>], step: Int) async -> EffectOutcome
    /// Asks the server whether a step that was sent had its effect. Throws if it can't be asked now.
    func find(_ rows: [OutgoingRow<Row>], step: Int) async throws -> LookupOutcome
    /// Rows with an equal text are sent one after the other, in their order, each after the outcome of those ahead of
    /// it is known. `nil`, which is the default, where the order makes no difference. Such rows have one step.
    func order(of row: Row) -> String?
    /// The outcome of rows that were sent together if the server fails on them each time. The default refuses all of
    /// them.
    func refusal(of rows: [OutgoingRow<Row>], step: Int, for problem: RowProblem, status: Int?) -> EffectOutcome
    /// What an answer that confirms nothing says about the server's work on the request. The default is
    /// `AnswerMeaning.ended`.
    func meaning(ofStatus status: Int) -> AnswerMeaning
}

/// What an answer that confirms nothing says about the server's work on the request.
public enum AnswerMeaning: Sendable {
    /// The server may still be working on it, because a gateway answered instead.
    case mayBeAtWork
    /// The server fails on the request itself, so the same failure again is final.
    case failsOnRequest
    /// The server has ended its work.
    case ended
}

extension RowSender {
    /// One: rows are entered as sent one by one.
    public var claimedAtOnce: Int { 1 }
    /// All steps, ``steps``.
    public func steps(of row: Row) -> Int { steps }
    /// `nil`: the order makes no difference.
    public func order(of _: Row) -> String? { nil }
    /// Rejects the rows with the problem and the status.
    public func refusal(of _: [OutgoingRow<Row>], step _: Int, for problem: RowProblem, status: Int?) -> EffectOutcome {
        .rejected(problem, status: status)
    }
    /// `AnswerMeaning.ended`, for every status.
    public func meaning(ofStatus _: Int) -> AnswerMeaning { .ended }
}

/// A row with its entry in the ledger.
public struct OutgoingRow<Row: Sendable>: Sendable {
    /// The row as the sheet has it.
    public let row: Row
    /// Its entry in the ledger.
    public var entry: LedgerEntry

    /// A row with its entry, which are not compared.
    public init(_ row: Row, _ entry: LedgerEntry) {
        self.row = row
        self.entry = entry
    }
}

/// The outcome of a step, as a sender reports it and as a connector reads it from an answer.
public enum EffectOutcome: Sendable {
    /// The step had its effect; one receipt for each row.
    case confirmed([Receipt])
    /// The server refused it; sending the same again makes no difference.
    case rejected(RowProblem, status: Int? = nil, traceID: String = "")
    /// It may have had its effect, which is looked up.
    case ambiguous(RowProblem, status: Int? = nil, traceID: String = "")
    /// The server reports the effect, but doesn't show it. It is looked up and never sent again; if the lookup doesn't
    /// find it, a person decides. The problem's code is ``RowProblem/unconfirmedCode``.
    case unconfirmed(RowProblem, status: Int? = nil)
    /// It had the wrong effect. It is neither looked up nor sent again; a person decides.
    case wrongEffect(RowProblem, status: Int? = nil)
    /// It certainly had no effect, and can be sent again.
    case notSent(RowProblem, status: Int? = nil, traceID: String = "")
    /// The rows of the group can't be sent together; each is sent alone. What of them has arrived makes no difference
    /// when it arrives again.
    case split(RowProblem, status: Int? = nil)
    /// The last request certainly had no effect, and no row can be sent now: the server doesn't answer, or refuses the
    /// account.
    case stop(any Error)
}

/// What a lookup found.
public enum LookupOutcome: Sendable {
    /// The effect happened; one receipt for each row.
    case confirmed([Receipt])
    /// The effect is not there.
    case missing
    /// The server can't be asked, and the step makes no difference when it arrives again: it may be sent again, and
    /// whatever the server says of it then, it may have had its effect before.
    case repeatable
    /// The outcome can't be found out, for this reason.
    case unknown(String)
}

extension EffectOutcome {
    /// The outcome with the status of its answer and, for a refusal, the trace id by which the server's staff find the
    /// request.
    package func with(status: Int?, traceID: String = "") -> EffectOutcome {
        switch self {
        case .rejected(let problem, _, _): .rejected(problem, status: status, traceID: traceID)
        case .ambiguous(let problem, _, _): .ambiguous(problem, status: status)
        case .unconfirmed(let problem, _): .unconfirmed(problem, status: status)
        case .wrongEffect(let problem, _): .wrongEffect(problem, status: status)
        case .notSent(let problem, _, _): .notSent(problem, status: status)
        case .split(let problem, _): .split(problem, status: status)
        case .confirmed, .stop: self
        }
    }
}
