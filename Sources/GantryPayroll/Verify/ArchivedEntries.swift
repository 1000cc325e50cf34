internal import GantryConnectors
internal import GantryEngine
internal import GantryModel

/// The work entries of an archive, decided again: which are held is what the exceptions say, everything else is
/// recomputed.
struct ArchivedEntries {
    /// The entries that the exceptions hold.
    struct Held {
        var ids: Set<Int64> = []
        /// Numbers under which there are different entries: every one of those is held.
        var conflicting: Set<Int64> = []
    }

    private struct Employee {
        var tally = EmployeeTally()
        var days: [CivilDate: Day] = [:]
    }

    private struct Day {
        var hours = HoursByCategory()
        var entries = EntryCounts()
        var projects: [ProjectDay] = []
    }

    private(set) var counts = BatchCounts()
    private(set) var exported = HoursByCategory()
    private(set) var held = HoursByCategory()
    private(set) var entryIDSum: Int128 = 0
    /// An employee and day whose hours no file can hold.
    private(set) var excessive: (employee: Int64, day: CivilDate)?
    /// Exceptions that name another employee or day than their entry has, one sentence for each.
    private(set) var misplaced: [String] = []
    private let holds: Held
    private let listed: [Int64: (employee: String, day: String)]
    private var seen: Set<Int64> = []
    private var employees: [Int64: Employee] = [:]

    /// - Parameter listed: the employee and the day that the list of exceptions names, by the entry's number.
    init(_ held: Held, listed: [Int64: (employee: String, day: String)]) {
        holds = held
        self.listed = listed
    }

    /// Decides the entries of a chunk.
    /// - Returns: the indexes of the exported ones.
    mutating func add(_ chunk: Chunk<WorkEntry>) -> [Int32] {
        var rows: [Int32] = []
        rows.reserveCapacity(chunk.count)
        var nextReject = 0
        counts.fetched += chunk.count
        for index in 0..<chunk.count {
            if nextReject < chunk.rejects.count, chunk.rejects[nextReject].index == index {
                while nextReject < chunk.rejects.count, chunk.rejects[nextReject].index == index { nextReject += 1 }
                counts.rejected += 1
                continue
            }
            let entry = chunk.records[index]
            if let place = listed[entry.id], !holds.conflicting.contains(entry.id), misplaced.count < 100,
                place.employee != String(entry.employeeID) || place.day != entry.workDate.description
            {
                misplaced.append(
                    "entry \(entry.id) is listed for employee \(singleLine(place.employee)) on \(singleLine(place.day)), but belongs to "
                        + "employee \(entry.employeeID) on \(entry.workDate)")
            }
            let isNew = seen.insert(entry.id).inserted
            let conflicts = holds.conflicting.contains(entry.id)
            if !isNew, !conflicts {
                counts.repeats += 1
            } else if conflicts || holds.ids.contains(entry.id) {
                counts.held += 1
                held.add(entry)
            } else {
                counts.exported += 1
                exported.add(entry)
                entryIDSum += Int128(entry.id)
                rows.append(Int32(truncatingIfNeeded: index))
                pay(entry)
            }
        }
        return rows
    }

    private mutating func pay(_ entry: WorkEntry) {
        employees[entry.employeeID, default: Employee()].tally.add(entry)
        var day = employees[entry.employeeID]?.days.removeValue(forKey: entry.workDate) ?? Day()
        day.hours.add(entry)
        day.entries.add(entry)
        day.projects.add(entry)
        employees[entry.employeeID]?.days[entry.workDate] = day
        if excessive == nil, DayHours(exported: day.hours) == nil { excessive = (entry.employeeID, entry.workDate) }
    }

    /// The exported hours of employees on a salary.
    func salariedHours(_ table: EmployeeTable) -> HoursSum {
        employees.filter { table[$0.key]?.isSalaried ?? false }.values.reduce(HoursSum.zero) {
            $1.days.values.reduce($0) { $0 + $1.hours.total }
        }
    }

    /// The pay lines of everybody with an exported entry or with leave, in the order of payroll files.
    ///
    /// - Parameter roster: the workers, of whom leave is paid.
    /// - Throws: `RunError.verificationFailed` when hours are larger than payroll files can hold.
    func payLines(_ calculation: PayCalculation, _ roster: Roster, hasWorkers: Bool) throws -> [PayrollEmployee] {
        let period = calculation.batch.period
        let settings = calculation.settings
        let leave =
            calculation.payableLeave(roster: hasWorkers ? roster : nil)?
            .taken(in: period, calculation.inputs.calendar) ?? [:]
        let ids = Set(employees.keys).union(leave.keys)
        let all = ids.sorted().map { id in
            let employee = employees[id] ?? Employee()
            let days = (0..<period.days).map { employee.days[period.first + $0] ?? Day() }
            return EmployeeHours(
                id: id, tally: employee.tally,
                days: days.map { DayHours(exported: $0.hours) ?? DayHours() }[...],
                dailyEntries: settings?.needsDailyEntries == true ? days.map(\.entries)[...] : [],
                projectDays: settings?.isByProject == true ? days.map(\.projects)[...] : [], leave: leave[id] ?? [])
        }
        return try calculation.employees(of: all, in: roster)
    }
}
