/// How a server spells a day, a time or a duration, where that isn't the usual spelling of the field's kind.
public enum ValueSpelling: Sendable, Hashable {
    /// Since 1970, in seconds or milliseconds; a day is that in the zone.
    case unix(TimeUnit, Zone)
    /// As the pattern says; a time is one on the clocks of the zone.
    case pattern(TimePattern, Zone)
    /// An RFC 3339 timestamp with or without its offset; without one it is a time on the clocks of the zone. A day is
    /// that in the zone.
    case zoned(Zone)
    /// A day as an object with the numbers of the year, the month and the day under these keys.
    case parts(year: String, month: String, day: String)
    /// `PT7H30M` (ISO 8601), in seconds. A day has 24 hours; months and years have no length.
    case iso
    /// `7:30`, in minutes.
    case clock

    /// What a value must be, for a message.
    public var expectation: String {
        switch self {
        case .unix(let unit, _): "a number of \(unit.words) since 1970"
        case .pattern(let pattern, let zone):
            pattern.hasTime ? "\(pattern.text), a time that \(zone.name) has once" : pattern.text
        case .zoned(let zone): "a timestamp, without an offset one that \(zone.name) has once"
        case .parts(let year, let month, let day): "an object with the numbers \(year), \(month) and \(day)"
        case .iso: "a duration such as PT7H30M"
        case .clock: "hours and minutes such as 7:30"
        }
    }

    /// The point in time that a scalar spells; `nil` for none.
    public func instant(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Instant? {
        switch self {
        case .unix(let unit, _):
            guard let nano = ValueSpelling.number(bytes, range) else { return nil }
            let scale: Int128 = unit == .milliseconds ? 1_000 : 1
            guard nano % scale == 0, let nanoseconds = Int64(exactly: nano / scale),
                nanoseconds.magnitude < 9_200_000_000_000_000_000
            else { return nil }
            return Instant(nanosecondsSince1970: nanoseconds)
        case .pattern(let pattern, let zone):
            return pattern.read(bytes, range).flatMap { zone.time($0.day, second: $0.second) }
        case .zoned(let zone):
            if let instant = Instant(bytes, range), range.count > 10 { return instant }
            return ValueSpelling.local(bytes, range).flatMap { day, second in
                guard let fraction = ValueSpelling.fraction(bytes, (range.lowerBound + 19)..<range.upperBound) else {
                    return nil
                }
                return zone.time(day, second: second)?.adding(nanoseconds: fraction)
            }
        case .parts, .iso, .clock: return nil
        }
    }

    /// The day that a scalar spells; `nil` for none.
    public func date(_ bytes: Span<UInt8>, _ range: Range<Int>) -> CivilDate? {
        switch self {
        case .unix(_, let zone): instant(bytes, range).map(zone.day)
        case .pattern(let pattern, _): pattern.read(bytes, range)?.day
        case .zoned(let zone):
            // The day of a time without offset is the one that is written, also in an hour that is skipped or doubled.
            if range.count == 10 {
                CivilDate(digits: bytes, from: range.lowerBound)
            } else if let instant = Instant(bytes, range) {
                zone.day(at: instant)
            } else {
                ValueSpelling.local(bytes, range)?.day
            }
        case .parts, .iso, .clock: nil
        }
    }

    /// The duration that a scalar spells, in the unit of the spelling; `nil` for none.
    public func amount(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Decimal9? {
        switch self {
        case .iso: ValueSpelling.isoSeconds(bytes, range)
        case .clock: ValueSpelling.clockMinutes(bytes, range)
        case .unix, .pattern, .zoned, .parts: nil
        }
    }

    // MARK: Parts

    /// The day and the second of `2026-10-25T02:30:00`, or with a blank, and anything after it.
    private static func local(_ bytes: Span<UInt8>, _ range: Range<Int>) -> (day: CivilDate, second: Int)? {
        let start = range.lowerBound
        guard range.count >= 19, let day = CivilDate(digits: bytes, from: start),
            bytes[start + 10] == 0x54 || bytes[start + 10] == 0x20, bytes[start + 13] == 0x3A,
            bytes[start + 16] == 0x3A, let hour = twoDigits(bytes, at: start + 11), hour < 24,
            let minute = twoDigits(bytes, at: start + 14), minute < 60,
            let second = twoDigits(bytes, at: start + 17), second < 60
        else { return nil }
        return (day, hour * 3_600 + minute * 60 + second)
    }

    /// Billionths of a second after the point at the beginning of `range`; `nil` for anything else there.
    private static func fraction(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
        guard !range.isEmpty else { return 0 }
        guard bytes[range.lowerBound] == 0x2E, (2...10).contains(range.count) else { return nil }
        var value: Int64 = 0
        for index in range.dropFirst() {
            let digit = bytes[index] &- 0x30
            guard digit <= 9 else { return nil }
            value = value * 10 + Int64(digit)
        }
        for _ in range.count..<10 { value *= 10 }
        return value
    }

    /// Billionths of a plain decimal with at most nine decimals; `nil` for anything else.
    private static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int128? {
        var index = range.lowerBound
        guard index < range.upperBound, range.count <= 40 else { return nil }
        let isNegative = bytes[index] == 0x2D
        if isNegative { index += 1 }
        let first = index
        var value: Int64 = 0
        while index < range.upperBound {
            let digit = bytes[index] &- 0x30
            guard digit <= 9 else { break }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit))
            guard !overflow, !carry else { return nil }
            value = sum
            index += 1
        }
        guard index > first, let fraction = fraction(bytes, index..<range.upperBound) else { return nil }
        let nano = Int128(value) * 1_000_000_000 + Int128(fraction)
        return isNegative ? -nano : nano
    }

