internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryPayroll

/// Entries that left or came to a period since it was paid, and change none of its pay lines: those that came are paid
/// by it now, and those that left aren't, though its files don't say so.
struct MovedEntries: Equatable, Sendable {
    private(set) var left = EntryNumbers()
    private(set) var came = EntryNumbers()

    /// The journal's document of the paid run.
    private static let documentName = "moved-entries"

    init() {}

    /// - Parameter differences: Of what the run exported and what it would export now.
    init(_ differences: [EntryDifference]) {
        left = EntryNumbers(differences.filter { $0.new == nil }.compactMap { $0.old?.id })
        came = EntryNumbers(differences.filter { $0.old == nil }.compactMap { $0.new?.id })
    }

    /// What a run pays now, of what its files say.
    func applied(to numbers: EntryNumbers) -> EntryNumbers { numbers.filter(in: left, isIn: false).union(came) }

    // MARK: In the journal

    /// None where nothing was noted.
    init(of run: RunID, _ journal: any WorkspaceJournal) async throws {
        guard let text = try await journal.document(named: MovedEntries.documentName, of: run) else { return }
        let tree = try JSONTree(Array(text.utf8))
        func numbers(_ name: String) -> EntryNumbers {
            EntryNumbers((tree[name]?.list ?? []).compactMap { $0.text.flatMap { Int64(key: $0) } })
        }
        (left, came) = (numbers("left"), numbers("came"))
    }

    /// Notes it of a run that was paid.
    func keep(of run: RunID, _ journal: any WorkspaceJournal) async throws {
        guard try await MovedEntries(of: run, journal) != self else { return }
        func list(_ numbers: EntryNumbers) -> JSONTree { .array(numbers.all.map { .string($0.keyText) }) }
        try await journal.keep(
            JSONTree.object(["left": list(left), "came": list(came)]).compact, named: MovedEntries.documentName,
            for: run)
    }
}
