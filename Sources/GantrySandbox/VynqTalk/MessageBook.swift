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
        guard let type = asked.type ?? asked.messageType, Self.types.contains(type) else {
            return Envelope.frameworkError(400, "Bad Request")
        }
        guard let receiver = began.user(asked.receiverId) else { return Envelope.frameworkError(404, "Not Found") }
        let message = keep(asked, type, from: request.holder, to: receiver, endpoint: "send-message")
        return Envelope.success("Message sent") {
            $0 += message.text(time: "\"\(message.sent.text)\"").spoiled(request.alteration, VynqTalk.messageFields)
        }
    }

    private struct Kept {
        var start: [UInt8]
        var sent: Moment

        /// The message as an answer shows it.
        func text(time: String) -> [UInt8] {
            var bytes = start
            bytes.append(
                #","timestamp":\#(time),"fileName":null,"edited":false,"duration":null,"reactions":[],"replyTo":{"id":null}}"#
            )
            return bytes
        }
    }

    private func keep(
        _ asked: Sending, _ type: String, from holder: String, to receiver: [UInt8], endpoint: String
    ) -> Kept {
        let sender = members.user(holder)
        let sent = clock.now
        return written.withLock { written in
            var bytes: [UInt8] = []
            let id = Self.firstID + written.count
            bytes.append(#"{"id":\#(id),"content":\#(jsonString(asked.content)),"type":"\#(type)","sender":"#)
            bytes += sender
            bytes.append(#","receiver":"#)
            bytes += receiver
            let kept = Kept(start: bytes, sent: sent)
            written.append(
                Written(members: [Int(holder) ?? 0, asked.receiverId], message: kept.text(time: "\"\(sent.text)\"")))
            effects.enter(
                endpoint, ["senderId": holder, "receiverId": String(asked.receiverId), "type": type], id: String(id),
                content: Array(asked.content.utf8)[...])
            return kept
        }
    }

    // MARK: Over the socket

    private struct Event: Decodable {
        var type: String
        var receiverId: Int
        var content: String
        var messageType: String
    }

    /// What a socket says first.
    func online(_ holder: String) -> [UInt8] {
        Array(#"{"success":true,"data":{"userIds":[\#(holder)]},"message":"online_users"}"#.utf8)
    }

    /// Takes an event of a socket, and gives the echo that its sender gets. What can't be read is dropped without a
    /// word.
    ///
    /// Times in frames are seconds since 2001, which is how Foundation writes a date unless told otherwise.
    func hear(_ text: [UInt8], from holder: String) -> [UInt8]? {
        let event: Event
        do { event = try JSONDecoder().decode(Event.self, from: Data(text)) } catch { return nil }
        guard event.type == "chat_message", Self.types.contains(event.messageType),
            let receiver = began.user(event.receiverId)
        else { return nil }
        let asked = Sending(receiverId: event.receiverId, content: event.content)
        let message = keep(asked, event.messageType, from: holder, to: receiver, endpoint: "socket")
        return Envelope.success("chat_message") { $0 += message.text(time: "\(message.sent.seconds - 978_307_200).25") }
            .body
    }
}
