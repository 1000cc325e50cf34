/// VynqTalk as its documentation describes it: sign-in, users, and the messages of a pair, in an envelope.
enum VynqTalk {
    static let userFields = RecordFields(word: "userRole", required: "id", text: "name", number: "messageCount")
    static let messageFields = RecordFields(word: "type", required: "content", text: "content", number: "duration")

    static func backend(
        _ configuration: SandboxConfiguration, _ effects: EffectLedger, _ clock: SandboxClock
    ) throws(SandboxError) -> Backend {
        let records = try VynqTalkRecords(configuration.records)
        let members = Members(
            accounts: configuration.accounts, records: records, life: configuration.tokenLife ?? .seconds(7 * 86_400))
        return Backend(
            endpoints: signIn(members) + users(records, members)
                + messages(MessageBook(records, members, effects, clock), members),
            error: Envelope.frameworkError, expireTokens: { members.expireTokens() })
    }

    private static func signIn(_ members: Members) -> [Endpoint] {
        [
            Endpoint(name: "login", method: .post, path: "/auth/login", access: .open, fields: userFields) {
                members.logIn($0)
            },
            Endpoint(name: "signup", method: .post, path: "/auth/signup", access: .open, fields: userFields) {
                members.signUp($0)
            },
        ]
    }

    private static func users(_ records: VynqTalkRecords, _ members: Members) -> [Endpoint] {
        let users = records.users
        @Sendable func list(_ selection: RecordSelection, _ alteration: AnswerAlteration) -> BackendAnswer {
            Envelope.success("Users retrieved") { bytes in
                bytes.append("[")
                users.append(0..<selection.count, of: selection, alteration, userFields, to: &bytes)
                bytes.append("]")
            }
        }
        @Sendable func me(_ request: BackendRequest) -> BackendAnswer {
            Envelope.success("User retrieved") {
                $0 += members.user(request.holder).spoiled(request.alteration, userFields)
            }
        }
        return [
            Endpoint(name: "users", path: "/users", access: members.access, fields: userFields) { request in
                list(users.selection { users.field("id", $0) != request.holder }, request.alteration)
            },
            Endpoint(name: "user-search", path: "/users/search", access: members.access, fields: userFields) {
                request in
                let wanted = (request.query["query"] ?? "").lowercased()
                guard !wanted.isEmpty else { return list(users.selection(), request.alteration) }
                return list(
                    users.selection { users.field("name", $0)?.lowercased().contains(wanted) == true },
                    request.alteration)
            },
            Endpoint(name: "user", path: "/user", access: members.access, fields: userFields) { me($0) },
            Endpoint(name: "users-me", path: "/users/me", access: members.access, fields: userFields) { me($0) },
            Endpoint(name: "user-by-id", path: "/users/:id", access: members.access, fields: userFields) { request in
                guard let id = Int(request.parameters["id"] ?? "") else {
                    return Envelope.frameworkError(400, "Bad Request")
                }
                guard let user = records.user(id) else { return Envelope.frameworkError(404, "Not Found") }
                return Envelope.success("User retrieved") { $0 += user.spoiled(request.alteration, userFields) }
            },
        ]
    }

    private static func messages(_ book: MessageBook, _ members: Members) -> [Endpoint] {
        let access = members.access
        let conversation = Endpoint(
            name: "conversation", path: "/messages/conversation/:first/:second", access: access, fields: messageFields
        ) { request in
            guard let first = Int(request.parameters["first"] ?? ""),
                let second = Int(request.parameters["second"] ?? "")
            else {
                return Envelope.frameworkError(400, "Bad Request")
            }
            let messages = book.conversation(first, second)
            return Envelope.success("Messages retrieved") { bytes in
                bytes.append("[")
                bytes.appendRecords(count: messages.count, alteration: request.alteration, fields: messageFields) {
                    index, bytes in
                    messages.append(index, &bytes)
                }
                bytes.append("]")
            }
        }
        return [
            conversation,
            Endpoint(
                name: "send-message", method: .post, path: "/messages", access: access, bodyLimit: 10 << 20,
                takes: true, fields: messageFields
            ) { book.send($0) },
            Endpoint(
                name: "socket", path: "/ws", access: .open, takes: true, fields: messageFields,
                socket: SocketTalk(holder: { members.holder(ofToken: $0) }, greeting: { book.online($0) }) {
                    book.hear($0, from: $1)
                }
            ) { _ in Envelope.frameworkError(404, "Not Found") },
        ]
    }
}

/// `{success, data, message}`, and what the server's framework says beside it. A refusal is
/// ``BackendAnswer/falseSuccess(_:)``.
enum Envelope {
    static func success(_ message: String, data: (inout [UInt8]) -> Void) -> BackendAnswer {
        var bytes: [UInt8] = []
        bytes.append(#"{"success":true,"data":"#)
        data(&bytes)
        bytes.append(#","message":\#(jsonString(message))}"#)
        return BackendAnswer(body: bytes)
    }

    static func frameworkError(_ status: Int, _ reason: String) -> BackendAnswer {
        BackendAnswer(status: status, body: Array(#"{"error":true,"reason":\#(jsonString(reason))}"#.utf8))
    }
}
