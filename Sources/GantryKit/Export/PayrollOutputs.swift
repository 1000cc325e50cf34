internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll

/// The outputs of a payroll export: records and exceptions grow chunk by chunk, pay files are made from the aggregates.
actor PayrollOutputs: BatchOutputs {
    typealias R = WorkEntry
    typealias Summary = PayrollSummary

    private let plan: PayrollPlan
    private let source: RunSource
    private let roster: Roster
    private let landing: LandingFile<WorkEntry>
    private let parts: PartSet<WorkEntry>
    private let place: RunPlace
    private let keep: @Sendable (_ totals: String) async throws -> Void

    /// - Parameter keep: keeps the totals document in the journal before the bag is closed.
    init(
        plan: PayrollPlan, source: RunSource, roster: Roster, landing: LandingFile<WorkEntry>, place: RunPlace,
        keep: @escaping @Sendable (String) async throws -> Void
    ) {
        self.plan = plan
        self.source = source
        self.roster = roster
        self.landing = landing
        self.place = place
        self.keep = keep
        parts = PartSet(writers: plan.writers(folder: place.data, parts: place.parts, roster: roster))
    }

    func open(at marks: [PartMark]) async throws -> Bool { try await parts.open(at: marks) }
    func startOver() async throws { try await parts.startOver() }
    func write(_ checked: Checked<WorkEntry>, from first: Int) async throws {
        try await parts.write(checked, from: first)
    }
    func checkpoint() async throws -> [PartMark] { try await parts.checkpoint() }

    func seal(_ summary: PayrollSummary) async throws -> String {
        guard summary.counts.fetched > 0 || plan.file.records.allowsEmpty else {
            throw RunError(
                .noRecords, "The server has no records for \(plan.batch.period), so there is nothing to pay.",
                advice:
                    "Check the period and the connection (\(source.words)). If the period really is empty, allow it in the "
                    + "pipeline file: records: { allow-empty: true }.")
        }
        var marks = try await parts.finish(summary.employeeNotes)
        if summary.counts.rejected == 0 {
            marks.removeAll { $0.name == PayrollPlan.rejectsName }
        } else {
            try place.copyIntoBag(PayrollPlan.rejectsName)
        }
        let archive = try await landing.finish()
        if plan.archiveName != nil { marks.append(archive) }
        let verification = SealVerification(folder: place.data)
        // The large files of records are read back while the pay files are made.
        let records = marks.map { plan.readBack($0, totals: nil) }
        async let verified: Void = verification.verify(records)
        let payroll = try plan.writePayFiles(summary, roster, folder: place.data)
        marks += payroll.marks
        if plan.archiveName != nil, plan.file.join != nil {
            let workers = try ReadFile.contents(of: JoinedWorkers.fileName, under: place.data)
            marks.append(
                PartMark(
                    name: JoinedWorkers.fileName, length: Int64(workers.length), sha256: workers.digest.description,
                    rows: roster.people.count))
        }
        let totals = TotalsDocument(plan, source, summary, payroll.totals, payroll.unpriced, marks)
        marks.append(try place.write(PayrollPlan.totalsName, totals.text))
        try await keep(TotalsDocument.journalText(totals.text, marks))
        try await verification.verify(marks[records.count...].map { plan.readBack($0, totals: payroll.totals) })
        try await verified
        return try bag(marks, summary)
    }

    private func bag(_ marks: [PartMark], _ summary: PayrollSummary) throws -> String {
        let batch = plan.batch
        let files = try marks.map { mark in
            guard let digest = ContentDigest(hex: mark.sha256) else {
                throw RunError(.verificationFailed, "\(mark.name) has no digest.")
            }
            return BagFile(path: "data/\(mark.name)", length: Int(mark.length), digest: digest)
        }
        var lines =
            [
                BagWriter.Information("Source-Organization", "\(batch.system) (connection \(batch.connection))")
            ] + source.bagLines + [
                BagWriter.Information(
                    "External-Identifier", "\(batch.pipeline)/\(batch.period.name)/r\(batch.revision)"),
                BagWriter.Information("External-Description", plan.file.title),
                BagWriter.Information("Bag-Group-Identifier", "\(batch.pipeline)/\(batch.period.name)"),
                BagWriter.Information("Snapshot-Time", batch.snapshot.description),
                BagWriter.Information("Records-Fetched", "\(summary.counts.fetched)"),
                BagWriter.Information("Records-Exported", "\(summary.counts.exported)"),
                BagWriter.Information("Records-Held", "\(summary.counts.held)"),
                BagWriter.Information("Records-Repeated", "\(summary.counts.repeats)"),
                BagWriter.Information("Records-Rejected", "\(summary.counts.rejected)"),
            ]
        if let corrects = batch.corrects { lines.append(BagWriter.Information("Corrects-Revision", "\(corrects)")) }
        lines.append(BagWriter.Information("Bag-Software-Agent", "gantry \(Gantry.version)"))
        try BagWriter(folder: place.bag).write(payload: files, information: lines, baggingDate: batch.snapshot.utcDate)
        return try place.tagManifestDigest(in: place.bag)
    }

    func publish(_ bag: String) async throws { try place.publish(expecting: bag) }

    func clean() async throws {
        try await landing.close()
        try place.clean()
    }
}
