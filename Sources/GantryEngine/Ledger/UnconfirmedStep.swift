internal import GantryModel

/// A step that was sent and whose success is not known.
struct UnconfirmedStep: Sendable {
    let problem: RowProblem
    var status: Int?
    var traceID = ""
    /// Whether the server says that it had its effect.
    var isTaken = false

    init(_ problem: RowProblem, status: Int? = nil, traceID: String = "", isTaken: Bool = false) {
        self.problem = problem
        self.status = status
        self.traceID = traceID
        self.isTaken = isTaken
    }

    /// Of a step that an earlier process sent.
    init(sent entry: LedgerEntry) {
        self.init(
            RowProblem("answer-lost", "The program ended before the answer came."),
            isTaken: entry.problem?.code == RowProblem.unconfirmedCode)
    }

    /// Why a row could not be sent before; `nil` if nothing is known.
    init?(left entry: LedgerEntry) {
        guard entry.state == .planned || entry.state == .answered, let problem = entry.problem else { return nil }
        self.init(problem, status: entry.status, traceID: entry.traceID)
    }

    var missing: LedgerEvent { .missing(problem, status: status, traceID: traceID) }

    /// The outcome is unknown, for this reason.
    func uncertain(_ reason: String) -> LedgerEvent { .uncertain(adding(reason), status: status, traceID: traceID) }

    /// The server can't be asked now, for this reason.
    func notLookedUp(_ reason: String) -> LedgerEvent { .notLookedUp(adding(reason), status: status, traceID: traceID) }

    func adding(_ sentence: String) -> RowProblem {
        RowProblem(problem.code, field: problem.field, "\(problem.sentence) \(sentence)")
    }

    /// What the answer says about the server's work on the request. Without an answer it may still be working on it.
    func meaning(for sender: some RowSender) -> AnswerMeaning {
        if problem.code == RowProblem.pageCode { return .mayBeAtWork }
        return status.map { sender.meaning(ofStatus: $0) } ?? .mayBeAtWork
    }

    /// Why a refusal or a failure doesn't show that a step had no effect which the server can't be asked about.
    static let maybeThere = "It was already sent, and this server can't be asked whether it has the row."

    /// Whether the server says that it succeeded, and nothing about the row.
    var reportsSuccess: Bool { problem.code == RowProblem.unclearCode && (200..<300).contains(status ?? 0) }

    /// Whether a refusal says that something is there already or is past changing, which can be the row itself.
    var saysThatItIsThere: Bool {
        let words = problem.sentence.lowercased()
        return status == 409
            || ["already", "duplicate", " exists", "cannot modify", "can't modify", "is submitted"].contains {
                words.contains($0)
            }
    }

    /// Whether this is the earlier answer again, in the same words. Numbers in the words may differ.
    func repeats(_ earlier: UnconfirmedStep?) -> Bool {
        guard let earlier, status == earlier.status else { return false }
        return problem.code == earlier.problem.code && words == earlier.words
    }

    private var words: [Substring] {
        problem.sentence.split { !($0.isLetter || $0.isNumber) }.filter { !$0.contains(where: \.isNumber) }
    }
}

extension RowProblem {
    /// The problem of a step of a row whose earlier steps were done. A step without an effect, such as a lookup, has no
    /// id of the server.
    func after(_ entry: LedgerEntry) -> RowProblem {
        guard entry.stepsDone > 0, !entry.serverID.isEmpty else { return self }
        return RowProblem(
            code, field: field,
            "\(sentence) The earlier steps remain on the server as \(singleLine(entry.serverID)).")
    }
}
