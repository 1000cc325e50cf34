internal import Synchronization

/// An ordered failure of one call.
public struct InjectedFault: Error, Equatable {
    /// The call that failed, or at which the process ended.
    public let call: Faults.Call

    /// The failure of a call.
    public init(_ call: Faults.Call) { self.call = call }
}

/// Counts the calls that a run makes to its sources, files and journal, and lets any of them fail.
///
/// One instance represents one process: after a kill every further call fails without effect, since a dead process does
/// nothing.
public final class Faults: Sendable {
    /// One call: the operation's name, and how many of that name came before it.
    public struct Call: Hashable, Sendable, CustomStringConvertible {
        /// Such as `journal.commit`.
        public let operation: String
        /// From 1.
        public let occurrence: Int
        /// `journal.commit #2`.
        public var description: String { "\(operation) #\(occurrence)" }
    }

    /// When a call fails.
    public enum Moment: Sendable, CaseIterable {
        /// The call fails and has no effect.
        case before
        /// The call has its effect, and its caller doesn't learn so.
        case after
    }

    /// What fails with a call.
    public enum Kind: Sendable, CaseIterable {
        /// This call alone fails.
        case error
        /// The process ends here.
        case kill
    }

    private struct State {
        var counts: [String: Int] = [:]
        var calls: [Call] = []
        var killedAt: Call?
    }

    private let state = Mutex(State())
    private let plan: @Sendable (Call, Moment) -> Kind?

    /// Nothing fails; calls are counted.
    public convenience init() { self.init { _, _ in nil } }

    /// One call fails.
    public convenience init(_ call: Call, _ moment: Moment, kind: Kind) {
        self.init { $0 == call && $1 == moment ? kind : nil }
    }

    /// - Parameter plan: asked before and after every call.
    public init(plan: @escaping @Sendable (Call, Moment) -> Kind?) { self.plan = plan }

    /// Every call that was begun, in order.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// How often an operation was asked for.
    public func count(of operation: String) -> Int { state.withLock { $0.counts[operation] ?? 0 } }

    /// Where the process ended, if it did.
    public var killedAt: Call? { state.withLock { $0.killedAt } }

    /// To be called first in an operation.
    /// - Returns: what `leave` takes.
    public func enter(_ operation: String) throws -> Call {
        let call = try state.withLock { state in
            if let killedAt = state.killedAt { throw InjectedFault(killedAt) }
            let occurrence = state.counts[operation, default: 0] + 1
            state.counts[operation] = occurrence
            let call = Call(operation: operation, occurrence: occurrence)
            state.calls.append(call)
            return call
        }
        try fail(call, .before)
        return call
    }

    /// To be called last in an operation, once its effect has happened.
    public func leave(_ call: Call) throws { try fail(call, .after) }

    private func fail(_ call: Call, _ moment: Moment) throws {
        guard let kind = plan(call, moment) else { return }
        if kind == .kill { state.withLock { $0.killedAt = $0.killedAt ?? call } }
        throw InjectedFault(call)
    }

    /// An operation with its effect.
    func around<T>(_ operation: String, _ effect: () throws -> T) throws -> T {
        let call = try enter(operation)
        let result = try effect()
        try leave(call)
        return result
    }

    /// The same of one that takes time.
    func around<T: Sendable>(_ operation: String, _ effect: () async throws -> T) async throws -> T {
        let call = try enter(operation)
        let result = try await effect()
        try leave(call)
        return result
    }
}
