import GantryConnectors
import GantryEngine
import GantryModel
import Testing

/// The rules once more, day by day and as slow as they come.
private struct PlainOffice {
    struct Leave {
        var type: String
        var days: [CivilDate]
        var stated: Int
    }

    let holidays: Set<CivilDate>
    let today: CivilDate
    let standing: [Leave]
    let balance: [String: Int]
    let balanceYear: Int

    func isFree(_ day: CivilDate) -> Bool { day.isoWeekday == 5 || day.isoWeekday == 6 || holidays.contains(day) }

    func working(_ days: [CivilDate], in year: Int? = nil) -> Int {
        days.count { !isFree($0) && (year == nil || $0.components.year == year) }
    }

    private func days(_ leave: Leave, in year: Int) -> Int {
        Set(leave.days.map(\.components.year)).count == 1
            ? (leave.days[0].components.year == year ? leave.stated : 0) : working(leave.days, in: year)
    }

    /// The code of every rule that the row breaks, in order of the codes.
    func codes(_ row: CDBL.LeaveApplication, after earlier: [Leave]) -> [String] {
        guard row.start <= row.end else { return ["invalid_dates"] }
        let days = Array(sequence(first: row.start) { $0 < row.end ? $0 + 1 : nil })
        var codes: [String] = []
        if row.start < today - 30 { codes.append("invalid_dates") }
        let count = working(days)
        if row.type == "CASUAL" {
            if days.contains(where: isFree) { codes.append("cl_cannot_touch_holiday") }
        } else {
            for edge in Set([row.start, row.end]) where isFree(edge) { codes.append("invalid_dates") }
        }
        if let given = row.workingDays, given != Int64(count) { codes.append("invalid_input") }
        if row.type == "EARNED" {
            var notice = 0
            var day = today
            while day < row.start {
                day = day + 1
                if !isFree(day) { notice += 1 }
            }
            if notice < 5 { codes.append("el_insufficient_notice") }
        }
        if row.type == "MEDICAL" {
            if count > 3, !row.hasMedical { codes.append("medical_certificate_required") }
            if count > 7, !row.hasFitness { codes.append("fitness_certificate_required") }
        }
        for other in standing + earlier where !Set(other.days).isDisjoint(with: days) { codes.append("overlap") }
        if row.type == "CASUAL" {
            let casual = Set((standing + earlier).filter { $0.type == "CASUAL" }.flatMap(\.days) + days)
            var length = 0
            var day = row.start
            while casual.contains(day - 1) { day = day - 1 }
            while casual.contains(day) {
                length += 1
                day = day + 1
            }
            if length > 3 { codes.append("cl_exceeds_consecutive_limit") }
        }
        for year in Set(days.map(\.components.year)) where working(days, in: year) > 0 {
            let others = (standing + earlier).filter { $0.type == row.type }.reduce(0) { $0 + self.days($1, in: year) }
            if row.type == "CASUAL", others + working(days, in: year) > 10 { codes.append("cl_annual_cap_exceeded") }
            if row.type == "MEDICAL", others + working(days, in: year) > 14 { codes.append("ml_annual_cap_exceeded") }
        }
        let own = working(days, in: balanceYear)
        let before = earlier.filter { $0.type == row.type }.reduce(0) { $0 + self.days($1, in: balanceYear) }
        if let left = balance[row.type], own > 0, own + before > left { codes.append("insufficient_balance") }
        return codes.sorted()
    }
}

@Suite("The rules of leave")
struct LeaveRulesPropertyTests {
    @Test("find what looking at every day finds", arguments: 0..<300 as Range<UInt64>) func everyDay(
        seed: UInt64
    ) async throws {
        var numbers = SeededGenerator(seed: seed)
        // Around the end of a year, so that leaves cross it.
        let today = CivilDate(daysSince1970: Int32.random(in: 20_770...20_830, using: &numbers))
        func date() -> CivilDate { today + Int.random(in: -45...120, using: &numbers) }
        func type() -> String { ["CASUAL", "MEDICAL", "EARNED"].randomElement(using: &numbers) ?? "" }
        func last(_ first: CivilDate) -> CivilDate {
            first
                + (numbers.once(in: 4)
                    ? Int.random(in: 0...16, using: &numbers) : Int.random(in: 0...3, using: &numbers))
        }
        var holidays = Set((0..<25).map { _ in date() })
        // The server names holidays of every year.
        for year in 2025...2028 { holidays.insert(try #require(CivilDate(year: year, month: 7, day: 15))) }
        var standing: [PlainOffice.Leave] = []
        var office = LeaveOffice()
        for number in 0..<Int.random(in: 0...7, using: &numbers) {
            let first = date()
            let end = last(first)
            let type = type()
            let days = Array(sequence(first: first) { $0 < end ? $0 + 1 : nil })
            let stated = Int.random(in: 0...(days.count + 1), using: &numbers)
            let status =
                ["APPROVED", "PENDING", "SUBMITTED", "CANCELLATION_REQUESTED", "CANCELLED", "REJECTED"].randomElement(
                    using: &numbers) ?? ""
            office.leaves.append(LeaveOffice.leave("l\(number)", type, "\(first)", "\(end)", "\(stated)", status))
            if status != "CANCELLED", status != "REJECTED" {
                standing.append(.init(type: type, days: days, stated: stated))
            }
        }
        let balance = [
            "CASUAL": Int.random(in: 0...10, using: &numbers), "MEDICAL": Int.random(in: 0...14, using: &numbers),
        ]
        let year = (today + Int.random(in: -40...100, using: &numbers)).components.year
        office.balance = #"{"year":\#(year),"CASUAL":\#(balance["CASUAL"] ?? 0),"MEDICAL":\#(balance["MEDICAL"] ?? 0)}"#
        office.holidays = holidays.map { "\($0)" }
        let plain = PlainOffice(
            holidays: holidays, today: today, standing: standing, balance: balance, balanceYear: year)
        var rows: [CDBL.LeaveApplication] = []
        for _ in 0..<12 {
            let first = date()
            let end = numbers.once(in: 20) ? first - 1 : last(first)
            rows.append(
                try CDBL.LeaveApplication(
                    type(), "\(first)", "\(end)",
                    days: numbers.once(in: 3) ? Int64.random(in: 1...4, using: &numbers) : nil,
                    medical: numbers.once(in: 2), fitness: numbers.once(in: 2)))
        }
        var earlier: [PlainOffice.Leave] = []
        for (row, problems) in zip(rows, try await office.check(rows, today: today)) {
            let codes = plain.codes(row, after: earlier)
            #expect(
                problems.map(\.code).sorted() == codes,
                "seed \(seed), today \(today): \(row) \(problems.map(\.sentence))")
            guard codes.isEmpty else { continue }
            let days = Array(sequence(first: row.start) { $0 < row.end ? $0 + 1 : nil })
            earlier.append(.init(type: row.type, days: days, stated: plain.working(days)))
        }
    }
}
