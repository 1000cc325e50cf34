/// Where work entries come from: files, or a computation.
enum WorkEntrySource: Sendable {
    case stored(StoredWorkEntries)
    case generated(GeneratedWorkEntries)

    /// The entries of a range of days, both ends included.
    func selection(from first: CivilDay, through last: CivilDay) -> WorkEntrySelection {
        switch self {
        case .stored(let entries): .listed(entries.positions(from: first, through: last))
        case .generated(let entries): .contiguous(entries.positions(from: first, through: last))
        }
    }

    /// The entry of an id; nil for an id that is none of these. Of two under one id it is the last.
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

/// Positions of the entries that a query chose, in order of id.
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

/// Work entries from JSON text, kept as the bytes they were written with.
struct StoredWorkEntries: Sendable {
    private let records: StoredRecords
    /// Positions in order of id, with the day that the server counts each entry to. Equal ids keep the order of the
    /// file.
    private let order: [(position: Int, day: CivilDay)]
    private let places: [Int: Int]

    func position(_ id: Int) -> Int? { places[id] }

    /// - Throws: ``SandboxError`` with `.unusableSample` when a record has no integer `id` or no `workDate`.
    init(_ records: StoredRecords) throws(SandboxError) {
        self.records = records
        var keyed: [(id: Int, position: Int, day: CivilDay)] = []
        for position in 0..<records.count {
            guard let id = records.value("id", of: position).flatMap({ Int(String(decoding: $0, as: UTF8.self)) }),
                let day = records.value("workDate", of: position).flatMap(Self.servedDay)
            else {
                throw SandboxError(
                    .unusableSample, "\(records.name), record \(position)", "it has no integer id or no workDate",
                    next: "Correct the record; the sandbox sorts by one and filters by the other.")
            }
            keyed.append((id, position, day))
        }
        places = Dictionary(keyed.map { ($0.id, $0.position) }, uniquingKeysWith: { $1 })
        order = keyed.sorted { ($0.id, $0.position) < ($1.id, $1.position) }.map { ($0.position, $0.day) }
    }

    func positions(from first: CivilDay, through last: CivilDay) -> [Int] {
        order.compactMap { $0.day >= first && $0.day <= last ? $0.position : nil }
    }

    func append(_ position: Int, to bytes: inout [UInt8]) {
        records.append(position, to: &bytes)
    }

    /// The day that a query finds an entry under. A server that stores local dates and writes them in UTC shows
    /// midnight in Copenhagen as 22:00 or 23:00 of the day before, but still filters by its own day.
    private static func servedDay(_ literal: ArraySlice<UInt8>) -> CivilDay? {
        let text = literal.dropFirst().dropLast()
        guard let day = CivilDay(utf8: text.prefix(10)) else { return nil }
        let hour = String(decoding: text.dropFirst(11).prefix(2), as: UTF8.self)
        return hour == "22" || hour == "23" ? day.adding(days: 1) : day
    }
}
