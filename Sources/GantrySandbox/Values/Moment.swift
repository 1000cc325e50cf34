import FoundationEssentials

/// A moment in whole seconds since 1970, UTC.
struct Moment: Sendable, Hashable, Comparable {
    var seconds: Int

    static var now: Moment { Moment(seconds: Int(Date().timeIntervalSince1970)) }

    init(seconds: Int) { self.seconds = seconds }

    init(_ day: CivilDay, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        seconds = day.daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second
    }

    /// `YYYY-MM-DDTHH:MM:SSZ`.
    var text: String {
        var bytes: [UInt8] = []
        bytes.append(self)
        return String(decoding: bytes, as: UTF8.self)
    }

    func adding(_ more: Int) -> Moment { Moment(seconds: seconds + more) }

    static func < (left: Moment, right: Moment) -> Bool { left.seconds < right.seconds }
}

extension [UInt8] {
    /// Appends `YYYY-MM-DD`.
    mutating func append(_ day: CivilDay) {
        let (year, month, day) = day.components
        append(twoDigits: year / 100)
        append(twoDigits: year % 100)
        append(UInt8(ascii: "-"))
        append(twoDigits: month)
        append(UInt8(ascii: "-"))
        append(twoDigits: day)
    }

    /// Appends `YYYY-MM-DDTHH:MM:SSZ`.
    mutating func append(_ moment: Moment) {
        let days = moment.seconds / 86_400
        let second = moment.seconds - days * 86_400
        append(CivilDay(daysSince1970: days))
        append(UInt8(ascii: "T"))
        append(twoDigits: second / 3_600)
        append(UInt8(ascii: ":"))
        append(twoDigits: second / 60 % 60)
        append(UInt8(ascii: ":"))
        append(twoDigits: second % 60)
        append(UInt8(ascii: "Z"))
    }

    mutating func append(twoDigits number: Int) {
        append(UInt8(48 + number / 10))
        append(UInt8(48 + number % 10))
    }
}
