internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryMedia
internal import GantryModel

/// A row with what is sent of its file.
struct PreparedRow<Row: Submission>: Sendable {
    let row: Row
    let file: OutgoingFile?
}

/// Turns rows of a sheet into typed rows with their files, and finds out what is wrong with them.
struct RowPreparation<Row: Submission>: Sendable {
    let binding: SheetBinding<Row>
    let folder: String
    let privacy: PhotoPrivacy
    let allowed: Set<String>
    let knowledge: Row.Knowledge
    let today: CivilDate

    /// A row after the preflight.
    struct Checked: Sendable {
        let number: Int
        /// The entry that the row has in the ledger.
        let entry: LedgerEntry
        /// Everything that is wrong with it.
        let problems: [RowProblem]
        let target: String
        /// What the row is sent to or makes, as the server names it.
        let targetID: String
        let file: String?
        let bytes: Int

        /// `scan-01.pdf → 0a1b…, medical`
        var example: String { file.map { "\($0) → \(target)" } ?? target }
    }

    func check(_ item: SheetItem, at time: Instant) -> Checked {
        switch item {
        case .unusable(let bad):
            let problem = RowProblem(bad.reason.rawValue, "Line \(bad.line) of the sheet: \(bad)")
            return Checked(
                number: bad.number, entry: LedgerEntry(row: bad.number, key: "", refused: problem, at: time), problems: [problem],
                target: "", targetID: "", file: nil, bytes: 0)
        case .row(let sheetRow): return check(sheetRow, at: time)
        }
    }

    private func check(_ sheetRow: SheetRow, at time: Instant) -> Checked {
        let (row, name, cellProblems) = binding.read(sheetRow.cells)
        var problems = cellProblems
        // Rules about values that are missing or unusable would only repeat that.
        if problems.isEmpty { problems = row.check(knowledge, today: today).filter { !allowed.contains($0.code) } }
        var content: OutgoingFile?
        if Row.kind.files != nil, !cellProblems.contains(where: { $0.field == Row.fields.first(where: \.isFile)?.name }) {
            switch OutgoingFile.inspect(name ?? "", in: folder, Row.self, privacy: privacy) {
            case .success(let file): content = file
            case .failure(let failure): problems += failure.problems
            }
        }
        let identity = row.identity
        let target = [identity.target, identity.purpose].filter { !$0.isEmpty }.joined(separator: ", ")
        let key = key(identity, content, sheetRow.cells)
        let entry =
            problems.first.map { first in
                LedgerEntry(row: sheetRow.number, key: key, refused: RowPreparation.joined(first, problems), at: time)
            } ?? LedgerEntry(row: sheetRow.number, key: key, content: content?.mark ?? "", at: time)
        return Checked(number: sheetRow.number, entry: entry, problems: problems, target: target, targetID: identity.target,
            file: name, bytes: content?.content.length ?? 0)
    }

}

/// Readies rows that passed the preflight for sending.
struct RowDispatch<Row: Submission>: Sendable {
    let binding: SheetBinding<Row>
    let folder: String
    let privacy: PhotoPrivacy

    /// The row as it is sent.
    ///
    /// - Returns: A problem where the file is not what the ledger has of it.
    func prepare(_ sheetRow: SheetRow, _ entry: LedgerEntry) -> Result<PreparedRow<Row>, RowProblems> {
        let (row, name, problems) = binding.read(sheetRow.cells)
        guard problems.isEmpty else { return .failure(RowProblems(problems: problems)) }
        guard Row.kind.files != nil else { return .success(PreparedRow(row: row, file: nil)) }
        if let file = OutgoingFile(name ?? "", in: folder, mark: entry.content), !isChangedByPrivacy {
            return .success(PreparedRow(row: row, file: file))
        }
        switch OutgoingFile.inspect(name ?? "", in: folder, Row.self, privacy: privacy) {
        case .failure(let failure): return .failure(failure)
        case .success(let file):
            guard file.mark == entry.content else {
                return .failure(RowProblems(problems: [RowProblem("file-changed", field: "file", "\(quoted(name ?? "")) changed after the preflight. Run the same command with --start-over to look at it again.")]))
            }
            return .success(PreparedRow(row: row, file: file))
        }
    }

    private var isChangedByPrivacy: Bool { (Row.kind.files?.isPhoto ?? false) && privacy != .none }
}

extension RowPreparation {
    /// The several problems of a row as one, for the ledger and the result sheet.
    fileprivate static func joined(_ first: RowProblem, _ problems: [RowProblem]) -> RowProblem {
        guard problems.count > 1 else { return first }
        return RowProblem(first.code, field: first.field, problems.map(\.sentence).joined(separator: " "))
    }

    fileprivate func key(_ identity: RowIdentity, _ content: OutgoingFile?, _ cells: [String]) -> String {
        let what = content.map { $0.content.digest.description } ?? binding.canonical(cells)
        let text = [identity.target, identity.purpose, what].map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
        let bytes = Array(text.utf8)
        return ContentHasher.digest(of: bytes.span).description
    }
}

/// What keeps a row from being sent.
struct RowProblems: Error {
    let problems: [RowProblem]
}
