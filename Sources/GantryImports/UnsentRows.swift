internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats

/// The rows of a published run's sheet that it hasn't sent as they are now: those that a check refused, whose problem
/// may have been fixed, and those whose files are others now. What a server refused is left to a person.
struct UnsentRows {
    private var refused: Set<Int> = []
    /// Of other bytes than those that were sent or refused under their names.
    private var exchanged: Set<Int> = []

    var isEmpty: Bool { refused.isEmpty && exchanged.isEmpty }

    /// None.
    init() {}

    init<Row: SubmittedRow>(
        _ run: RunID, _ binding: SheetBinding<Row>, _ sheet: ImportSheet, _ request: ImportRequest,
        _ journal: any WorkspaceJournal
    ) async throws {
        let submission = binding.submission
        let count = try await journal.counts(of: run).refused
        refused = Set(try await journal.troubled(of: run, limit: count).filter(\.isRefusedUnsent).map(\.place))
        guard submission.kind.files != nil else { return }
        let rows = RowLoader(
            binding: binding, fileRules: request.fileRules(submission.kind, keepingIn: request.plannedPhotos))
        let reader = try sheet.reader(request.work, for: submission)
        while true {
            let items = try reader.next(upTo: 200)
            guard let first = items.first, let last = items.last else { break }
            let entries = try await journal.entries(of: run, rows: first.number..<(last.number + 1))
            guard let matched = SheetItem.matched(items, with: entries, parts: { binding.parts(of: $0, entries: $1) })
            else { return }  // Of a run that was entered from its folder no rows are known.
            for (item, entry) in matched {
                if case .row(let row) = item, try rows.isExchanged(row, entry) { exchanged.insert(entry.place) }
            }
        }
    }

    /// Whether a row is one of them and would be sent, or refused with a file that was never checked.
    func isMended(by entry: LedgerEntry) -> Bool {
        refused.contains(entry.place) && entry.isOpen || exchanged.contains(entry.place) && entry.state != .done
    }
}
