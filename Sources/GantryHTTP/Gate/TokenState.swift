package import GantryModel

/// The life of a connection's token. Pure: no clock, no I/O.
///
/// `absent` → `signingIn` → `held`; `held` → `absent` on a refusal, → `signingIn` when 80 % of its life is over, and
/// back to the old token if that fails while it is still good; `signingIn` → `denied` when the credentials are wrong,
/// which is final: trying a wrong password for every request locks accounts.
package struct TokenState {
    package struct Held {
        let value: Secret
        let headers: [HeaderField]
        package let generation: Int
        var refreshAt: Duration?
        let expiresAt: Duration?
        /// Whether a request has gone out with it.
        var isSent = false
    }

    private enum Phase {
        case absent
        /// A sign-in runs. `old` is the token being replaced before its end.
        case signingIn(old: Held?)
        case held(Held)
        case denied(HTTPError)
    }

    package enum Answer {
        case use(Held)
        /// The caller starts a sign-in and then waits for it like the others.
        case startSignIn
        case wait
        case fail(HTTPError)
    }

    package init() {}

    private var phase = Phase.absent
    private(set) var generation = 0

    /// The token in use, for redaction.
    package var current: Secret? {
        switch phase {
        case .held(let held): held.value
        case .signingIn(let old): old?.value
        case .absent, .denied: nil
        }
    }

    /// The token that may be sent now, without starting anything: one that hasn't ended. The first request may also
    /// send one that has, and the server decides; tokens that live for a moment would otherwise be fetched forever.
    package func sendable(now: Duration) -> Held? {
        guard case .held(let held) = phase else { return nil }
        return !held.isSent || held.expiresAt.map { now < $0 } ?? true ? held : nil
    }

    /// A request goes out with the token.
    package mutating func sent() {
        guard case .held(var held) = phase else { return }
        held.isSent = true
        phase = .held(held)
    }

    /// Someone wants to send. `acceptsOld`: it has just waited for a sign-in, and accepts its token whatever its age,
    /// because a server whose tokens live for a moment would otherwise be asked forever.
    package mutating func ask(now: Duration, acceptsOld: Bool = false) -> Answer {
        switch phase {
        case .denied(let error): return .fail(error)
        case .signingIn: return .wait
        case .absent:
            phase = .signingIn(old: nil)
            return .startSignIn
        case .held(let held):
            if let refreshAt = held.refreshAt, now >= refreshAt, !acceptsOld {
                phase = .signingIn(old: held)
                return .startSignIn
            }
            return .use(held)
        }
    }

    package mutating func signedIn(_ token: AccessToken, now: Duration) {
        generation += 1
        // A token that has ended already, by a clock that may be wrong, is used until it is refused.
        let lifetime = token.lifetime.flatMap { $0 > .zero ? $0 : nil }
        phase = .held(
            Held(
                value: token.value, headers: token.headers, generation: generation,
                refreshAt: lifetime.map { now + $0 * 8 / 10 },
                expiresAt: lifetime.map { now + $0 }
            ))
    }

    /// True if the old token is still good and those who wait can continue with it; false if they fail with `error`.
    package mutating func signInFailed(_ error: HTTPError, now: Duration) -> Bool {
        guard case .signingIn(let old) = phase else { return false }
        if var old, let expiresAt = old.expiresAt, now < expiresAt {
            // Half of the remaining time, so that the next attempt comes in time and not with every request.
            old.refreshAt = now + (expiresAt - now) / 2
            phase = .held(old)
            return true
        }
        phase = error.isRetryable || error.code == .cancelled ? .absent : .denied(error)
        return false
    }

    /// A request was refused with the token of `generation`. Only the first to say so of the newest token drops it.
    /// True if it was the newest.
    @discardableResult
    package mutating func refused(generation: Int) -> Bool {
        if case .held(let held) = phase, held.generation == generation {
            phase = .absent
            return true
        }
        if case .signingIn(let old?) = phase, old.generation == generation {
            phase = .signingIn(old: nil)
            return true
        }
        return false
    }
}
