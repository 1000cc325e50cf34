internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

// What pay is made of besides entries and workers: the office's employees, holidays, and approved leave.
extension PayrollStage {
    /// Among the parts of the run.
    var inputsPath: String { "\(place.parts)/pay-inputs.json" }
    private var adoptedLeavePath: String { "\(place.parts)/adopted-\(ApprovedLeave.fileName)" }

    /// For a new stage, read and fetched; else as they were kept when it began. The digest is that of what is kept,
    /// `nil` where the pipeline file asks for none of it. `isUnproven`: nothing shows that leave which was fetched came
    /// whole.
    func inputs(
        isNew: Bool, _ stop: StopRequest
    ) async throws -> (inputs: PayInputs, digest: String?, isUnproven: Bool) {
        guard isNew else {
            guard let bytes = try ReadFile.ifExists(inputsPath) else { return (PayInputs(), nil, false) }
            let digest = ContentHasher.digest(of: bytes.span).description
            return (try PayInputs(document: bytes, path: inputsPath), digest, false)
        }
        var inputs = try officeFiles()
        if let correction, !correction.base.usesNewSettings { inputs = correction.signed.inputs(inputs) }
        inputs.decisions = try DecisionFile(request.workspace, place.id).read()
        if payroll.rule(PayrollChecks.Rule.periodDiffers) != .off {
            inputs.payPeriods =
                if let rewriting {
                    try keptPayPeriods(of: rewriting)
                } else {
                    try await untilStopped(stop) { [connection, period = request.period] in
                        try await PayInputs.PayDays.fetch(connection, overlapping: period)
                    }
                }
        }
        if payroll.pay != nil {
            inputs.base = try rewriting.flatMap(keptBase)
            if let history {
                inputs.base = try await VarianceBase.choose(
                    for: place.id, from: source, keeping: inputs.base, in: request.workspace, history
                ).base
            }
        }
        guard inputs.areNeeded(by: payroll.pay) else { return (inputs, nil, false) }
        var isUnproven = false
        if payroll.pay?.paysLeave == true, rewriting != nil {
            inputs.leave = try ApprovedLeave(archive: adoptedLeavePath)
        } else if payroll.pay?.paysLeave == true {
            (inputs.leave, isUnproven) = try await untilStopped(stop) { [connection, period = request.period] in
                try await ApprovedLeave.fetch(connection, period)
            }
        }
        let bytes = inputs.document
        try Publishing.writeDurably(bytes.span, to: inputsPath)
        return (inputs, ContentHasher.digest(of: bytes.span).description, isUnproven)
    }

    /// With the payroll numbers of the list of workers, where the pipeline file pays by those.
    func withWorkersNumbers(_ inputs: PayInputs, _ roster: Roster) throws -> PayInputs {
        guard payroll.pay?.takesWorkersNumbers == true else { return inputs }
        var inputs = inputs
        inputs.employees = try EmployeeTable(numbersOf: roster.people)
        inputs.areNumbersOfWorkers = true
        return inputs
    }

    /// The office's own files, read before anything is fetched.
    func officeFiles() throws -> PayInputs {
        let folder = request.workspace.path
        let employees = try payroll.pay?.employees.map { name in
            try EmployeeTable(
                reading: name.hasPrefix("/") ? name : "\(folder)/\(name)", hasTextKeys: hasTextKeys)
        }
        if payroll.pay?.countsWeeks == true, request.period.first.isoWeekday != 1 || request.period.last.isoWeekday != 7
        {
            throw RunError(
                .unsupported,
                "A pay code has of-week, but \(request.period) isn't made of whole weeks, so hours of its first or last week are missing.",
                advice: "Use a period of ISO weeks such as 2026-W41-W42, or of-day instead of of-week.")
        }
        return PayInputs(
            employees: employees,
            calendar: try PayCalendar(payroll.pay?.calendar, for: request.period, relativeTo: folder), leave: nil)
    }

    /// Whether the system of the hours has texts as keys of the workers.
    private var hasTextKeys: Bool {
        guard let roles = payroll.records.roles else { return false }
        let known = request.connection.system.dataset(named: payroll.records.dataset)
        return known?.fields.first { $0.name == roles.employee }?.kind == .text
    }

