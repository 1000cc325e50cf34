internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

/// The outputs of a payroll export: records and exceptions grow chunk by chunk, pay files are made from the aggregates.
actor PayrollOutputs: PartOutputs {
    typealias R = WorkEntry
    typealias Summary = PayrollSummary

    private let name: String
    private let plan: PayrollPlan
    private let source: RunSource
    private let roster: Roster
    /// What the run corrects; `nil` for a whole period.
    private let correction: Correction?
    private let landing: LandingFile<WorkEntry>
    nonisolated let parts: PartSet<WorkEntry>
    private let place: RunDirectories
    /// Told where a correction would change no line, of the entries that are others.
    private let noteMoved: @Sendable (MovedEntries) async throws -> Void

    /// - Parameter name: The stage's.
    init(
        name: String, plan: PayrollPlan, source: RunSource, roster: Roster, correction: Correction?,
        landing: LandingFile<WorkEntry>, place: RunDirectories,
        noteMoved: @escaping @Sendable (MovedEntries) async throws -> Void
    ) {
        self.name = name
        self.plan = plan
        self.source = source
        self.roster = roster
        self.correction = correction
        self.landing = landing
        self.place = place
        self.noteMoved = noteMoved
        parts = PartSet(writers: plan.writers(folder: place.data, parts: place.parts, roster: roster))
    }

    func seal(_ summary: PayrollSummary) async throws -> StageResult {
        // That all of what was paid is gone is a correction like any other.
        guard summary.counts.fetched > 0 || plan.payroll.records.allowsEmpty || correction != nil else {
            throw RunError(
                .noRecords, "The server has no records for \(plan.batch.period), so there is nothing to pay.",
                advice:
                    "Check the period and the connection (\(source.words)). If the period really is empty, allow that in the "
                    + "pipeline file: records: { allow-empty: true }.")
        }
        if !summary.absentRoles.isEmpty { throw try await absent(summary.absentRoles) }
        var corrected: CorrectedPay?
        if let correction {
            corrected = try await CorrectedPay(
                correction, employees: plan.calculation.employees(of: summary.employees, in: roster), plan: plan)
            if !correction.isLook { try corrected?.requireSameOwners(plan, roster, of: summary.everybody) }
        }
        if let corrected, corrected.isEmpty {
            _ = try await parts.finish(summary.employeeNotes)
            _ = try await landing.finish()
            // Other periods ask what this one pays.
            if let moved = try await corrected.moved(plan, in: place.bag) { try await noteMoved(moved) }
            throw corrected.nothing(plan)
        }
        // What grew for a workbook is published as a part of it.
        var marks = try await parts.finish(summary.employeeNotes).filter { !WorkbookFormat.isSource($0.name) }
        if summary.counts.rejected == 0 {
            marks.removeAll { $0.name == PayrollFile.rejects.name }
        } else {
            try place.copyIntoBag(PayrollFile.rejects.name)
        }
        let archive = try await landing.finish()
        if plan.archiveName != nil { marks.append(archive) }
        let written = try await writeAndReadBack(summary, after: marks, corrected)
        marks = written.marks
        let totals = TotalsDocument.pay(
            plan, summary: summary, payroll: written.payroll, marks: marks, first: corrected?.members(plan) ?? [],
            before: written.before)
        return StageResult(
            name: name, counts: summary.counts, files: marks.map { StageFile($0) },
            totals: totals.compact)
    }

    /// Writes the files that are made of the aggregates; each file is read back while the next are made.
    /// - Parameter records: the marks of the files that grew with the records.
    private func writeAndReadBack(
        _ summary: PayrollSummary, after records: [FileCheckpoint], _ corrected: CorrectedPay?
    ) async throws -> (payroll: PayFiles.Result, marks: [FileCheckpoint], before: [JSONTree.Member]) {
        let plan = plan
        let verification = SealVerification(folder: place.data)
        return try await withThrowingTaskGroup(of: Void.self) { checks in
            func readBack(_ marks: [FileCheckpoint], _ totals: PayrollTotals?) {
                let files = marks.map { plan.readBack($0, totals: totals) }
                checks.addTask { try await verification.verify(files) }
            }
            readBack(records, nil)
            let payroll = try plan.writePayFiles(
                summary, roster, changes: corrected?.changes, in: place, finished: readBack)
            var rest: [FileCheckpoint] = []
            if plan.archiveName != nil, plan.payroll.join != nil {
                let workers = try ReadFile.contents(of: JoinedWorkers.fileName, under: place.data)
                rest.append(
                    FileCheckpoint(
                        name: JoinedWorkers.fileName, length: Int64(workers.length),
                        sha256: workers.digest.description, rows: roster.people.count))
            }
            let variance = try plan.writeVariance(payroll.paid, folder: place.data)
            rest += variance.marks
            rest += try plan.writeLeftOut(payroll.leftOut, folder: place.data)
            rest += try plan.writeInputs(of: summary.everybody, folder: place.data)
            if let corrected { rest += try await corrected.write(plan, roster, in: place.bag) }
            readBack(rest, payroll.totals)
            try await checks.waitForAll()
            return (payroll, records + payroll.marks + rest, variance.totals)
        }
    }

    /// The error for fields that no record has: one of another name reads as none, and nobody would see it.
    private func absent(_ roles: SilentRoles) async throws -> RunError {
        let lines = try await landing.reader()
        var line: JSONTree?
        while line == nil, let chunk = try await lines.next() {
            let rejected = Set(chunk.rejects.map(\.index))
            line = try chunk.ranges.indices.first { !rejected.contains($0) }.map {
                try JSONTree(Array(chunk.bytes[chunk.ranges[$0]]))
            }
        }
        let places = line?["roles"]?["absent"]
        let fields = roles.all.map { role in
            "\(role.setting) (\(places?[role.rawValue]?.text.map { singleLine($0, limit: 60) } ?? "its field"))"
        }
        let sent = line?["source"].map { keys(of: $0) } ?? []
        return RunError(
            .sourceIncomplete,
            "No record of \(plan.batch.period) has the field of \(listed(fields, "and")), so pay would be another than with it. Nothing is published.",
            details: sent.isEmpty ? [] : ["The keys of the first record: \(sent.prefix(60).joined(separator: ", "))"],
            advice:
                "Correct the place of the field (at) in the file of the system, or the role in the pipeline file, and run again with \(.startOver). "
                + "If the server leaves the field out where it is empty, say so at the field: required: false.")
    }

    /// The keys of a record, those of an object in it behind its own.
    private func keys(of record: JSONTree) -> [String] {
        guard case .object(let members) = record else { return [] }
        return members.flatMap { member in
            guard case .object(let inner) = member.value, !inner.isEmpty else {
                return [singleLine(member.key, limit: 60)]
            }
            return inner.map { singleLine("\(member.key).\($0.key)", limit: 60) }
        }
    }
}
