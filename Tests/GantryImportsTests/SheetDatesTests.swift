import GantryConnectors
import GantryEngine
import GantryFormats
import GantryImports
import GantryModel
import GantryRuns
import Testing

@Suite("Days, times and words as an office writes them") struct SheetDatesTests {
    typealias Hours = KSRCranes.WorkEntryRow

    private static func binding(
        _ days: [String], dates: DayOrder? = nil, country: DayOrder? = nil, values: [String: [String: String]] = [:]
    ) throws -> SheetBinding<Hours> {
        let rows = days.map { "5;\($0);7:00;15:00\n" }.joined()
        let sheet = try sheet("task_id;work_date;start_time;end_time\n" + rows)
        var work = Pipeline.Import(kind: "ksr.x")
        work.sheet.dates = dates
        work.sheet.datesOfCountry = country
        work.sheet.values = values
        return try SheetBinding(Hours.submission, to: sheet, work: work)
    }

    /// The day that a cell is read as, or what is wrong with it.
    private static func day(_ cell: String, _ binding: SheetBinding<Hours>) -> String {
        let read = binding.read(["5", cell, "7:00", "15:00"])
        return read.problems.first?.sentence ?? read.row.day.description
    }

    /// A cell, the others of its column, the order that is set, and what comes of it.
    typealias Case = (cell: String, others: [String], dates: DayOrder?, expected: String)

    private static let read: [Case] = [
        ("05-10-2026", [], .dmy, "2026-10-05"), ("5/10-26", [], .dmy, "2026-10-05"),
        ("5.10.2026", [], .dmy, "2026-10-05"), ("5. okt 2026", [], nil, "2026-10-05"),
        ("5 oktober 2026", [], nil, "2026-10-05"), ("5 May 2026", [], nil, "2026-05-05"),
        ("10/05/2026", [], .mdy, "2026-10-05"), ("2026/10/05", [], nil, "2026-10-05"),
        ("05-10-2026", ["25-10-2026"], nil, "2026-10-05"), ("10/05/2026", ["10/25/2026"], nil, "2026-10-05"),
        ("25-10-2026", ["2026-10-05"], nil, "2026-10-25"), ("2026-10-05", ["25-10-2026"], .dmy, "2026-10-05"),
        ("2026-10-05T00:00", [], nil, "2026-10-05"), ("2026-10-05 00:00:00", [], nil, "2026-10-05"),
        ("1. okt. 2026 00:00:00", [], nil, "2026-10-01"), ("10. jan. 2026 00:00:00", [], nil, "2026-01-10"),
        ("5-1-2026 00:00:00", [], .dmy, "2026-01-05"), ("05-10-2026", ["25-10-2026 00:00:00"], nil, "2026-10-05"),
        ("05-05-2026", [], nil, "2026-05-05"), ("05-01-2026 00:00", [], .dmy, "2026-01-05"),
        ("2026-02-01T00:00:00", [], nil, "2026-02-01"), ("1. sept. 2026", [], nil, "2026-09-01"),
    ]

    @Test(
        "are read one way from top to bottom, as the office's country or the column's own days say",
        arguments: read.indices)
    func days(index: Int) throws {
        let one = Self.read[index]
        #expect(Self.day(one.cell, try Self.binding([one.cell] + one.others, dates: one.dates)) == one.expected)
    }

    private static let wrong: [Case] = [
        ("05-10-2026", [], nil, "can be 2026-05-10 or 2026-10-05"),
        ("05-10-2026", ["25-10-2026", "10-25-2026"], nil, "05-10-2026"),
        ("10/25/2026", [], .dmy, "a day such as 2026-10-05"), ("31-02-2026", [], .dmy, "a day such as"),
        ("30. februar 2026", [], nil, "a day such as"), ("uge 41", [], nil, "a day such as"),
        ("5.10.0026", [], .dmy, "a day such as"), ("5. okt 6", [], nil, "a day such as"),
    ]

    @Test("that can be two, or none, are refused and never guessed", arguments: wrong.indices)
    func refused(index: Int) throws {
        let one = Self.wrong[index]
        let found = Self.day(one.cell, try Self.binding([one.cell] + one.others, dates: one.dates))
        #expect(found.contains(one.expected), "\(found)")
    }

