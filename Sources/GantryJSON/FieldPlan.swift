public import GantryModel

/// The fields of a record type as the decoding loop uses them.
///
/// A `FieldAccess` carries two closures, and taking one out of an array copies and releases both for every value. Here
/// each type has an array of its own setters, so that a value costs one switch and one call.
@usableFromInline
struct FieldPlan<R: Record>: Sendable {
    @usableFromInline
    enum Kind: UInt8, Sendable {
        case integer, decimal, hours, money, date, zonedDate, instant, flag, text, link, choice, list
    }

    @usableFromInline
    struct Integer: Sendable {
        @usableFromInline let limits: ClosedRange<Int64>
        @usableFromInline let set: @Sendable (inout R, Int64) -> Void
    }

    @usableFromInline
    struct Decimal: Sendable {
        @usableFromInline let limits: ClosedRange<Decimal9>
        @usableFromInline let set: @Sendable (inout R, Decimal9) -> Void
    }

    @usableFromInline
    struct ZonedDate: Sendable {
        @usableFromInline let hoursEast: Int
        @usableFromInline let set: @Sendable (inout R, CivilDate) -> Void
    }

    @usableFromInline
    struct Choice: Sendable {
        /// Where its spellings begin and end in `wordEnds`.
        @usableFromInline let words: Range<Int>
        @usableFromInline let set: @Sendable (inout R, Int) -> Void
    }

    /// For each field its type, and its place among the setters of that type.
    @usableFromInline private(set) var kinds: [Kind] = []
    @usableFromInline private(set) var places: [Int] = []
    @usableFromInline private(set) var integers: [Integer] = []
    @usableFromInline private(set) var decimals: [Decimal] = []
    @usableFromInline private(set) var hours: [@Sendable (inout R, Hours, Bool) -> Void] = []
    @usableFromInline private(set) var money: [@Sendable (inout R, Money) -> Void] = []
    @usableFromInline private(set) var dates: [@Sendable (inout R, CivilDate) -> Void] = []
    @usableFromInline private(set) var zonedDates: [ZonedDate] = []
    @usableFromInline private(set) var instants: [@Sendable (inout R, Instant) -> Void] = []
    @usableFromInline private(set) var flags: [@Sendable (inout R, Bool) -> Void] = []
    @usableFromInline private(set) var texts: [@Sendable (inout R, TextSlice) -> Void] = []
    @usableFromInline private(set) var links: [@Sendable (inout R, TextSlice, TextSlice) -> Void] = []
    @usableFromInline private(set) var choices: [Choice] = []
    @usableFromInline private(set) var lists: [NestedList<R>] = []
    /// The spellings of all choices, one after the other, and where each ends; the first end is 0.
    @usableFromInline private(set) var words: [UInt8] = []
    @usableFromInline private(set) var wordEnds = [0]

    init(_ fields: [Field<R>]) {
        for field in fields {
            let kind: Kind
            let place: Int
            switch field.access {
            case .integer(let limits, _, let set):
                (kind, place) = (.integer, integers.count)
                integers.append(Integer(limits: limits, set: set))
            case .decimal(let limits, _, let set):
                (kind, place) = (.decimal, decimals.count)
                let all = Decimal9(nano: Int64.min)...Decimal9(nano: Int64.max)
                decimals.append(Decimal(limits: limits ?? all, set: set))
            case .hours(_, let set):
                (kind, place) = (.hours, hours.count)
                hours.append(set)
            case .money(_, let set):
                (kind, place) = (.money, money.count)
                money.append(set)
            case .date(0, _, let set):
                (kind, place) = (.date, dates.count)
                dates.append(set)
            case .date(let hours, _, let set):
                (kind, place) = (.zonedDate, zonedDates.count)
                zonedDates.append(ZonedDate(hoursEast: hours, set: set))
            case .instant(_, let set):
                (kind, place) = (.instant, instants.count)
                instants.append(set)
            case .flag(_, let set):
                (kind, place) = (.flag, flags.count)
                flags.append(set)
            case .text(_, let set):
                (kind, place) = (.text, texts.count)
                texts.append(set)
            case .link(_, let set):
                (kind, place) = (.link, links.count)
                links.append(set)
            case .list(let list):
                (kind, place) = (.list, lists.count)
                lists.append(list)
            case .choice(let names, _, let set):
                let first = wordEnds.count - 1
                for name in names {
                    words += Array(name.utf8)
                    wordEnds.append(words.count)
                }
                (kind, place) = (.choice, choices.count)
                choices.append(Choice(words: first..<(first + names.count), set: set))
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
