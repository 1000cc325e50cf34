/// All users and messages of one VynqTalk.
struct VynqTalkRecords: Sendable {
    let users: RecordSet
    let user: @Sendable (Int) -> [UInt8]?
    let conversation: @Sendable (Int, Int) -> Conversation

    init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
        switch records {
        case .sampleMonth: try self.init(SampleFolder(VynqTalkSamples.files()))
        case .folder(let path): try self.init(SampleFolder(path, .vynqTalk))
        case .generated(let data):
            let generated = try GeneratedMessages(data)
            self.init(users: generated.users, user: generated.user, conversation: generated.conversation)
        }
    }

    private struct Pair: Hashable {
        var lower: Int
        var upper: Int

        init(_ first: Int, _ second: Int) { (lower, upper) = (min(first, second), max(first, second)) }
    }

    private init(_ folder: SampleFolder) throws(SandboxError) {
        let stored = try folder.records("users")
        let messages = try folder.records("messages")
        var positions: [Pair: [Int]] = [:]
        for position in 0..<messages.count {
            guard let sender = Self.id(messages.value("sender", of: position)),
                let receiver = Self.id(messages.value("receiver", of: position))
            else {
                throw SandboxError(
                    .unusableSample, "\(messages.name), record \(position)", "its sender or receiver has no integer id",
                    next: "Correct the record; the sandbox finds conversations by them.")
            }
            positions[Pair(sender, receiver), default: []].append(position)
        }
        self.init(users: RecordSet(stored), user: { stored.record("id", String($0)) }) { [positions] first, second in
            let found = positions[Pair(first, second), default: []]
            return Conversation(count: found.count) { messages.append(found[$0], to: &$1) }
        }
    }

    private init(
        users: RecordSet, user: @escaping @Sendable (Int) -> [UInt8]?,
        conversation: @escaping @Sendable (Int, Int) -> Conversation
    ) {
        self.users = users
        self.user = user
        self.conversation = conversation
    }

    private static func id(_ user: ArraySlice<UInt8>?) -> Int? {
        guard let user = user.map(Array.init), let id = try? JSONBytes.member("id", of: user) else { return nil }
        return Int(String(decoding: user[id.value], as: UTF8.self))
    }
}
