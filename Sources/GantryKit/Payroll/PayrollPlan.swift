internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

/// A pipeline file's pay codes and outputs, turned into what the writers need.
struct PayrollPlan: Sendable {
    let payroll: Pipeline.Payroll
    /// The pipeline file, as the bag keeps it.
    private let text: String
    private let contract: Contract
    /// Outputs of which a correction makes no file, because their layout takes none.
    let byHand: [String]
    /// How its pay lines are made.
    let calculation: PayCalculation
    /// Whether a file whose layout can't hold a value is left out of the export. Only where people sign: nobody can
    /// deliver such an export then.
    var leavesOut = false
    /// When the source was asked for the workers' rates; `nil` where none is known.
    var ratesAsOf: RatesAsOf?

    struct RatesAsOf {
        let time: Instant
        /// The run that asked; `nil` for this one.
        let run: RunID?
    }

    var batch: PayrollBatch { calculation.batch }

    init(
        _ payroll: Pipeline.Payroll, text: String, contract: Contract, batch: PayrollBatch, inputs: PayInputs,
        isCorrection: Bool = false
    ) {
        self.payroll = isCorrection ? PayrollPlan.corrected(payroll) : payroll
        byHand = isCorrection ? PayrollPlan.withoutCorrection(payroll) : []
        self.text = text
        self.contract = contract
        calculation = PayCalculation(
            payroll.pay, batch: batch, inputs: inputs,
            holding: PayrollPlan.checks(payroll, contract).leaveHolds)
    }

    /// The checks as the pipeline file orders them. Without a list of workers nobody is unknown.
    var rules: PayrollChecks { PayrollPlan.checks(payroll, contract) }

    static func checks(_ payroll: Pipeline.Payroll, _ contract: Contract) -> PayrollChecks {
        var checks = checks(payroll, contract, by: payroll.rule)
        for group in payroll.checkedGroups {
            checks.byGroup[group] = self.checks(payroll, contract, by: { payroll.rule($0, of: group) })
        }
        return checks
    }

    private static func checks(
        _ payroll: Pipeline.Payroll, _ contract: Contract, by rule: (_ check: String) -> CheckRule
    ) -> PayrollChecks {
        var checks = PayrollChecks(rule: rule, pay: payroll.pay)
        if payroll.join == nil { checks.unknownWorker = nil }
        // There, all worked hours are normal hours; which kind they are is up to the days of pay codes.
        // Confirmed entries don't name who confirmed them when.
        if contract == .deployed {
            checks.wrongDayKind = nil
            checks.approvalIncomplete = nil
        }
        if let roles = payroll.records.roles {
            // What no role says can't be missing.
            if roles.others[.approvedAt] == nil || roles.others[.approvedBy] == nil { checks.approvalIncomplete = nil }
            if !roles.quantities.contains(.weekend) { checks.wrongDayKind = nil }
        }
        return checks
    }

    /// The checks over the entries of the run.
    /// - Parameter wholeBatch: what a first pass found; `nil` for the first.
    func makeRules(
        _ checks: PayrollChecks, over roster: Roster, after wholeBatch: PayrollBatchFindings?
    ) -> PayrollRules {
        PayrollRules(
            checks: checks, period: batch.period, roster: roster, inputs: calculation.inputs,
            detail: HoursDetail(payroll.pay), wholeBatch: wholeBatch)
    }

