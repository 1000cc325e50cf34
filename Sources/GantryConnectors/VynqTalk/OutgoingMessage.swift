public import GantryEngine
internal import GantryJSON
public import GantryModel

extension VynqTalk {
    /// A message to a user: `{type: chat_message, receiverId, content, messageType}` over the WebSocket `/ws?token=`,
    /// or `POST /messages`, `{receiverId, content, type}`. The sender is the account that signs in.
    ///
    /// The socket acknowledges nothing, but the sender gets an echo of what the server accepted. A repeat looks the
    /// same as a second message, so what was sent without an echo or an answer is looked up in the conversation.
    public struct OutgoingMessage: SubmittedRow {
        /// The users that there are, and the account.
        public struct ReferenceData: Sendable {
            var recipients = NamedRecords()
            /// The account's own id.
            var sender = ""
            /// Whether the server's record of the account can't be read.
            var isSenderUnreadable = false
            /// Users that the server lists and that can't be read.
            var unreadable = 0
        }

        /// The receiver as the sheet has it.
        public var to = ""
        public var content = ""
        public var type = "TEXT"
        /// The ids of the account and the receiver, as the check found them.
        var sender = ""
        var receiver = ""

        public init() {}

        static let kind = SubmissionKind(
            "outgoing-messages", help: "Messages to users, each from the signed-in account.",
            delivery: .ordered("send", overSocket: true), uniqueness: .perBatch, isPersonal: true)

        /// The columns of a sheet; `to` and `content` must be filled.
        static let fields: [SheetField<OutgoingMessage>] = [
            SheetField(
                "to", required: true, \.to, most: 300,
                help: "Who gets it: a user's id, e-mail address or full name."),
            SheetField(
                "content", required: true, \.content, most: 10_000, help: "Its text, at most 10,000 characters."),
            SheetField("type", \.type, oneOf: ["TEXT"], help: "TEXT, which is the default."),
        ]

        /// `vynqtalk.outgoing-messages`: the messages to a receiver go in the order of the sheet, over the WebSocket if
        /// there is one. The same message may be sent again in another batch.
        public static let submission = Submission<OutgoingMessage>(
            kind, fields: fields, loadReferenceData: loadReferenceData, request: request, receive: receive, find: find
        )

        /// However the sheet spells the receiver, the same text to the same user is the same message.
        public var identity: RowIdentity {
            receiver.isEmpty
                ? RowIdentity(target: to, purpose: type, label: type)
                : RowIdentity(target: receiver, purpose: type, group: receiver, values: content)
        }

        /// Reads the account's own record and every user that it can see.
        public static func loadReferenceData(_ server: any ServerReader) async throws -> ReferenceData {
            var referenceData = ReferenceData()
            try await server.readAll(User.current, period: nil, filters: [:]) { page in
                referenceData.isSenderUnreadable = page.unreadable > 0
                if let me = page.first { referenceData.sender = page.text(me.id) }
            }
            try await server.readAll(User.dataset, period: nil, filters: [:]) { page in
                referenceData.unreadable += page.unreadable
                for user in page {
                    referenceData.recipients.add(
                        id: page.text(user.id), name: page.text(user.name),
                        email: user.email.map { page.text($0) } ?? "")
                }
            }
            return referenceData
        }

        /// The receiver, where it isn't named by the id.
        public func reference(_ referenceData: ReferenceData) -> RowReference? {
            referenceData.recipients.reference(to, "user")
        }

        /// The ids of the account and the receiver, one a line; empty if the account is unknown or the receiver is not
        /// exactly one user.
        public func resumeState(_ referenceData: ReferenceData) -> String {
            let found = referenceData.recipients.find(to)
            guard found.count == 1, !referenceData.sender.isEmpty else { return "" }
            return "\(referenceData.sender)\n\(found[0].id)"
        }

        /// Takes the two ids from the text; a text of another form changes nothing.
        public mutating func restore(_ resumeState: String) {
            let ids = resumeState.split(separator: "\n", omittingEmptySubsequences: false)
            guard ids.count == 2 else { return }
            (sender, receiver) = (String(ids[0]), String(ids[1]))
        }

