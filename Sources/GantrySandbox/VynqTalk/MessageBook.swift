import FoundationEssentials
import Synchronization

/// The messages of one VynqTalk as they are now.
final class MessageBook: Sendable {
    private struct Written {
        var members: Set<Int>
        var message: [UInt8]
    }

    private static let types = ["TEXT", "IMAGE", "AUDIO", "VIDEO", "FILE"]
    /// Above every id that stored or computed messages have.
    private static let firstID = 1_000_000_001

    private let began: VynqTalkRecords
    private let members: Members
    private let effects: EffectLedger
    private let clock: SandboxClock
    private let written = Mutex<[Written]>([])

    init(_ records: VynqTalkRecords, _ members: Members, _ effects: EffectLedger, _ clock: SandboxClock) {
        began = records
        self.members = members
        self.effects = effects
        self.clock = clock
    }

    /// Those that were there, and then those that were sent.
    func conversation(_ first: Int, _ second: Int) -> Conversation {
        let old = began.conversation(first, second)
        let new = written.withLock { $0.filter { $0.members == [first, second] } }
        guard !new.isEmpty else { return old }
        return Conversation(count: old.count + new.count) { index, bytes in
            if index < old.count { old.append(index, &bytes) } else { bytes += new[index - old.count].message }
        }
    }

    private struct Sending: Decodable {
        var receiverId: Int
        var content: String
        /// As documented; the deployed server calls it `messageType`.
        var type: String?
        var messageType: String?
    }

    /// `POST /messages`. The sender is who signed in. Nothing tells a repeat from a second message.
    func send(_ request: BackendRequest) -> BackendAnswer {
        let asked: Sending
        do {
            asked = try JSONDecoder().decode(Sending.self, from: Data(request.body))
        } catch {
            return Envelope.frameworkError(400, "Bad Request")
        }
        guard let type = asked.type ?? asked.messageType, Self.types.contains(type) else { return Envelope.frameworkError(400, "Bad Request") }
        guard let receiver = began.user(asked.receiverId) else { return Envelope.frameworkError(404, "Not Found") }
        let sender = members.user(request.holder)
        let sent = clock.now
        let message = written.withLock { written in
            var bytes: [UInt8] = []
            let id = Self.firstID + written.count
            bytes.append(#"{"id":\#(id),"content":\#(jsonString(asked.content)),"type":"\#(type)","sender":"#)
            bytes += sender
            bytes.append(#","receiver":"#)
            bytes += receiver
            bytes.append(#","timestamp":"\#(sent.text)","fileName":null,"edited":false,"duration":null,"reactions":[],"replyTo":{"id":null}}"#)
            written.append(Written(members: [Int(request.holder) ?? 0, asked.receiverId], message: bytes))
            effects.enter(
                "send-message", ["senderId": request.holder, "receiverId": String(asked.receiverId), "type": type], id: String(id),
                content: Array(asked.content.utf8)[...])
            return bytes
        }
        return Envelope.success("Message sent") { $0 += message.spoiled(request.alteration, VynqTalk.messageFields) }
    }
}
