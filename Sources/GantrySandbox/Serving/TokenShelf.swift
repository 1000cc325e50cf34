import Synchronization

/// The tokens that this server process has handed out. They are random, mean nothing elsewhere, and end with the
/// process.
final class TokenShelf: Sendable {
    let life: Duration
    private let tokens = Mutex<[String: (end: ContinuousClock.Instant, holder: String)]>([:])

    init(life: Duration) {
        self.life = life
    }

    /// - Parameters:
    ///   - holder: Who the token stands for.
    ///   - claims: The JSON that the token carries in the manner of a JWT; nil makes an opaque one.
    func issue(to holder: String = "", claims: String? = nil) -> String {
        let token = claims.map { webToken(claims: $0) } ?? randomToken()
        tokens.withLock { $0[token] = (.now + life, holder) }
        return token
    }

    /// Who an Authorization header stands for; nil where it holds no token that is still good.
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