    /// A cell, the others of its column, and what comes of it in a country where the day stands first.
    private static let inCountry: [(cell: String, others: [String], expected: String)] = [
        ("05-10-2026", [], "2026-10-05"), ("05-10-2026", ["25-10-2026"], "2026-10-05"),
        ("5. okt 2026", ["10/25/2026"], "2026-10-05"),
        // Another order in the column.
        ("10/05/2026", ["10/12/2026", "10/13/2026"], "can be 2026-05-10 or 2026-10-05; write the year first"),
        ("10/05/2026", ["10/13/2026"], "sheet: { dates: mdy }"), ("10/13/2026", ["10/05/2026"], "2026-10-13"),
        ("05-10-2026", ["25-10-2026", "10-25-2026"], "can be 2026-05-10 or 2026-10-05"),
        // A year of two digits can stand in front, unless the column says that none does.
        ("26-10-05", ["26-10-06"], "can be 2005-10-26 or 2026-10-05"), ("05.10.26", [], "can be"),
        ("5-10-26", [], "2026-10-05"), ("5/10-26", ["31/10-26"], "2026-10-05"),
        ("05-10-26", ["5/10-26"], "2026-10-05"), ("05-10-26", ["06-10-2026"], "2026-10-05"),
        ("05-10-26", ["31-10-32"], "2026-10-05"),
        // Years in front say nothing of the others.
        ("5.1.2026", ["6.1.2026", "2026/01/07"], "2026-01-05"), ("2026/01/07", ["5.1.2026"], "2026-01-07"),
        ("5.1.2026", ["2026-1-7"], "2026-01-05"), ("2026-1-7", ["5.1.2026"], "2026-01-07"),
    ]

    @Test("are in the order of the country unless the column can be in another one", arguments: inCountry.indices)
    func country(index: Int) throws {
        let one = Self.inCountry[index]
        let found = Self.day(one.cell, try Self.binding([one.cell] + one.others, country: .dmy))
        #expect(found.contains(one.expected), "\(found)")
        // What the pipeline file says counts for every cell.
        let set = Self.day(one.cell, try Self.binding([one.cell] + one.others, dates: .dmy, country: .mdy))
        #expect(!set.contains("can be"), "\(set)")
    }

    @Test("are the same row in every spelling, so that nothing is sent twice") func key() throws {
        let binding = try Self.binding(["05-10-2026"], dates: .dmy)
        let plain = binding.canonical(["5", "2026-10-05", "15:30", "16:00"])
        #expect(binding.canonical(["5", "05-10-2026", "15:30", "16:00"]) == plain)
        #expect(binding.canonical(["5", "5. okt 2026", "15.30", "16.00"]) == plain)
    }

    @Test("are the sheet's own words where the pipeline file says them") func values() throws {
        let binding = try Self.binding(["05-10-2026"], dates: .dmy, values: ["task_id": ["Kran": "5"]])
        let read = binding.read(["kran", "05-10-2026", "7.00", "15.30"])
        #expect(read.problems.isEmpty && read.row.start == 420 && read.row.end == 930, "\(read)")
    }

    /// The day and the kilometres of a row, those of the other rows, and of the row as a copy without them has it.
    private static let copied: [(row: [String], others: [[String]], isDanish: Bool, expected: [String])] = [
        (["05-10-2026", "1.125"], [["25-10-2026", "7.5"]], false, ["2026-10-05", "1.1250"]),
        (["05-10-2026", "-1,125"], [["25-10-2026", "7,5"]], false, ["2026-10-05", "-1,125"]),
        (["05-10-2026", "1.125"], [["05-11-2026", "2.250"]], false, ["05-10-2026", "1.125"]),
        (["05-10-2026", "1.250"], [["25-10-2026", "7,5"]], true, ["05-10-2026", "1.250"]),
        (["05-10-26", "1,250"], [["06-10-2026", "7"]], true, ["2026-10-05", "1,250"]),
        (["10/05/2026", "1.125"], [["10/13/2026", "7.5"]], true, ["10/05/2026?", "1.125?"]),
        (
            ["05-10-2026", "1.125"], [["25-10-2026", "7.5"], ["10-25-2026", "7,5"]], false, ["05-10-2026?", "1.125?"]
        ),
        (["31-11-2026", "x"], [["25-10-2026", "7.5"]], false, ["31-11-2026", "x"]),
    ]

    @Test("of a refused row mean the same in a copy without the other rows, or nothing", arguments: copied.indices)
    func copies(index: Int) throws {
        let one = Self.copied[index]
        var work = Pipeline.Import(kind: "ksr.x")
        work.sheet.hasDecimalComma = one.isDanish ? true : nil
        work.sheet.datesOfCountry = one.isDanish ? .dmy : nil
        func cells(_ row: [String]) -> [String] { ["5", row[0], "7:00", "15:00", row[1]] }
        func binding(_ rows: [[String]]) throws -> SheetBinding<Hours> {
            let lines = rows.map { $0.joined(separator: ";") + "\n" }.joined()
            return try SheetBinding(
                Hours.submission, to: try sheet("task_id;work_date;start_time;end_time;km\n\(lines)"), work: work)
        }
        let whole = try binding(([one.row] + one.others).map(cells))
        let alone = whole.alone(cells(one.row))
        #expect(alone == cells(one.expected))
        let copy = try binding([alone])
        let (here, there) = (whole.read(cells(one.row)), copy.read(alone))
        #expect(here.problems.map(\.field) == there.problems.map(\.field))
        if here.problems.isEmpty { #expect(whole.canonical(cells(one.row)) == copy.canonical(alone)) }
    }
}
