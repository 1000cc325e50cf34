internal import GantryAccounts
internal import GantryConnectors
internal import GantryFormats
internal import GantryModel
internal import GantryRuns
internal import Synchronization

/// The rows of a sheet, checked in order before anything is sent: what a plan shows and what a run enters in its
/// ledger.
struct SheetPreflight<Row: SubmittedRow> {
    private let reader: SheetReader
    private let server: ConnectionReader
    private let effects: UndoneRowKeys<Row>?
    private var sent: SentRows<Row>?
    private(set) var rows: RowValidator<Row>
    private let progress: PreflightProgress

    /// - Parameters:
    ///   - reader: at the first row.
    ///   - sent: `nil` where no row can have been sent before; so too `effects`.
    ///   - began: when the run began.
    ///   - convertsNow: See ``RowValidator/convertsNow``.
    ///   - observe: told how far it is while photos are converted, which takes long.
    init(
        _ reader: SheetReader, binding: SheetBinding<Row>, request: ImportRequest, server: ConnectionReader,
        referenceData: Row.ReferenceData, sent: SentRows<Row>?, effects: UndoneRowKeys<Row>?, began: Instant,
        fileRules: FileRules,
        convertsNow: Bool, observe: @escaping @Sendable (ExportEvent) -> Void = { _ in }
    ) {
        progress = PreflightProgress(observe)
        self.reader = reader
        self.server = server
        self.sent = sent
        self.effects = effects
        rows = RowValidator<Row>(
            binding: binding, fileRules: fileRules, convertsNow: convertsNow,
            allowed: Set(request.work.allowed), creates: request.work.creates, referenceData: referenceData,
            today: binding.submission.kind.utcOffset.date(at: began), now: began)
        rows.noteConverted = { [progress] in progress.noteConverted() }
    }

    /// Rows that were sent and are none of those to be sent now; known after the last row.
    var leftOut: FirstOnes<SheetFindings.Found> { sent?.leftOut ?? FirstOnes() }

    /// The next few hundred rows; none after the last.
    mutating func next() async throws -> [RowValidator<Row>.Checked] {
        let items = try reader.next(upTo: 256)
        let checked = items.isEmpty ? [] : try await rows.checkNext(items.flatMap(parts), server)
        progress.note(checked.count)
        let kept = try await sent?.keeping(checked, of: items) ?? checked
        guard !kept.isEmpty else { return [] }
        return try await effects?.renewed(kept) ?? kept
    }

    private func parts(of item: SheetItem) -> [SheetItem] {
        guard case .row(let row) = item else { return [item] }
        return rows.binding.parts(of: row, in: rows.fileRules.folder, rows.fileRules.finder).map { .row($0) }
    }
}

/// Rows that are checked, for progress while photos are converted.
private final class PreflightProgress: Sendable {
    private let observe: @Sendable (ExportEvent) -> Void
    /// Rows of the parts that are checked, and those of the current part whose photos are converted.
    private let rows = Mutex((checked: 0, converted: 0))

    init(_ observe: @escaping @Sendable (ExportEvent) -> Void) { self.observe = observe }

    func noteConverted() {
        let all = rows.withLock { rows in
            rows.converted += 1
            return rows.checked + rows.converted
        }
        observe(.checked(rows: all))
    }

    func note(_ checked: Int) { rows.withLock { $0 = ($0.checked + checked, 0) } }
}
