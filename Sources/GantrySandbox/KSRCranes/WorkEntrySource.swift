import GantryModel

/// Where work entries come from: files, or a computation.
enum WorkEntrySource: Sendable {
    case stored(StoredWorkEntries)
    case generated(GeneratedWorkEntries)

    /// The entries of a range of days, both ends included.
    func selection(from first: CivilDate, through last: CivilDate) -> WorkEntrySelection {
        switch self {
        case .stored(let entries): .listed(entries.positions(from: first, through: last))
        case .generated(let entries): .contiguous(entries.positions(from: first, through: last))
        }
    }

    /// The entry of an id, the last one of several; nil for an unknown id.
    func record(_ id: Int) -> [UInt8]? {
        let position: Int?
        switch self {
        case .stored(let entries): position = entries.position(id)
        case .generated(let entries):
            let place = id - GeneratedWorkEntries.firstID
            position = (0..<entries.count).contains(place) ? place : nil
        }
        return position.map { position in
            var bytes: [UInt8] = []
            append(position, to: &bytes)
            return bytes
        }
    }

    func append(_ position: Int, to bytes: inout [UInt8]) {
        switch self {
        case .stored(let entries): entries.append(position, to: &bytes)
        case .generated(let entries): entries.append(position, to: &bytes)
        }
    }
}

/// Positions of the entries that a query selects, in order of id.
enum WorkEntrySelection {
    case contiguous(Range<Int>)
    case listed([Int])

    var count: Int {
        switch self {
        case .contiguous(let positions): positions.count
        case .listed(let positions): positions.count
        }
    }

    func position(_ index: Int) -> Int {
        switch self {
        case .contiguous(let positions): positions.lowerBound + index
        case .listed(let positions): positions[index]
        }
    }
}

/// Work entries from JSON text, with the bytes they were written with.
struct StoredWorkEntries: Sendable {
    private let records: StoredRecords
    /// Positions in order of id, each with the day by which the server filters. Equal ids keep the order of the file.
    private let order: [(position: Int, day: CivilDate)]
    private let places: [Int: Int]

    func position(_ id: Int) -> Int? { places[id] }

    /// - Throws: ``SandboxError`` with `.unusableSample` when a record has no integer `id` or no `workDate`.
    init(_ records: StoredRecords) throws(SandboxError) {
        self.records = records
        var keyed: [(id: Int, position: Int, day: CivilDate)] = []
        for position in 0..<records.count {
            guard let id = records.value("id", of: position).flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
                let day = records.value("workDate", of: position).flatMap(Self.servedDay)
            else {
                throw SandboxError(
                    .unusableSample, "\(records.name), record \(position)", "it has no integer id or no workDate",
                    next: "Correct the record; the sandbox sorts by the id and filters by the date.")
            }
            keyed.append((id, position, day))
        }
        places = Dictionary(keyed.map { ($0.id, $0.position) }, uniquingKeysWith: { $1 })
        order = keyed.sorted { ($0.id, $0.position) < ($1.id, $1.position) }.map { ($0.position, $0.day) }
    }

    func positions(from first: CivilDate, through last: CivilDate) -> [Int] {
        order.compactMap { $0.day >= first && $0.day <= last ? $0.position : nil }
    }

    func append(_ position: Int, to bytes: inout [UInt8]) {
        records.append(position, to: &bytes)
    }

    /// The day by which a query finds an entry. A server that stores local dates and writes them in UTC shows midnight
    /// in Copenhagen as 22:00 or 23:00 of the day before, but filters by its own day.
    private static func servedDay(_ literal: ArraySlice<UInt8>) -> CivilDate? {
        let text = literal.dropFirst().dropLast()
        guard let day = CivilDate(String(decoding: text.prefix(10), as: UTF8.self)) else { return nil }
        let hour = String(decoding: text.dropFirst(11).prefix(2), as: UTF8.self)
        return hour == "22" || hour == "23" ? day + 1 : day
    }
}
