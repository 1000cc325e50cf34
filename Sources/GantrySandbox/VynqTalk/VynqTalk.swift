internal import GantryJSON
import HTTPTypes

/// VynqTalk as documented: sign-in, users, and the messages of a pair, in an envelope.
enum VynqTalk {
    private static let userFields = RecordFields(
        word: "userRole", required: "id", text: "name", number: "messageCount")
    private static let messageFields = RecordFields(
        word: "type", required: "content", text: "content", number: "duration")

    static func backend(_ options: VynqTalkOptions, _ setup: BackendSetup) throws(SandboxError) -> Backend {
        try options.check()
        let records = try VynqTalkRecords(setup.records)
        let members = Members(options, records)
        return Backend(
            endpoints: signIn(members) + users(records, members)
                + messages(MessageStore(records, members: members, setup: setup), members),
            error: Envelope.frameworkError, expireTokens: { members.expireTokens() })
    }

    private static func signIn(_ members: Members) -> [Endpoint] {
        [
            Endpoint(name: "login", method: .post, path: "/auth/login", access: .open, fields: userFields) {
                try members.logIn($0)
            },
            Endpoint(name: "signup", method: .post, path: "/auth/signup", access: .open, fields: userFields) {
                try members.signUp($0)
            },
        ]
    }

    private static func users(_ records: VynqTalkRecords, _ members: Members) -> [Endpoint] {
        let users = records.users
        @Sendable func list(_ request: BackendRequest, where passes: @escaping (Int) -> Bool) -> BackendAnswer {
            Envelope.success("Users retrieved", data: users.list(users.selection(where: passes), for: request))
        }
        @Sendable func me(_ request: BackendRequest) -> BackendAnswer {
            Envelope.success("User retrieved", data: request.altered(members.user(request.holder)))
        }
        return [
            Endpoint(name: "users", path: "/users", access: members.access, fields: userFields) { request in
                list(request) { users.field("id", $0) != request.holder }
            },
            Endpoint(name: "user-search", path: "/users/search", access: members.access, fields: userFields) {
                request in
                let wanted = (request.query["query"] ?? "").lowercased()
                return list(request) {
                    wanted.isEmpty || users.field("name", $0)?.lowercased().contains(wanted) == true
                }
            },
            Endpoint(name: "user", path: "/user", access: members.access, fields: userFields) { me($0) },
            Endpoint(name: "users-me", path: "/users/me", access: members.access, fields: userFields) { me($0) },
            Endpoint(name: "user-by-id", path: "/users/:id", access: members.access, fields: userFields) { request in
                guard let id = Int(request.id) else { throw Envelope.badRequest }
                guard let user = records.user(id) else { throw Envelope.notFound }
                return Envelope.success("User retrieved", data: request.altered(user))
            },
        ]
    }

    private static func messages(_ store: MessageStore, _ members: Members) -> [Endpoint] {
        [
            Endpoint(
                name: "conversation", path: "/messages/conversation/:first/:second", access: members.access,
                fields: messageFields
            ) { request in
                guard let first = request.parameters["first"].flatMap({ Int($0) }),
                    let second = request.parameters["second"].flatMap({ Int($0) })
                else { throw Envelope.badRequest }
                let messages = store.conversation(first, second)
                return Envelope.success("Messages retrieved", data: messages.list(messages.selection(), for: request))
            },
            Endpoint(
                name: "send-message", method: .post, path: "/messages", access: members.access, bodyLimit: 10 << 20,
                isWrite: true, fields: messageFields
            ) { try store.send($0) },
            Endpoint(
                name: "socket", path: "/ws", access: .open, isWrite: true, fields: messageFields,
                socket: SocketService(holder: { members.holder(ofToken: $0) }, greeting: { store.online($0) }) {
                    store.receive($0, from: $1)
                }
            ) { _ in throw Envelope.notFound },
        ]
    }
}

/// `{success, data, message}`, and the errors of the server's framework. A refusal is
/// ``BackendAnswer/falseSuccess(_:)``.
enum Envelope {
    static func success(_ message: String, data: consuming [UInt8]) -> BackendAnswer {
        BackendAnswer(
            body: JSONTree.object(
                before: ["success": true], key: "data", text: data, after: ["message": .string(message)]))
    }

    static func frameworkError(_ status: Int, _ reason: String) -> BackendAnswer {
        BackendAnswer(status: status, ["error": true, "reason": .string(reason)])
    }

    static var badRequest: Refusal { Refusal(frameworkError(400, "Bad Request")) }
    static var notFound: Refusal { Refusal(frameworkError(404, "Not Found")) }
}
