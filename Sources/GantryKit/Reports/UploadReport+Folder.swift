internal import GantryEngine
internal import GantryFormats
internal import GantryImports
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPages

/// What the files of a published run that sends the rows of a sheet say, for its report.
extension UploadReport {
    /// So many rows of each kind are on the page; the others are in the result sheet.
    private static let mostShown = 200

    /// - Parameter proven: its folder, whose files were compared with their digests.
    /// - Throws: `SheetError`, `FileError`, and `RunError.unusableRun` for a folder without the result of its rows.
    init(_ proven: ExportFolder, _ facts: RunFacts) throws {
        guard let kind = proven.totals["sent"]?.text, let figures = ImportSummary.read(proven.totals) else {
            throw RunError(.unusableRun, "\(facts.run) has no totals of rows that were sent.")
        }
        self.init(facts, kind: kind)
        counts = figures.counts
        notes = figures.notes.reduce(0) { $0 + $1.count }
        notRead = NotRead(hidden: figures.hiddenRows, skipped: figures.skipped.count)
        skipped = figures.skipped.first.map {
            (row: $0.number, kind: $0.kind.rawValue, text: $0.text)
        }
        let added = ResultSheet.addedPrefix
        let sheet = try UploadReport.result(proven)
        let kept = sheet.header.indices.filter { !sheet.header[$0].hasPrefix(added) }
        columns = kept.map { sheet.headerCells[$0] }
        func place(_ name: String) -> Int? { sheet.header.firstIndex(of: added + name) }
        let (status, error, id, row) = (place("status"), place("error"), place("server_id"), place("row"))
        while open.count < min(counts.refused, UploadReport.mostShown)
            || sent.count < min(counts.done, UploadReport.mostShown)
            || noted.count < min(notes, UploadReport.mostShown),
            let item = try sheet.next()
        {
            guard case .row(let cells) = item else { continue }
            func cell(_ index: Int?) -> String { index.map { cells.cells[$0] } ?? "" }
            func add(_ note: String, to rows: inout [Row]) {
                guard rows.count < UploadReport.mostShown else { return }
                rows.append(Row(number: cell(row), cells: kept.map { cells.cells[$0] }, note: note))
            }
            guard cell(status) == LedgerEntry.State.done.rawValue else {
                add(cell(error), to: &open)
                continue
            }
            add(cell(id), to: &sent)
            if !cell(error).isEmpty, !ResultSheet.isSentBefore(cell(error)).alone { add(cell(error), to: &noted) }
        }
    }

    /// The result sheet of a run.
    static func result(_ folder: ExportFolder) throws -> SheetReader {
        try SheetReader.open(
            "\(folder.path)/data/\(ResultSheet.name)", hints: ImportSummary.read(folder.totals)?.hints ?? .init())
    }
}
