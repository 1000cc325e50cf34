import Foundation
import GantryJSON
import GantryModel

/// What a page must decode to, worked out from the reference reader's tree with Foundation's decimals.
struct ReferencePage: Equatable {
    struct Row: Equatable {
        var isReject = false
        var id: Int64?
        var count: Int64?
        var hours: Int64?
        var hoursAreExact = true
        var price: Int64?
        var day: Int32?
        var at: Int64?
        var note: [UInt8]?
        var state: Int?
    }

    var rows: [Row] = []
    var envelope = PageEnvelope()
    private var unreadable: [(count: WritableKeyPath<PageEnvelope, Int64?>, key: String)] = []

    static func == (a: ReferencePage, b: ReferencePage) -> Bool { a.rows == b.rows && a.envelope == b.envelope }

    /// `nil` where the document is no page.
    init?(_ tree: ReferenceJSON) {
        switch tree {
        case .array(let list): rows = list.map(Row.init)
        case .object(let members):
            var list: [ReferenceJSON]?
            for member in members {
                if listKeys.contains(member.name), case .array(let found) = member.value {
                    guard list == nil else { return nil }
                    list = found
                } else if ["pagination", "meta"].contains(member.name), case .object(let counts) = member.value {
                    for count in counts { note(count) }
                } else {
                    note(member)
                }
            }
            guard let list else { return nil }
            rows = list.map(Row.init)
            envelope.unreadable = unreadable.first { envelope[keyPath: $0.count] == nil }.map {
                UnreadableCount(key: $0.key, found: "")
            }
        default: return nil
        }
    }

    private mutating func note(_ member: ReferenceJSON.Member) {
        let counts: [String: WritableKeyPath<PageEnvelope, Int64?>] = [
            "currentPage": \.page, "page": \.page, "totalPages": \.totalPages, "total_pages": \.totalPages,
            "totalCount": \.totalCount,
            "total": \.totalCount, "total_count": \.totalCount, "limit": \.limit, "offset": \.offset,
        ]
        if ["hasNext", "has_more"].contains(member.name), case .bool(let value) = member.value {
            envelope.hasNext = value
        }
        guard let count = counts[member.name] else { return }
        if let value = Row.whole(member.value) {
            envelope[keyPath: count] = envelope[keyPath: count] ?? value
            return
        }
        switch member.value {
        case .null: return
        case .object, .array: if count != \.totalCount, count != \.totalPages { return }
        default: break
        }
        unreadable.append((count, member.name))
    }

    /// What the product made of the same page, in the same shape.
    init(_ page: Page) {
        envelope = page.envelope
        envelope.unreadable = page.envelope.unreadable.map { UnreadableCount(key: $0.key, found: "") }
        let rejects = Set(page.chunk.rejects.map(\.index))
        rows = page.chunk.records.enumerated().map { index, record in
            var row = Row()
            row.isReject = rejects.contains(index)
            if row.isReject { return row }
            row.id = record.id
            row.count = record.count
            row.hours = record.hours.nano
            row.hoursAreExact = record.hoursAreExact
            row.price = record.price.map { Int64($0.nano) }
            row.day = record.day?.daysSince1970
            row.at = record.at?.nanosecondsSince1970
            row.note = record.note.map { Array(page.chunk.text($0).utf8) }
            row.state = record.state
            return row
        }
    }
}

extension ReferenceJSON.Member {
    /// The key; one with half of a surrogate pair is nobody's name.
    var name: String { ReferenceJSON.text(key) ?? "\u{FFFF}" }
}

extension ReferencePage.Row {
    init(_ element: ReferenceJSON) {
        self.init()
        guard case .object(let members) = element, fill(members), id != nil, hours != nil else {
            self = Self()
            isReject = true
            return
        }
    }

    /// False when some value doesn't fit its field or a key comes twice.
    private mutating func fill(_ members: [ReferenceJSON.Member]) -> Bool {
        var seen: Set<String> = []
        for member in members where member.value != .null {
            let name = member.name
            guard Shift.fields.contains(where: { $0.name == name }) else { continue }
            guard seen.insert(name).inserted else { return false }
            switch name {
            case "id":
                guard let value = Self.whole(member.value), value >= 1 else { return false }
                id = value
            case "count":
                guard let value = Self.whole(member.value), abs(value) <= 100 else { return false }
                count = value
            case "hours":
                guard let value = Self.nano(member.value), value.nano.magnitude <= 100_000_000_000_000 else {
                    return false
                }
                (hours, hoursAreExact) = value
            case "price":
                guard let value = Self.nano(member.value) else { return false }
                price = value.nano
            case "day":
                guard let text = Self.string(member.value), let value = ReferenceTime(text) else { return false }
                day = value.day
            case "at":
                guard let text = Self.string(member.value), let value = ReferenceTime(text)?.nanoseconds else {
                    return false
                }
                at = value
            case "note":
                switch member.value {
                case .string(let units):
                    guard let text = ReferenceJSON.text(units) else { return false }
                    note = Array(text.utf8)
                case .number(let text): note = Array(text.utf8)
                default: return false
                }
            default:
                guard let index = Self.string(member.value).flatMap(Shift.states.firstIndex) else { return false }
                state = index
            }
        }
        return true
    }

