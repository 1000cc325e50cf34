package import GantryConnectors
package import GantryModel

/// The life of a connection's session, and what to do next for a token. Pure: no clock, no I/O.
///
/// A saved grant is checked if its system wants that, and used. Near its end, or when the server refuses it, it is
/// renewed; if that fails, the known credentials sign in again; otherwise it has ended. A new grant that must be saved
/// is used only after that. A new grant is used once, whatever its expiry says: a server with a wrong clock, or whose
/// tokens live for a moment, would otherwise be asked forever.
package struct SessionState {
    package enum Step: Equatable {
        /// Give this to the gate. `asksAgain`: whether the gate may ask before the grant's end, because there is a way
        /// to another.
        case use(SignInGrant, asksAgain: Bool)
        /// Ask the server whether a kept grant is good.
        case check(SignInGrant)
        case renew(SignInGrant)
        /// Sign in with the credentials.
        case begin
        /// Keep this before it is used.
        case keep(SignInGrant)
        /// A person has to sign in.
        case over(Ending)
    }

    package enum Ending: Equatable {
        /// It is close to its expiry.
        case ended
        /// The server has refused it, so it is useless.
        case refused
        /// The server has said no, and may have meant something else, such as the account's role.
        case doubted
    }

    private struct Held {
        var grant: SignInGrant
        /// Its expiry, if it is known and plausible.
        var endsAt: Instant?
        /// Of its life 80 % is over then.
        var renewAt: Instant?
        /// `nil` if the system needs no check.
        var isChecked: Bool?
        /// It was given to the gate.
        var wasUsed = false
        /// It was got by this process and not used yet.
        var isNew = false
        /// The server's verdict about it; `nil` if there is none yet.
        var refusal: Ending?
    }

    private var held: Held?
    private var unkept: SignInGrant?
    package private(set) var renewalIsRefused = false
    private var renewalFailed = false
    private let canBegin: Bool
    private let canRenew: @Sendable (SignInGrant) -> Bool

    /// - Parameters:
    ///   - kept: The session on disk.
    ///   - needsCheck: Whether the system wants saved grants to be checked.
    ///   - canBegin: Whether the credentials are known.
    package init(
        kept: StoredSession?, needsCheck: Bool, canBegin: Bool, canRenew: @escaping @Sendable (SignInGrant) -> Bool
    ) {
        self.canBegin = canBegin
        self.canRenew = canRenew
        if let kept { hold(kept.grant, since: kept.grantedAt, isChecked: needsCheck ? false : nil) }
    }

    package mutating func next(now: Instant) -> Step {
        if let unkept { return .keep(unkept) }
        guard let held else { return canBegin ? .begin : .over(.ended) }
        let renews = canRenew(held.grant) && !renewalIsRefused
        if let refusal = held.refusal { return renews ? .renew(held.grant) : canBegin ? .begin : .over(refusal) }
        if held.isNew { return use(renews) }
        let isOver = held.endsAt.map { $0 <= now } ?? false
        let isDue = !renewalFailed && (held.renewAt.map { $0 <= now } ?? false)
        if renews, isOver || isDue || held.wasUsed { return .renew(held.grant) }
        if isOver { return canBegin ? .begin : .over(renewalIsRefused ? .refused : .ended) }
        if held.isChecked == false { return .check(held.grant) }
        return held.wasUsed && canBegin ? .begin : use(renews)
    }

    private mutating func use(_ renews: Bool) -> Step {
        guard let grant = held?.grant else { return .over(.ended) }
        held?.wasUsed = true
        held?.isNew = false
        return .use(grant, asksAgain: renews || canBegin)
    }

    /// The grant that requests go with now.
    package var current: SignInGrant? { held?.grant }

    /// Whether the server has definitely ended the grant.
    package var isRefused: Bool { held?.refusal == .refused }

    /// The server says that the kept grant is good.
    package mutating func checked() { held?.isChecked = true }

    /// The server rejected the saved grant when asked about it.
    package mutating func checkRefused() { held?.refusal = .refused }

    /// The server has refused a request with the grant. One that can be checked is checked again, which tells whether
    /// it is the grant that the server means. `isCertain`: nothing else can be meant.
    package mutating func tokenRefused(isCertain: Bool) {
        if held?.isChecked != nil {
            held?.isChecked = false
            held?.wasUsed = false
        } else {
            held?.refusal = isCertain ? .refused : .doubted
        }
    }

    /// The server refuses to renew the grant, which may itself be good until its end.
    package mutating func renewalRefused() { renewalIsRefused = true }

    /// Renewing failed for another reason. True if the old grant can still be used.
    package mutating func renewalFailed(now: Instant) -> Bool {
        guard let held, held.refusal == nil, !held.wasUsed, held.endsAt.map({ now < $0 }) ?? true else { return false }
        renewalFailed = true
        return true
    }

    /// Signing in or renewing gave this. `mustKeep`: it is kept before it is used.
    package mutating func granted(_ grant: SignInGrant, at now: Instant, mustKeep: Bool) {
        if mustKeep {
            unkept = grant
        } else {
            hold(grant, since: now, isChecked: nil)
            held?.isNew = true
        }
    }

    /// What `keep` gave is on disk.
    package mutating func kept(_ grant: SignInGrant, since: Instant) {
        hold(grant, since: since, isChecked: nil)
        held?.isNew = true
    }

    /// Another process has saved this in the meantime.
    package mutating func adopted(_ session: StoredSession) {
        hold(session.grant, since: session.grantedAt, isChecked: nil)
    }

    private mutating func hold(_ grant: SignInGrant, since: Instant, isChecked: Bool?) {
        unkept = nil
        // A grant that had already expired when it was issued means that a clock is wrong, here or at the server.
        let endsAt = grant.expiresAt.flatMap { $0 > since ? $0 : nil }
        let renewAt = endsAt.map { $0.adding(nanoseconds: -($0.nanoseconds(since: since) / 5)) }
        held = Held(grant: grant, endsAt: endsAt, renewAt: renewAt, isChecked: isChecked)
        renewalIsRefused = false
        renewalFailed = false
    }
}
