internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryRuns

/// Knows what the rows of a sheet are as they stand there, whatever is mended beside it, and which of them runs of the
/// same name have sent: a cell that is mended, or is again as it was, makes no other row of one that was sent. A row
/// with another file is another.
struct SentRows<Row: SubmittedRow> {
    private let journal: any WorkspaceJournal
    private let id: RunID
    /// What the origins of all rows of the sheet begin with.
    private let sheet: String
    private let binding: SheetBinding<Row>
    /// The sheet as it stands; `nil` where nothing is mended beside it.
    private let reader: SheetReader?
    /// A row of it that comes after those that were asked for.
    private var ahead: SheetItem?
    /// Whether a row of the sheet was sent.
    private let isKnown: Bool
    /// Rows that were sent and are none of those to be sent now.
    private(set) var leftOut = FirstOnes<SheetFindings.Found>()

    /// - Parameters:
    ///   - digest: of the sheet.
    ///   - tab: of a workbook.
    ///   - work: how the sheet is read, with what is mended beside it.
    ///   - open: opens the sheet at its first row.
    init(
        _ journal: any WorkspaceJournal, as id: RunID, in scope: LedgerScope<Row>, digest: ContentDigest, tab: String?,
        binding: SheetBinding<Row>, work: Pipeline.Import, open: (Pipeline.Import) throws -> SheetReader
    ) async throws {
        self.journal = journal
        self.id = id
        let parts = [scope.name, id.pipeline, id.period, digest.description, tab ?? ""]
        sheet = "\(ContentHasher.digest(of: parts).prefix(32))-"
        if work.sheet.changes.isEmpty {
            reader = nil
            self.binding = binding
        } else {
            var work = work
            work.sheet.changes = []
            reader = try open(work)
            self.binding = try SheetBinding(binding.submission, to: try open(work), work: work)
        }
        isKnown = try await !journal.sent(withOrigins: [sheet], limit: 1).joined().isEmpty
    }

    /// The rows with their origins, and those that were sent with the keys under which they were. Rows that replace
    /// something are sent with each other value.
    ///
    /// - Parameter items: the next ones of the sheet, which the rows are; none after the last.
    mutating func keeping(
        _ checked: [RowValidator<Row>.Checked], of items: [SheetItem]
    ) async throws -> [RowValidator<Row>.Checked] {
        var starts: [Int: String] = [:]
        for item in items { starts[item.number] = start(item.number, nil) }
        for item in try standing(items) {
            guard case .row(let row) = item else { continue }
            let start = start(row.number, binding.canonical(row.cells))
            if starts.updateValue(start, forKey: row.number) == nil { try await note(row, start) }
        }
        var checked = checked
        var open: [(index: Int, start: String)] = []
        for index in checked.indices {
            let entry = checked[index].entry
            guard let start = starts[entry.row], !entry.idempotencyKey.isEmpty else { continue }
            checked[index].entry = entry.from(start + entry.idempotencyKey.suffix(32))
            if isKnown, entry.targetPart == nil { open.append((index, start)) }
        }
        let sent = try await journal.sent(withOrigins: open.map(\.start), limit: Int(Int32.max))
        for ((index, _), sent) in zip(open, sent) {
            let entry = checked[index].entry
            let files = FileFingerprint.identities(in: entry.content)
            let same = sent.filter {
                $0.run != id.description && $0.entry.part == entry.part
                    && FileFingerprint.identities(in: $0.entry.content) == files
            }.map(\.entry)
            func rank(_ sent: LedgerEntry) -> (Int, Instant) { (sent.origin == entry.origin ? 1 : 0, sent.changedAt) }
            guard let last = same.max(by: { rank($0) < rank($1) }) else { continue }
            checked[index].entry = entry.renamed(last.idempotencyKey)
        }
        return checked
    }

    /// What the origins of a row of the sheet begin with.
    private func start(_ number: Int, _ values: String?) -> String {
        let parts = [String(number)] + [values].compactMap(\.self)
        return "\(sheet)\(ContentHasher.digest(of: parts).prefix(32))-"
    }

    /// The same rows as they stand in the sheet, with those between them that are left out.
    private mutating func standing(_ items: [SheetItem]) throws -> [SheetItem] {
        guard let reader else { return items }
        let last = items.last?.number ?? .max
        var found: [SheetItem] = []
        while let item = try ahead ?? reader.next() {
            ahead = nil
            guard item.number <= last else {
                ahead = item
                break
            }
            found.append(item)
        }
        return found
    }

    /// Notes a row that is left out, if it was sent.
    private mutating func note(_ row: SheetRow, _ start: String) async throws {
        guard isKnown else { return }
        let all = try await journal.sent(withOrigins: [start], limit: Int(Int32.max)).joined()
        guard let sent = all.max(by: { $0.entry.weight < $1.entry.weight }) else { return }
        let run = sent.entry.earlierRun.isEmpty ? String(sent.run.prefix { $0 != "@" }) : sent.entry.earlierRun
        leftOut.append(
            SheetFindings.Found(
                row: row.number, written: row.cells.first { !$0.isEmpty } ?? "",
                meant: run + (sent.entry.state == .done ? "" : ", outcome unknown")))
    }
}

extension FileFingerprint {
    fileprivate static func identities(in content: String) -> [String: String] {
        all(in: content).mapValues(\.identity)
    }
}

extension ContentHasher {
    /// Of texts that can't pass for others, in hexadecimal.
    static func digest(of texts: [String]) -> String {
        let bytes = Array(texts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n").utf8)
        return ContentHasher.digest(of: bytes.span).description
    }
}