    /// What a published run was compared with.
    private func keptBase(of run: RunID) throws -> VarianceBase? {
        try VarianceBase.stated(ExportFolder(request.workspace.folder(of: run)))?.base
    }

    /// The pay periods that a published run was compared with; `nil` where it was compared with none.
    private func keptPayPeriods(of run: RunID) throws -> [PayInputs.PayDays]? {
        let path = "\(request.workspace.folder(of: run))/data/\(PayPeriodTable.fileName)"
        return try ReadFile.ifExists(path).map { try PayPeriodTable.read($0, path: path) }
    }

    /// Keeps the leave of a published run for the one that is rewritten from it.
    func adoptLeave(_ folder: String, _ run: RunID) throws {
        let path = "\(folder)/data/\(ApprovedLeave.fileName)"
        guard (try? ReadFile.open(path)) != nil else {
            throw RunError(
                .unusableRun,
                "The pipeline file pays leave now, but \(run) was exported without it, so its outputs can't be derived from it.",
                advice: "Run the pipeline with \(.nextRevision) to fetch leave too.")
        }
        try RunDirectories.copy(path, to: adoptedLeavePath)
    }
}

extension PayrollStage {
    /// A file that the run has kept since it began, with its SHA-256; `nil` where there is no such file.
    struct Landed {
        /// The name of the digest in the journal.
        let document: String
        let path: String
        let digest: String?

        init(_ document: String, path: String, digest: String?) {
            self.document = document
            self.path = path
            self.digest = digest
        }

        /// Compares the SHA-256 of what was read with what the journal has.
        func requireUnchanged(_ context: StageContext) async throws {
            guard try await context.journal.document(named: document, of: context.id) == digest else {
                throw RunError(
                    .landingDamaged,
                    "\(path) changed after it was fetched: its SHA-256 differs.",
                    advice: "Restore the file, or run again with \(.startOver) to fetch the batch again.")
            }
        }
    }
}

extension PayInputs.PayDays {
    /// Fetches the pay periods of the source, and keeps those that share a day with a period.
    static func fetch(
        _ connection: APIConnection, overlapping period: PayPeriod
    ) async throws -> [PayInputs.PayDays] {
        var days: [PayInputs.PayDays] = []
        try await ConnectionReader(connection: connection, period: nil).readAll(
            KSRCranes.PayrollPeriod.dataset, period: nil, filters: [:]
        ) { records in
            days += records.map { PayInputs.PayDays(first: $0.startDate, last: $0.endDate) }
                .filter { $0.first <= period.last && $0.last >= period.first }
        }
        return days
    }
}

extension ApprovedLeave {
    /// Fetches the approved leave that overlaps a period. `isUnproven`: nothing shows that all of it came.
    /// - Throws: `RunError.sourceIncomplete` when the server sends fewer requests than it states.
    static func fetch(
        _ connection: APIConnection, _ period: PayPeriod
    ) async throws -> (leave: ApprovedLeave, isUnproven: Bool) {
        let dataset = KSRCranes.LeaveRequest.dataset
        let source = PagedList(connection, of: dataset, lanes: 1, asking: leaveRequest(period)).source(
            at: SourcePosition(pageSize: dataset.pageSizes.upperBound),
            most: PagedList<KSRCranes.LeaveRequest>.mostKept)
        var requests: [Request] = []
        var count = 0
        while let chunk = try await source.next() {
            requests += try ApprovedLeave.requests(of: chunk, before: count)
            count += chunk.count
        }
        let position = await source.position()
        try position.requireAll()
        let twice = Dictionary(grouping: requests, by: \.id).filter { $1.count > 1 }.keys.sorted()
        guard twice.isEmpty else { throw PagingState.twice(twice.map { "\($0)" }) }
        return (ApprovedLeave(requests), position.isUnproven == true)
    }

    static func leaveRequest(_ period: PayPeriod) -> DatasetRequest {
        DatasetRequest(period: period, filters: ["status": "APPROVED"])
    }
}
