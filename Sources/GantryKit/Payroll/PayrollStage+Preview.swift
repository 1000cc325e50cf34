internal import GantryAccounts
internal import GantryConnectors
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryRuns

extension PayrollStage {
    func plan() async throws -> StagePlan {
        let first = try await firstPage()
        let isByDay = entries.unorderedPageSize != nil
        let pages = isByDay ? request.period.days : first.envelope.totalPages.map(Int.init(clamping:))
        var plan = StagePlan(
            requests: payroll.records.roles == nil ? ["POST \(KSRCranes.signInPath)"] : [],
            records: first.envelope.totalCount.map(Int.init(clamping:)),
            pages: pages, files: [])
        if payroll.join != nil {
            plan.requests.append(try JoinedWorkers.request(connection, for: payroll).description)
            plan.joined = try await JoinedWorkers.fetch(connection, for: payroll).people.count
        }
        if payroll.pay?.paysLeave == true {
            var ask = ApprovedLeave.leaveRequest(request.period)
            ask.pageSize = KSRCranes.LeaveRequest.dataset.pageSizes.upperBound
            plan.requests.append(KSRCranes.LeaveRequest.dataset.request(ask).description)
            plan.files.append(ApprovedLeave.fileName)
        }
        if payroll.rule(PayrollChecks.Rule.periodDiffers) != .off {
            plan.requests.append(
                KSRCranes.PayrollPeriod.dataset.request(
                    DatasetRequest(period: nil, filters: [:], page: 1, pageSize: 1)
                ).description)
        }
        plan.files.append(PayrollFile.pipeline.name)
        if payroll.pay?.listsEmployees == true { plan.files.append(PayrollFile.employees.name) }
        let page = pageRequest.description
        plan.requests.append(
            isByDay
                ? "\(page), one for each day"
                : pages.map { $0 > 1 ? "\(page) … page=\($0)" : page }
                    ?? "\(page), and so on until there are no more")
        if correction != nil { plan.files += [ChangesTable.fileName, EntryChangesTable.fileName] }
        for output in (correction == nil ? payroll : PayrollPlan.corrected(payroll)).outputs {
            plan.files += [output.file] + output.format.companions(of: output.file)
            if output.isLandingArchive { plan.files.append(JoinedWorkers.fileName) }
        }
        return plan
    }

    func preview(rows: Int, after _: inout PreviewedPages) async throws -> [PreviewTable] {
        let roster = Roster(
            payroll.join == nil
                ? [] : try await JoinedWorkers.fetch(connection, for: payroll).people)
        let page = try await firstPage()
        let total = page.envelope.totalCount.map(Int.init(clamping:))
        let isWhole = total.map { $0 <= page.chunk.count } ?? (page.chunk.count == 0)
        let part = isWhole ? nil : PreviewTable.Part(records: page.chunk.count, total: total)
        var inputs = try withWorkersNumbers(officeFiles(), roster)
        inputs.zone = try request.workspace.zone()
        if payroll.pay?.paysLeave == true {
            inputs.leave = try await ApprovedLeave.fetch(connection, request.period).leave
        }
        if payroll.rule(PayrollChecks.Rule.periodDiffers) != .off {
            inputs.payPeriods = try await PayInputs.PayDays.fetch(connection, overlapping: request.period)
        }
        let plan = PayrollPlan(
            payroll, text: request.pipeline.text, contract: request.connection.contract,
            batch: batch(revision: 1, corrects: nil, snapshot: Instant.now), inputs: inputs)
        return try PayrollPreview(plan, roster: roster, chunk: page.chunk, part: part, rows: rows).tables()
    }

    private var pageRequest: ReadRequest {
        entries.request(
            DatasetRequest(period: request.period, pageSize: entries.pageSize(wanted: payroll.records.pageSize)))
    }

    private func firstPage() async throws -> FetchedPage<WorkEntry> {
        try await PageLane(connection, entries).fetch(pageRequest)
    }
}
