public import GantryEngine
internal import GantryJSON
internal import GantryModel

extension VynqTalk.OutgoingMessage {
    /// How far the server's clock may be from this machine's.
    private static let skew: Int64 = 120 * 1_000_000_000
    /// An equal message from this long before may be this one if a clock is wrong, for example by a time zone.
    private static let doubt: Int64 = 24 * 3_600 * 1_000_000_000

    /// Looks in the conversation for the same text from the account, since shortly before it was sent. One that the
    /// ledger has for another row, such as the same text of another batch, is not this one. Any other text since then
    /// may be this one as the server shows it.
    public static func find(
        _ rows: [OutgoingRow<VynqTalk.OutgoingMessage>], step: Int, server: any ServerReader
    ) async throws -> LookupOutcome {
        guard let outgoing = rows.first, !outgoing.row.receiver.isEmpty else {
            return .unknown("The receiver of the message is unknown.")
        }
        let row = outgoing.row
        let path = "/messages/conversation/\(pathPart(row.sender))/\(pathPart(row.receiver))"
        let request = ReadRequest(path: path, query: [])
        guard let body = try await server.read(request) else {
            return .unknown("The server has no conversation with the user.")
        }
        guard let tree = JSONTree.object(of: body) else { throw RunError.unreadable(request) }
        guard tree["success"] == .bool(true), let messages = tree["data"]?.list else {
            throw RunError.unreadable(request)
        }
        let sentAt = outgoing.entry.changedAt
        var found: [String] = []
        var other: String?
        for message in messages where row.isOwn(message) {
            let id = message["id"]?.shown
            if let id, try await server.isTaken(id, besides: outgoing.entry) { continue }
            let isSame = row.isShown(by: message)
            guard let time = message["timestamp"]?.text.flatMap({ Instant($0) }), let id else {
                if isSame { return .unknown("The conversation has the same text without a time.") }
                other = "The conversation has another text of the account without a time, which may be this one."
                continue
            }
            let later = time.nanoseconds(since: sentAt)
            if later >= -skew, isSame {
                found.append(id)
            } else if later >= -skew {
                other =
                    "The conversation has another text of the account since it was sent (\(singleLine(id))), "
                    + "which may be this one in other words."
            } else if later >= -doubt, isSame {
                return .unknown(
                    "The conversation has the same text from \(time), before this one was sent, unless a clock is wrong."
                )
            }
        }
        guard found.count < 2 else {
            return .unknown("The conversation has the same text \(found.count) times since it was sent.")
        }
        if let id = found.first { return .confirmed([Receipt(serverID: id)]) }
        return other.map(LookupOutcome.unknown) ?? .missing
    }

    /// Whether a message of a conversation, which has both directions, is from the account.
    private func isOwn(_ message: JSONTree) -> Bool {
        guard isBetween(message) ?? false, let from = message["sender"]?["id"]?.shown else { return false }
        return VynqTalk.isSame(from, sender)
    }
}