    /// What a pipeline file may say and this build can't do; nothing is fetched then.
    /// - Parameter system: that of the connection; `nil` if it isn't known yet.
    static func requireSupported(_ payroll: Pipeline.Payroll, of pipeline: Pipeline, system: System?) throws {
        func refuse(_ what: String, _ advice: Advice) -> RunError { RunError(.unsupported, what, advice: advice) }
        let isKSR = payroll.records.dataset == KSRCranes.workEntries
        if !isKSR && payroll.records.roles == nil || payroll.records.dateField != Pipeline.Records.payDate {
            throw refuse(
                "records names \(payroll.records.dateField) of \(payroll.records.dataset), but pay is calculated from work entries by workDate.",
                "Write dataset: \(KSRCranes.workEntries) and date-field: workDate, or say with roles: which fields are the worker, the day and the hours. To export other datasets, use a file with datasets:."
            )
        }
        if let system, system.dataset(named: payroll.records.dataset) == nil {
            let owner = payroll.records.dataset.split(separator: ".").first.map(String.init) ?? ""
            throw refuse(
                "The connection \(pipeline.connection ?? "") leads to \(system.name), but work entries come from \(isKSR ? KSRCranes.system.name : owner).",
                "Name a connection to the right system in the pipeline file: connection: …")
        }
        if payroll.outputs.count(where: \.isLandingArchive) > 1 {
            throw refuse(
                "The pipeline file has two Zstandard archives; only one is possible.",
                "Remove one.")
        }
        for format in OutputFormats.all where !format.allowsSeveral {
            guard payroll.outputs.count(where: { $0.formatName == format.name }) > 1 else { continue }
            throw refuse(
                "The pipeline file has two outputs of format \(format.name).", "Remove one; they would be identical.")
        }
        let reserved =
            [TotalsFile.name] + PayrollFile.all.filter { !$0.isOfSigned || pipeline.signOff != nil }.map(\.name)
        if let taken = payroll.outputs.first(where: { reserved.contains($0.file) }) {
            throw refuse("The output name \(taken.file) is reserved.", "Choose another name.")
        }
        try requireProfiles(payroll)
        for rule in PayrollChecks.alwaysBlockers where payroll.rule(rule) != .severity(.blocker) {
            throw refuse(
                "The check \(rule) is not a blocker in the pipeline file, but pay would be wrong without it.",
                "Write \(rule): blocker.")
        }
        if payroll.checks.contains(where: { $0.name == PayrollChecks.Rule.weekHours && $0.rule == .severity(.blocker) })
        {
            throw refuse(
                "The check \(PayrollChecks.Rule.weekHours) is a blocker in the pipeline file, but it is about a week, so it can hold no entry.",
                "Write \(PayrollChecks.Rule.weekHours): warning.")
        }
        if payroll.records.roles != nil, payroll.rule(PayrollChecks.Rule.periodDiffers) != .off {
            throw refuse(
                "The check \(PayrollChecks.Rule.periodDiffers) compares the period with the pay periods of \(KSRCranes.system.name), but the hours come from another system.",
                "Leave the check out.")
        }
        try payroll.pay?.requireSupported()
        if pipeline.parameters.contains(where: { $0.name == "period" && !$0.isRequired }) {
            throw refuse(
                "parameters.period.required is false, but a payroll export always needs a period.",
                "Write required: true, or leave it out.")
        }
    }

    /// Fields of the joined worker that outputs show besides name and rate, or that a check asks for.
    static func otherFields(_ payroll: Pipeline.Payroll) -> [String] {
        let shown = WorkEntryColumns.otherFields(payroll.outputs.flatMap(\.columns))
        let asksEmployment =
            payroll.pay?.paysLeaveInHours == true
            && payroll.checks.contains { $0.name == PayrollChecks.Rule.partTime && $0.isMade }
        return Set(shown + (asksEmployment ? [Roster.Person.employmentField] : [])).sorted()
    }

    /// The name that the landing gets when it becomes the archive.
    var archiveName: String? { payroll.outputs.first(where: \.isLandingArchive)?.file }

    /// The writers that grow chunk by chunk, in the file's order.
    ///
    /// Rejects are kept outside the bag, since they go into it only if there are any.
    func writers(folder: String, parts: String, roster: Roster) -> [any PartWriter<WorkEntry>] {
        let place = OutputPlace<WorkEntry>(folder: folder, parts: parts, layout: .payroll, keepsLanding: true) {
            output, folder in
            DatasetCSVWriter(
                folder: folder, name: output.file,
                encoder: .records(
                    CSVRecordEncoder(
                        dialect: output.dialect,
                        columns: WorkEntryColumns.all(
                            output.columns, dialect: output.dialect, roster: roster,
                            byRoles: payroll.records.roles != nil),
                        rounding: batch.rounding)))
        }
        return payroll.outputs.flatMap { $0.format.writers(of: $0, in: place) }
            + [RejectsCSVWriter<WorkEntry>(folder: parts, name: PayrollFile.rejects.name, dialect: .machine)]
    }

    /// What reading a file of the bag back must show.
    /// - Parameter totals: what the pay files must add up to; `nil` for other files.
    func readBack(_ mark: FileCheckpoint, totals: PayrollTotals?) -> ReadBack {
        let proof: ReadBack.Proof
        if let output = output(named: mark.name) {
            if let format = output.format as? any PayFormat, let totals {
                proof = format.readBack(output, mark: mark, totals: totals, calculation: calculation)
            } else {
                proof = output.format.readBack(output, mark: mark, layout: .payroll)
            }
        } else if let file = PayrollFile.named(mark.name), let columns = file.columns, let dialect = dialect(of: file) {
            proof = .csv(dialect, columns: columns, sums: [:])
        } else {
            proof = .digest
        }
        return ReadBack(mark: mark, proof: proof)
    }

