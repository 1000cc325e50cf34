package import GantryModel

/// Work entries computed from their position, so that any page of any number of entries costs only itself.
///
/// Ids and days increase with the position, so a range of days is a range of positions. The hours of a person and day
/// are split over as many entries as the numbers require.
package struct GeneratedWorkEntries: Sendable {
    static let firstID = 100_001
    static let firstEmployeeID = 1_001

    let employees: Int
    private let unusual: Bool
    private let random: SplitMix64
    private let firstDay: CivilDate
    /// The first position of every day, and the count at the end.
    private let dayStarts: [Int]
    private let spelling: WorkEntrySpelling

    /// How many entries there are on all days together.
    package var count: Int { dayStarts[dayStarts.count - 1] }

    /// - Throws: ``SandboxError`` with `.unusableConfiguration` when a number is out of range or the first day is not
    ///   a date.
    package init(_ data: GeneratedData) throws(SandboxError) {
        guard let firstDay = CivilDate(data.firstDay), (0...1_000_000_000).contains(data.entries),
            (1...1_000_000).contains(data.employees), (1...366).contains(data.days)
        else {
            throw SandboxError(
                .unusableConfiguration, about: "Generated data",
                "it needs 0 to 1,000,000,000 entries, 1 to 1,000,000 employees, 1 to 366 days and a first day as YYYY-MM-DD",
                next: "Change the numbers.")
        }
        self.firstDay = firstDay
        employees = data.employees
        unusual = data.unusual
        random = SplitMix64(seed: data.seed)
        spelling = WorkEntrySpelling(firstDay: firstDay, days: data.days)
        // A working day has sixteen times the entries of a day of the weekend.
        var weights = [0]
        for day in 0..<data.days { weights.append(weights[day] + ((firstDay + day).isWeekend ? 1 : 16)) }
        dayStarts = weights.map { $0 * data.entries / weights[data.days] }
    }

    /// The positions of the entries of a range of days, both ends included.
    package func positions(from first: CivilDate, through last: CivilDate) -> Range<Int> {
        let days = dayStarts.count - 1
        let from = min(max(first - firstDay, 0), days)
        let through = last < firstDay ? 0 : min(last - firstDay, days - 1) + 1
        return dayStarts[from]..<max(dayStarts[from], dayStarts[through])
    }

    /// Appends the JSON text of the entry at a position from 0 to ``count``.
    package func append(_ position: Int, to bytes: inout [UInt8]) {
        let day = self.day(of: position)
        var entry = ordinary(position, on: day)
        if unusual { makeUnusual(&entry, at: position, on: day) }
        spelling.append(entry, to: &bytes)
    }

    private func day(of position: Int) -> Int {
        var (low, high) = (0, dayStarts.count - 1)
        while high - low > 1 {
            let middle = (low + high) / 2
            if dayStarts[middle] <= position { low = middle } else { high = middle }
        }
        return low
    }

    private func ordinary(_ position: Int, on day: Int) -> GeneratedEntry {
        let rank = position - dayStarts[day]
        let perDay = dayStarts[day + 1] - dayStarts[day]
        let slot = rank % employees
        let part = rank / employees
        let parts = perDay / employees + (slot < perDay % employees ? 1 : 0)
        let employee = (slot + day * 7) % employees
        var entry = GeneratedEntry(id: Self.firstID + position, employeeID: Self.firstEmployeeID + employee, day: day)
        entry.noise = random(position: position)

        let person = random(UInt64(employee) &+ 1, UInt64(day) &+ 1)
        let minutesOfDay = [444, 444, 444, 444, 450, 480, 440, 420, 435, 465, 438, 456, 444, 450, 430, 480]
        let normal = minutesOfDay[Int(person & 15)]
        var overtime = (person >> 8) % 8 == 0 ? 15 * (1 + Int((person >> 16) % 8)) : 0
        if unusual { overtime = longDay(person >> 24, normal) ?? overtime }
        entry.normalMinutes = normal / parts + (part == 0 ? normal % parts : 0)
        entry.overtimeMinutes = part == parts - 1 ? overtime : 0
        if (firstDay + day).isWeekend {
            entry.weekendMinutes = entry.normalMinutes + entry.overtimeMinutes
            entry.normalMinutes = 0
            entry.overtimeMinutes = 0
        }
        return entry
    }

    /// Overtime that brings a day past 13 hours, or past 24.
    private func longDay(_ noise: UInt64, _ normal: Int) -> Int? {
        if noise % 20_011 == 1 { return 25 * 60 + 6 - normal }
        return noise % 4_001 == 0 ? 14 * 60 - normal : nil
    }

    private func makeUnusual(_ entry: inout GeneratedEntry, at position: Int, on day: Int) {
        let noise = random(position: position, series: 77)
        if position > dayStarts[day] {
            // The entry before is repeated, or another entry has its id.
            if noise % 20_021 == 1 { entry = ordinary(position - 1, on: day) }
            if noise % 100_003 == 2 { entry.id -= 1 }
        }
        if noise % 50_021 == 3 { entry.employeeID = Self.firstEmployeeID + employees + 8_000_000 }
        if noise % 10_007 == 4 { (entry.normalMinutes, entry.overtimeMinutes, entry.weekendMinutes) = (0, 0, 0) }
        if noise % 100_019 == 5 { entry.normalMinutes = -90 }
    }
}

/// The values of a computed entry, before they are written.
struct GeneratedEntry {
    var id: Int
    var employeeID: Int
    var day: Int
    var normalMinutes = 0
    var overtimeMinutes = 0
    var weekendMinutes = 0
    /// Decides the rest: notes, status, spelling.
    var noise: UInt64 = 0
}
