/// A point in time: nanoseconds since 1970-01-01T00:00:00Z, without leap seconds.
public struct Instant: BitwiseCopyable, Hashable, Comparable, Sendable {
    /// Negative before 1970; 64 bits reach from September 1677 to April 2262.
    public let nanosecondsSince1970: Int64

    /// The point in time so many nanoseconds after the start of 1970 in UTC.
    @inlinable public init(nanosecondsSince1970: Int64) { self.nanosecondsSince1970 = nanosecondsSince1970 }

    /// Whole seconds since 1970; beyond what 64 bits of nanoseconds reach, the last point that they do.
    public init(secondsSince1970 seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        nanosecondsSince1970 = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// The same with nanoseconds after the second, as the system's clock gives them.
    public init(secondsSince1970 seconds: Int, nanoseconds: Int) {
        self = Instant(secondsSince1970: Int64(seconds)).adding(nanoseconds: Int64(nanoseconds))
    }

    /// Reads an RFC 3339 timestamp with 0 to 9 fractional digits and `Z` or an offset, or a bare date (its midnight
    /// UTC).
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        self.init(bytes.span, 0..<bytes.count)
    }

    /// Reads the same from `bytes[range]`.
    @inlinable
    public init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        let start = range.lowerBound
        let end = range.upperBound
        // 64 bits of nanoseconds reach from September 1677 to April 2262.
        guard range.count >= 10, let date = CivilDate(digits: bytes, from: start),
            date.daysSince1970 > -106_700, date.daysSince1970 < 106_700
        else { return nil }
        let midnight = Int64(date.daysSince1970) * 86_400
        if range.count == 10 {
            self.init(nanosecondsSince1970: midnight * 1_000_000_000)
            return
        }
        // 00:00:00 behind a T.
        guard range.count >= 20, bytes[start + 10] | 0x20 == 0x74,
            let clock = digits(bytes, at: start + 11, like: 0x3030_3A30_303A_3030, slack: 0x0606_0F06_060F_0606)
        else { return nil }
        let (hour, minute, second) = (pair(clock, at: 0), pair(clock, at: 3), pair(clock, at: 6))
        guard hour < 24, minute < 60, second < 60 else { return nil }
        var index = start + 19
        var fraction: Int64 = 0
        if bytes[index] == 0x2E {
            index += 1
            var scale: Int64 = 100_000_000
            let first = index
            while index < end {
                let digit = bytes[index] &- 0x30
                if digit > 9 { break }
                guard index - first < 9 else { return nil }
                fraction += Int64(digit) * scale
                scale /= 10
                index += 1
            }
            guard index > first else { return nil }
        }
        guard index < end else { return nil }
        var offset = 0
        if bytes[index] | 0x20 == 0x7A {
            index += 1
        } else {
            let sign = bytes[index]
            guard sign == 0x2B || sign == 0x2D, end - index == 6, bytes[index + 3] == 0x3A,
                let hours = twoDigits(bytes, at: index + 1), hours < 24,
                let minutes = twoDigits(bytes, at: index + 4), minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (sign == 0x2D ? -60 : 60)
            index += 6
        }
        guard index == end else { return nil }
        let seconds = midnight + Int64(hour * 3_600 + minute * 60 + second - offset)
        self.init(nanosecondsSince1970: seconds * 1_000_000_000 + fraction)
    }

    /// The time from `other` to this one; the largest or smallest duration if the two are too far apart.
    public func nanoseconds(since other: Instant) -> Int64 {
        let (difference, overflow) = nanosecondsSince1970.subtractingReportingOverflow(other.nanosecondsSince1970)
        return overflow ? (nanosecondsSince1970 < 0 ? .min : .max) : difference
    }

    /// The point in time so much later, or the last one that there is.
    public func adding(nanoseconds: Int64) -> Instant {
        let (sum, overflow) = nanosecondsSince1970.addingReportingOverflow(nanoseconds)
        return Instant(nanosecondsSince1970: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
    }

    /// Whether `a` is the earlier point in time.
    @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.nanosecondsSince1970 < b.nanosecondsSince1970 }

    /// Whether it is a midnight in UTC.
    @inlinable public var isMidnight: Bool { nanosecondsSince1970 % 86_400_000_000_000 == 0 }

    /// The civil date in UTC.
    @inlinable
    public var utcDate: CivilDate {
        CivilDate(daysSince1970: Int32(truncatingIfNeeded: floorDivision(nanosecondsSince1970, 86_400_000_000_000)))
    }
}

@inlinable
func floorDivision(_ value: Int64, _ divisor: Int64) -> Int64 {
    let quotient = value / divisor
    return value % divisor < 0 ? quotient - 1 : quotient
}

extension Instant: CustomStringConvertible {
    /// `2026-10-05T16:00:00Z`, with 3, 6 or 9 fractional digits if there are any.
    public var description: String { String(decoding: [UInt8](ascii: 32) { write(to: &$0) }, as: UTF8.self) }

    /// Appends the same text, at most 30 bytes.
    @inlinable
    public func write(to out: inout OutputSpan<UInt8>) {
        let date = utcDate
        var rest = nanosecondsSince1970 % 86_400_000_000_000
        if rest < 0 { rest += 86_400_000_000_000 }
        date.write(to: &out)
        out.append(0x54)
        appendTwoDigits(Int(rest / 3_600_000_000_000), to: &out)
        rest %= 3_600_000_000_000
        out.append(0x3A)
        appendTwoDigits(Int(rest / 60_000_000_000), to: &out)
        rest %= 60_000_000_000
        out.append(0x3A)
        appendTwoDigits(Int(rest / 1_000_000_000), to: &out)
        rest %= 1_000_000_000
        if rest > 0 {
            out.append(0x2E)
            var digits = rest % 1_000_000 == 0 ? 3 : rest % 1_000 == 0 ? 6 : 9
            var divisor: Int64 = 100_000_000
            while digits > 0 {
                out.append(UInt8(truncatingIfNeeded: 0x30 + rest / divisor))
                rest %= divisor
                divisor /= 10
                digits -= 1
            }
        }
        out.append(0x5A)
    }
}