    private func output(named name: String) -> Output? {
        payroll.outputs.first { $0.file == name }
            ?? payroll.outputs.first { ($0.format as? ProfileFormat)?.owns(name, of: $0) ?? false }
    }

    /// The pages, which are made of the finished files and so have no marks yet.
    var pages: [FileCheckpoint] {
        payroll.outputs.filter { $0.format.content == .page }.map {
            FileCheckpoint(name: $0.file, length: 0, sha256: "")
        }
    }

    /// What `totals.json` states of a finished file.
    func entry(_ mark: FileCheckpoint) -> FileEntry {
        if let output = output(named: mark.name) { return output.format.entry(of: output, mark) }
        guard let file = PayrollFile.named(mark.name) else {
            let isCopy = mark.name.hasPrefix(ProfileFormat.folder + "/")
            return FileEntry(mark, format: isCopy ? FileEntry.profileCopy : FileEntry.schema, rows: .none)
        }
        return FileEntry(
            mark, format: file.format, choices: dialect(of: file).map { [("dialect", $0.name)] } ?? [],
            rows: file.rows, details: details(of: file, mark))
    }

    /// What `totals.json` says of a file besides its rows.
    private func details(of file: PayrollFile, _ mark: FileCheckpoint) -> [JSONTree.Member] {
        switch file.format {
        case FileEntry.variance: calculation.inputs.base?.details ?? []
        case FileEntry.leftOut: [JSONTree.Member("left_out", .array(leftOutEntries(mark)))]
        default: []
        }
    }

    private func dialect(of file: PayrollFile) -> CSVDialect? {
        file.dialect.map { $0 == .machine ? .machine : listDialect }
    }

    /// That of lists that people read.
    var listDialect: CSVDialect {
        payroll.outputs.first { $0.formatName == ExceptionsFormat.name }?.dialect ?? .machine
    }

    /// Writes the payroll files from the aggregates, those of one format together.
    ///
    /// - Parameter changes: What files in the layout of a payroll program hold instead of the lines; `nil` for the
    ///   lines.
    func writePayFiles(
        _ summary: PayrollSummary, _ roster: Roster, changes: [PayrollChange]?, in place: RunDirectories,
        finished: ([FileCheckpoint], PayrollTotals) -> Void
    ) throws -> PayFiles.Result {
        let calculation = calculation.with(summary.everybody)
        var files: [any PayFile] = []
        for case let format as any PayFormat in OutputFormats.all {
            for output in payroll.outputs where output.formatName == format.name {
                files.append(
                    try format.start(output, in: place.data, parts: place.parts, calculation: calculation))
            }
        }
        for output in payroll.outputs {
            guard let format = output.format as? ProfileFormat else { continue }
            files.append(
                try changes.map {
                    try format.start(output, in: place.data, calculation: calculation, changes: $0)
                } ?? format.start(output, in: place.data, parts: place.parts, calculation: calculation))
        }
        return try PayFiles.write(
            files, of: summary, roster: roster, by: calculation, leavesOut: leavesOut, finished: finished)
    }

    /// Writes what made the export: the pipeline file, the rows of these employees, the decisions and the leave.
    func writeInputs(of employees: Set<Int64>, folder: String) throws -> [FileCheckpoint] {
        func write(_ bytes: [UInt8], _ name: String) throws -> FileCheckpoint {
            try Publishing.writeDurably(bytes.span, to: "\(folder)/\(name)")
            return FileCheckpoint(
                name: name, length: Int64(bytes.count), sha256: ContentHasher.digest(of: bytes.span).description)
        }
        var marks = [try write(Array(text.utf8), PayrollFile.pipeline.name)]
        if let table = calculation.inputs.employees {
            // Rows of held entries, of leave and of holidays too: whoever verifies the export decides about them again.
            let onLeave = calculation.inputs.leave?.requests.map(\.employeeID) ?? []
            let used = employees.union(onLeave).union(calculation.employeesWithHolidays)
            marks.append(try write(table.csv(of: used), PayrollFile.employees.name))
        }
        let decisions = calculation.inputs.decisions
        if !decisions.isEmpty { marks.append(try write(decisions.document, PayrollFile.decisions.name)) }
        if let periods = calculation.inputs.payPeriods {
            marks.append(try write(PayPeriodTable.csv(periods), PayPeriodTable.fileName))
        }
        if let leave = calculation.inputs.leave {
            marks.append(try write(leave.archive(), ApprovedLeave.fileName))
        }
        return marks
    }
}