    private static func string(_ value: ReferenceJSON) -> String? {
        guard case .string(let units) = value else { return nil }
        return ReferenceJSON.text(units)
    }

    /// The number, or the number that a string spells, with its text.
    private static func decimal(_ value: ReferenceJSON) -> Decimal? {
        let text: String
        switch value {
        case .number(let number): text = number
        case .string(let units):
            guard let plain = ReferenceJSON.text(units) else { return nil }
            guard case .number(plain)? = Result(catching: { try ReferenceJSON.parse(Array(plain.utf8)) }).success,
                plain.first?.isWhitespace == false, plain.last?.isWhitespace == false
            else { return nil }
            text = plain
        default: return nil
        }
        let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
        return number?.isNaN == true ? nil : number
    }

    static func whole(_ value: ReferenceJSON) -> Int64? {
        guard let decimal = decimal(value) else { return nil }
        return Int64(decimal.description)
    }

    private static func nano(_ value: ReferenceJSON) -> (nano: Int64, isExact: Bool)? {
        guard var decimal = decimal(value) else { return nil }
        var rounded = Decimal()
        unsafe NSDecimalRound(&rounded, &decimal, 9, .bankers)
        guard let nano = Int64((rounded * 1_000_000_000).description) else { return nil }
        return (nano, rounded == decimal)
    }
}

extension Result {
    fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}

/// A date or timestamp, read by splitting text.
struct ReferenceTime {
    let day: Int32
    /// `nil` only where 64 bits can't hold it.
    let nanoseconds: Int64?

    init?(_ text: String) {
        func number(_ part: Substring, _ digits: Int, below limit: Int) -> Int? {
            guard part.utf8.count == digits, part.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = Int(part),
                value < limit
            else { return nil }
            return value
        }
        let date = text.prefix(10).split(separator: "-", omittingEmptySubsequences: false)
        guard text.unicodeScalars.allSatisfy(\.isASCII), date.count == 3, let year = number(date[0], 4, below: 10_000),
            year > 0,
            let month = number(date[1], 2, below: 13), month > 0, let dayOfMonth = number(date[2], 2, below: 32),
            dayOfMonth > 0
        else { return nil }
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard dayOfMonth <= lengths[month - 1] else { return nil }
        let before = year - 1
        let days =
            before * 365 + before / 4 - before / 100 + before / 400 + lengths[..<(month - 1)].reduce(0, +) + dayOfMonth
            - 1 - 719_162
        day = Int32(days)
        guard text.count > 10 else {
            nanoseconds = abs(days) < 106_700 ? Int64(days) * 86_400_000_000_000 : nil
            return
        }
        var rest = text.dropFirst(10)
        guard rest.first == "T" || rest.first == "t" else { return nil }
        rest = rest.dropFirst()
        let clock = rest.prefix(8).split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = number(clock[0], 2, below: 24), let minute = number(clock[1], 2, below: 60),
            let second = number(clock[2], 2, below: 60)
        else { return nil }
        rest = rest.dropFirst(8)
        var fraction = 0
        if rest.first == "." {
            let digits = rest.dropFirst().prefix { $0.isNumber }
            guard (1...9).contains(digits.count),
                let value = Int(digits + String(repeating: "0", count: 9 - digits.count))
            else { return nil }
            fraction = value
            rest = rest.dropFirst(1 + digits.count)
        }
        var offset = 0
        if rest != "Z", rest != "z" {
            let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
            guard let sign = rest.first, sign == "+" || sign == "-", parts.count == 2,
                let hours = number(parts[0], 2, below: 24),
                let minutes = number(parts[1], 2, below: 60)
            else { return nil }
            offset = (hours * 3_600 + minutes * 60) * (sign == "-" ? -1 : 1)
        }
        // A date inside a timestamp that 64 bits can't hold is refused with it.
        guard abs(days) < 106_700 else { return nil }
        nanoseconds =
            Int64(days * 86_400 + hour * 3_600 + minute * 60 + second - offset) * 1_000_000_000 + Int64(fraction)
    }
}
