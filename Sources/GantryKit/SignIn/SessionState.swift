package import GantryConnectors
package import GantryModel

/// The life of a connection's session, and what to do next for a token. Pure: no clock, no I/O.
///
/// A grant that was kept is checked where its system wants that, and used; near its end, or when the server refuses it, it is
/// renewed; where that can't be, somebody signs in again with the credentials that are known; else it is over. A new grant that
/// must be kept is used only once it has been.
package struct SessionState {
    package enum Step: Equatable {
        /// Give this to the gate. `asksAgain`: whether the gate may ask before the grant's end, because there is a way to another.
        case use(SignInGrant, asksAgain: Bool)
        /// Ask the server whether a kept grant is good.
        case check(SignInGrant)
        case renew(SignInGrant)
        /// Sign in with the credentials.
        case begin
        /// Keep this before it is used.
        case keep(SignInGrant)
        /// Only a person can go on. `wasRefused`: the server has said no to a kept grant, which is of no more use.
        case over(wasRefused: Bool)
    }

    private struct Held {
        var grant: SignInGrant
        /// Of its life 80 % is over then; `nil` when its end is not known.
        var renewAt: Instant?
        var isChecked: Bool
        /// It was given to the gate, so the gate asking again means that it is refused or near its end.
        var wasUsed = false
    }

    private var held: Held?
    private var unkept: SignInGrant?
    private var renewalIsRefused = false
    private var renewalFailed = false
    private let canBegin: Bool
    private let canRenew: @Sendable (SignInGrant) -> Bool

    /// - Parameters:
    ///   - kept: The session on disk.
    ///   - needsCheck: Whether the system wants a kept grant to be checked.
    ///   - canBegin: Whether the credentials are known.
    package init(
        kept: StoredSession?, needsCheck: Bool, canBegin: Bool, canRenew: @escaping @Sendable (SignInGrant) -> Bool
    ) {
        self.canBegin = canBegin
        self.canRenew = canRenew
        if let kept { hold(kept.grant, since: kept.grantedAt, isChecked: !needsCheck) }
    }

    package mutating func next(now: Instant) -> Step {
        if let unkept { return .keep(unkept) }
        if var held {
            let renews = canRenew(held.grant) && !renewalIsRefused
            let isOver = held.grant.expiresAt.map { $0 <= now } ?? false
            let isDue = renews && !renewalFailed && (held.renewAt.map { $0 <= now } ?? false)
            if !held.wasUsed, !isOver, !isDue {
                guard held.isChecked else { return .check(held.grant) }
                held.wasUsed = true
                self.held = held
                return .use(held.grant, asksAgain: renews || canBegin)
            }
            if renews { return .renew(held.grant) }
        }
        return canBegin ? .begin : .over(wasRefused: held?.wasUsed == true || renewalIsRefused)
    }

    /// Whether a grant found on disk is another than the one that was used.
    package func isNew(_ grant: SignInGrant) -> Bool { held?.grant.token != grant.token }

    /// The server says that the kept grant is good.
    package mutating func checked() { held?.isChecked = true }

    /// The server says no to the kept grant, or to its renewal.
    package mutating func refused() {
        renewalIsRefused = true
        held?.wasUsed = true
    }

    /// Renewing failed for a passing reason. True if the old grant can still be used.
    package mutating func renewalFailed(now: Instant) -> Bool {
        guard let held, !held.wasUsed, held.grant.expiresAt.map({ now < $0 }) ?? true else { return false }
        renewalFailed = true
        return true
    }

    /// Signing in or renewing gave this. `mustKeep`: it is kept before it is used.
    package mutating func granted(_ grant: SignInGrant, at now: Instant, mustKeep: Bool) {
        if mustKeep { unkept = grant } else { hold(grant, since: now, isChecked: true) }
    }

    /// What `keep` gave is on disk; or another process kept this meanwhile.
    package mutating func kept(_ grant: SignInGrant, since: Instant) {
        unkept = nil
        hold(grant, since: since, isChecked: true)
    }

    private mutating func hold(_ grant: SignInGrant, since: Instant, isChecked: Bool) {
        let renewAt = grant.expiresAt.map { end in
            let life = max(0, end.nanosecondsSince1970 - since.nanosecondsSince1970)
            return Instant(nanosecondsSince1970: end.nanosecondsSince1970 - life / 5)
        }
        held = Held(grant: grant, renewAt: renewAt, isChecked: isChecked)
        renewalIsRefused = false
        renewalFailed = false
    }
}
