import FoundationEssentials
import HTTPTypes
import Synchronization

/// Who can sign in, and the tokens of those who did.
///
/// Somebody who signs up while the sandbox runs can sign in and see himself, but does not appear in the lists of users,
/// so that these stay what they are.
final class Members: Sendable {
    private struct Member {
        var id: String
        var email: String
        var password: String
        /// The JSON text of the user.
        var user: [UInt8]
    }

    private let tokens: TokenShelf
    private let members: Mutex<[Member]>

    init(accounts: [SandboxAccount], records: VynqTalkRecords, life: Duration) {
        tokens = TokenShelf(life: life)
        members = Mutex(
            accounts.map { account in
                let user = Int(account.employeeID).flatMap { records.user($0) }
                return Member(
                    id: account.employeeID, email: account.email, password: account.password,
                    user: user ?? Self.newUser(id: account.employeeID, name: account.name, email: account.email))
            })
    }

    func expireTokens() { tokens.expireAll() }

    var access: Access {
        Access { request in
            let authorization = request.headers[.authorization]
            guard let holder = self.tokens.holder(authorization: authorization) else {
                let reason =
                    authorization == nil
                    ? "SessionPayload not authenticated." : "expiration claim verification failed: expired"
                return Envelope.frameworkError(401, reason)
            }
            request.holder = holder
            return nil
        }
    }

    /// Who a token in an address stands for.
    func holder(ofToken token: String) -> String? { tokens.holder(authorization: "Bearer " + token) }

    /// The JSON text of a member's own user.
    func user(_ id: String) -> [UInt8] {
        members.withLock { members in members.first { $0.id == id }?.user ?? Array("null".utf8) }
    }

    private struct LogIn: Decodable {
        var email: String
        var password: String
    }

    func logIn(_ request: BackendRequest) -> BackendAnswer {
        let asked: LogIn
        do {
            asked = try JSONDecoder().decode(LogIn.self, from: Data(request.body))
        } catch {
            return Envelope.frameworkError(400, "Bad Request")
        }
        let found = members.withLock { members in
            members.first { $0.email == asked.email && $0.password == asked.password }
        }
        guard let found else { return .falseSuccess("Invalid email or password") }
        return session(found, "Login successful", request)
    }

    private struct SignUp: Decodable {
        var name: String
        var email: String
        var password: String
    }

    func signUp(_ request: BackendRequest) -> BackendAnswer {
        let asked: SignUp
        do {
            asked = try JSONDecoder().decode(SignUp.self, from: Data(request.body))
        } catch {
            return Envelope.frameworkError(400, "Bad Request")
        }
        guard !asked.name.isEmpty, !asked.password.isEmpty, asked.email.contains("@") else {
            return .falseSuccess("Name, a valid email and a password are required")
        }
        let added: Member? = members.withLock { members in
            guard !members.contains(where: { $0.email == asked.email }) else { return nil }
            let id = String(9_000_001 + members.count)
            members.append(
                Member(
                    id: id, email: asked.email, password: asked.password,
                    user: Self.newUser(id: id, name: asked.name, email: asked.email)))
            return members.last
        }
        guard let added else { return .falseSuccess("Email is already registered") }
        return session(added, "Account created", request)
    }

    private func session(_ member: Member, _ message: String, _ request: BackendRequest) -> BackendAnswer {
        let ends = Moment.now.adding(Int(tokens.life.components.seconds)).seconds
        let token = tokens.issue(
            to: member.id,
            claims:
                #"{"expiration":\#(ends),"userId":\#(member.id),"email":\#(jsonString(member.email)),"role":"USER"}"#)
        return Envelope.success(message) { bytes in
            bytes.append(#"{"user":"#)
            bytes += member.user
            bytes.append(#","accessToken":"\#(token)"}"#)
        }
    }

    private static func newUser(id: String, name: String, email: String) -> [UInt8] {
        Array(
            (#"{"id":\#(id),"name":\#(jsonString(name)),"email":\#(jsonString(email)),"password":"\#(VynqTalkUser.passwordHash(Scatter(seed: 1)(7)))""#
                + #","avatar":null,"userRole":"USER","status":null,"bio":null,"lastActive":null,"createdAt":"2026-10-01T08:00:00Z""#
                + #","suspendedAt":null,"online":true,"messageCount":0}"#).utf8)
    }
}
