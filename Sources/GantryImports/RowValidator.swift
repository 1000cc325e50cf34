internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// Looks at rows of a sheet and their files before anything is sent.
struct RowValidator<Row: SubmittedRow>: Sendable {
    let binding: SheetBinding<Row>
    let fileRules: FileRules
    /// Whether photos are converted by the check, so that each is known to be good; otherwise just before they are
    /// sent.
    let convertsNow: Bool
    let allowed: Set<String>
    /// Whether rows may make records, where others change them.
    let creates: Bool
    var referenceData: Row.ReferenceData
    let today: CivilDate
    /// When the run began.
    let now: Instant
    /// What is kept of the rows so far.
    var earlier = Row.noneEarlier
    var limits = SharedLimits()
    /// Told of each row whose photos were converted by the check.
    var noteConverted: @Sendable () -> Void = {}

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
        /// The record that it means, where the sheet has something else than the id.
        var reference: RowReference?
        let bytes: Int
        /// How many of the files are photos that are converted.
        let converted: Int
        var effect: RowEffect?

        /// Why the row's files can't be sent any more, if they changed since the row was entered.
        func fileProblem(since known: LedgerEntry, _ submission: Submission<Row>) -> RowProblem? {
            let (then, now) = (FileFingerprint.all(in: known.content), FileFingerprint.all(in: entry.content))
            let differ = then.keys.contains { field in now[field].map { then[field]?.isSame(as: $0) == false } ?? true }
            guard !files.isEmpty, differ || then.count != now.count else { return nil }
            let gone = problems.first { problem in submission.fields.contains { $0.isFile && $0.name == problem.field }
            }
            if let gone { return gone }
            guard !entry.content.isEmpty else { return nil }
            if then.mapValues(\.identity) == now.mapValues(\.identity) { return .otherImage(files.map(quoted)) }
            return RowProblem(
                "file-changed",
                "\(listed(files.map(quoted), "or")) changed after it was checked. Start the run over to check it again."
            )
        }

        /// `row 2: scan-01.pdf → 0a1b…, medical`
        var example: String { "row \(number): \(ImportPlan.label(files, target))" }
    }

    /// - Throws: What keeps any photo from being converted.
    func check(_ item: SheetItem, at time: Instant) throws -> Checked {
        switch item {
        case .unusable(let bad):
            let problem = RowProblem(bad.reason.rawValue, bad.description)
            return Checked(
                number: bad.number, row: nil,
                entry: LedgerEntry(row: bad.number, idempotencyKey: "", refused: problem, at: time),
                problems: [problem],
                target: "", sentFor: RowTarget("", ""), files: [], found: [], bytes: 0, converted: 0)
        case .row(let sheetRow): return try check(sheetRow, at: time)
        }
    }

    private func check(_ sheetRow: SheetRow, at time: Instant) throws -> Checked {
        let (cells, found) = binding.placing(sheetRow.cells, in: fileRules.folder, fileRules.finder)
        var (row, names, cellProblems) = binding.read(cells)
        let reference = cellProblems.isEmpty ? row.reference(referenceData) : nil
        let resumeState = cellProblems.isEmpty ? row.resumeState(referenceData) : ""
        row.restore(resumeState)
        var problems = cellProblems
        if problems.isEmpty, let merged = binding.mergedProblem(sheetRow) { problems = [merged] }
        // Rules about values that are missing or unusable would only repeat that.
        var waived: [String] = []
        if problems.isEmpty {
            let broken = row.check(referenceData, today: today, now: now)
            problems = broken.filter { !allowed.contains($0.code) }
            waived = broken.map(\.code).filter(allowed.contains)
        }
        var files: [(field: String, file: LookedFile)] = []
        for (field, path) in names {
            if let problem = binding.tooMany(field, path) {
                problems.append(problem)
                continue
            }
            switch try fileRules.inspect(
                path, of: field, converts: convertsNow, in: binding.finderRow(cells, path))
            {
            case .success(let file):
                files.append((field, file))
                if file.isConverted { binding.name(field, PromisedPhoto.sentName(path), in: &row) }
            case .failure(let failure): problems += failure.problems
            }
        }
        if convertsNow, files.contains(where: \.file.isConverted) { noteConverted() }
        let identity = row.identity
        let key = key(
            of: identity, files: files.map(\.file.fingerprint), cells: sheetRow.cells, replaces: identity.replaces)
        let effect = cellProblems.isEmpty ? row.effect(referenceData) : nil
        if effect == .create, !creates, let problem = CreatedRecord.problem(binding, in: sheetRow) {
            // A missing field of a new record means nothing if no new record is intended.
            problems = [problem] + problems.filter { $0.code != "missing" }
        }
        let mark = FileFingerprint.content(files.map { ($0.field, $0.file.fingerprint) })
        let entry =
            problems.first.map {
                LedgerEntry(
                    row: sheetRow.number, part: sheetRow.part, idempotencyKey: key,
                    refused: RowValidator.joined($0, problems), at: time)
            }
            ?? LedgerEntry(
                row: sheetRow.number, part: sheetRow.part, idempotencyKey: key, content: mark,
                resumeState: resumeState, allowing: waived, at: time)
        return Checked(
            number: sheetRow.number, row: cellProblems.isEmpty ? row : nil, entry: entry, problems: problems,
            // An unreadable cell leaves a placeholder value in the row.
            target: cellProblems.isEmpty ? identity.label : binding.ids(sheetRow.cells).joined(separator: ", "),
            sentFor: RowTarget(identity.target, identity.purpose),
            files: names.map(\.path), found: found, reference: reference,
            bytes: files.reduce(0) { $0 + $1.file.fingerprint.length },
            converted: files.count { $0.file.isConverted }, effect: effect)
    }

    /// The several problems of a row as one, for the ledger and the result sheet.
    static func joined(_ first: RowProblem, _ problems: [RowProblem]) -> RowProblem {
        guard problems.count > 1 else { return first }
        return RowProblem(first.code, field: first.field, problems.map(\.sentence).joined(separator: " "))
    }

    /// Rows with one key are one side effect: the same target and purpose with the same file, and for rows that are more
    /// than their file, or know which of their values count, with the same values too.
    private func key(
        of identity: RowIdentity, files: [FileFingerprint], cells: [String], replaces: Bool
    ) -> String {
        let isUpload = binding.submission.fields.contains { $0.isFile && $0.isRequired }
        let values = identity.values ?? (isUpload ? nil : binding.canonical(cells))
        // Equal texts with other bytes are one row.
        let content = ([values].compactMap(\.self) + files.map(\.identity)).map(TextIdentity.composed)
        let target = [identity.target, identity.purpose].map(TextIdentity.composed)
        guard replaces else { return ContentHasher.digest(of: target + content) }
        // Half a digest distinguishes targets just as well, and keeps the key short.
        return [target, content].map { ContentHasher.digest(of: $0).prefix(32) }.joined(separator: "-")
    }
}
