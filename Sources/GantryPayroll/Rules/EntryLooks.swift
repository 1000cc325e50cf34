internal import GantryConnectors
internal import GantryModel

/// What entries look like without their number, so that two of an employee and day that look the same are noticed.
///
/// Memory follows the entries of the days that a source mixes, and is bounded: a source that gives one day after
/// another needs only the days around the current one.
struct EntryLooks: Sendable {
    /// So many entries are remembered at most. Of more, those of the day go whose last entry came the longest ago.
    private let most: Int
    private var days: [LooksOfDay]
    private var count = 0
    private var clock = 0

    /// - Parameter days: of the period.
    init(days: Int, most: Int = 1 << 15) {
        self.most = most
        self.days = Array(repeating: LooksOfDay(), count: days)
    }

    /// The number of an earlier entry of the employee and day with the same task and hours. Where there is none, the
    /// entry is remembered.
    /// - Parameter day: of the period, from 0.
    mutating func twin(of entry: WorkEntry, onDay day: Int) -> Int64? {
        clock += 1
        days[day].lastSeen = clock
        if let twin = days[day].add(EntryLooks.mark(entry), entry.id) { return twin }
        count += 1
        if count > most { forget(besides: day) }
        return nil
    }

    private mutating func forget(besides day: Int) {
        let others = days.indices.filter { $0 != day && days[$0].count > 0 }
        guard let oldest = others.min(by: { days[$0].lastSeen < days[$1].lastSeen }) else { return }
        count -= days[oldest].count
        days[oldest] = LooksOfDay()
    }

    /// Two of them differ in almost every case that their entries do. Never 0.
    private static func mark(_ entry: WorkEntry) -> UInt64 {
        var mark: UInt64 = 0
        // The two halves of a product mix every bit with every other, at a tenth of what `Hasher` takes.
        func mix(_ part: Int64) {
            let factors = (mark ^ UInt64(bitPattern: part) ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(
                by: 0xD6E8_FEB8_6659_FD93)
            mark = factors.high ^ factors.low
        }
        mix(entry.employeeID)
        mix(entry.taskID ?? -1)
        mix(entry.normalHours.nano)
        mix(entry.overtimeHours.nano)
        mix(entry.weekendHours.nano)
        return max(mark, 1)
    }
}

/// The marks of a day's entries and their numbers: a table of a power of two places, at most half of them taken.
private struct LooksOfDay: Sendable {
    private var places: [(mark: UInt64, id: Int64)] = []
    private(set) var count = 0
    var lastSeen = 0

    /// The entry that looks so already; `nil` for a new one, which is added.
    mutating func add(_ mark: UInt64, _ id: Int64) -> Int64? {
        if 2 * count >= places.count { grow() }
        let place = place(of: mark)
        guard places[place].mark == 0 else { return places[place].id }
        places[place] = (mark, id)
        count += 1
        return nil
    }

    /// Where the mark is, or the free place where it belongs.
    private func place(of mark: UInt64) -> Int {
        var place = Int(truncatingIfNeeded: mark) & (places.count - 1)
        while places[place].mark != 0, places[place].mark != mark { place = (place + 1) & (places.count - 1) }
        return place
    }

    private mutating func grow() {
        let known = places.filter { $0.mark != 0 }
        places = Array(repeating: (0, 0), count: max(64, 2 * places.count))
        for one in known { places[place(of: one.mark)] = one }
    }
}
