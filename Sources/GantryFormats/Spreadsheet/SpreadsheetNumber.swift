internal import GantryModel

/// The numbers of a workbook as texts: without an exponent, days by ISO 8601.
package enum SpreadsheetNumber {
    /// The digits that a spreadsheet keeps of a number: `7.4`, also where the file has 7.4000000000000004.
    static let digits = 15

    /// A number as plain digits.
    package static func text(_ value: Double) -> String {
        let parts = value.magnitude.description.lowercased().split(separator: "e")
        let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        var digits = halves.joined().utf8.map { Int($0) - 0x30 }
        var point = (halves.first?.count ?? 0) + (parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
        let leading = digits.prefix { $0 == 0 }.count
        if digits.count - leading > SpreadsheetNumber.digits {
            let kept = leading + SpreadsheetNumber.digits
            let roundsUp = digits[kept] >= 5
            digits = Array(digits[..<kept])
            var place = kept - 1
            if roundsUp { digits[place] += 1 }
            while place > 0, digits[place] == 10 {
                digits[place] = 0
                digits[place - 1] += 1
                place -= 1
            }
            if digits[0] == 10 {
                digits[0] = 0
                digits.insert(1, at: 0)
                point += 1
            }
        }
        while point <= 0 {
            digits.insert(0, at: 0)
            point += 1
        }
        while digits.count < point { digits.append(0) }
        while digits.count > point, digits.last == 0 { digits.removeLast() }
        func spelled(_ digits: ArraySlice<Int>) -> String { digits.map(String.init).joined() }
        let whole = spelled(digits[..<point].drop { $0 == 0 })
        let rest = spelled(digits[point...])
        return (value < 0 ? "-" : "") + (whole.isEmpty ? "0" : whole) + (rest.isEmpty ? "" : "." + rest)
    }

    /// No number of days of which hours are made is as large.
    static let mostDays = 1e9

    /// `15:30`, with seconds where there are some: hours of a number of days, `34:15:10` of more than one.
    package static func duration(_ value: Double) -> String {
        (value < 0 ? "-" : "") + clock(Int((value.magnitude * 86_400).rounded()))
    }

    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(seconds / 3_600)):\(two(seconds / 60 % 60))"
        return seconds % 60 == 0 ? time : "\(time):\(two(seconds % 60))"
    }

    /// `2026-10-05`, with `T14:00` where it has a time; `nil` for what is no day: before 1900, and 29 February 1900,
    /// which Excel shows although that year had none.
    package static func day(_ value: Double, from1904: Bool) -> String? {
        var days = Int(value.rounded(.down))
        var seconds = Int(((value - value.rounded(.down)) * 86_400).rounded())
        if seconds == 86_400 {
            days += 1
            seconds = 0
        }
        // A time without a day.
        if days == 0, !from1904 { return clock(seconds) }
        guard days >= (from1904 ? 0 : 1), days <= 2_958_465, from1904 || days != 60 else { return nil }
        let first = from1904 ? -24_107 : days < 60 ? -25_568 : -25_569
        let day = CivilDate(daysSince1970: Int32(first + days)).description
        return seconds == 0 ? day : "\(day)T\(clock(seconds))"
    }
}
