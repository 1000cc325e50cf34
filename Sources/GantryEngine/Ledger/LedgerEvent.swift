public import GantryModel

/// What happens to a row.
public enum LedgerEvent: Equatable, Sendable {
    /// A photo of the row was converted, so that the entry's ``LedgerEntry/content`` can say what is sent.
    case readied(content: String)
    /// The next step is about to be sent.
    case sending
    /// A step that was about to be sent is not sent after all, or was turned away before it could have an effect. It
    /// doesn't count as an attempt.
    case withdrawn
    /// The server took the step that was sent, or a lookup found its effect, if only after its outcome was unknown.
    /// `isLast`: no step follows.
    case taken(Receipt, isLast: Bool)
    /// The server refused the step, and it had no effect.
    case refused(RowProblem, status: Int?, traceID: String = "")
    /// The step certainly had no effect: it wasn't sent, wasn't sent completely, or a lookup didn't find it.
    case missing(RowProblem?, status: Int? = nil, traceID: String = "")
    /// It is unknown whether the step had its effect.
    case uncertain(RowProblem, status: Int? = nil, traceID: String = "")
    /// The step was sent, and the server can't be asked for its outcome now. The row stays sent, since when it was.
    case notLookedUp(RowProblem, status: Int? = nil, traceID: String = "")
    /// A person decided that an unknown row is sent again.
    case resend
    /// A person decided that an unknown row counts as done.
    case accept
}

extension LedgerEntry {
    /// Whether the event can happen to the entry in its current state.
    public func allows(_ event: LedgerEvent) -> Bool {
        switch (state, event) {
        case (.planned, .readied), (.answered, .readied): true
        case (.planned, .sending), (.answered, .sending): true
        case (.planned, .refused), (.answered, .refused): true
        case (.sent, .withdrawn), (.sent, .taken), (.sent, .refused), (.sent, .missing), (.sent, .uncertain): true
        case (.sent, .notLookedUp): true
        case (.unknown, .resend), (.unknown, .accept), (.unknown, .taken): true
        default: false
        }
    }

    /// The entry after the event.
    ///
    /// - Throws: ``LedgerViolation`` when the event can't happen to it. Sending a row that is sent, done or unknown is
    ///   one.
    public func after(_ event: LedgerEvent, at time: Instant) throws(LedgerViolation) -> LedgerEntry {
        guard allows(event) else { throw LedgerViolation(row: row, state: state, event: event) }
        var next = self
        next.changedAt = time
        next.problem = nil
        next.earlierRun = ""
        next.leftTo = ""
        switch event {
        case .readied(let content):
            // Nothing has happened to the row.
            next = self
            next.content = content
        case .sending:
            next.state = .sent
            next.attempts += 1
            next.status = nil
        case .withdrawn:
            next.state = stepsDone > 0 ? .answered : .planned
            next.attempts -= 1
        case .taken(let receipt, let isLast):
            next.state = isLast ? .done : .answered
            next.stepsDone += 1
            // The attempts of a step don't count as repeats of the next one.
            if !isLast { next.attempts -= 1 }
            next.status = receipt.status ?? status
            if !receipt.serverID.isEmpty { next.serverID = receipt.serverID }
            if !receipt.traceID.isEmpty { next.traceID = receipt.traceID }
            next.problem = receipt.note
            if !receipt.resumeState.isEmpty { next.resumeState = receipt.resumeState }
        case .refused(let problem, let status, let traceID):
            next.state = .refused
            next.problem = problem
            next.status = status ?? self.status
            next.traceID = traceID
        case .missing(let problem, let status, let traceID):
            next.state = stepsDone > 0 ? .answered : .planned
            next.problem = problem
            next.status = status ?? self.status
            next.traceID = traceID
        case .uncertain(let problem, let status, let traceID):
            next.state = .unknown
            next.problem = problem
            next.status = status ?? self.status
            next.traceID = traceID
        case .notLookedUp(let problem, let status, let traceID):
            // Nothing has happened to the row.
            next = self
            next.problem = problem
            next.status = status
            next.traceID = traceID
        case .resend: next.state = stepsDone > 0 ? .answered : .planned
        case .accept:
            next.state = .done
            // What is unproven is kept apart from what the server has confirmed.
            let before = problem.map { " Before that: \($0.sentence)" } ?? ""
            next.problem = RowProblem("accepted", "A person accepted it as done.\(before)")
        }
        return next
    }
}

/// Something was about to happen to a row that must not: a defect of the program, which ends the run before it does
/// harm.
public struct LedgerViolation: ExplainedError, Equatable {
    /// The number of the row in a spreadsheet program, from 1.
    public let row: Int
    /// The state that the row is in.
    public let state: LedgerEntry.State
    /// What can't happen in that state.
    public let event: LedgerEvent

    package init(row: Int, state: LedgerEntry.State, event: LedgerEvent) {
        self.row = row
        self.state = state
        self.event = event
    }

    /// Names the row by its number in the sheet, its state and what was about to happen.
    public var explanation: String {
        "Row \(row) of the sheet is \(state.rawValue) in the ledger, which rules out \(word)."
    }
    /// Says that nothing was sent, and asks for a report.
    public var advice: Advice? { "Nothing was sent for it. Please report this, with the list of the run's rows." }
    /// False: the same command would do the same.
    public var isRetryable: Bool { false }

    private var word: String {
        switch event {
        case .readied: "readying it"
        case .sending: "sending it"
        case .withdrawn: "withdrawing it"
        case .taken: "a success"
        case .refused: "a refusal"
        case .missing: "being missing"
        case .uncertain: "uncertainty"
        case .notLookedUp: "a lookup that failed"
        case .resend: "sending it again"
        case .accept: "accepting it"
        }
    }
}
