internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// A row with what is sent of its files.
struct PreparedRow<Row: SubmittedRow>: Sendable {
    let row: Row
    /// By the field of the sheet that names the file.
    let files: [String: OutgoingFile]
    /// Why it can't be sent again, where it was sent and can still be looked up.
    var problem: RowProblem?
}

/// What keeps a row from being sent.
struct RowProblems: Error {
    let problems: [RowProblem]
}

/// Looks at rows of a sheet and their files before anything is sent.
struct RowValidator<Row: SubmittedRow>: Sendable {
    let binding: SheetBinding<Row>
    let folder: String
    let privacy: PhotoPrivacy
    let allowed: Set<String>
    /// Whether rows may make records, where others change them.
    let creates: Bool
    var referenceData: Row.ReferenceData
    let today: CivilDate
    /// When the run began.
    let now: Instant
    let finder = FileFinder()
    /// What is kept of the rows so far.
    var earlier = Row.noneEarlier
    var limits = SharedLimits()

    /// A row after the preflight.
    struct Checked: Sendable {
        let number: Int
        /// `nil` if its cells can't be used.
        let row: Row?
        /// The entry that the row has in the ledger.
        var entry: LedgerEntry
        /// Everything that is wrong with it.
        var problems: [RowProblem]
        let target: String
        /// The same as the server names it.
        let sentFor: RowTarget
        let files: [String]
        /// Files that have another path on the disk than the sheet says.
        let found: [(written: String, place: String)]
        let bytes: Int
        var effect: RowEffect?

        /// Why the row's files can't be sent any more, if they changed since the row was entered.
        func fileProblem(since known: LedgerEntry, _ submission: Submission<Row>) -> RowProblem? {
            func facts(_ content: String) -> [String: String] {
                FileFingerprint.all(in: content).mapValues { "\($0.digest) \($0.length)" }
            }
            guard !files.isEmpty, facts(known.content) != facts(entry.content) else { return nil }
            let gone = problems.first { problem in submission.fields.contains { $0.isFile && $0.name == problem.field }
            }
            if let gone { return gone }
            guard !entry.content.isEmpty else { return nil }
            return RowProblem(
                "file-changed",
                "\(listed(files.map(quoted), "or")) changed after it was checked. Start the run over to check it again."
            )
        }

        /// `row 2: scan-01.pdf → 0a1b…, medical`
        var example: String { "row \(number): \(ImportPlan.label(files, target))" }
    }

    func check(_ item: SheetItem, at time: Instant) -> Checked {
        switch item {
        case .unusable(let bad):
            let problem = RowProblem(bad.reason.rawValue, bad.description)
            return Checked(
                number: bad.number, row: nil,
                entry: LedgerEntry(row: bad.number, idempotencyKey: "", refused: problem, at: time),
                problems: [problem],
                target: "", sentFor: RowTarget("", ""), files: [], found: [], bytes: 0)
        case .row(let sheetRow): return check(sheetRow, at: time)
        }
    }

    private func check(_ sheetRow: SheetRow, at time: Instant) -> Checked {
        let (cells, found) = binding.placing(sheetRow.cells, in: folder, finder)
        var (row, names, cellProblems) = binding.read(cells)
        let resumeState = cellProblems.isEmpty ? row.resumeState(referenceData) : ""
        row.restore(resumeState)
        var problems = cellProblems
        // Rules about values that are missing or unusable would only repeat that.
        var waived: [String] = []
        if problems.isEmpty {
            let broken = row.check(referenceData, today: today, now: now)
            problems = broken.filter { !allowed.contains($0.code) }
            waived = broken.map(\.code).filter(allowed.contains)
        }
        var files: [(field: String, file: OutgoingFile)] = []
        for (field, path) in names {
            switch OutgoingFile.inspect(
                path, of: field, in: folder, binding.submission.kind, privacy: privacy, finder,
                of: binding.finderRow(cells, path))
            {
            case .success(let file): files.append((field, file))
            case .failure(let failure): problems += failure.problems
            }
        }
        let identity = row.identity
        let key = key(of: identity, files: files.map(\.file), cells: sheetRow.cells, replaces: identity.replaces)
        let effect = cellProblems.isEmpty ? row.effect(referenceData) : nil
        if effect == .create, !creates, let problem = CreatedRecord.problem(binding, in: sheetRow) {
            // A missing field of a new record means nothing if no new record is intended.
            problems = [problem] + problems.filter { $0.code != "missing" }
        }
        let mark = FileFingerprint.content(files.map { ($0.field, $0.file.fingerprint) })
        let entry =
            problems.first.map {
                LedgerEntry(
                    row: sheetRow.number, idempotencyKey: key, refused: RowValidator.joined($0, problems), at: time)
            }
            ?? LedgerEntry(
                row: sheetRow.number, idempotencyKey: key, content: mark, resumeState: resumeState, allowing: waived,
                at: time)
        return Checked(
            number: sheetRow.number, row: cellProblems.isEmpty ? row : nil, entry: entry, problems: problems,
            // An unreadable cell leaves a placeholder value in the row.
            target: cellProblems.isEmpty ? identity.label : binding.ids(sheetRow.cells).joined(separator: ", "),
            sentFor: RowTarget(identity.target, identity.purpose),
            files: names.map(\.path), found: found, bytes: files.reduce(0) { $0 + $1.file.content.length },
            effect: effect)
    }

