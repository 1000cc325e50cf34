/// The days that a batch covers, both ends included, and the name under which the period is filed.
///
/// Six spellings are read: a year `2026`, a month `2026-10`, one ISO week `2026-W41`, two ISO weeks `2026-W41-W42`
/// (`2026-W53-W01` runs into the next year), a day `2026-10-05`, and any days `2026-10-05..2026-10-18`. A day after an
/// `@` distinguishes batches that cover the same days: `2026@2026-11-21` is the year 2026 as it is on that day.
public struct PayPeriod: Hashable, Sendable {
    /// The first day of the period.
    public let first: CivilDate
    /// The last day of the period, which is not before the first.
    public let last: CivilDate
    /// The spelling that names the run and its folder: letters, digits, `-`, `.` and `@` only.
    public let name: String

    /// - Throws: `PayPeriodError` when the text is not a period, with what was found and the spellings that work.
    public init(_ text: String) throws(PayPeriodError) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            guard CivilDate(parts[1]) != nil else {
                throw PayPeriodError(found: text, why: "there is no day after the @")
            }
            let covered: PayPeriod
            do throws(PayPeriodError) { covered = try PayPeriod(String(parts[0])) } catch {
                throw PayPeriodError(found: text, why: error.why)
            }
            first = covered.first
            last = covered.last
            name = text
        } else if let range = PayPeriod.days(text) ?? PayPeriod.month(text) ?? PayPeriod.weeks(text)
            ?? PayPeriod.yearOrDay(text)
        {
            guard range.first <= range.last else {
                throw PayPeriodError(found: text, why: "its last day is before its first")
            }
            first = range.first
            last = range.last
            name = text
        } else {
            throw PayPeriodError(
                found: text,
                why: PayPeriod.longWeeks(text)
                    ?? "it is not an existing year, month, week, pair of weeks, day or range of days")
        }
    }

    /// The days from `first` to `last`, named `first..last`.
    public init(first: CivilDate, last: CivilDate) throws(PayPeriodError) {
        try self.init("\(first)..\(last)")
    }

    /// Whether the day is in the period, both ends included.
    @inlinable public func contains(_ date: CivilDate) -> Bool { date >= first && date <= last }

    /// Days in the period.
    public var days: Int { last - first + 1 }

    /// A name of a file with the period in the place of `{period}`: letters, digits, `-` and `_`, so
    /// `2026-10-05--2026-10-18` for days (ISO 8601, 4.4.2).
    public func fileName(_ pattern: String) -> String {
        pattern.replacing(
            PayPeriod.placeholder, with: name.replacing("..", with: "--").replacing("@", with: "_"))
    }

    /// What stands for the period in names of files.
    public static let placeholder = "{period}"

    /// Whether the name has a day after an `@`, so that it can name days that are not over yet.
    public var isDated: Bool { name.contains("@") }

    /// The day after the `@`; `nil` without one.
    public var dated: CivilDate? {
        name.split(separator: "@", maxSplits: 1).dropFirst().first.flatMap { CivilDate($0) }
    }

    /// The same days as of `day`: `2026-11@2026-11-22`.
    public func dated(_ day: CivilDate) -> PayPeriod { PayPeriod(first: first, last: last, name: "\(name)@\(day)") }

    /// - Parameter name: one that is read as these days.
    init(first: CivilDate, last: CivilDate, name: String) {
        self.first = first
        self.last = last
        self.name = name
    }

    /// The days that are paid together.
    private static let payDays = 2...31

    /// - Throws: `PayPeriodError` for a single day and for more days than a month has.
    public func requirePayDays() throws(PayPeriodError) {
        guard !PayPeriod.payDays.contains(days) else { return }
        throw PayPeriodError(
            found: name,
            why: days == 1
                ? "it is a single day"
                : "it has \(days) days, but a pay period has at most \(PayPeriod.payDays.upperBound)",
            isOfPay: true)
    }

    private static func days(_ text: String) -> (first: CivilDate, last: CivilDate)? {
        guard let dots = text.firstRange(of: "..") else { return nil }
        guard let first = CivilDate(text[..<dots.lowerBound]), let last = CivilDate(text[dots.upperBound...]) else {
            return nil
        }
        return (first, last)
    }

    private static func month(_ text: String) -> (first: CivilDate, last: CivilDate)? {
        guard text.utf8.count == 7, let first = CivilDate(text + "-01") else { return nil }
        let (year, month, _) = first.components
        return (first, first + CivilDate.length(ofMonth: month, year: year) - 1)
    }

    private static func yearOrDay(_ text: String) -> (first: CivilDate, last: CivilDate)? {
        if let day = CivilDate(text) { return (day, day) }
        guard text.utf8.count == 4, let first = CivilDate(text + "-01-01"), let last = CivilDate(text + "-12-31") else {
            return nil
        }
        return (first, last)
    }

    private static func weeks(_ text: String) -> (first: CivilDate, last: CivilDate)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0].utf8.count == 4, let year = number(parts[0]),
            let week = weekNumber(parts[1]), let monday = CivilDate(isoYear: year, week: week)
        else { return nil }
        guard parts.count == 3 else { return (monday, monday + 6) }
        guard let second = weekNumber(parts[2]), (monday + 7).isoWeek.week == second else { return nil }
        return (monday, monday + 13)
    }

    /// What is wrong with weeks that don't follow each other.
    private static func longWeeks(_ text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, let year = number(parts[0]), let week = weekNumber(parts[1]),
            let last = weekNumber(parts[2]), let monday = CivilDate(isoYear: year, week: week),
            let end = CivilDate(isoYear: last < week ? year + 1 : year, week: last)
        else { return nil }
        return "two weeks must follow each other; for more, write the days: \(monday)..\(end + 6)"
    }

    private static func weekNumber(_ text: Substring) -> Int? {
        text.utf8.count == 3 && text.first == "W" ? number(text.dropFirst()) : nil
    }

    /// Digits and nothing else: `Int` reads `+5` too.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}

extension PayPeriod: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

/// A text that names no period, or days that can't be paid together.
public struct PayPeriodError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text that was given, as it was.
    public let found: String
    /// Why it is not a period, as the rest of a sentence.
    public let why: String
    /// Whether it is a period, but not one of pay.
    public var isOfPay = false

    /// One line with the text, the reason and the spellings that work.
    public var description: String {
        isOfPay
            ? "\"\(found)\" isn't a pay period: \(why). Write a month (2026-10), one or two ISO weeks (2026-W41, 2026-W41-W42) or the "
                + "days of one period (2026-10-05..2026-10-18)."
            : "\"\(found)\" isn't a valid period: \(why). Write a year (2026), a month (2026-10), one or two ISO weeks (2026-W41, "
                + "2026-W41-W42), a day (2026-10-05) or days (2026-10-05..2026-10-18)."
    }
}
