/// All users and messages of one VynqTalk.
struct VynqTalkRecords: Sendable {
    let users: RecordSet
    let user: @Sendable (Int) -> [UInt8]?
    /// The messages of two users, the oldest first.
    let conversation: @Sendable (Int, Int) -> RecordSet

    init(_ records: SandboxConfiguration.Records) throws(SandboxError) {
        if case .generated(let data) = records {
            let generated = try GeneratedMessages(data)
            users = generated.users
            user = generated.user
            conversation = generated.conversation
            return
        }
        let folder = try SampleFolder(records, of: .vynqTalk) { _ in [] }
        let stored = try folder.records("users")
        let messages = try folder.records("messages")
        var positions: [Set<Int>: [Int]] = [:]
        for position in 0..<messages.count {
            let ids = ["sender", "receiver"].compactMap { messages.value($0, of: position).map(Array.init)?.int("id") }
            guard ids.count == 2 else {
                throw SandboxError(
                    .unusableSample, about: "\(messages.name), record \(position)",
                    "its sender or receiver has no integer id",
                    next: "Correct the record; the sandbox finds conversations by them.")
            }
            positions[Set(ids), default: []].append(position)
        }
        users = RecordSet(stored)
        user = { stored.record("id", String($0)) }
        conversation = { [positions] first, second in
            let found = positions[[first, second], default: []]
            return RecordSet(
                count: found.count, period: found.count, append: { messages.append(found[$0], to: &$1) },
                field: { _, _ in nil })
        }
    }
}
