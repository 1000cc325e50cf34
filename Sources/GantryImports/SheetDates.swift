internal import GantryModel

/// How a column of a sheet writes days: in which order, as far as its cells, the pipeline file or the office's country
/// say. A column is read one way from top to bottom.
struct SheetDates: Sendable {
    /// What the pipeline file or the country says.
    private let key: DayOrder?
    /// The orders in which every cell so far is a day.
    private var possible = Set(DayOrder.allCases)

    init(_ key: DayOrder?) { self.key = key }

    /// Learns from a cell.
    mutating func note(_ cell: String) {
        // One of ISO 8601, as every typed day of a workbook, says nothing of texts beside it.
        guard CivilDate(cell) == nil, let parts = SheetDates.parts(cell), parts.month == nil else { return }
        let fitting = DayOrder.allCases.filter { SheetDates.day(parts.numbers, $0) != nil }
        // A cell that is no day in any order is refused by itself.
        if !fitting.isEmpty { possible.formIntersection(fitting) }
    }

    /// A day by ISO 8601; the text unchanged if it is no day of any kind, so that the field says what is wrong.
    ///
    /// - Throws: `CellSpelling.NumberFault` for a day that can be two.
    func plain(_ text: String) throws(CellSpelling.NumberFault) -> String {
        // A day and nothing else; spreadsheets write a midnight after it.
        let text = text.hasSuffix("T00:00") || text.hasSuffix(" 00:00:00") ? String(text.prefix(10)) : text
        guard CivilDate(text) == nil, let parts = SheetDates.parts(text) else { return text }
        if let month = parts.month {
            return SheetDates.date(year: parts.numbers[1], month, day: parts.numbers[0])?.description ?? text
        }
        if let key { return SheetDates.day(parts.numbers, key)?.description ?? text }
        let days = Set(possible.compactMap { SheetDates.day(parts.numbers, $0) })
        guard days.count < 2 else {
            let both = days.sorted().map(\.description)
            throw CellSpelling.NumberFault(
                found: "which can be \(listed(both))",
                expected:
                    "write the year first, or say the order: sheet: { dates: dmy } in the pipeline file, or office: { country: DK } in gantry.yaml."
            )
        }
        return days.first?.description ?? text
    }

    /// `5-10-2026`, `5/10 26`, `5. okt 2026`: its numbers, and the month where it is a word.
    private static func parts(_ text: String) -> (numbers: [Int], month: Int?)? {
        guard text.utf8.count <= 30 else { return nil }
        let words = text.lowercased().split { "-/. \u{A0}".contains($0) }
        guard words.count == 3 else { return nil }
        let numbers = words.map { word in (1...4).contains(word.utf8.count) ? Int(word) : nil }
        if let first = numbers[0], let second = numbers[1], let third = numbers[2] {
            guard words.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
            return ([first, second, third], nil)
        }
        guard let day = numbers[0], numbers[1] == nil, let year = numbers[2], let month = month(words[1]) else {
            return nil
        }
        return ([day, year], month)
    }

    /// A month by its name or its first three letters, in Danish and English.
    private static func month(_ word: Substring) -> Int? {
        guard word.count >= 3 else { return nil }
        for names in [danish, english] {
            if let place = names.firstIndex(where: { $0 == word || $0.prefix(3) == word }) { return place + 1 }
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

    private static func day(_ numbers: [Int], _ order: DayOrder) -> CivilDate? {
        switch order {
        case .dmy: date(year: numbers[2], numbers[1], day: numbers[0])
        case .mdy: date(year: numbers[2], numbers[0], day: numbers[1])
        case .ymd: date(year: numbers[0], numbers[1], day: numbers[2])
        }
    }

    /// Two digits of a year are those of this century.
    private static func date(year: Int, _ month: Int, day: Int) -> CivilDate? {
        let year = year < 100 ? 2_000 + year : year
        guard year >= 1_900 else { return nil }
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return CivilDate("\(year)-\(two(month))-\(two(day))")
    }
}
