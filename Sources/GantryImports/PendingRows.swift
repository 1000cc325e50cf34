internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// The rows of a sheet that are yet to be sent, a window at a time, so that one can be readied while those before it
/// are sent.
actor PendingRows<Row: SubmittedRow> {
    typealias Window = [[OutgoingRow<PreparedRow<Row>>]]

    private let reader: SheetReader
    private let delivery: Delivery
    private let rows: RowLoader<Row>
    private let journal: any WorkspaceJournal
    private let id: RunID
    private let isAtWork: @Sendable (String) async throws -> Bool
    private let meter: DeliveryMeter
    /// A row that another run at work has sent, whose answer is on the way to that run.
    private(set) var conflict: LedgerConflict?
    /// Groups of an ordered kind in which an earlier row is not done, and is not sent now.
    private var held: Set<String> = []

    /// - Parameter isAtWork: Whether a process works on the run of this name.
    init(
        _ binding: SheetBinding<Row>, _ sheet: String, _ request: ImportRequest, _ journal: any WorkspaceJournal,
        _ id: RunID, _ meter: DeliveryMeter,
        isAtWork: @escaping @Sendable (String) async throws -> Bool
    ) throws {
        reader = try request.work.open(sheet, for: binding.submission)
        delivery = binding.submission.kind.delivery
        rows = RowLoader(binding: binding, folder: request.folder ?? ".", privacy: request.privacy)
        self.journal = journal
        self.id = id
        self.isAtWork = isAtWork
        self.meter = meter
    }

    /// Rows that go together or one after the other have to be known together.
    private var size: Int { delivery.needsAllRows ? .max : 200 }

    /// The groups of the next rows, which may be an empty list; `nil` after the last row. A row that differs from what
    /// was checked is refused in the ledger.
    func next() async throws -> Window? {
        let items = try reader.next(upTo: size)
        guard let first = items.first, let last = items.last else { return nil }
        let entries = try await journal.entries(of: id, rows: first.number..<(last.number + 1))
        var groups: Window = []
        var places: [String: Int] = [:]
        for (item, entry) in zip(items, entries) where entry.isOpen {
            guard case .row(let sheetRow) = item, sheetRow.number == entry.row else { continue }
            var isElsewhere = entry.state == .sent && !entry.earlierRun.isEmpty
            if isElsewhere { isElsewhere = try await isAtWork(entry.earlierRun) }
            if isElsewhere { conflict = LedgerConflict(row: entry.row, run: entry.earlierRun) }
            if isElsewhere || entry.state == .unknown {
                if delivery.isOrdered, let group = rows.group(of: sheetRow, entry) { held.insert(group) }
                continue
            }
            if delivery.isOrdered, let group = rows.group(of: sheetRow, entry), held.contains(group) {
                continue
            }
            switch rows.prepare(sheetRow, entry) {
            case .failure(let failure):
                guard let problem = failure.problems.first else { continue }
                let refused = try entry.after(.refused(problem, status: nil), at: Instant.now)
                try await journal.record([refused], for: id)
                meter.note(entry, refused)
            case .success(let prepared):
                let group = prepared.row.identity.group
                if let group, let place = places[group] {
                    groups[place].append(OutgoingRow(prepared, entry))
                } else {
                    if let group { places[group] = groups.count }
                    groups.append([OutgoingRow(prepared, entry)])
                }
            }
        }
        return groups
    }
}
