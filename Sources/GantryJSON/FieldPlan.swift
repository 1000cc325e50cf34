import GantryModel

/// The fields of a record type as the decoding loop uses them, without the type.
struct FieldPlan: Sendable {
    /// The kind of a field, with where a record keeps it. Plain values only, since one is taken out of an array for
    /// every value of a page: what needs more is elsewhere, at an index.
    enum Target: Sendable {
        case integer(ClosedRange<Int64>, FieldPlace<Int64>)
        case decimal(ClosedRange<Decimal9>, FieldPlace<Decimal9>)
        case hours(FieldPlace<Hours>, rounded: FieldPlace<UInt8>?)
        case money(FieldPlace<Money>)
        case date(FieldPlace<CivilDate>, time: FieldPlace<Instant>?)
        case zonedDate(FieldPlace<CivilDate>, UTCOffset)
        case instant(FieldPlace<Instant>)
        case flag(FieldPlace<Bool>)
        case text(FieldPlace<TextSlice>)
        case link(FieldPlace<TextSlice>, whole: FieldPlace<TextSlice>?)
        /// Its words begin and end in `wordEnds`.
        case choice(Range<Int>, FieldPlace<Int>)
        /// The index of its decoder.
        case list(Int)
        /// Read by a spelling of its own, which has this index.
        case spelled(Int)

        var isLink: Bool { if case .link = self { true } else { false } }
        var isText: Bool { if case .text = self { true } else { isLink } }
        var list: Int? { if case .list(let index) = self { index } else { nil } }
    }

    enum Spelled: Sendable {
        case date(ValueSpelling, FieldPlace<CivilDate>)
        /// A day, and the time that it is read from; a time without a spelling is as usual.
        case dayOfTime(ValueSpelling, FieldPlace<CivilDate>, ValueSpelling?, FieldPlace<Instant>)
        case instant(ValueSpelling, FieldPlace<Instant>)
        case decimal(ValueSpelling, FieldPlace<Decimal9>)
        /// Of a kind that has no such spelling.
        case other
    }

    let names: [String]
    let expectations: [String]
    /// The fields without which a record is a reject, a bit for each; for a time whose place a day has, that of the day.
    let required: UInt64
    /// Days that are read from where a time is too: the value is decoded for both, under the day.
    let pairs: [(day: Int, time: Int)]
    private(set) var targets: [Target] = []
    private(set) var lists: [any NestedShape] = []
    private(set) var spelled: [Spelled] = []
    /// The spellings of all choices, one after the other, and where each ends; the first end is 0.
    private(set) var words: [UInt8] = []
    private(set) var wordEnds = [0]

    init<R: Record>(_ fields: [Field<R>]) {
        names = fields.map(\.name)
        expectations = fields.map(\.expectation)
        let pairs = FieldPlan.pairs(of: fields)
        self.pairs = pairs
        required = fields.indices.reduce(0) { required, index in
            let place = pairs.first { $0.time == index }?.day ?? index
            return required | (fields[index].isRequired ? 1 << UInt64(place) : 0)
        }
        for (index, field) in fields.enumerated() {
            let time = pairs.first { $0.day == index }.map { fields[$0.time] }
            targets.append(target(of: field, time: time))
        }
    }

    private static func pairs<R: Record>(of fields: [Field<R>]) -> [(day: Int, time: Int)] {
        fields.indices.compactMap { day in
            guard case .date = fields[day].access, fields[day].spelling != nil else { return nil }
            let time = fields.indices.first { index in
                guard case .instant = fields[index].access else { return false }
                return fields[index].path == fields[day].path
            }
            return time.map { (day, $0) }
        }
    }

    private mutating func target<R: Record>(of field: Field<R>, time: Field<R>?) -> Target {
        if let spelling = field.spelling {
            let read: Spelled =
                switch field.access {
                case .date(let slot, _, _):
                    if let time, case .instant(let other) = time.access {
                        .dayOfTime(spelling, slot.place, time.spelling, other.place)
                    } else {
                        .date(spelling, slot.place)
                    }
                case .instant(let slot): .instant(spelling, slot.place)
                case .decimal(_, let slot): .decimal(spelling, slot.place)
                default: .other
                }
            spelled.append(read)
            return .spelled(spelled.count - 1)
        }
        switch field.access {
        case .integer(let limits, let slot): return .integer(limits, slot.place)
        case .decimal(let limits, let slot):
            return .decimal(limits ?? Decimal9(nano: Int64.min)...Decimal9(nano: Int64.max), slot.place)
        case .hours(let slot, let rounded): return .hours(slot.place, rounded: rounded?.place)
        case .money(let slot): return .money(slot.place)
        case .date(let slot, utcOffset: .zero, let time): return .date(slot.place, time: time?.place)
        case .date(let slot, let offset, _): return .zonedDate(slot.place, offset)
        case .instant(let slot): return .instant(slot.place)
        case .flag(let slot): return .flag(slot.place)
        case .text(let slot): return .text(slot.place)
        case .link(let slot, let whole): return .link(slot.place, whole: whole?.place)
        case .list(let list):
            lists.append(list.child)
            return .list(lists.count - 1)
        case .choice(let names, let slot, let codes):
            let first = wordEnds.count - 1
            for name in codes ?? names {
                words += Array(name.utf8)
                wordEnds.append(words.count)
            }
            return .choice(first..<(first + names.count), slot.place)
        }
    }

    /// The index of the spelling among its field's, or `nil`.
    func index(of range: Range<Int>, in bytes: Span<UInt8>, among choice: Range<Int>) -> Int? {
        for word in choice {
            let start = wordEnds[word]
            let count = wordEnds[word + 1] - start
            guard count == range.count else { continue }
            var offset = 0
            while offset < count, words[start + offset] == bytes[range.lowerBound + offset] { offset += 1 }
            if offset == count { return word - choice.lowerBound }
        }
        return nil
    }
}
