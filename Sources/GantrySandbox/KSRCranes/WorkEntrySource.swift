internal import GantryModel

/// Work entries from files or computed, in the order that they are served in.
struct WorkEntrySource: Sendable {
    let entries: RecordSet
    /// The entries of a range of days, both ends included, in order of id.
    let selection: @Sendable (CivilDate, CivilDate) -> RecordSelection
    /// The position of an id, the last one of several.
    private let position: @Sendable (Int) -> Int?

    /// - Throws: As ``GeneratedWorkEntries/init(_:)``.
    init(_ data: GeneratedData) throws(SandboxError) {
        let generated = try GeneratedWorkEntries(data)
        entries = RecordSet(
            count: generated.count, period: generated.count, append: { generated.append($0, to: &$1) },
            field: { _, _ in nil })
        selection = { RecordSelection(generated.positions(from: $0, through: $1)) }
        position = { id in
            let position = id - GeneratedWorkEntries.firstID
            return (0..<generated.count).contains(position) ? position : nil
        }
    }

    /// - Throws: ``SandboxError`` with `.unusableSample` when a record has no integer `id` or no `workDate`.
    init(_ records: StoredRecords) throws(SandboxError) {
        var keyed: [(id: Int, position: Int, day: CivilDate)] = []
        for position in 0..<records.count {
            guard let id = records.text("id", of: position).flatMap({ Int($0) }),
                let day = records.text("workDate", of: position).flatMap(Self.servedDay)
            else {
                throw SandboxError(
                    .unusableSample, about: "\(records.name), record \(position)",
                    "it has no integer id or no workDate",
                    next: "Correct the record; the sandbox sorts by the id and filters by the date.")
            }
            keyed.append((id, position, day))
        }
        let positions = Dictionary(keyed.map { ($0.id, $0.position) }, uniquingKeysWith: { $1 })
        // Equal ids keep the order of the file.
        keyed.sort { ($0.id, $0.position) < ($1.id, $1.position) }
        entries = RecordSet(records)
        selection = { [keyed] first, last in
            RecordSelection(keyed.compactMap { $0.day >= first && $0.day <= last ? $0.position : nil })
        }
        position = { positions[$0] }
    }

    func record(_ id: Int) -> [UInt8]? { position(id).map(entries.record) }

    /// The day by which a query finds an entry. A server that stores local dates and writes them in UTC shows midnight
    /// in Copenhagen as 22:00 or 23:00 of the day before, but filters by its own day.
    private static func servedDay(_ text: String) -> CivilDate? {
        guard let day = CivilDate(text.prefix(10)) else { return nil }
        return ["22", "23"].contains(text.dropFirst(11).prefix(2)) ? day + 1 : day
    }
}
