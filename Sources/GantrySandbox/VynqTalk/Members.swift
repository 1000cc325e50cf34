internal import GantryJSON
import HTTPTypes
import Synchronization

/// Who can sign in, and the tokens of those who did.
///
/// Users who sign up while the sandbox runs can sign in and see themselves, but are not in the lists of users, which
/// therefore stay the same.
final class Members: Sendable {
    private struct Member {
        var id: String
        var email: String
        var password: String
        /// The JSON text of the user.
        var user: [UInt8]
    }

    private let tokens: IssuedTokens
    private let members: Mutex<[Member]>

    init(_ options: VynqTalkOptions, _ records: VynqTalkRecords) {
        tokens = IssuedTokens(life: options.tokenLife)
        members = Mutex(
            options.accounts.map { account in
                Member(
                    id: account.employeeID, email: account.email, password: account.password,
                    user: Int(account.employeeID).flatMap { records.user($0) }
                        ?? Self.newUser(id: account.employeeID, name: account.name, email: account.email))
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

    func logIn(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(LogIn.self) else { throw Envelope.badRequest }
        let found = members.withLock { members in
            members.first { $0.email == asked.email && $0.password == asked.password }
        }
        guard let found else { return .falseSuccess("Invalid email or password") }
        return session(of: found, message: "Login successful")
    }

    private struct SignUp: Decodable {
        var name: String
        var email: String
        var password: String
    }

    func signUp(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(SignUp.self) else { throw Envelope.badRequest }
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
        return session(of: added, message: "Account created")
    }

    private func session(of member: Member, message: String) -> BackendAnswer {
        let token = tokens.issue(
            to: member.id,
            claims: [
                "expiration": .integer(tokens.end.secondsSince1970), "userId": .number(member.id),
                "email": .string(member.email), "role": "USER",
            ])
        let session: JSONTree = ["user": .verbatim(member.user), "accessToken": .string(token)]
        return Envelope.success(message, data: session.bytes)
    }

    private static func newUser(id: String, name: String, email: String) -> [UInt8] {
        let user: JSONTree = [
            "id": .number(id), "name": .string(name), "email": .string(email),
            "password": .string(VynqTalkUser.passwordHash(SplitMix64(seed: 1)(7))), "avatar": .null,
            "userRole": "USER", "status": .null, "bio": .null, "lastActive": .null,
            "createdAt": "2026-10-01T08:00:00Z", "suspendedAt": .null, "online": true, "messageCount": 0,
        ]
        return user.bytes
    }
}
