internal import GantryJSON
internal import GantryModel

/// Messages computed from their position: the messages of a pair are a fixed distance apart, the oldest first.
struct GeneratedMessages: Sendable {
    private let userCount: Int
    let count: Int
    private let user: VynqTalkUser
    private let random: SplitMix64
    private let start: Instant
    private let span: Int
    /// A user writes to so many users that follow in a circle, so no pair occurs twice.
    private let neighbours: Int
    private let pairs: Int

    /// - Throws: ``SandboxError`` with `.unusableConfiguration` when a number is out of range or the first day is not
    ///   a date.
    init(_ data: GeneratedData) throws(SandboxError) {
        start = Instant(try data.checked("Generated messages", employeesAre: "users"))
        userCount = data.employees
        random = SplitMix64(seed: data.seed)
        user = VynqTalkUser(random: random)
        span = data.days * 86_400
        neighbours = min(4, (userCount - 1) / 2)
        pairs = userCount == 2 ? 1 : userCount * neighbours
        count = pairs == 0 ? 0 : data.entries
    }

    var users: RecordSet {
        RecordSet(count: userCount, record: user.record) { field, position in
            switch field {
            case "id": String(position + 1)
            case "name": user.name(position)
            default: nil
            }
        }
    }

    @Sendable func user(_ id: Int) -> [UInt8]? { (1...userCount).contains(id) ? user.record(id - 1).bytes : nil }

    @Sendable func conversation(_ first: Int, _ second: Int) -> RecordSet {
        guard let pair = pair(first - 1, second - 1), pair < count else {
            return RecordSet(count: 0, record: { _ in .null })
        }
        return RecordSet(count: (count - pair + pairs - 1) / pairs, record: { message(pair + $0 * pairs) })
    }

    var messages: RecordSet { RecordSet(count: count, record: message) }

    private func pair(_ first: Int, _ second: Int) -> Int? {
        guard pairs > 0, (0..<userCount).contains(first), (0..<userCount).contains(second), first != second else {
            return nil
        }
        if pairs == 1 { return 0 }
        for (one, other) in [(first, second), (second, first)] {
            let distance = (other - one + userCount) % userCount
            if distance <= neighbours { return (distance - 1) * userCount + one }
        }
        return nil
    }

    private func members(of pair: Int) -> (Int, Int) {
        pairs == 1 ? (0, 1) : (pair % userCount, (pair % userCount + 1 + pair / userCount) % userCount)
    }

    private func noise(_ position: Int) -> UInt64 { random(position: position, series: 61) }

    /// Times never decrease within a pair, and sometimes two are equal.
    private func sent(_ position: Int) -> Instant {
        let place = position / pairs % 16 == 7 ? position - pairs : position
        return start.adding(seconds: place * span / max(1, count))
    }

    @Sendable private func message(_ position: Int) -> JSONTree {
        let noise = noise(position)
        let (first, second) = members(of: position % pairs)
        let reactions = (0..<[0, 0, 0, 1, 1, 2, 0, 3][noise.bits(16, 3)]).map { index -> JSONTree in
            [
                "id": .integer(position * 4 + index + 1),
                "emoji": .string(Self.emoji[noise.bits(20 + UInt64(index) * 3, 3)]),
                "user": ["id": .integer((index % 2 == 0 ? first : second) + 1)],
                "message": ["id": .integer(position + 1)],
                "createdAt": "\(sent(position).adding(seconds: 60 * (index + 1)))",
            ]
        }
        var reply: [JSONTree.Member] = []
        if position >= pairs, (noise >> 32) % 5 == 0 {
            reply = members(position - pairs, fullUsers: noise.bits(36, 1) == 0)
            reply.append(JSONTree.Member("replyTo", ["id": .null]))
        }
        let more: JSONTree = [
            "reactions": .array(reactions), "replyTo": reply.isEmpty ? ["id": .null] : .object(reply),
        ]
        return .object(members(position, fullUsers: true) + more.members)
    }

    /// Everything but reactions and reply.
    private func members(_ position: Int, fullUsers: Bool) -> [JSONTree.Member] {
        let noise = noise(position)
        let (first, second) = members(of: position % pairs)
        let (sender, receiver) = noise & 1 == 0 ? (first, second) : (second, first)
        let kind = Self.kinds[noise.bits(4, 4)]
        func user(_ position: Int) -> JSONTree {
            fullUsers ? self.user.record(position) : ["id": .integer(position + 1)]
        }
        let message: JSONTree = [
            "id": .integer(position + 1), "content": Self.contents[noise.bits(8, 4)], "type": .string(kind.type),
            "sender": user(sender), "receiver": user(receiver), "timestamp": "\(sent(position))",
            "fileName": kind.file.isEmpty ? .null : "/uploads/\(position + 1)-\(kind.file)",
            "edited": .bool(noise.bits(12, 4) == 3),
            "duration": kind.duration.isEmpty ? .null : .number(kind.duration),
        ]
        return message.members
    }

    private static let kinds: [(type: String, file: String, duration: String)] =
        Array(repeating: ("TEXT", "", ""), count: 11) + [
            ("IMAGE", "photo 1.jpg", ""), ("AUDIO", "voice.m4a", "12.5"), ("AUDIO", "voice.m4a", "7.300000000000001"),
            ("VIDEO", "clip.mp4", "61"), ("FILE", "report; final.pdf", ""),
        ]
    private static let emoji = ["👍", "❤️", "😂", "🎉", "🙏", "👀", "✅", "👩‍🔧"]
    private static let contents: [JSONTree] = [
        "Hello", "See you at 3", "=SUM(A1)", "Two lines\nof text", "\"quoted\"; and, more", "Où es-tu ?", "🎉🎉",
        "+45 00 00 00 01", "你好", .verbatim(#""\ud83d\ude00 ok""#), " spaces ", "-1", "tab\there",
        .verbatim(#""a\/b""#), "", "The lift is done, photos follow",
    ]
}
