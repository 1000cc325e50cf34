internal import GantryAccounts
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
    /// Groups that are read, and whose photos are yet to be converted.
    private var waiting: ArraySlice<[OutgoingRow<PreparedRow<Row>>]> = []

    /// Photos of the groups that are handed out together, about.
    private static var photosAtOnce: Int { 8 }

    /// - Parameter isAtWork: Whether a process works on the run of this name.
    init(
        _ binding: SheetBinding<Row>, sheet: String, request: ImportRequest, journal: any WorkspaceJournal,
        run id: RunID, meter: DeliveryMeter,
        fileRules: FileRules,
        isAtWork: @escaping @Sendable (String) async throws -> Bool
    ) throws {
        reader = try request.work.open(sheet, for: binding.submission)
        delivery = binding.submission.kind.delivery
        rows = RowLoader(binding: binding, fileRules: fileRules)
        self.journal = journal
        self.id = id
        self.isAtWork = isAtWork
        self.meter = meter
    }

    /// Rows that go together or one after the other have to be known together.
    private var size: Int { delivery.needsAllRows ? .max : 200 }

    /// The groups of the next rows, which may be an empty list; `nil` after the last row. A row that differs from what
    /// was checked is refused in the ledger.
    ///
    /// Groups with photos come a few at a time, so that some are sent while the next ones are converted.
    func next() async throws -> Window? {
        if waiting.isEmpty {
            guard let window = try await read() else { return nil }
            waiting = window[...]
        }
        let most = delivery.isStepwise ? Int.max : PendingRows.photosAtOnce
        var (groups, photos) = (0, 0)
        for group in waiting {
            photos += group.reduce(0) { $0 + $1.row.photos.count }
            if groups > 0, photos > most { break }
            groups += 1
        }
        let window = Array(waiting.prefix(groups))
        waiting = waiting.dropFirst(groups)
        return try await finish(window)
    }

    /// Converts the photos of some groups side by side, and enters what is sent.
    private func finish(_ window: Window) async throws -> Window {
        let photos = window.flatMap { $0.flatMap { row in row.row.photos.map { (row.entry.place, $0.key, $0.value) } } }
        guard !photos.isEmpty else { return window }
        var images: [Int: [String: Result<OutgoingFile, RowProblems>]] = [:]
        for (row, field, image) in try await PhotoLanes(rows.fileRules).images(photos) {
            images[row, default: [:]][field] = image
        }
        var readied: [LedgerEntry] = []
        var finished: Window = []
        for group in window {
            var left: [OutgoingRow<PreparedRow<Row>>] = []
            for row in group {
                switch try rows.finish(row.row, entry: row.entry, images: images[row.entry.place] ?? [:]) {
                case .success(let (prepared, entry)):
                    if entry != row.entry { readied.append(entry) }
                    left.append(OutgoingRow(prepared, entry))
                case .failure(let failure): try await refuse(row.entry, failure)
                }
            }
            if !left.isEmpty { finished.append(left) }
        }
        if !readied.isEmpty { try await journal.record(readied, for: id) }
        return finished
    }

    private func refuse(_ entry: LedgerEntry, _ failure: RowProblems) async throws {
        guard let problem = failure.problems.first else { return }
        let refused = try entry.after(.refused(problem, status: nil), at: Instant.now)
        try await journal.record([refused], for: id)
        meter.note(entry, refused)
    }

    private func read() async throws -> Window? {
        let items = try reader.next(upTo: size)
        guard let first = items.first, let last = items.last else { return nil }
        let entries = try await journal.entries(of: id, rows: first.number..<(last.number + 1))
        var groups: Window = []
        var places: [String: Int] = [:]
        guard let matched = SheetItem.matched(items, with: entries, parts: { rows.binding.parts(of: $0, entries: $1) })
        else {
            throw RunError.otherRows(id, entries: entries.count, of: items)
        }
        for (item, entry) in matched where entry.isOpen {
            guard case .row(let sheetRow) = item else { continue }
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
            switch try rows.prepare(sheetRow, entry) {
            case .failure(let failure): try await refuse(entry, failure)
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
