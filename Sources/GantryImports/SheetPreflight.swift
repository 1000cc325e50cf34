internal import GantryAccounts
internal import GantryConnectors
internal import GantryFormats
internal import GantryModel
internal import GantryRuns

/// The rows of a sheet, checked in order before anything is sent: what a plan shows and what a run enters in its ledger.
struct SheetPreflight<Row: SubmittedRow> {
    private let reader: SheetReader
    private let server: ConnectionReader
    private let effects: UndoneRowKeys<Row>?
    private(set) var rows: RowValidator<Row>

    /// - Parameters:
    ///   - reader: at the first row.
    ///   - effects: `nil` where no row can have been sent before.
    ///   - began: when the run began.
    ///   - convertsNow: See ``RowValidator/convertsNow``.
    init(
        _ reader: SheetReader, _ binding: SheetBinding<Row>, _ request: ImportRequest, _ server: ConnectionReader,
        _ referenceData: Row.ReferenceData, effects: UndoneRowKeys<Row>?, began: Instant, _ fileRules: FileRules,
        convertsNow: Bool
    ) {
        self.reader = reader
        self.server = server
        self.effects = effects
        rows = RowValidator<Row>(
            binding: binding, fileRules: fileRules, convertsNow: convertsNow,
            allowed: Set(request.work.allowed), creates: request.work.creates, referenceData: referenceData,
            today: binding.submission.kind.utcOffset.date(at: began), now: began)
    }

    /// The next few hundred rows; none after the last.
    mutating func next() async throws -> [RowValidator<Row>.Checked] {
        let items = try reader.next(upTo: 256)
        guard !items.isEmpty else { return [] }
        let checked = try await rows.checkNext(items, server)
        return try await effects?.renewed(checked) ?? checked
    }
}
