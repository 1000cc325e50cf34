import GantryEngine
import GantryModel
import GantryPayroll
import GantryTestSupport
import Testing

@Suite("The days of leave that a server states")
struct LeaveDaysTests {
    private func findings(
        _ holidays: CalendarSettings.Holidays, first: String, last: String, days: Int64, period: String,
        folder: String = "/"
    ) throws -> [String] {
        let request = ApprovedLeave.Request(
            id: 5, employeeID: 7, type: "VACATION", first: try #require(CivilDate(first)),
            last: try #require(CivilDate(last)), isHalfDay: false, statedDays: days * 1_000_000_000)
        let calendar = try PayCalendar(
            CalendarSettings(holidays: holidays), for: PayPeriod(period), relativeTo: folder)
        let inputs = PayInputs(employees: nil, calendar: calendar, leave: ApprovedLeave([request]))
        let outcome = try check([], inputs: inputs, period: period)
        return outcome.summary.employeeNotes.filter { $0.rule == "leave-days" }.map(\.found)
    }

    @Test("are counted over New Year with the holidays of both years, from either side")
    func newYear() throws {
        // 29, 30 and 31 December, 4 and 5 January are workdays.
        for period in ["2026-12", "2027-01"] {
            #expect(
                try findings(.denmark, first: "2026-12-29", last: "2027-01-05", days: 5, period: period).isEmpty)
            #expect(
                try findings(.denmark, first: "2026-12-29", last: "2027-01-05", days: 6, period: period)
                    == ["leave request 5 says 6.00 days"])
        }
    }

    @Test("are read back from what a run keeps and from an archive")
    func kept() throws {
        let first = try #require(CivilDate("2026-12-29"))
        let leave = ApprovedLeave([
            ApprovedLeave.Request(
                id: 5, employeeID: 7, type: "VACATION", first: first, last: first + 1, isHalfDay: true,
                statedDays: 1_500_000_000)
        ])
        #expect(try ApprovedLeave(lines: leave.lines, path: "kept") == leave)
    }

    @Test("are not compared where the holidays of a year are unknown")
    func unknownYear() throws {
        let folder = try TemporaryFolder()
        try folder.write("date;name\r\n2026-12-25;Jul\r\n", to: "days.csv")
        let calendar = CalendarSettings.Holidays.file("days.csv")
        #expect(
            try findings(
                calendar, first: "2026-12-29", last: "2027-01-05", days: 5, period: "2026-12", folder: folder.path
            ).isEmpty)
        #expect(
            try findings(
                calendar, first: "2026-12-22", last: "2026-12-28", days: 5, period: "2026-12", folder: folder.path
            ) == ["leave request 5 says 5.00 days"])
    }
}
