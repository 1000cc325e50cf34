public import GantryModel

/// The fields of a record type as the decoding loop uses them.
///
/// A `FieldAccess` carries more than a slot, and taking one out of an array copies and releases it for every value. Here
/// each kind has an array of its own slots, so that a value costs one switch and one store.
@usableFromInline
struct FieldPlan<R: Record>: Sendable {
    @usableFromInline
    enum Kind: UInt8, Sendable {
        case integer, decimal, hours, money, date, zonedDate, instant, flag, text, link, choice, list
        /// Read by a spelling of its own.
        case spelled
    }

    @usableFromInline
    struct Integer: Sendable {
        @usableFromInline let limits: ClosedRange<Int64>
        @usableFromInline let slot: FieldSlot<R, Int64>
    }

    @usableFromInline
    struct Decimal: Sendable {
        @usableFromInline let limits: ClosedRange<Decimal9>
        @usableFromInline let slot: FieldSlot<R, Decimal9>
    }

    @usableFromInline
    struct DateSlot: Sendable {
        @usableFromInline let slot: FieldSlot<R, CivilDate>
        @usableFromInline let time: FieldSlot<R, Instant>?
    }

    @usableFromInline
    struct ZonedDate: Sendable {
        @usableFromInline let utcOffset: UTCOffset
        @usableFromInline let slot: FieldSlot<R, CivilDate>
    }

    @usableFromInline
    struct Choice: Sendable {
        /// Where its spellings begin and end in `wordEnds`.
        @usableFromInline let words: Range<Int>
        @usableFromInline let slot: FieldSlot<R, Int>
    }

    @usableFromInline
    struct Spelled: Sendable {
        let spelling: ValueSpelling
        let access: FieldAccess<R>
    }

    @usableFromInline
    struct HoursSlot: Sendable {
        @usableFromInline let slot: FieldSlot<R, Hours>
        @usableFromInline let rounded: FieldSlot<R, UInt8>?
    }

    @usableFromInline
    struct LinkSlot: Sendable {
        @usableFromInline let slot: FieldSlot<R, TextSlice>
        @usableFromInline let whole: FieldSlot<R, TextSlice>?
    }

    /// For each field its kind, and its place among the slots of that kind.
    @usableFromInline private(set) var kinds: [Kind] = []
    @usableFromInline private(set) var places: [Int] = []
    @usableFromInline private(set) var integers: [Integer] = []
    @usableFromInline private(set) var decimals: [Decimal] = []
    @usableFromInline private(set) var hours: [HoursSlot] = []
    @usableFromInline private(set) var money: [FieldSlot<R, Money>] = []
    @usableFromInline private(set) var dates: [DateSlot] = []
    @usableFromInline private(set) var zonedDates: [ZonedDate] = []
    @usableFromInline private(set) var instants: [FieldSlot<R, Instant>] = []
    @usableFromInline private(set) var flags: [FieldSlot<R, Bool>] = []
    @usableFromInline private(set) var texts: [FieldSlot<R, TextSlice>] = []
    @usableFromInline private(set) var links: [LinkSlot] = []
    @usableFromInline private(set) var choices: [Choice] = []
    @usableFromInline private(set) var lists: [NestedList<R>] = []
    @usableFromInline private(set) var spelled: [Spelled] = []
    /// The spellings of all choices, one after the other, and where each ends; the first end is 0.
    @usableFromInline private(set) var words: [UInt8] = []
    @usableFromInline private(set) var wordEnds = [0]

    init(_ fields: [Field<R>]) {
        for field in fields {
            let kind: Kind
            let place: Int
            if let spelling = field.spelling {
                kinds.append(.spelled)
                places.append(spelled.count)
                spelled.append(Spelled(spelling: spelling, access: field.access))
                continue
            }
            switch field.access {
            case .integer(let limits, let slot):
                (kind, place) = (.integer, integers.count)
                integers.append(Integer(limits: limits, slot: slot))
            case .decimal(let limits, let slot):
                (kind, place) = (.decimal, decimals.count)
                let all = Decimal9(nano: Int64.min)...Decimal9(nano: Int64.max)
                decimals.append(Decimal(limits: limits ?? all, slot: slot))
            case .hours(let slot, let rounded):
                (kind, place) = (.hours, hours.count)
                hours.append(HoursSlot(slot: slot, rounded: rounded))
            case .money(let slot):
                (kind, place) = (.money, money.count)
                money.append(slot)
            case .date(let slot, utcOffset: .zero, let time):
                (kind, place) = (.date, dates.count)
                dates.append(DateSlot(slot: slot, time: time))
            case .date(let slot, let offset, _):
                (kind, place) = (.zonedDate, zonedDates.count)
                zonedDates.append(ZonedDate(utcOffset: offset, slot: slot))
            case .instant(let slot):
                (kind, place) = (.instant, instants.count)
                instants.append(slot)
            case .flag(let slot):
                (kind, place) = (.flag, flags.count)
                flags.append(slot)
            case .text(let slot):
                (kind, place) = (.text, texts.count)
                texts.append(slot)
            case .link(let slot, let whole):
                (kind, place) = (.link, links.count)
                links.append(LinkSlot(slot: slot, whole: whole))
            case .list(let list):
                (kind, place) = (.list, lists.count)
                lists.append(list)
            case .choice(let names, let slot, let codes):
                let first = wordEnds.count - 1
                for name in codes ?? names {
                    words += Array(name.utf8)
                    wordEnds.append(words.count)
                }
                (kind, place) = (.choice, choices.count)
                choices.append(Choice(words: first..<(first + names.count), slot: slot))
            }
            kinds.append(kind)
            places.append(place)
        }
    }

    /// The index of the spelling among its field's, or `nil`.
    @inlinable
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
