import GantryEngine
import GantryModel
import GantryPayroll
import Testing

@Suite("Entries that look the same")
struct DoubleEntryTests {
    @Test("are noted at the later one: same worker, day, task and hours under another number")
    func twins() throws {
        func entry(_ id: Int, _ task: Int? = 5, employee: Int = 7, day: Int = 5, normal: String = "2") -> Entry {
            Entry(
                id, employee: employee, day: "2026-10-0\(day)", normal: normal,
                others: task.map { "\"taskId\":\($0)" } ?? "")
        }
        let outcome = try check([
            entry(1), entry(2), entry(3, 6), entry(4, day: 6), entry(5, employee: 8), entry(6, normal: "2.25"),
            entry(7, nil),
        ])
        let notes = outcome.notes("looks-double")
        #expect(notes.map(\.recordID) == [2] && notes.map(\.severity) == [.warning])
        #expect(notes.first?.found == "the day, task and hours of entry 1")
        #expect(outcome.verdicts.allSatisfy { $0 == .exported })
    }

    @Test("are none where one of them was rejected, is a repeat, or has no hours")
    func others() throws {
        let outcome = try check([
            Entry(1, status: "REJECTED"), Entry(2), Entry(2), Entry(3, normal: "0"), Entry(4, normal: "0"),
        ])
        #expect(outcome.notes("looks-double").isEmpty)
    }

    @Test("are found among all entries of a day, however they are cut into pages, and held on request")
    func many() throws {
        let elements = (1...40).map { Entry($0, normal: "0.\(10 + ($0 - 1) % 20)").json() }
        var checks = PayrollChecks()
        checks.looksDouble = .blocker
        let all = try check(elements, checks)
        #expect(all.notes("looks-double").map(\.recordID) == (21...40).map { Int64($0) })
        #expect(all.verdicts.count { $0 == .held } == 20)
        #expect(try check(elements, checks, sizes: [3]).comparable == all.comparable)
        checks.looksDouble = nil
        #expect(try check(elements, checks).notes("looks-double").isEmpty)
    }

    @Test("of more than are remembered, are found where the entries of a day come together")
    func bounded() throws {
        func entry(_ id: Int, task: Int, day: Int) -> String {
            Entry(id, day: "2026-10-0\(day)", normal: "0.0001", others: "\"taskId\":\(task)").json()
        }
        let days = [5, 6].flatMap { day in (1...20_000).map { entry(day * 100_000 + $0, task: $0, day: day) } }
        let outcome = try check(days + [entry(1, task: 1, day: 6), entry(2, task: 1, day: 5)])
        #expect(outcome.notes("looks-double").map(\.recordID) == [1])
        #expect(outcome.notes("looks-double").first?.found == "the day, task and hours of entry 600001")
    }
}

@Suite("Hours of a week")
struct WeekHoursTests {
    /// Entries of so many hours on days of October 2026.
    private func entries(_ days: ClosedRange<Int>, hours: String) -> [Entry] {
        days.map { Entry($0, day: "2026-10-\($0 < 10 ? "0" : "")\($0)", normal: hours) }
    }

    @Test("are counted where there are more than 48 in an ISO week, and listed on request")
    func weeks() throws {
        // 5 to 10 October are one week: six days of 8 hours are the limit itself.
        #expect(try check(entries(5...10, hours: "8")).count("week-hours", .info) == 0)
        #expect(try check(entries(5...10, hours: "8.01")).count("week-hours", .info) == 1)
        // 18 times 2:40 are 48 hours, though they come as 48.000000006; one second more is more.
        func shifts(last: String) -> [Entry] {
            (0..<18).map { place in
                let day = 5 + place / 3
                return Entry(
                    place + 1, day: "2026-10-\(day < 10 ? "0" : "")\(day)", normal: place == 17 ? last : "2.666666667")
            }
        }
        #expect(try check(shifts(last: "2.666666667")).count("week-hours", .info) == 0)
        #expect(try check(shifts(last: "2.666944444")).count("week-hours", .info) == 1)
        var checks = PayrollChecks()
        checks.weekHours = .warning
        let notes = try check(entries(5...17, hours: "8.5"), checks).summary.employeeNotes
        #expect(
            notes.filter { $0.rule == "week-hours" }.map(\.found) == [
                "59.50 hours in 2026-W41", "51.00 hours in 2026-W42",
            ])
        #expect(notes.first { $0.rule == "week-hours" }?.date?.description == "2026-10-05")
    }

    @Test("are those of the period's days only")
    func edges() throws {
        // 1 to 4 October belong to a week that starts in September.
        #expect(try check(entries(1...4, hours: "12")).count("week-hours", .info) == 0)
        #expect(try check(entries(1...4, hours: "12.5")).count("week-hours", .info) == 1)
    }
}
