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
        var entries = 0
        var sumOfIDs: Int128 = 0
        /// Entries with hours of a kind.
        var tallies: [PayQuantity: Int] = [:]
        /// Billionths of hours by kind, then by day.
        var days: [PayQuantity: [CivilDate: Int64]] = [:]

        /// False when 64 bits can't hold the hours of a day.
        mutating func add(_ entry: WorkEntry) -> Bool {
            entries += 1
            sumOfIDs += Int128(entry.id)
            var holds = true
            for quantity in PayQuantity.allCases where entry[quantity] != .zero {
                tallies[quantity, default: 0] += 1
                let (sum, isFull) = days[quantity, default: [:]][entry.workDate, default: 0].addingReportingOverflow(
                    entry[quantity].nano)
                days[quantity, default: [:]][entry.workDate] = sum
                holds = holds && !isFull
            }
            return holds
        }
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
        let holds = employees[entry.employeeID, default: Employee()].add(entry)
        if !holds, excessive == nil { excessive = (entry.employeeID, entry.workDate) }
    }

    /// The pay lines of everybody with an exported entry, in order of employee.
    ///
    /// - Throws: `RunError.verificationFailed` when hours are larger than payroll files can hold.
    func payLines(_ rules: StatedPay, _ roster: Roster) throws -> [PayrollEmployee] {
        try employees.sorted { $0.key < $1.key }.map { id, employee in
            let place = roster.index(of: id)
            let lines = try rules.codes.compactMap { code -> PayrollLine? in
                let days = (employee.days[code.hours] ?? [:]).filter { $0.value != 0 }.sorted { $0.key < $1.key }
                    .map { PayrollDay(date: $0.key, hours: Hours(nano: $0.value)) }
                guard !days.isEmpty else { return nil }
                let line = rules.batch.line(
                    payCode: code.code, days: days, rate: code.rate(ofPersonAt: place, in: roster),
                    entries: employee.tallies[code.hours] ?? 0)
                guard let line else {
                    throw RunError(
                        .verificationFailed,
                        "the \(code.code) hours of employee \(id) are too large for payroll files")
                }
                return line
            }
            let name = place >= 0 && rules.hasNames ? roster.people[Int(place)].name : ""
            return PayrollEmployee(
                payrollNumber: String(id), employeeID: id, name: name.isEmpty ? nil : name, entries: employee.entries,
                entryIDSum: employee.sumOfIDs, lines: lines)
        }
    }
}
