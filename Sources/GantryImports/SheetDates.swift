internal import GantryModel

/// How a column of a sheet writes days: in which order, as far as its cells, the pipeline file or the office's country
/// say. A column is read one way from top to bottom.
struct SheetDates: Sendable {
    /// What the pipeline file says.
    private let key: DayOrder?
    /// What the office's country has.
    private let country: DayOrder?
    /// The orders in which every cell so far is a day.
    private var possible = Set(DayOrder.allCases)

    init(_ key: DayOrder?, country: DayOrder?) {
        self.key = key
        self.country = country
    }

    /// The orders in which a cell can be meant.
    private var orders: Set<DayOrder> {
        if let key { return [key] }
        guard let country else { return possible }
        // A column that contradicts the country says of none of its days in which order they are.
        guard possible.contains(country) else { return Set(DayOrder.allCases) }
        // Where years have two digits, those of a program stand first in every country.
        return possible.contains(.ymd) ? [country, .ymd] : [country]
    }

    /// Learns from a cell.
    mutating func note(_ cell: String) {
        let cell = SheetDates.withoutMidnight(cell)
        // One of ISO 8601, as every typed day of a workbook, or with the year first, says nothing of texts beside it.
        guard CivilDate(cell) == nil, let parts = SheetDates.parts(cell), parts.month == nil, !parts.hasYearFirst
        else { return }
        let fitting = DayOrder.allCases.filter { SheetDates.day(parts, $0) != nil }
        // A cell that is no day in any order is refused by itself.
        if !fitting.isEmpty { possible.formIntersection(fitting) }
    }

    /// As a copy with some of the cells can have them.
    var ofSomeCells: [SheetDates] {
        let others = DayOrder.allCases.filter { !possible.contains($0) }
        return others.reduce([self]) { all, order in
            all
                + all.map { dates in
                    var dates = dates
                    dates.possible.insert(order)
                    return dates
                }
        }
    }

    /// A day by ISO 8601; the text unchanged if it is no day of any kind, so that the field says what is wrong.
    ///
    /// - Throws: `CellSpelling.NumberFault` for a day that can be two.
    func plain(_ text: String) throws(CellSpelling.NumberFault) -> String {
        let text = SheetDates.withoutMidnight(text)
        guard CivilDate(text) == nil, let parts = SheetDates.parts(text) else { return text }
        if let month = parts.month {
            return SheetDates.date(year: parts.words[2], month, day: parts.words[0])?.description ?? text
        }
        if parts.hasYearFirst { return SheetDates.day(parts, .ymd)?.description ?? text }
        let days = Set(orders.compactMap { SheetDates.day(parts, $0) })
        guard days.count < 2 else {
            let both = days.sorted().map(\.description)
            let order = possible.count == 1 ? possible.first : country
            throw CellSpelling.NumberFault(
                found: "which can be \(listed(both))",
                expected:
                    "write the year first, with four digits, or say the order: sheet: { dates: \((order ?? .dmy).rawValue) } in the pipeline file."
            )
        }
        return days.first?.description ?? text
    }

    /// Whether a text is a day in any order.
    static func isDay(_ text: String) -> Bool {
        guard let day = try? SheetDates(nil, country: nil).plain(text) else { return true }
        return CivilDate(day) != nil
    }

    /// A day and nothing else; spreadsheets write a midnight after it.
    private static func withoutMidnight(_ text: String) -> String {
        let midnight = ["T00:00", "T00:00:00", " 00:00", " 00:00:00"].first(where: text.hasSuffix) ?? ""
        return String(text.dropLast(midnight.count))
    }

    /// `5-10-2026`, `5/10 26`, `5. okt 2026` in its three parts.
    private struct Parts {
        /// Numbers of at most four digits, except a month that is a word.
        let words: [Substring]
        /// The month where it is a word.
        let month: Int?
        /// Whether other signs follow the first than the second: `5/10-26`.
        let isMixed: Bool
        /// Whether it begins with a year of four digits, which no other order has.
        var hasYearFirst: Bool { words[0].utf8.count == 4 }
    }

    private static func parts(_ text: String) -> Parts? {
        guard text.utf8.count <= 30 else { return nil }
        let text = text.lowercased()
        let words = text.split { "-/. \u{A0}".contains($0) }
        guard words.count == 3, isNumber(words[0]), isNumber(words[2]) else { return nil }
        let isMixed =
            text[words[0].endIndex..<words[1].startIndex] != text[words[1].endIndex..<words[2].startIndex]
        if isNumber(words[1]) { return Parts(words: words, month: nil, isMixed: isMixed) }
        return month(words[1]).map { Parts(words: words, month: $0, isMixed: isMixed) }
    }

    private static func isNumber(_ word: Substring) -> Bool {
        (1...4).contains(word.utf8.count) && word.allSatisfy(SheetNumbers.isDigit)
    }

    /// A month by its name or its first letters, at least three, in Danish and English.
    private static func month(_ word: Substring) -> Int? {
        guard word.count >= 3 else { return nil }
        for names in [danish, english] {
            if let place = names.firstIndex(where: { $0.hasPrefix(word) }) { return place + 1 }
        }
        return nil
    }

    private static let danish = [
        "januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september", "oktober", "november",
        "december",
    ]
    private static let english = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    private static func day(_ parts: Parts, _ order: DayOrder) -> CivilDate? {
        let words = parts.words
        switch order {
        case .dmy: return date(year: words[2], Int(words[1]), day: words[0])
        case .mdy: return date(year: words[2], Int(words[0]), day: words[1])
        case .ymd:
            // Nobody writes 26/10-05 with a year of two digits in front.
            guard words[0].utf8.count == 4 || !parts.isMixed else { return nil }
            return date(year: words[0], Int(words[1]), day: words[2])
        }
    }

    /// A year has four digits, or two in this century.
    private static func date(year: Substring, _ month: Int?, day: Substring) -> CivilDate? {
        guard [2, 4].contains(year.utf8.count), let number = Int(year), let month, let day = Int(day) else {
            return nil
        }
        let year = year.utf8.count == 2 ? 2_000 + number : number
        guard year >= 1_900 else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return CivilDate("\(year)-\(two(month))-\(two(day))")
    }
}
