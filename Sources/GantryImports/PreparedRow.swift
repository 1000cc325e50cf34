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
    /// By the field too, photos that are converted before the row is sent, or were.
    var photos: [String: LookedFile] = [:]
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
    let fileRules: FileRules
    /// Whether photos are converted by the check, so that each is known to be good; otherwise just before they are sent.
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
                target: "", sentFor: RowTarget("", ""), files: [], bytes: 0, converted: 0)
        case .row(let sheetRow): return try check(sheetRow, at: time)
        }
    }

    private func check(_ sheetRow: SheetRow, at time: Instant) throws -> Checked {
        var (row, names, cellProblems) = binding.read(sheetRow.cells)
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
        var files: [(field: String, file: LookedFile)] = []
        for (field, path) in names {
            switch try fileRules.inspect(path, of: field, converts: convertsNow) {
            case .success(let file):
                files.append((field, file))
                if file.isConverted { binding.name(field, PromisedPhoto.sentName(path), in: &row) }
            case .failure(let failure): problems += failure.problems
            }
        }
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
            files: names.map(\.path), bytes: files.reduce(0) { $0 + $1.file.fingerprint.length },
            converted: files.count { $0.file.isConverted }, effect: effect)
    }

    /// The several problems of a row as one, for the ledger and the result sheet.
    static func joined(_ first: RowProblem, _ problems: [RowProblem]) -> RowProblem {
        guard problems.count > 1 else { return first }
        return RowProblem(first.code, field: first.field, problems.map(\.sentence).joined(separator: " "))
    }

    /// Rows with one key are one side effect: the same target and purpose with the same file, or for rows that are more
    /// than their file with the same values too.
    private func key(
        of identity: RowIdentity, files: [FileFingerprint], cells: [String], replaces: Bool
    ) -> String {
        let isUpload = binding.submission.fields.contains { $0.isFile && $0.isRequired }
        let content =
            (isUpload ? [] : [identity.values ?? binding.canonical(cells)])
            + files.map(\.identity)
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
    let fileRules: FileRules

    /// The row as it is sent.
    ///
    /// - Returns: A problem where a file is not what the ledger has of it.
    /// - Throws: What keeps any photo from being converted.
    func prepare(_ sheetRow: SheetRow, _ entry: LedgerEntry) throws -> Result<PreparedRow<Row>, RowProblems> {
        var (row, names, problems) = binding.read(sheetRow.cells)
        guard problems.isEmpty else { return .failure(RowProblems(problems: problems)) }
        row.restore(entry.resumeState)
        let marks = FileFingerprint.all(in: entry.content)
        var files: [String: OutgoingFile] = [:]
        var photos: [String: LookedFile] = [:]
        for (field, path) in names where marks[field]?.origin != nil {
            binding.name(field, PromisedPhoto.sentName(path), in: &row)
        }
        for (field, path) in names {
            if let mark = marks[field], let file = fileRules.unread(path, mark) {
                files[field] = file
                continue
            }
            switch try fileRules.inspect(path, of: field, converts: false) {
            case .failure(let failure): return unsendable(row, entry: entry, because: failure)
            case .success(let looked):
                guard let mark = marks[field], looked.fingerprint.identity == mark.identity else {
                    return unsendable(row, entry: entry, because: .changed(path, field))
                }
                if looked.isConverted {
                    photos[field] = looked
                } else if case .file(let file) = looked {
                    guard file.matches(mark) else {
                        return unsendable(row, entry: entry, because: .changed(path, field))
                    }
                    files[field] = file
                }
            }
        }
        // An image is not made for steps that don't send it.
        if entry.state == .answered, !needsFiles(entry) { photos = [:] }
        return .success(PreparedRow(row: row, files: files, photos: photos))
    }

    /// The row with its photos converted, and its entry with what is sent.
    ///
    /// - Parameter images: by the field, for each of the row's photos.
    /// - Returns: A problem where an image can't be made, or isn't the one that the ledger has.
    func finish(
        _ prepared: PreparedRow<Row>, _ entry: LedgerEntry, _ images: [String: Result<OutgoingFile, RowProblems>]
    ) throws -> Result<(PreparedRow<Row>, LedgerEntry), RowProblems> {
        var marks = FileFingerprint.all(in: entry.content)
        var files = prepared.files
        for (field, result) in images.sorted(by: { $0.key < $1.key }) {
            switch result {
            case .failure(let failure):
                return unsendable(prepared.row, entry: entry, because: failure).map { ($0, entry) }
            case .success(let file):
                if marks[field]?.isPromised == true, entry.state != .sent { marks[field] = file.fingerprint }
                guard file.matches(marks[field]) else {
                    let failure = RowProblems(problems: [.otherImage([quoted(file.name)])])
                    return unsendable(prepared.row, entry: entry, because: failure).map { ($0, entry) }
                }
                files[field] = file
            }
        }
        let content = FileFingerprint.content(
            binding.submission.fields.compactMap { field in marks[field.name].map { (field.name, $0) } })
        let isNew = content != entry.content && entry.state != .sent
        return .success(
            (
                PreparedRow(row: prepared.row, files: files),
                isNew ? try entry.after(.readied(content: content), at: .now) : entry
            ))
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
        let needsFiles = needsFiles(entry)
        if entry.state == .answered, !needsFiles { return .success(PreparedRow(row: row, files: [:])) }
        guard entry.state == .sent else { return .failure(failure) }
        return .success(PreparedRow(row: row, files: [:], problem: needsFiles ? failure.problems.first : nil))
    }

    private func needsFiles(_ entry: LedgerEntry) -> Bool {
        let delivery = binding.submission.kind.delivery
        return (entry.stepsDone..<max(entry.stepsDone, delivery.steps.count)).contains {
            delivery.sendsFiles(step: $0)
        }
    }
}

extension RowProblems {
    fileprivate static func changed(_ path: String, _ field: String) -> RowProblems {
        RowProblems(problems: [
            RowProblem(
                "file-changed", field: field,
                "\(quoted(path)) changed after it was checked. Start the run over to check it again.")
        ])
    }
}

extension RowProblem {
    /// Of a converted photo that was already sent or checked as other bytes, which the server may have.
    static func otherImage(_ files: [String]) -> RowProblem {
        RowProblem(
            "photo-differs", field: "file",
            "\(listed(files, "or")) is now converted to another image than when it was checked, as by a newer library. "
                + "If the server doesn't have it, start the run over.")
    }
}
