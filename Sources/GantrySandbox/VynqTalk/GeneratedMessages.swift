/// Messages computed from their position: those of one pair are every so many positions, oldest first.
struct GeneratedMessages: Sendable {
    let userCount: Int
    let count: Int
    private let user: VynqTalkUser
    private let scatter: Scatter
    private let start: Moment
    private let span: Int
    /// The pairs are a user and one of so many that follow in a circle, so that no pair comes twice.
    private let neighbours: Int
    private let pairs: Int

    /// - Throws: ``SandboxError`` with `.unusableConfiguration` when a number is out of range or the first day is no
    ///   date.
    init(_ data: GeneratedData) throws(SandboxError) {
        guard let firstDay = CivilDay(data.firstDay), (0...100_000_000).contains(data.entries),
            (1...3_660).contains(data.days),
            (1...1_000_000).contains(data.employees)
        else {
            throw SandboxError(
                .unusableConfiguration, "Generated messages",
                "they take 0 to 100,000,000 entries, 1 to 1,000,000 employees (who are users here), 1 to 3,660 days and a first day as YYYY-MM-DD",
                next: "Change the numbers.")
        }
        userCount = data.employees
        scatter = Scatter(seed: data.seed)
        user = VynqTalkUser(scatter: scatter)
        start = Moment(firstDay)
        span = data.days * 86_400
        neighbours = min(4, (userCount - 1) / 2)
        pairs = userCount == 2 ? 1 : userCount * neighbours
        count = pairs == 0 ? 0 : data.entries
    }

    var users: RecordSet {
        RecordSet(count: userCount, period: userCount, append: { user.append($0, to: &$1) }) { field, position in
            switch field {
            case "id": String(position + 1)
            case "name": user.name(position)
            default: nil
            }
        }
    }

    @Sendable func user(_ id: Int) -> [UInt8]? {
        guard (1...userCount).contains(id) else { return nil }
        var bytes: [UInt8] = []
        user.append(id - 1, to: &bytes)
        return bytes
    }

    @Sendable func conversation(_ first: Int, _ second: Int) -> Conversation {
        guard let pair = pair(first - 1, second - 1), pair < count else { return .empty }
        return Conversation(count: (count - pair + pairs - 1) / pairs) { index, bytes in
            append(pair + index * pairs, to: &bytes)
        }
    }

    /// The pairs that write to each other, by id of user.
    var conversing: [(Int, Int)] {
        (0..<min(pairs, count)).map {
            let (first, second) = members(of: $0)
            return (first + 1, second + 1)
        }
    }

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

    private func noise(_ position: Int) -> UInt64 { scatter(UInt64(position) &+ 1, 61) }

    /// Times never go back within a pair, and now and then two are equal.
    private func sent(_ position: Int) -> Moment {
        let place = position / pairs % 16 == 7 ? position - pairs : position
        return start.adding(place * span / max(1, count))
    }

    func append(_ position: Int, to bytes: inout [UInt8]) {
        let noise = noise(position)
        appendMessage(position, fullUsers: true, to: &bytes)
        bytes.append(#","reactions":["#)
        for index in 0..<[0, 0, 0, 1, 1, 2, 0, 3][Int(noise >> 16 & 7)] {
            if index > 0 { bytes.append(",") }
            let (first, second) = members(of: position % pairs)
            bytes.append(
                #"{"id":\#(position * 4 + index + 1),"emoji":"\#(Self.emoji[Int(noise >> UInt64(20 + index * 3) & 7)])","user":{"id":"#
            )
            bytes.append(decimal: (index % 2 == 0 ? first : second) + 1)
            bytes.append(#"},"message":{"id":\#(position + 1)},"createdAt":""#)
            bytes.append(sent(position).adding(60 * (index + 1)))
            bytes.append(#""}"#)
        }
        bytes.append(#"],"replyTo":"#)
        if position >= pairs, noise >> 32 % 5 == 0 {
            appendMessage(position - pairs, fullUsers: noise >> 36 & 1 == 0, to: &bytes)
            bytes.append(#","replyTo":{"id":null}}"#)
        } else {
            bytes.append(#"{"id":null}"#)
        }
        bytes.append("}")
    }

    /// Everything up to reactions and reply, without the closing brace.
    private func appendMessage(_ position: Int, fullUsers: Bool, to bytes: inout [UInt8]) {
        let noise = noise(position)
        let (first, second) = members(of: position % pairs)
        let (sender, receiver) = noise & 1 == 0 ? (first, second) : (second, first)
        let kind = Self.kinds[Int(noise >> 4 & 15)]
        bytes.append(#"{"id":"#)
        bytes.append(decimal: position + 1)
        bytes.append(#","content":"#)
        bytes.append(Self.contents[Int(noise >> 8 & 15)])
        bytes.append(#","type":""#)
        bytes.append(kind.type)
        bytes.append(#"","sender":"#)
        append(sender, fullUsers, to: &bytes)
        bytes.append(#","receiver":"#)
        append(receiver, fullUsers, to: &bytes)
        bytes.append(#","timestamp":""#)
        bytes.append(sent(position))
        bytes.append(
            kind.file.isEmpty ? #"","fileName":null"# : #"","fileName":"/uploads/\#(position + 1)-\#(kind.file)""#)
        bytes.append(noise >> 12 & 15 == 3 ? #","edited":true"# : #","edited":false"#)
        bytes.append(kind.duration.isEmpty ? #","duration":null"# : #","duration":\#(kind.duration)"#)
    }

    private func append(_ position: Int, _ full: Bool, to bytes: inout [UInt8]) {
        if full { user.append(position, to: &bytes) } else { bytes.append(#"{"id":\#(position + 1)}"#) }
    }

    private static let kinds: [(type: String, file: String, duration: String)] =
        Array(repeating: ("TEXT", "", ""), count: 11) + [
            ("IMAGE", "photo 1.jpg", ""), ("AUDIO", "voice.m4a", "12.5"), ("AUDIO", "voice.m4a", "7.300000000000001"),
            ("VIDEO", "clip.mp4", "61"), ("FILE", "report; final.pdf", ""),
        ]
    private static let emoji = ["👍", "❤️", "😂", "🎉", "🙏", "👀", "✅", "👩‍🔧"]
    private static let contents = [
        #""Hello""#, #""See you at 3""#, #""=SUM(A1)""#, #""Two lines\nof text""#, #""\"quoted\"; and, more""#,
        #""Où es-tu ?""#, #""🎉🎉""#,
        #""+45 00 00 00 01""#, #""你好""#, #""\ud83d\ude00 ok""#, #"" spaces ""#, #""-1""#, #""tab\there""#, #""a\/b""#,
        #""""#,
        #""The lift is done, photos follow""#,
    ]
}

/// The messages of one pair, oldest first.
struct Conversation: Sendable {
    let count: Int
    let append: @Sendable (Int, inout [UInt8]) -> Void

    static let empty = Conversation(count: 0) { _, _ in }
}
