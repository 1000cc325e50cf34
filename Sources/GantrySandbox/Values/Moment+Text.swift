extension Moment {
    /// Reads a date and time as ISO 8601 and RFC 3339 write them: `YYYY-MM-DDTHH:MM`, seconds and a fraction if there
    /// are any, and `Z` or an offset. Nil for any other text. A fraction is cut off.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 17, let day = CivilDay(utf8: bytes.prefix(10)), bytes[10] == UInt8(ascii: "T"),
            bytes[13] == UInt8(ascii: ":"),
            let hour = Self.number(bytes[11..<13], below: 24), let minute = Self.number(bytes[14..<16], below: 60)
        else { return nil }
        var rest = bytes[16...]
        var second = 0
        if rest.first == UInt8(ascii: ":") {
            guard rest.count >= 3, let number = Self.number(rest[17..<19], below: 60) else { return nil }
            second = number
            rest = rest.dropFirst(3)
            if rest.first == UInt8(ascii: ".") {
                let digits = rest.dropFirst().prefix { (48...57).contains($0) }
                guard !digits.isEmpty else { return nil }
                rest = rest.dropFirst(digits.count + 1)
            }
        }
        guard let offset = Self.offset(Array(rest)) else { return nil }
        self.init(seconds: Moment(day, hour: hour, minute: minute, second: second).seconds - offset)
    }

    /// The day in a place so many seconds east of Greenwich.
    func day(east seconds: Int = 0) -> CivilDay {
        let local = self.seconds + seconds
        return CivilDay(daysSince1970: local >= 0 ? local / 86_400 : (local - 86_399) / 86_400)
    }

    private static func offset(_ bytes: [UInt8]) -> Int? {
        if bytes == [UInt8(ascii: "Z")] { return 0 }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            let hours = number(bytes[1..<3], below: 24), let minutes = number(bytes[4..<6], below: 60)
        else { return nil }
        return (bytes[0] == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    private static func number(_ digits: ArraySlice<UInt8>, below limit: Int) -> Int? {
        guard digits.count == 2, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        return number < limit ? number : nil
    }
}
