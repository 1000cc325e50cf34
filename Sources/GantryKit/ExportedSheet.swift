internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryImports
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns
internal import GantrySignOff

extension ImportRequest {
    /// The same request with the sheet that a published export holds, where the pipeline file names one.
    ///
    /// The export is first verified from its files, so that exactly what was checked and published is sent.
    func withExportedSheet() async throws -> ImportRequest {
        guard sheet == nil, let export = work.sheet.export else { return self }
        guard let period else {
            throw RunError(
                .unusableRun, "\(pipeline.name) needs a period.", advice: "Add a period, such as \(.period("2026-10"))."
            )
        }
        let journal = try workspace.existingJournal()
        let runs = try await journal?.usableRuns(.of(pipeline: export, period: period.name)) ?? []
        let published = runs.filter { $0.phase == .complete }
        guard !published.isEmpty else {
            throw RunError(
                .unusableRun,
                "\(pipeline.name) sends what \(export) exported for \(period.name), but this workspace has no such export that can be used.",
                advice: "Run it first: \(.run(pipeline: export, period: period.name))")
        }
        let (newest, statement) = try await sendable(published)
        try requireSendable(newest)
        let folder = workspace.folder(of: newest.id)
        if let journal { try await workspace.requireFolder(of: newest.id, journal) }
        let sealed = try await Gantry.sealedDigest(of: newest.id, in: workspace)
        if let finding = try await Gantry.verify(
            folder: folder, sealed: sealed, systems: Systems(in: workspace)
        ).findings.first {
            throw RunError(
                .verificationFailed, "\(newest.id) can't be trusted: \(finding.path): \(finding.message)",
                advice:
                    "Nothing was sent. \(.verify(run: newest.id.description)) reports more; export the period again with \(.nextRevision)."
            )
        }
        let file = period.fileName(work.sheet.file ?? "work-entries.csv")
        var request = self
        request.exported = newest.id
        request.statement = statement?.digest.description
        request.sheet = "\(folder)/data/\(file)"
        request.work.sheet.columns = try columns(of: file, in: newest.id, folder)
        return request
    }

    /// The newest of the revisions of a period, or where people sign them the newest whole one that they signed, with
    /// what they signed.
    ///
    /// - Throws: `SignOffRefusal` where they didn't, `BookError` when the book isn't what the journal keeps.
    private func sendable(_ published: [RunHead]) async throws -> (run: RunHead, statement: Statement?) {
        let revisions = published.sorted { $0.id.revision > $1.id.revision }
        let newest = revisions[0]
        guard let journal = try workspace.existingJournal() else { return (newest, nil) }
        let history = try await BookKeeper(journal, SignOffPlace(run: newest.id, workspace: workspace)).history
        guard exportIsSigned || !history.book.lines.isEmpty else { return (newest, nil) }
        for run in revisions {
            let state = history[run.id]
            guard state.phase >= .signed, let digest = state.statement else { continue }
            let place = SignOffPlace(run: run.id, workspace: workspace)
            let statement = try Statement(reading: ReadFile.bytes(of: place.statement))
            let sealed = try await journal.bag(of: run.id)
            guard statement.digest == digest, statement.bag.description == sealed else {
                throw SignOffRefusal.changed(run.id, what: ["\(place.statement) is not what was signed"])
            }
            if statement.kind == .full { return (run, statement) }
        }
        throw SignOffRefusal.notSigned(newest.id, history[newest.id].phase)
    }

    /// Proves that the rows of a published export may be sent over the connection: the one place that decides it.
    ///
    /// - Throws: `RunError.otherSource` where they came from another server, account or contract.
    private func requireSendable(_ run: RunHead) throws {
        let source = source
        guard let exported = run.source, !exported.matches(source) else { return }
        throw RunError(
            .otherSource,
            "\(run.id) was exported from \(exported.words), but \(pipeline.name) would send its rows to \(source.words).",
            advice: "Nothing was sent. Send the rows over the connection they were exported from.")
    }

    /// Which column of the exported file holds which field, whatever its heading, according to the totals.
    ///
    /// - Throws: `RunError.unsupported` when the export lacks a field that every row needs.
    private func columns(of file: String, in run: RunID, _ folder: String) throws -> [Pipeline.Import.Column] {
        let totals = try JSONTree(RunDirectories.contents("\(folder)/\(FolderVerification.totalsPath)"))
        guard let fields = connection.system.submission(named: work.kind)?.exportedFields,
            let entry = totals["files"]?.list?.first(where: { $0["file"]?.text == file }),
            let columns = OutputColumn.all(of: entry)
        else { return work.sheet.columns }
        let missing = fields.filter { field in !columns.contains { $0.field.description == field.exported } }
        guard missing.isEmpty else {
            let names = missing.map(\.exported)
            throw RunError(
                .unsupported,
                "\(file) of \(run) has no column for \(listed(names, "and")), which \(pipeline.name) needs.",
                advice:
                    "Nothing was sent. Add the column to \(file) in the pipeline file of \(run.pipeline), such as - { field: \(names[0]) }, and "
                    + "export the period again with \(.nextRevision).")
        }
        var known = work.sheet.columns.filter { column in !fields.contains { $0.name == column.field } }
        for field in fields {
            guard let heading = columns.first(where: { $0.field.description == field.exported })?.heading,
                heading != field.name
            else { continue }
            known.append(Pipeline.Import.Column(field: field.name, heading: heading))
        }
        return known
    }
}

extension SubmissionDescription {
    /// The fields of a row that an export can hold: their names, and the fields of the exported record.
    fileprivate var exportedFields: [(name: String, exported: String)] {
        submission.fields.compactMap { field in field.exported.map { (field.name, $0) } }
    }
}
