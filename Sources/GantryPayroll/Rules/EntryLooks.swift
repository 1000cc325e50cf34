internal import GantryConnectors
internal import GantryModel

/// What entries of an employee and day look like, so that two that look the same are noticed.
///
/// Memory follows employees × days: of each day, the first entries are remembered.
struct EntryLooks: Sendable {
    /// Entries past so many different ones of a day aren't compared.
    private static let most = 16

    /// An entry without its number; two of them differ in almost every case that their entries do.
    private struct Look: Sendable {
        var id: Int64 = 0
        /// 0 where there is no entry.
        var mark: UInt64 = 0

        init() {}

        init(_ entry: WorkEntry) {
            id = entry.id
            mark = Look.mix(0x9E37_79B9_7F4A_7C15, UInt64(bitPattern: entry.taskID ?? -1))
            mark = Look.mix(mark, UInt64(bitPattern: entry.normalHours.nano))
            mark = Look.mix(mark, UInt64(bitPattern: entry.overtimeHours.nano))
            mark = max(Look.mix(mark, UInt64(bitPattern: entry.weekendHours.nano)), 1)
        }

        /// A step of SplitMix64.
        private static func mix(_ state: UInt64, _ value: UInt64) -> UInt64 {
            var sum = (state ^ value) &+ 0x9E37_79B9_7F4A_7C15
            sum = (sum ^ sum >> 30) &* 0xBF58_476D_1CE4_E5B9
            sum = (sum ^ sum >> 27) &* 0x94D0_49BB_1331_11EB
            return sum ^ sum >> 31
        }
    }

    /// By employee and day.
    private var first: [Look] = []
    /// Of days with several different entries.
    private var others: [Int: [Look]] = [:]

    mutating func grow(by days: Int) { first.append(contentsOf: repeatElement(Look(), count: days)) }

    /// The number of an earlier entry of the day with the same task and hours. Where there is none, the entry is
    /// remembered.
    mutating func twin(of entry: WorkEntry, in cell: Int) -> Int64? {
        let look = Look(entry)
        if first[cell].mark == look.mark { return first[cell].id }
        guard first[cell].mark != 0 else {
            first[cell] = look
            return nil
        }
        if let other = others[cell]?.first(where: { $0.mark == look.mark }) { return other.id }
        if (others[cell]?.count ?? 0) < EntryLooks.most - 1 { others[cell, default: []].append(look) }
        return nil
    }
}
