/// Decides which requests the desk answers. It opens no socket: facts of a request go in, a verdict comes out.
///
/// A page of a stranger in the same browser can send requests here, and so can every program and person of this
/// machine.
package struct DeskGuard: Sendable {
    /// How long the address that the desk prints opens it.
    package static let keyLife = Duration.seconds(120)
    /// How long a browser stays in.
    package static let sessionLife = Duration.seconds(12 * 3_600)
    /// A form is no longer.
    package static let longestForm = 1_000_000

    /// What is done with a request.
    package enum Verdict: Sendable, Equatable {
        /// It is answered with a page or a file.
        case show
        /// Its form is read, of which ``accepts(form:for:now:)`` then decides.
        case read
        /// Its file is kept, once ``accepts(form:for:now:)`` has decided.
        case receive
        /// It is answered with a part of the program.
        case asset
        /// It opens the desk: the browser gets this cookie.
        case enter(cookie: String)
        /// It opens what is open for this browser.
        case isIn
        case refuse(Refusal)
    }

    private let hosts: Set<String>
    private let cookieName: String
    private let key = RandomKey(bytes: 16)
    private let keyEnd: ContinuousClock.Instant
    private var session: Session?

    private struct Session: Sendable {
        let token = RandomKey(bytes: 32)
        let forms = RandomKey(bytes: 32)
        let end: ContinuousClock.Instant
    }

    package init(port: Int, now: ContinuousClock.Instant) {
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"]
        cookieName = "gantry_desk_\(port)"
        keyEnd = now + DeskGuard.keyLife
    }

    /// What opens the desk once.
    package var entrance: String { "/enter?key=\(key.text)" }

    package mutating func verdict(_ facts: RequestFacts, now: ContinuousClock.Instant) -> Verdict {
        guard facts.hosts.count == 1, hosts.contains(facts.hosts[0]) else { return .refuse(.otherHost) }
        guard facts.target.hasPrefix("/") else { return .refuse(.noPath) }
        let isRead = ["GET", "HEAD"].contains(facts.method)
        guard isRead || ["POST", "PUT"].contains(facts.method) else { return .refuse(.otherMethod) }
        if isRead, facts.path == "/enter" { return entry(facts, now) }
        // They are the same for everybody, and hold nothing of the workspace.
        if isRead, facts.path.hasPrefix(DeskAddress.assets) { return .asset }
        guard isIn(facts, now) else { return .refuse(.noSession) }
        return isRead ? .show : change(facts)
    }

    /// Whether a form was made by this desk for its address. Only then is anything done with it.
    package func accepts(form token: String, for path: some StringProtocol, now: ContinuousClock.Instant) -> Bool {
        guard let own = self.token(for: path, now: now) else { return false }
        return RandomKey.areEqual(own, token)
    }

    /// What a form for this address carries; `nil` where nobody is in.
    package func token(for path: some StringProtocol, now: ContinuousClock.Instant) -> String? {
        guard let session, now < session.end else { return nil }
        return session.forms.code(of: String(path))
    }

    private mutating func entry(_ facts: RequestFacts, _ now: ContinuousClock.Instant) -> Verdict {
        // Who reloads the address is in.
        if isIn(facts, now) { return .isIn }
        let keys = facts.query("key")
        guard keys.count == 1, key.matches(keys[0]) else { return .refuse(.wrongKey) }
        guard session == nil else { return .refuse(.usedKey) }
        guard now < keyEnd else { return .refuse(.lateKey) }
        // A look ahead is no visit.
        guard facts.method == "GET" else { return .refuse(.otherMethod) }
        let session = Session(end: now + DeskGuard.sessionLife)
        self.session = session
        return .enter(cookie: "\(cookieName)=\(session.token.text); HttpOnly; SameSite=Strict; Path=/")
    }

    private func isIn(_ facts: RequestFacts, _ now: ContinuousClock.Instant) -> Bool {
        guard let session, now < session.end else { return false }
        // Each is compared, so that the time doesn't tell which one is right.
        return facts.cookie(cookieName).reduce(false) { session.token.matches($1) || $0 }
    }

    private func change(_ facts: RequestFacts) -> Verdict {
        guard facts.origins == ["http://" + facts.hosts[0]], [nil, "same-origin"].contains(facts.fetchSite) else {
            return .refuse(.otherOrigin)
        }
        let type = facts.contentType?.prefix { $0 != ";" }
        if facts.method == "PUT" {
            // Without a length it can't be refused before it is sent.
            guard type == "application/octet-stream", let length = facts.contentLength.flatMap({ Int($0) }), length >= 0
            else { return .refuse(.noForm) }
            return length > DroppedFiles.mostBytes ? .refuse(.tooLong) : .receive
        }
        guard type == "application/x-www-form-urlencoded" else { return .refuse(.noForm) }
        if let length = facts.contentLength {
            guard let length = Int(length), length >= 0 else { return .refuse(.noForm) }
            guard length <= DeskGuard.longestForm else { return .refuse(.tooLong) }
        }
        return .read
    }
}