    private static func isoSeconds(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Decimal9? {
        var index = range.lowerBound
        let end = range.upperBound
        guard index < end else { return nil }
        let isNegative = bytes[index] == 0x2D
        if isNegative { index += 1 }
        guard index < end, bytes[index] == 0x50 else { return nil }
        index += 1
        var sum: Int128 = 0
        var isTime = false
        // The letters that may follow, in their order.
        var letters: [(byte: UInt8, seconds: Int128)] = [(0x44, 86_400)]
        var hasPart = false
        while index < end {
            if bytes[index] == 0x54, !isTime {
                isTime = true
                letters = [(0x48, 3_600), (0x4D, 60), (0x53, 1)]
                index += 1
                hasPart = false
                continue
            }
            let first = index
            while index < end, bytes[index] < 0x41 { index += 1 }
            guard index < end, index > first, bytes[first] != 0x2D,
                let place = letters.firstIndex(where: { $0.byte == bytes[index] }),
                let nano = number(bytes, first..<index)
            else { return nil }
            // Only the last part has decimals.
            guard nano % 1_000_000_000 == 0 || index + 1 == end else { return nil }
            sum += nano * letters[place].seconds
            letters.removeFirst(place + 1)
            hasPart = true
            index += 1
        }
        guard hasPart, let value = Int64(exactly: isNegative ? -sum : sum) else { return nil }
        return Decimal9(nano: value)
    }

    private static func clockMinutes(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Decimal9? {
        let colon = range.upperBound - 3
        guard colon > range.lowerBound, bytes[colon] == 0x3A, let minutes = twoDigits(bytes, at: colon + 1),
            minutes < 60, let hours = number(bytes, range.lowerBound..<colon), hours % 1_000_000_000 == 0
        else { return nil }
        let isNegative = bytes[range.lowerBound] == 0x2D
        let sum = hours * 60 + Int128(isNegative ? -minutes : minutes) * 1_000_000_000
        return Int64(exactly: sum).map { Decimal9(nano: $0) }
    }
}

extension Zone {
    /// When the clocks show so many seconds after the midnight of a day; `nil` in an hour that they skip or show twice.
    public func time(_ day: CivilDate, second: Int) -> Instant? {
        guard abs(Int(day.daysSince1970)) < 106_700 else { return nil }
        let found = times(of: day, minute: second / 60)
        return found.count == 1 ? found[0].adding(nanoseconds: Int64(second % 60) * 1_000_000_000) : nil
    }
}
