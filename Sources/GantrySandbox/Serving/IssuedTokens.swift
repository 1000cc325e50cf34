internal import GantryJSON
internal import GantryModel
import Synchronization

/// The tokens that this process has issued. They are random and end with the process.
final class IssuedTokens: Sendable {
    private let life: Duration
    private let tokens = Mutex<[String: (end: ContinuousClock.Instant, holder: String)]>([:])

    init(life: Duration) {
        self.life = life
    }

    /// When a token that is issued now expires, in whole seconds.
    var end: GantryModel.Instant { .now.adding(seconds: Int(life.components.seconds)) }

    /// - Parameters:
    ///   - holder: Who the token stands for.
    ///   - claims: What the token says in the form of a JWT; nil makes an opaque token.
    func issue(to holder: String, claims: JSONTree? = nil) -> String {
        let token = claims.map { webToken(claims: $0) } ?? randomToken()
        tokens.withLock { $0[token] = (.now + life, holder) }
        return token
    }

    /// Who an Authorization header stands for; nil without a valid token.
    func holder(authorization: String?) -> String? {
        guard let authorization, authorization.hasPrefix("Bearer ") else { return nil }
        let token = String(authorization.dropFirst(7))
        return tokens.withLock { tokens in
            guard let found = tokens[token] else { return nil }
            if found.end > .now { return found.holder }
            tokens[token] = nil
            return nil
        }
    }

    func expireAll() {
        tokens.withLock { $0.removeAll() }
    }
}
