import Foundation
import GantryEngine
import GantryModel
import GantryPayroll
import GantryTestSupport
import Testing

@Suite("A calendar for pay")
struct PayCalendarTests {
    static func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    @Test("knows the public holidays of Denmark, Great Prayer Day up to 2023")
    func denmark() throws {
        #expect(
            DanishHolidays.all(of: 2023).map(\.description) == [
                "2023-01-01", "2023-04-06", "2023-04-07", "2023-04-09", "2023-04-10", "2023-05-05", "2023-05-18",
                "2023-05-28", "2023-05-29", "2023-12-25", "2023-12-26",
            ])
        #expect(
            DanishHolidays.all(of: 2026).map(\.description) == [
                "2026-01-01", "2026-04-02", "2026-04-03", "2026-04-05", "2026-04-06", "2026-05-14", "2026-05-24",
                "2026-05-25", "2026-12-25", "2026-12-26",
            ])
    }

    private static let python = ProcessInfo.processInfo.environment["GANTRY_TEST_PYTHON"] ?? ""

    @Test("has the Danish holidays that another library has, from 1970 to 2099", .enabled(if: !python.isEmpty))
    func otherLibrary() throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.python)
        process.arguments = [
            "-c", "import holidays; print(*sorted(map(str, holidays.Denmark(years=range(1970, 2100)))), sep='\\n')",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let others = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(process.terminationStatus == 0 && others.count > 1_200)
        #expect((1970...2099).flatMap { DanishHolidays.all(of: $0) }.map(\.description) == others)
    }

    @Test("calls each day one kind: a holiday is only that, and a weekend is what the office says")
    func kinds() throws {
        let calendar = try PayCalendar(
            CalendarSettings(holidays: .denmark), for: PayPeriod("2026-12"), relativeTo: "/")
        #expect(
            try ["2026-12-24", "2026-12-25", "2026-12-26", "2026-12-27"].map { calendar.kind(of: try Self.day($0)) }
                == [
                    .workday, .holiday, .holiday, .sunday,
                ])
        let six = PayCalendar(weekend: [.sunday])
        #expect(try six.kind(of: Self.day("2026-10-10")) == .workday && six.kind(of: Self.day("2026-10-11")) == .sunday)
    }

    @Test("is read from a CSV file, which must have holidays in each year of the period")
    func file() throws {
        let folder = try TemporaryFolder()
        try folder.write("date;name\r\n2026-12-24;Juleaften\r\n2026-12-31;Nytårsaften\r\n", to: "days.csv")
        let settings = CalendarSettings(holidays: .file("days.csv"))
        let calendar = try PayCalendar(settings, for: PayPeriod("2026-12"), relativeTo: folder.path)
        #expect(try calendar.kind(of: Self.day("2026-12-24")) == .holiday)
        #expect(throws: (any Error).self) {
            try PayCalendar(settings, for: PayPeriod("2026-W53-W01"), relativeTo: folder.path)
        }
        try folder.write("date;name\r\n24.12.2026;Juleaften\r\n", to: "days.csv")
        let error = try #require(throws: (any Error).self) {
            try PayCalendar(settings, for: PayPeriod("2026-12"), relativeTo: folder.path)
        }
        let explanation = (error as? RunError)?.explanation ?? ""
        #expect(explanation.contains("row 2: found \"24.12.2026\" in the column date"))
    }

    @Test("is extended by the office's own free days, of which half ones count half")
    func also() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "date;name;free\n2026-12-24;Juleaften;day\n2026-12-31;Nytårsaften;half\n2026-12-26;x;half\n",
            to: "office.csv")
        let settings = CalendarSettings(holidays: .denmark, also: "office.csv")
        let calendar = try PayCalendar(settings, for: try PayPeriod("2026-12"), relativeTo: folder.path)
        #expect(calendar.kind(of: try Self.day("2026-12-24")) == .holiday)
        #expect(calendar.kind(of: try Self.day("2026-12-25")) == .holiday)
        #expect(calendar.kind(of: try Self.day("2026-12-31")) == .workday)
        let days = ["2026-12-23", "2026-12-24", "2026-12-26", "2026-12-31"]
        #expect(try days.map { calendar.halves(on: try Self.day($0), of: 7) } == [2, 0, 0, 1])
        #expect(throws: RunError.self) {
            try PayCalendar(settings, for: try PayPeriod("2027-01"), relativeTo: folder.path)
        }
        try folder.write("date,free\n2026-12-24,hlaf\n", to: "office.csv")
        let error = try #require(throws: RunError.self) {
            try PayCalendar(settings, for: try PayPeriod("2026-12"), relativeTo: folder.path)
        }
        #expect(error.explanation.contains("row 2: found \"hlaf\" in the column free, expected day or half"))
    }

    @Test("of a period knows its days and no others, also where it has no holiday")
    func ofPeriod() throws {
        let (first, last) = (try Self.day("2026-05-01"), try Self.day("2026-05-31"))
        for holidays in [[], [try Self.day("2026-05-14")]] as [Set<CivilDate>] {
            let calendar = PayCalendar(holidays: holidays, known: first...last)
            #expect(calendar.covers(first...last))
            #expect(!calendar.covers((first + -1)...last) && !calendar.covers(first...(last + 1)))
            let completed = try calendar.completed(
                outside: PayPeriod("2026-05"),
                by: PayCalendar(CalendarSettings(holidays: .denmark), for: PayPeriod("2026-05"), relativeTo: "/"))
            #expect(completed.covers((first + -60)...(last + 60)))
            #expect(try completed.kind(of: Self.day("2026-04-03")) == .holiday)
            #expect(try completed.kind(of: Self.day("2026-05-25")) == .workday)
        }
    }

    @Test("knows the weekdays of employees who don't work on those of the office")
    func workdays() throws {
        let table = EmployeeTable([
            .init(employeeID: 7, payrollNumber: "7", workdays: Workdays("mon-wed")),
            .init(employeeID: 8, payrollNumber: "8", workdays: Workdays("fri sat")),
        ])
        let calendar = PayCalendar(
            holidays: [try Self.day("2026-10-07")], halfDays: [try Self.day("2026-10-06"), try Self.day("2026-10-10")]
        ).with(table)
        // Monday 5 October to Sunday 11 October.
        func week(_ employee: Int64) throws -> [Int] {
            let monday = try Self.day("2026-10-05")
            return (0..<7).map { calendar.halves(on: monday + $0, of: employee) }
        }
        #expect(try week(7) == [2, 1, 0, 0, 0, 0, 0])
        #expect(try week(8) == [0, 0, 0, 0, 2, 1, 0])
        #expect(try week(9) == [2, 1, 0, 2, 2, 0, 0])
    }
}
