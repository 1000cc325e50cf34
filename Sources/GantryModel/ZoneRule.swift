/// The clocks of a place in every year to come, as POSIX writes them: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Sendable, Hashable {
    /// Seconds ahead of UTC outside of summer time.
    let standard: Int
    /// `nil` where the clocks are never changed.
    let summer: Summer?

    /// Summer time: seconds ahead of UTC, and the changes by the clock that is shown until then.
    struct Summer: Sendable, Hashable {
        let offset: Int
        let start: Change
        let end: Change
    }

    /// When clocks are changed: a day of the year, and seconds after its midnight, which can be on another day.
    struct Change: Sendable, Hashable {
        let day: Day
        let seconds: Int
    }

    enum Day: Sendable, Hashable {
        /// A weekday, 0 for Sunday, of a month; the last one for week 5.
        case weekday(month: Int, week: Int, day: Int)
        /// A day of the year from 1 to 365, without a leap day.
        case withoutLeapDay(Int)
        /// Days after 1 January.
        case after(Int)

        /// Days since 1970.
        func date(in year: Int) -> Int {
            func first(_ month: Int) -> Int {
                Int(CivilDate(year: year, month: month, day: 1)?.daysSince1970 ?? 0)
            }
            switch self {
            case .weekday(let month, let week, let day):
                let start = first(month)
                // 1970-01-01 was a Thursday.
                let weekday = ((start + 4) % 7 + 7) % 7
                var date = (day - weekday + 7) % 7 + (week - 1) * 7
                if date >= CivilDate.length(ofMonth: month, year: year) { date -= 7 }
                return start + date
            case .withoutLeapDay(let day):
                let leap = CivilDate.length(ofMonth: 2, year: year) == 29 && day > 59 ? 1 : 0
                return first(1) + day - 1 + leap
            case .after(let days): return first(1) + days
            }
        }
    }

    /// Seconds ahead of UTC, so many seconds after the start of 1970.
    func offset(at time: Int) -> Int {
        guard let summer else { return standard }
        let day = (time + standard) / 86_400 - ((time + standard) % 86_400 < 0 ? 1 : 0)
        let year = CivilDate(daysSince1970: Int32(clamping: day)).components.year
        let start = summer.start.day.date(in: year) * 86_400 + summer.start.seconds - standard
        let end = summer.end.day.date(in: year) * 86_400 + summer.end.seconds - summer.offset
        let isSummer = start < end ? start <= time && time < end : !(end <= time && time < start)
        return isSummer ? summer.offset : standard
    }
}

extension ZoneRule {
    /// Reads a rule; `nil` for another text.
    init?(_ text: String) {
        var parser = Parser(rest: Array(text.utf8)[...])
        guard parser.name(), let standard = parser.offset() else { return nil }
        guard !parser.rest.isEmpty else {
            self.init(standard: -standard, summer: nil)
            return
        }
        guard parser.name() else { return nil }
        var offset = 3_600 - standard
        if parser.rest.first != UInt8(ascii: ",") {
            guard let own = parser.offset() else { return nil }
            offset = -own
        }
        guard let start = parser.change(), let end = parser.change(), parser.rest.isEmpty else { return nil }
        self.init(standard: -standard, summer: Summer(offset: offset, start: start, end: end))
    }

    private struct Parser {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ byte: UInt8) -> Bool {
            guard rest.first == byte else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(upTo most: Int) -> Int? {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard (1...3).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            return value <= most ? value : nil
        }

        /// Skips `CET` or `<+0530>`.
        mutating func name() -> Bool {
            func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
            if skip(UInt8(ascii: "<")) {
                let name = rest.prefix { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2D }
                rest = rest.dropFirst(name.count)
                return !name.isEmpty && skip(UInt8(ascii: ">"))
            }
            let name = rest.prefix(while: isLetter)
            rest = rest.dropFirst(name.count)
            return name.count >= 3
        }

        /// Reads `-5:30` as seconds.
        mutating func offset() -> Int? {
            let isNegative = skip(UInt8(ascii: "-"))
            if !isNegative { _ = skip(UInt8(ascii: "+")) }
            guard let hours = number(upTo: 167) else { return nil }
            var seconds = hours * 3_600
            for unit in [60, 1] where skip(UInt8(ascii: ":")) {
                guard let value = number(upTo: 59) else { return nil }
                seconds += value * unit
            }
            return isNegative ? -seconds : seconds
        }

        /// Reads `,M3.5.0/2`.
        mutating func change() -> Change? {
            guard skip(UInt8(ascii: ",")), let day = day() else { return nil }
            guard skip(UInt8(ascii: "/")) else { return Change(day: day, seconds: 7_200) }
            return offset().map { Change(day: day, seconds: $0) }
        }

        private mutating func day() -> Day? {
            if skip(UInt8(ascii: "J")) { return number(upTo: 365).flatMap { $0 > 0 ? .withoutLeapDay($0) : nil } }
            guard skip(UInt8(ascii: "M")) else { return number(upTo: 365).map { .after($0) } }
            guard let month = number(upTo: 12), month > 0, skip(UInt8(ascii: ".")), let week = number(upTo: 5),
                week > 0, skip(UInt8(ascii: ".")), let day = number(upTo: 6)
            else { return nil }
            return .weekday(month: month, week: week, day: day)
        }
    }
}
