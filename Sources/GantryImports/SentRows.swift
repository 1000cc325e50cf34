internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// Knows which rows of the very same sheet earlier runs have sent, by their numbers: a cell that is mended beside the
/// sheet, or is again as it was, makes no other row of one that was sent. One with another file is another.
struct SentRows {
    private let journal: any WorkspaceJournal
    /// The newest first.
    private let runs: [RunID]

    /// - Parameter sheet: the digest of the sheet.
    init(_ journal: any WorkspaceJournal, of id: RunID, sheet: String) async throws {
        self.journal = journal
        runs = try await journal.runs(.revisions(of: id)).filter {
            $0.id.revision < id.revision && $0.identity.sheet == sheet
        }.map(\.id).sorted { $0.revision > $1.revision }
    }

    /// The rows with the keys under which they were sent. Rows that replace something are sent with each other value.
    func keeping<Row>(_ checked: [RowValidator<Row>.Checked]) async throws -> [RowValidator<Row>.Checked] {
        let numbers = checked.map(\.number)
        guard !runs.isEmpty, let first = numbers.min(), let last = numbers.max() else { return checked }
        var checked = checked
        var open = Set(checked.indices.filter { checked[$0].entry.targetPart == nil })
        for run in runs where !open.isEmpty {
            let sent = try await journal.entries(of: run, rows: first..<(last + 1)).filter { $0.state.hasBeenSent }
            let known = Dictionary(sent.map { ([$0.row, $0.part], $0) }) { first, _ in first }
            for index in open {
                let entry = checked[index].entry
                guard let sent = known[[entry.row, entry.part]],
                    FileFingerprint.identities(in: sent.content) == FileFingerprint.identities(in: entry.content)
                else { continue }
                open.remove(index)
                if entry.idempotencyKey != sent.idempotencyKey {
                    checked[index].entry = entry.renamed(sent.idempotencyKey)
                }
            }
        }
        return checked
    }
}

extension LedgerEntry.State {
    /// Whether it has had its effect, or may have had.
    fileprivate var hasBeenSent: Bool {
        switch self {
        case .sent, .answered, .done, .unknown: true
        case .planned, .refused: false
        }
    }
}

extension FileFingerprint {
    fileprivate static func identities(in content: String) -> [String: String] {
        all(in: content).mapValues(\.identity)
    }
}