    /// The several problems of a row as one, for the ledger and the result sheet.
    static func joined(_ first: RowProblem, _ problems: [RowProblem]) -> RowProblem {
        guard problems.count > 1 else { return first }
        return RowProblem(first.code, field: first.field, problems.map(\.sentence).joined(separator: " "))
    }

    /// Rows with one key are one side effect: the same target and purpose with the same file, or for rows that are more
    /// than their file with the same values too.
    private func key(
        of identity: RowIdentity, files: [OutgoingFile], cells: [String], replaces: Bool
    ) -> String {
        let isUpload = binding.submission.fields.contains { $0.isFile && $0.isRequired }
        let content =
            (isUpload ? [] : [identity.values ?? binding.canonical(cells)])
            + files.map { $0.content.digest.description }
        func digest(_ texts: [String]) -> String {
            let bytes = Array(texts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n").utf8)
            return ContentHasher.digest(of: bytes.span).description
        }
        let target = [identity.target, identity.purpose]
        // Half a digest distinguishes targets just as well, and keeps the key short.
        return replaces ? "\(digest(target).prefix(32))-\(digest(content).prefix(32))" : digest(target + content)
    }
}

/// Readies rows that passed the preflight for sending.
struct RowLoader<Row: SubmittedRow>: Sendable {
    let binding: SheetBinding<Row>
    let folder: String
    let privacy: PhotoPrivacy
    let finder = FileFinder()

    /// The row as it is sent.
    ///
    /// - Returns: A problem where a file is not what the ledger has of it.
    func prepare(_ sheetRow: SheetRow, _ entry: LedgerEntry) -> Result<PreparedRow<Row>, RowProblems> {
        let cells = binding.placing(sheetRow.cells, in: folder, finder).cells
        var (row, names, problems) = binding.read(cells)
        guard problems.isEmpty else { return .failure(RowProblems(problems: problems)) }
        row.restore(entry.resumeState)
        let marks = FileFingerprint.all(in: entry.content)
        var files: [String: OutgoingFile] = [:]
        for (field, path) in names {
            if !isChangedByPrivacy, let mark = marks[field],
                let file = OutgoingFile(path, in: folder, mark: mark)
            {
                files[field] = file
                continue
            }
            switch OutgoingFile.inspect(
                path, of: field, in: folder, binding.submission.kind, privacy: privacy, finder,
                of: binding.finderRow(cells, path))
            {
            case .failure(let failure): return unsendable(row, entry: entry, because: failure)
            case .success(let file):
                guard file.matches(marks[field]) else {
                    return unsendable(
                        row, entry: entry,
                        because: RowProblems(problems: [
                            RowProblem(
                                "file-changed", field: field,
                                "\(quoted(path)) changed after it was checked. Start the run over to check it again."
                            )
                        ]))
                }
                files[field] = file
            }
        }
        return .success(PreparedRow(row: row, files: files))
    }

    /// The group that a row belongs to; `nil` if its cells can't be read.
    func group(of sheetRow: SheetRow, _ entry: LedgerEntry) -> String? {
        var (row, _, problems) = binding.read(sheetRow.cells)
        guard problems.isEmpty else { return nil }
        row.restore(entry.resumeState)
        return row.identity.group
    }

    /// A step that was sent without an answer is looked up, and steps without a file are sent, even if the file has
    /// changed.
    private func unsendable(
        _ row: Row, entry: LedgerEntry, because failure: RowProblems
    ) -> Result<PreparedRow<Row>, RowProblems> {
        let delivery = binding.submission.kind.delivery
        let needsFiles = (entry.stepsDone..<max(entry.stepsDone, delivery.steps.count)).contains {
            delivery.sendsFiles(step: $0)
        }
        if entry.state == .answered, !needsFiles { return .success(PreparedRow(row: row, files: [:])) }
        guard entry.state == .sent else { return .failure(failure) }
        return .success(PreparedRow(row: row, files: [:], problem: needsFiles ? failure.problems.first : nil))
    }

    private var isChangedByPrivacy: Bool { (binding.submission.kind.files?.isPhoto ?? false) && privacy != .none }
}
