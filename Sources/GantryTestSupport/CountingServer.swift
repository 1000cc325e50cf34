public import GantryEngine
public import GantryModel
internal import Synchronization

/// A server's memory of what it accepted: it outlives the processes that send to it.
public final class EffectBook: Sendable {
    private struct State {
        var effects: [String: Int] = [:]
        var requests: [[Int]] = []
        var atOnce = 0
        var mostAtOnce = 0
    }
    private let state = Mutex(State())

    /// A server that has taken nothing yet.
    public init() {}

    /// How often a step of a row had its effect.
    public func count(_ row: Int, step: Int) -> Int { state.withLock { $0.effects["\(row).\(step)"] ?? 0 } }
    /// The rows of every request that came, in order.
    public var requests: [[Int]] { state.withLock { $0.requests } }
    /// The most requests that were under way at once.
    public var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    func take(_ row: Int, _ step: Int, isUpsert: Bool) {
        state.withLock { $0.effects["\(row).\(step)"] = isUpsert ? 1 : ($0.effects["\(row).\(step)"] ?? 0) + 1 }
    }
    func begin(_ rows: [Int]) {
        state.withLock { state in
            state.requests.append(rows)
            state.atOnce += 1
            state.mostAtOnce = max(state.mostAtOnce, state.atOnce)
        }
    }
    func end() { state.withLock { $0.atOnce -= 1 } }
}

/// A server that takes rows and counts what it took, with failures to order.
public struct CountingServer: RowSender {
    /// A row: its number, and how many steps it needs.
    public struct Row: Sendable {
        /// The row's number in the sheet.
        public let number: Int
        /// How many steps it needs.
        public let steps: Int

        /// A row of one step, unless `steps` says otherwise.
        public init(_ number: Int, steps: Int = 1) {
            self.number = number
            self.steps = steps
        }
    }

    /// A status of 500 is a failure on the request itself.
    public func meaning(ofStatus status: Int) -> AnswerMeaning { status == 500 ? .failsOnRequest : .ended }
    /// How the server reacts to a request.
    public enum Reaction: Sendable {
        case take
        /// It has its effect, and the answer is lost.
        case loseAnswer
        /// It is lost, and nothing shows that.
        case loseRequest
        /// It certainly had no effect.
        case miss
        case refuse
        /// The first of several rows has its effect, then they are refused together. One alone is refused without it.
        case split
        /// Nobody answers.
        case stop
        /// The server fails in these words, and it has no effect.
        case fail(String)
        /// It has its effect, and the answer says so without showing it.
        case takeUnshown
    }

    /// A passing failure of the server.
    public struct Unavailable: ExplainedError, Equatable {
        /// Whether the same request may succeed later.
        public let isRetryable: Bool
        /// A failure that passes, unless the argument says otherwise.
        public init(isRetryable: Bool = true) { self.isRetryable = isRetryable }
        /// "The server is away."
        public var explanation: String { "The server is away." }
        /// None.
        public var advice: Advice? { nil }
    }

    /// What the server has taken.
    public let book: EffectBook
    /// How many steps a kind has, 1 by default.
    public var steps: Int
    /// The steps that the rows of a group share, from 0; none by default.
    public var sharedSteps: Set<Int> = []
    /// Whether it answers lookups at all. The default is true.
    public var canBeAsked = true
    /// Whether a lookup finds what arrived.
    public var showsEffects = true
    /// How many rows a run may claim at once, 1 by default.
    public var claimedAtOnce = 1
    /// Whether what arrives twice has its effect once.
    public var isUpsert = false
    /// Whether a lookup says no more than that a step may be sent again. The default is false.
    public var isRepeatable = false
    /// Which calls `server.send` and `server.find` fail; none by default.
    public var faults: Faults
    /// The fate of the request for these rows and this step; asked once for each.
    public var reaction: @Sendable (_ rows: [Int], _ step: Int) -> Reaction = { _, _ in .take }
    /// What rows are sent in the order of.
    public var order: @Sendable (Row) -> String? = { _ in nil }
    /// What a lookup throws.
    public var lookupFailure: @Sendable (_ rows: [Int], _ step: Int) -> (any Error)? = { _, _ in nil }

    /// A server that takes every request, with one step unless `steps` says otherwise.
    public init(_ book: EffectBook, steps: Int = 1, faults: Faults = Faults()) {
        self.book = book
        self.steps = steps
        self.faults = faults
    }

    /// What the row says.
    public func steps(of row: Row) -> Int { row.steps }
    /// Whether the step is one of `sharedSteps`.
    public func isShared(step: Int) -> Bool { sharedSteps.contains(step) }
    /// What the closure `order` gives; `nil`, the default, for rows without an order.
    public func order(of row: Row) -> String? { order(row) }

    /// Lets happen what `reaction` says. An ordered fault is an ambiguous outcome, as a lost answer is.
    public func send(_ rows: [OutgoingRow<Row>], step: Int) async -> EffectOutcome {
        let numbers = rows.map(\.row.number)
        do {
            let call = try faults.enter("server.send")
            book.begin(numbers)
            defer { book.end() }
            await Task.yield()
            let problem = RowProblem("fault", "An ordered failure.")
            let taking = { (numbers: [Int]) in for number in numbers { book.take(number, step, isUpsert: isUpsert) } }
            let outcome: EffectOutcome
            switch reaction(numbers, step) {
            case .take:
                taking(numbers)
                outcome = .confirmed(
                    numbers.map { Receipt(status: 200, serverID: "\($0)", resumeState: "step \(step)") })
            case .loseAnswer:
                taking(numbers)
                outcome = .ambiguous(problem, status: 500)
            case .loseRequest: outcome = .ambiguous(problem)
            case .miss: outcome = .notSent(problem)
            case .refuse: outcome = .rejected(problem, status: 422)
            case .split:
                if numbers.count > 1 { taking(Array(numbers.prefix(1))) }
                outcome = .split(problem, status: 207)
            case .stop: outcome = .stop(Unavailable())
            case .fail(let words):
                let problem = RowProblem("status-500", words)
                outcome = .ambiguous(problem, status: 500, traceID: "trace \(book.requests.count)")
            case .takeUnshown:
                taking(numbers)
                outcome = .unconfirmed(RowProblem(RowProblem.unconfirmedCode, "The answer shows nothing."), status: 204)
            }
            try faults.leave(call)
            return outcome
        } catch {
            // If the process has ended, the return value doesn't matter; if not, the answer is lost.
            return .ambiguous(RowProblem("fault", "\(error)"))
        }
    }

    /// Confirms rows that all had their effect. Throws `lookupFailure` or an ordered fault.
    public func find(_ rows: [OutgoingRow<Row>], step: Int) async throws -> LookupOutcome {
        let numbers = rows.map(\.row.number)
        let call = try faults.enter("server.find")
        if let failure = lookupFailure(numbers, step) { throw failure }
        try faults.leave(call)
        guard canBeAsked else { return .unknown("The server can't be asked.") }
        if isRepeatable { return .repeatable }
        guard showsEffects, numbers.allSatisfy({ book.count($0, step: step) > 0 }) else { return .missing }
        return .confirmed(numbers.map { Receipt(serverID: "\($0)") })
    }
}
