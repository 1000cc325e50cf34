import GantryModel

/// A generated JSON value that can be spelled in several ways.
indirect enum GeneratedValue {
    /// Spellings that mean the same.
    case plain([String])
    case object([(key: String, value: GeneratedValue)])
    case list([GeneratedValue])
}

/// A generated record of some type: its JSON, and what its fields must be.
struct GeneratedRecord {
    var value: GeneratedValue
    /// By name; a field that isn't there is absent.
    var expected: [String: String]
    var children: [String: [GeneratedRecord]]

    /// Fields that a link sets from the parent.
    static let linked: Set<String> = ["leaveId", "appointmentId", "messageId", "kind", "task_id"]

    static func make<R: Record>(
        _ shape: RecordShape<R>, isChild: Bool = false, _ numbers: inout SeededGenerator
    ) -> GeneratedRecord {
        var members: [(key: String, value: GeneratedValue)] = []
        var expected: [String: String] = [:]
        var children: [String: [GeneratedRecord]] = [:]
        for field in shape.fields where !(isChild && linked.contains(field.name)) {
            if let list = field.access.nestedList {
                let records = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in
                    make(child: list.child, &numbers)
                }
                children[field.name] = records
                if !records.isEmpty || numbers.once(in: 2) {
                    add(.list(records.map(\.value)), at: field.name, to: &members)
                }
                continue
            }
            if !field.isRequired, numbers.once(in: 4) {
                if numbers.once(in: 2) { add(.plain(["null"]), at: field.name, to: &members) }
                continue
            }
            let (spellings, text) = field.access.generate(&numbers)
            add(.plain(spellings), at: field.name, to: &members)
            expected[field.name] = text
        }
        return GeneratedRecord(value: .object(members), expected: expected, children: children)
    }

    private static func make(child shape: any NestedShape, _ numbers: inout SeededGenerator) -> GeneratedRecord {
        func open(_ shape: some NestedShape) -> GeneratedRecord { make(shape.shape, isChild: true, &numbers) }
        return open(shape)
    }

    private static func add(
        _ value: GeneratedValue, at path: String, to members: inout [(key: String, value: GeneratedValue)]
    ) {
        guard let point = path.firstIndex(of: ".") else { return members.append((path, value)) }
        let key = String(path[..<point])
        var inner: [(key: String, value: GeneratedValue)] = []
        let index = members.firstIndex { $0.key == key }
        if let index, case .object(let known) = members[index].value { inner = known }
        add(value, at: String(path[path.index(after: point)...]), to: &inner)
        if let index { members[index].value = .object(inner) } else { members.append((key, .object(inner))) }
    }
}

extension FieldAccess {
    /// Spellings of a random value, and its text.
    func generate(_ numbers: inout SeededGenerator) -> (spellings: [String], text: String) {
        func decimal(_ range: ClosedRange<Int64>) -> (Int64, [String]) {
            let step: Int64 = [1, 1_000, 10_000_000, 1_000_000_000].randomElement(using: &numbers) ?? 1
            let nano = Int64.random(in: (range.lowerBound / step)...(range.upperBound / step), using: &numbers) * step
            let text = Decimal9(nano: nano).description
            return (nano, [text, "\"\(text)\"", text + (text.contains(".") ? "0" : ".0")])
        }
        switch self {
        case .integer(let range, _):
            let value = Int64.random(
                in: max(range.lowerBound, -1_000_000)...min(range.upperBound, 1_000_000_000_000), using: &numbers)
            return (["\(value)", "\"\(value)\"", "\(value).0"], "\(value)")
        case .decimal(let range, _):
            let limits = range ?? Decimal9(-1_000_000)...Decimal9(1_000_000)
            let (nano, spellings) = decimal(limits.lowerBound.nano...min(limits.upperBound.nano, 1_000_000_000_000_000))
            return (spellings, Decimal9(nano: nano).description)
        case .hours:
            let (nano, spellings) = decimal(-100_000_000_000_000...100_000_000_000_000)
            return (spellings, Hours(nano: nano).description)
        case .money:
            let (nano, spellings) = decimal(-1_000_000_000_000_000...1_000_000_000_000_000)
            return (spellings, Money(nano: Int128(nano)).description)
        case .date(_, let offset, _):
            let date = CivilDate(daysSince1970: Int32.random(in: -10_000...60_000, using: &numbers))
            let late =
                offset == .zero ? "\(date)T23:59:59.999+14:00" : "\(date - 1)T\(24 - offset.minutes / 60):00:00.000Z"
            return (["\"\(date)\"", "\"\(date)T00:00:00Z\"", "\"\(late)\""], date.description)
        case .instant:
            let second = Int64.random(in: 0...4_000_000_000, using: &numbers)
            let text = Instant(secondsSince1970: second).description
            let east = Instant(secondsSince1970: second + 7_200).description.dropLast()
            return (
                ["\"\(text)\"", "\"\(text.dropLast()).000Z\"", "\"\(text.dropLast()).000000Z\"", "\"\(east)+02:00\""],
                text
            )
        case .flag:
            let value = numbers.once(in: 2)
            return (["\(value)", "\"\(value)\""], "\(value)")
        case .text:
            let text = GeneratedText.text(&numbers)
            return (GeneratedText.spellings(text), text)
        case .link:
            let text = "https://host.example/" + String(UInt64.random(in: 0...UInt64.max, using: &numbers), radix: 36)
            return (
                GeneratedText.spellings(text + "?sig=" + GeneratedText.secret)
                    + GeneratedText.spellings(text + "#" + GeneratedText.secret), text
            )
        case .choice(let names, _, _):
            let name = names.randomElement(using: &numbers) ?? ""
            return (GeneratedText.spellings(name), name)
        case .list: return (["[]"], "")
        }
    }
}

enum GeneratedText {
    /// Stands in every value that must not leave the system and in no other.
    static let secret = "S3CR3T"

    static func text(_ numbers: inout SeededGenerator) -> String {
        let pieces = [
            "a", "Æ", "\"", ",", ";", "\n", "\r", "=", "-", "@", "'", " ", "🏗", "\\", "/", "\t", "0", "{", "]", ":",
            "?", "\u{7F}",
        ]
        return (0..<Int.random(in: 0...12, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? "" }
            .joined()
    }

    /// The text as a JSON string: as plain as it can be, and with every character escaped.
    static func spellings(_ text: String) -> [String] {
        var plain = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": plain += "\\" + String(scalar)
            case "\n": plain += "\\n"
            case "\r": plain += "\\r"
            case "\t": plain += "\\t"
            default: plain.unicodeScalars.append(scalar)
            }
        }
        return ["\"\(plain)\"", "\"\(text.utf16.map(escaped).joined())\""]
    }

    /// The text as a JSON string with every character escaped.
    static func quoted(_ text: String) -> String { "\"\(text.utf16.map(escaped).joined())\"" }

    static func escaped(_ unit: UInt16) -> String {
        let hex = String(unit, radix: 16, uppercase: unit % 2 == 0)
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }
}
