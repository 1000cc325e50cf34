internal import GantryConnectors
internal import GantryModel

/// What entries look like without their number, so that two of an employee and day that look the same are noticed.
///
/// Memory follows the entries of the days that a source mixes, and is bounded: a source that gives one day after another
/// needs only the days around the current one.
struct EntryLooks: Sendable {
    /// So many entries are remembered at most. Of more, those of the day go whose last entry came the longest ago.
    private let most: Int

    fileprivate struct Day: Sendable {
        var entries: [Int: Int64] = [:]
        var lastSeen = 0
    }

    /// By days since 1970.
    private var days: [Int32: Day] = [:]
    private var count = 0
    private var clock = 0

    init(most: Int = 1 << 15) { self.most = most }

    /// The number of an earlier entry of the employee and day with the same task and hours. Where there is none, the
    /// entry is remembered.
    mutating func twin(of entry: WorkEntry) -> Int64? {
        clock += 1
        let day = entry.workDate.daysSince1970
        guard let twin = days[day, default: Day()].add(EntryLooks.mark(entry), entry.id, clock) else {
            count += 1
            if count > most { forget(besides: day) }
            return nil
        }
        return twin
    }

    private mutating func forget(besides day: Int32) {
        guard let oldest = days.filter({ $0.key != day }).min(by: { $0.value.lastSeen < $1.value.lastSeen }) else {
            return
        }
        count -= oldest.value.entries.count
        days[oldest.key] = nil
    }

    /// Two of them differ in almost every case that their entries do.
    private static func mark(_ entry: WorkEntry) -> Int {
        var hasher = Hasher()
        hasher.combine(entry.employeeID)
        hasher.combine(entry.taskID)
        hasher.combine(entry.normalHours)
        hasher.combine(entry.overtimeHours)
        hasher.combine(entry.weekendHours)
        return hasher.finalize()
    }
}

extension EntryLooks.Day {
    /// The entry that looks so already; `nil` for a new one, which is added.
    fileprivate mutating func add(_ mark: Int, _ id: Int64, _ clock: Int) -> Int64? {
        lastSeen = clock
        if let known = entries[mark] { return known }
        entries[mark] = id
        return nil
    }
}
