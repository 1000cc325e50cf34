internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles

/// Knows which rows of earlier runs have been undone: what they made is no longer at the server.
struct UndoneRowKeys<Row: SubmittedRow> {
    private let journal: any WorkspaceJournal
    private let referenceData: Row.ReferenceData
    private let scope: LedgerScope<Row>
    private let id: RunID

    init(_ journal: any WorkspaceJournal, referenceData: Row.ReferenceData, scope: LedgerScope<Row>, id: RunID) {
        self.journal = journal
        self.referenceData = referenceData
        self.scope = scope
        self.id = id
    }

    /// The keys of the rows: a row whose earlier effect is undone has a key of its own, and so is sent again, once.
    func renewed(_ checked: [RowValidator<Row>.Checked]) async throws -> [RowValidator<Row>.Checked] {
        guard let isUndone = scope.submission.isUndone else { return checked }
        var checked = checked
        // What was sent in the place of something undone can be undone too.
        for _ in 0..<100 {
            let known = try await journal.preview(checked.map(\.entry), scope: scope.name, for: id)
            var isNew = false
            for (place, entry) in known.enumerated()
            where entry.state == .done && !entry.earlierRun.isEmpty
                && entry.idempotencyKey == checked[place].entry.idempotencyKey
                && isUndone(entry.serverID, referenceData)
            {
                let bytes = Array("\(entry.idempotencyKey) after \(entry.serverID)".utf8)
                checked[place].entry = checked[place].entry.renamed(ContentHasher.digest(of: bytes.span).description)
                isNew = true
            }
            guard isNew else { break }
        }
        return checked
    }
}
