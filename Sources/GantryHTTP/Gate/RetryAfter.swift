/// Reads the `Retry-After` header (RFC 9110, 10.2.3): a number of seconds, or an HTTP date in any of its three forms.
/// Some servers send a point in time as seconds or milliseconds since 1970.
package enum RetryAfter {
    /// How long to wait from `wall` on, not below zero; nil if `value` is neither form. Fractions of seconds, which
    /// some servers send, are taken.
    package static func parse(_ value: String, wall: Duration) -> Duration? {
        let value = value.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
        let text = String(value)
        if let seconds = Double(text), seconds.isFinite,
            text.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" || $0 == "+" })
        {
            // More than thirty years is no wait.
            guard seconds >= 1e9 else { return .milliseconds(Int(max(seconds, 0) * 1000)) }
            let moment = min(seconds >= 1e12 ? seconds / 1000 : seconds, 1e12)
            return min(max(.zero, .milliseconds(Int(moment * 1000)) - wall), .seconds(1_000_000_000))
        }
        guard let date = httpDate(text, wall: wall) else { return nil }
        return max(.zero, date - wall)
    }

    /// The moment an HTTP date names, since 1970.
    static func httpDate(_ text: String, wall: Duration) -> Duration? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        // Sun, 06 Nov 1994 08:49:37 GMT | Sunday, 06-Nov-94 08:49:37 GMT | Sun Nov  6 08:49:37 1994
        if words.count == 6, words[5] == "GMT" || words[5] == "UTC" {
            return moment(day: words[1], month: words[2], year: words[3], time: words[4], wall: wall)
        }
        if words.count == 5 {
            return moment(day: words[2], month: words[1], year: words[4], time: words[3], wall: wall)
        }
        return nil
    }

    private static func moment(day: String, month: String, year: String, time: String, wall: Duration) -> Duration? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let clock = time.split(separator: ":").compactMap { Int($0) }
        guard let day = Int(day), (1...31).contains(day), let month = months.firstIndex(of: month).map({ $0 + 1 }),
            var number = Int(year),
            (0...9999).contains(number), clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        if year.count == 2 {
            // Two digits mean the year that is at most fifty years ahead.
            let current = 1970 + Int(wall.components.seconds / 31_556_952)
            number += current / 100 * 100
            if number > current + 50 { number -= 100 }
        }
        let seconds =
            daysSince1970(year: number, month: month, day: day) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
        return .seconds(seconds)
    }

    /// Days in the Gregorian calendar, counted from March so that the leap day comes last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
