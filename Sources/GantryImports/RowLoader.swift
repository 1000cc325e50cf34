internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// Readies rows that passed the preflight for sending.
struct RowLoader<Row: SubmittedRow>: Sendable {
    let binding: SheetBinding<Row>
    let fileRules: FileRules

    /// The row as it is sent.
    ///
    /// - Returns: A problem where a file is not what the ledger has of it.
    /// - Throws: What keeps any photo from being converted.
    func prepare(_ sheetRow: SheetRow, _ entry: LedgerEntry) throws -> Result<PreparedRow<Row>, RowProblems> {
        let cells = binding.placing(sheetRow.cells, in: fileRules.folder, fileRules.finder).cells
        var (row, names, problems) = binding.read(cells)
        guard problems.isEmpty else { return .failure(RowProblems(problems: problems)) }
        restore(&row, of: names, entry)
        let marks = FileFingerprint.all(in: entry.content)
        var files: [String: OutgoingFile] = [:]
        var photos: [String: LookedFile] = [:]
        for (field, path) in names {
            if let mark = marks[field], let file = try fileRules.unread(path, mark) {
                files[field] = file
                continue
            }
            switch try fileRules.inspect(
                path, of: field, converts: false, in: binding.finderRow(cells, path))
            {
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
        _ prepared: PreparedRow<Row>, entry: LedgerEntry, images: [String: Result<OutgoingFile, RowProblems>]
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

    /// Whether a file of the row is there and of other bytes than the ledger has of it, even such that can't be sent.
    func isExchanged(_ sheetRow: SheetRow, _ entry: LedgerEntry) throws -> Bool {
        let marks = FileFingerprint.all(in: entry.content)
        guard !marks.isEmpty else { return false }
        let cells = binding.placing(sheetRow.cells, in: fileRules.folder, fileRules.finder).cells
        for (field, path) in binding.read(cells).files {
            switch try fileRules.inspect(path, of: field, converts: false, in: binding.finderRow(cells, path)) {
            case .success(let file):
                if let mark = marks[field], file.fingerprint.original != mark.original { return true }
            case .failure(let failure):
                // The same bytes would still do; a file that can't be read says nothing.
                if failure.problems.contains(where: { !$0.code.hasPrefix("file-") }) { return true }
            }
        }
        return false
    }

    /// The row without its files, as a look-up needs it; `nil` if its cells can't be read.
    func row(of sheetRow: SheetRow, _ entry: LedgerEntry) -> Row? {
        var (row, names, problems) = binding.read(
            binding.placing(sheetRow.cells, in: fileRules.folder, fileRules.finder).cells)
        guard problems.isEmpty else { return nil }
        restore(&row, of: names, entry)
        return row
    }

    private func restore(_ row: inout Row, of names: [(field: String, path: String)], _ entry: LedgerEntry) {
        row.restore(entry.checkState)
        let marks = FileFingerprint.all(in: entry.content)
        for (field, path) in names where marks[field]?.origin != nil {
            binding.name(field, PromisedPhoto.sentName(path), in: &row)
        }
    }

    /// The group that a row belongs to; `nil` if its cells can't be read.
    func group(of sheetRow: SheetRow, _ entry: LedgerEntry) -> String? {
        var (row, _, problems) = binding.read(sheetRow.cells)
        guard problems.isEmpty else { return nil }
        row.restore(entry.checkState)
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
