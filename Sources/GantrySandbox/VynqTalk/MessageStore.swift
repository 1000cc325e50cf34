import FoundationEssentials
internal import GantryJSON
internal import GantryModel
import Synchronization

/// The messages of one VynqTalk as they are now.
final class MessageStore: Sendable {
    private struct Written {
        var members: Set<Int>
        var message: [UInt8]
    }

    private static let types = ["TEXT", "IMAGE", "AUDIO", "VIDEO", "FILE"]
    /// Above the ids of all stored and computed messages.
    private static let firstID = 1_000_000_001

    private let initial: VynqTalkRecords
    private let members: Members
    private let effects: EffectLedger
    private let clock: SandboxClock
    private let written = Mutex<[Written]>([])

    init(_ records: VynqTalkRecords, members: Members, setup: BackendSetup) {
        initial = records
        self.members = members
        effects = setup.effects
        clock = setup.clock
    }

    /// The initial messages, then those that were sent.
    func conversation(_ first: Int, _ second: Int) -> RecordSet {
        let old = initial.conversation(first, second)
        let new = written.withLock { $0.filter { $0.members == [first, second] } }
        guard !new.isEmpty else { return old }
        let count = old.count + new.count
        return RecordSet(
            count: count, period: count,
            append: { index, bytes in
                if index < old.count { old.append(index, &bytes) } else { bytes += new[index - old.count].message }
            }, field: { _, _ in nil })
    }

    private struct Sending: Decodable {
        var receiverId: Int
        var content: String
        /// As documented; the deployed server calls it `messageType`.
        var type: String?
        var messageType: String?
    }

    /// `POST /messages`. The sender is who signed in. A repeat is a second message.
    func send(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(Sending.self), let type = asked.type ?? asked.messageType,
            Self.types.contains(type)
        else { throw Envelope.badRequest }
        guard let receiver = initial.user(asked.receiverId) else { throw Envelope.notFound }
        let (message, _) = keep(asked, type: type, from: request.holder, to: receiver, endpoint: "send-message")
        return Envelope.success("Message sent", data: request.altered(message))
    }

    private func keep(
        _ asked: Sending, type: String, from holder: String, to receiver: [UInt8], endpoint: String
    ) -> (message: [UInt8], sent: Instant) {
        let sender = members.user(holder)
        let sent = clock.now
        return written.withLock { written in
            let id = Self.firstID + written.count
            let message: JSONTree = [
                "id": .integer(id), "content": .string(asked.content), "type": .string(type),
                "sender": .verbatim(sender), "receiver": .verbatim(receiver), "timestamp": "\(sent)",
                "fileName": .null, "edited": false, "duration": .null, "reactions": [], "replyTo": ["id": .null],
            ]
            let bytes = message.bytes
            written.append(Written(members: [Int(holder) ?? 0, asked.receiverId], message: bytes))
            effects.enter(
                endpoint, ["senderId": holder, "receiverId": String(asked.receiverId), "type": type], id: String(id),
                content: Array(asked.content.utf8)[...])
            return (bytes, sent)
        }
    }

    // MARK: Over the socket

    private struct Event: Decodable {
        var type: String
        var receiverId: Int
        var content: String
        var messageType: String
    }

    /// The first message of a socket.
    func online(_ holder: String) -> [UInt8] {
        let users: JSONTree = ["userIds": [.number(holder)]]
        return Envelope.success("online_users", data: users.bytes).body
    }

    /// Handles an event of a socket and returns the echo for its sender. An event that can't be read is dropped.
    ///
    /// Times in frames are seconds since 2001, which is how Foundation writes a date by default.
    func receive(_ text: [UInt8], from holder: String) -> [UInt8]? {
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(text)), event.type == "chat_message",
            Self.types.contains(event.messageType), let receiver = initial.user(event.receiverId)
        else { return nil }
        let asked = Sending(receiverId: event.receiverId, content: event.content)
        let (message, sent) = keep(asked, type: event.messageType, from: holder, to: receiver, endpoint: "socket")
        let time = "\(sent.secondsSince1970 - 978_307_200).25"
        return Envelope.success("chat_message", data: message.setting("timestamp", to: Array(time.utf8))).body
    }
}