        /// Refuses a receiver whose name no user or several users have, a name that an unreadable user may have too,
        /// and every row if the server doesn't say which user the account is.
        public func check(_ referenceData: ReferenceData, today: CivilDate, now _: Instant) -> [RowProblem] {
            if referenceData.sender.isEmpty {
                let found =
                    referenceData.isSenderUnreadable
                    ? "The server's record of the account can't be read"
                    : "The server doesn't identify the account's user"
                return [
                    RowProblem("unknown-sender", "\(found), so the outcome of a lost answer couldn't be looked up.")
                ]
            }
            let found = referenceData.recipients.find(to)
            if found.count > 1 {
                return [
                    RowProblem(
                        "several-receivers", field: "to",
                        "\(found.count) users are called \(singleLine(to)). Their ids: \(NamedRecords.listed(found)). Enter the id of the right one."
                    )
                ]
            }
            if let user = found.first {
                // Ids and addresses belong to one user each, names don't.
                guard referenceData.unreadable > 0, !user.isNamedAlone(by: to) else { return [] }
                return [
                    RowProblem(
                        "receivers-unreadable", field: "to",
                        "The user with the id \(NamedRecords.listed(found)) is called \(singleLine(to)), but the server also lists "
                            + "\(unreadableRecords(referenceData.unreadable, "user")), which may have the same name. Enter the id of the right one."
                    )
                ]
            }
            let like = referenceData.recipients.like(to)
            return [
                RowProblem(
                    "unknown-receiver", field: "to",
                    "No user the account can write to has the id, e-mail address or full name \(singleLine(to))."
                        + (like.isEmpty
                            ? "" : " Ids of users whose name or address contains it: \(NamedRecords.listed(like)).")
                        + unreadableNote(referenceData.unreadable, "user"))
            ]
        }

        /// A WebSocket message with `POST /messages` in reserve, or only that request if the text is longer than the
        /// server's longest frame.
        public static func request(
            for rows: [OutgoingRow<OutgoingMessage>], step: Int, server: any ServerReader
        ) async throws -> StepRequest {
            guard let row = rows.first?.row, !row.receiver.isEmpty else {
                return .refuse(
                    RowProblem("unknown-receiver", field: "to", "The receiver of the message is unknown."))
            }
            // `type` is documented. The deployed server calls it `messageType`, and neither minds the other's.
            let body = JSONTree.object([
                "receiverId": VynqTalk.id(row.receiver), "content": .string(row.content), "type": .string(row.type),
                "messageType": .string(row.type),
            ])
            let request = WriteRequest(.post, "/messages", body: .json(body.compact))
            let event = JSONTree.object([
                "type": .string("chat_message"), "receiverId": VynqTalk.id(row.receiver),
                "content": .string(row.content),
                "messageType": .string(row.type),
            ])
            let text = event.compact
            guard text.utf8.count <= VynqTalk.longestFrame else { return .call(request) }
            return .message(
                SocketMessage(path: "/ws", tokenName: "token", text: text) { row.receipt($0, status: nil) },
                otherwise: request)
        }

        /// A 2xx answer can be a refusal. One that names the message by an id is success, however it shows the text;
        /// one for another receiver is a wrong effect.
        public static func receive(
            _ answer: StepAnswer, for rows: [OutgoingRow<OutgoingMessage>], step: Int
        ) -> EffectOutcome {
            guard let row = rows.first?.row, let tree = JSONTree.object(of: answer.body) else {
                return answer.unshown("The server reported success, but its answer can't be read.")
            }
            if tree["success"] == .bool(false) {
                let said = tree.shownText("message").map { asSentence($0) } ?? "It gives no reason."
                return .rejected(RowProblem("refused", "The server rejected the message: \(said)"))
            }
            guard let data = tree["data"], let id = data["id"]?.shown, !id.isEmpty else {
                return answer.unshown("The server reported success without the message.")
            }
            guard row.isBetween(data) ?? true else {
                return .wrongEffect(
                    RowProblem(
                        "other-message",
                        "The server answered with the message \(singleLine(id)), which has another sender or receiver.")
                )
            }
            return .confirmed([Receipt(status: answer.status, serverID: id)])
        }
    }
}

extension VynqTalk.OutgoingMessage {
    /// What an answer or a text of the socket, `{success, data, message}`, says about this message: `nil` if it doesn't
    /// contain it.
    func receipt(_ body: [UInt8], status: Int?) -> Receipt? {
        guard let tree = JSONTree.object(of: body), tree["success"] == .bool(true), let data = tree["data"],
            isShown(by: data),
            let id = data["id"]?.shown
        else { return nil }
        return Receipt(status: status, serverID: id)
    }

    /// Whether a message of the server is this one: compares its text, in any spelling, its type and its users.
    func isShown(by message: JSONTree) -> Bool {
        guard let text = message["content"]?.text, GantryConnectors.isShown(content, as: text),
            message["type"]?.text == type
        else { return false }
        return isBetween(message) ?? false
    }

    /// Whether a message of the server is from this one's sender, if it names one, to its receiver; `nil` if it names
    /// no receiver.
    func isBetween(_ message: JSONTree) -> Bool? {
        guard let told = message["receiver"]?["id"]?.shown ?? message["receiverId"]?.shown else { return nil }
        guard VynqTalk.isSame(told, receiver) else { return false }
        return message["sender"]?["id"]?.shown.map { VynqTalk.isSame($0, sender) } ?? true
    }
}

extension VynqTalk {
    /// The longest frame that the server's framework accepts by default (Vapor on SwiftNIO), in bytes.
    static let longestFrame = 16_384

    /// An id as JSON: a number as documented, or the deployed server's UUID.
    static func id(_ id: String) -> JSONTree { Int64(id).map(String.init) == id ? .number(id) : .string(id) }

    /// Capitals mean nothing in a UUID.
    static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }
}
