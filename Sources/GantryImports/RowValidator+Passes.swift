internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryRuns

extension RowValidator {
    /// Checks the next rows of the sheet: each by itself, and then in order against those before it.
    mutating func checkNext(_ items: [SheetItem], _ server: ConnectionReader) async throws -> [Checked] {
        // Without it every row would say the same.
        if binding.submission.fields.contains(where: { $0.isFile && $0.isRequired }) {
            try fileRules.finder.requireFolder(fileRules.folder)
        }
        try await binding.submission.loadMore(&referenceData, items.compactMap(usable), today, server)
        var checked = try await RowValidator.check(items, with: self)
        for index in checked.indices {
            guard let row = checked[index].row else { continue }
            let found = (row.check(referenceData, after: earlier) + limits.problems(row.sharedLimits)).filter {
                !allowed.contains($0.code)
            }
            let problems = checked[index].problems + found
            guard let first = problems.first else {
                row.join(&earlier, with: referenceData)
                limits.take(row.sharedLimits, row: checked[index].number)
                continue
            }
            guard !found.isEmpty else { continue }
            let entry = checked[index].entry
            checked[index].problems = problems
            checked[index].entry = LedgerEntry(
                row: entry.row, part: entry.part, idempotencyKey: entry.idempotencyKey,
                refused: RowValidator.joined(first, problems),
                at: entry.changedAt)
        }
        return checked
    }

    private func usable(_ item: SheetItem) -> Row? {
        guard case .row(let sheetRow) = item else { return nil }
        let (row, _, problems) = binding.read(sheetRow.cells)
        return problems.isEmpty ? row : nil
    }

    /// Checks several rows, those with files side by side: reading and hashing is most of the work.
    @concurrent
    private static func check(_ items: [SheetItem], with rows: RowValidator<Row>) async throws -> [Checked] {
        let time = Instant.now
        guard rows.binding.submission.kind.files != nil else { return try items.map { try rows.check($0, at: time) } }
        let lanes = 4
        return try await withThrowingTaskGroup(of: [(Int, Checked)].self) { tasks in
            for lane in 0..<lanes {
                tasks.addTask {
                    try stride(from: lane, to: items.count, by: lanes).map { ($0, try rows.check(items[$0], at: time)) }
                }
            }
            var checked: [(Int, Checked)] = []
            for try await part in tasks { checked += part }
            return checked.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

extension ImportRequest {
    var privacy: PhotoPrivacy { work.files.privacy.flatMap(PhotoPrivacy.init(rawValue:)) ?? .allButOrientation }

    /// Where a plan keeps converted photos for the run that follows. No connection has a blank in its name, so that
    /// none has this folder for its answers.
    var plannedPhotos: String { "\(workspace.path)/cache/converted photos" }

    /// - Parameters:
    ///   - photos: where converted photos are kept.
    ///   - planned: where a plan may have kept some of them.
    func fileRules(_ kind: SubmissionKind, keepingIn photos: String, planned: String? = nil) -> FileRules {
        FileRules(
            kind, folder: folder ?? ".", called: namedFolder, zips: zips, privacy: privacy,
            converter: work.files.convertsPhotos
                ? PhotoConverter(program: OwnProgram.path("gantry-photo"), folder: photos, planned: planned) : nil)
    }
}
