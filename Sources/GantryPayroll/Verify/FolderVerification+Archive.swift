internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension FolderVerification {
    /// The archive decided and paid again by the pipeline file, the decisions, and what else the folder holds of the
    /// run; `nil` if the folder doesn't hold what that takes.
    mutating func decide(
        _ files: [(figure: String, tree: JSONTree)], section: VerifiedSection, roster: Roster?,
        _ reader: PayrollTerms.Reader
    ) async throws -> DecidedArchive? {
        guard let archive = files.first(where: { $0.tree["format"]?.text == "archive" })?.tree,
            let name = archive["file"]?.text,
            let compression = ArchiveCompression(rawValue: archive["compression"]?.text ?? "")
        else { return nil }
        guard let terms = terms(files, reader), let run = RunID(document["run"]?.text ?? ""),
            let period = try? PayPeriod(run.period)
        else { return nil }
        if run.pipeline != terms.pipeline, !run.pipeline.hasPrefix("\(terms.pipeline)@") {
            find(
                "data/\(Self.pipelineName(files) ?? "")", "it is the pipeline \(terms.pipeline), but the run is \(run)")
        }
        let hasWorkers = roster != nil || !terms.joinsWorkers
        let path = "data/\(name)"
        do {
            var inputs = try inputs(terms, period: period, files: files)
            var outside = outsideRules(terms, inputs)
            if !hasWorkers {
                typealias Rule = PayrollChecks.Rule
                outside.formUnion([
                    Rule.unknownWorker, Rule.unprintableName, Rule.noRate, Rule.unusableRate, Rule.partTime,
                ])
                leaveOpen("findings about workers: the list of workers is not in the folder")
            }
            let lists = try exceptionLists(files, section: section, outside: outside, hasNames: hasWorkers)
            inputs.heldOutside = lists.first?.heldOutside ?? []
            inputs.heldLeaveOutside = Set(
                (lists.first?.outsideDays[PayrollChecks.Rule.leaveDays] ?? []).compactMap {
                    ApprovedLeave.Request.number(inDifference: $0.found)
                })
            inputs.takenOut = takenOut(lists.first)
            inputs.ignoresSentMarks = outside.contains(PayrollChecks.Rule.sentToPayroll)
            let pay = terms.settings
            let batch = PayrollBatch(
                system: document["system"]?.text ?? "", connection: document["connection"]?.text ?? "",
                pipeline: run.pipeline, period: period, revision: run.revision,
                snapshot: document["snapshot"]?.text.flatMap { Instant($0) } ?? Instant(secondsSince1970: 0),
                currency: pay?.currency, rounding: pay?.rounding ?? .halfUp, unitsDecimals: pay?.unitsDecimals ?? 2)
            show("\(path), entry by entry")
            let folder = folder
            let byRoles = document.isByRoles
            return try await DecidedArchive(
                DecidedArchive.Source(folder: folder, path: path, compression: compression), by: terms,
                PayCalculation(pay, batch: batch, inputs: inputs, holding: terms.checks.leaveHolds),
                roster: roster ?? Roster([]),
                hasWorkers: hasWorkers, outsideRules: outside, exceptions: lists
            ) {
                files.compactMap {
                    RecordComparison(
                        $0.tree, figure: $0.figure, roster: roster, byRoles: byRoles, rounding: batch.rounding,
                        under: folder)
                }
            }
        } catch {
            find(path, (error as? any ExplainedError)?.explanation ?? "\(error)")
            return nil
        }
    }

    private static func pipelineName(_ files: [(figure: String, tree: JSONTree)]) -> String? {
        files.first { $0.tree["format"]?.text == FileEntry.pipeline }?.tree["file"]?.text
    }

    private mutating func terms(
        _ files: [(figure: String, tree: JSONTree)], _ reader: PayrollTerms.Reader
    ) -> PayrollTerms? {
        guard let name = Self.pipelineName(files) else {
            find(Self.totalsPath, "it lists no pipeline file, so nothing says what was to be checked and paid")
            return nil
        }
        let contract = document["source"]?["contract"]?.text.flatMap(Contract.init(rawValue:)) ?? .documented
        do {
            return try reader.read(ReadFile.bytes(of: "\(folder)/data/\(name)"), folder, contract)
        } catch {
            find("data/\(name)", (error as? any ExplainedError)?.explanation ?? "\(error)")
            return nil
        }
    }

    /// What the run kept besides entries and workers.
    private func inputs(
        _ terms: PayrollTerms, period: PayPeriod, files: [(figure: String, tree: JSONTree)]
    ) throws -> PayInputs {
        func path(_ format: String) -> String? {
            files.first { $0.tree["format"]?.text == format }?.tree["file"]?.text.map { "\(folder)/data/\($0)" }
        }
        func require(_ format: String, _ what: String) throws -> String {
            guard let path = path(format) else {
                throw RunError(
                    .verificationFailed, "the pipeline file pays by \(what), but \(TotalsFile.name) lists no such file")
            }
            return path
        }
        var inputs = PayInputs()
        if terms.settings?.listsEmployees == true {
            let path = try require(FileEntry.employees, "a list of employees")
            inputs.employees = try EmployeeTable(
                csv: ReadFile.bytes(of: path), path: path, hasTextKeys: document.isByRoles)
            inputs.areNumbersOfWorkers = terms.settings?.takesWorkersNumbers == true
        }
        if terms.settings?.paysLeave == true {
            inputs.leave = try ApprovedLeave(archive: try require(FileEntry.leave, "approved leave"))
        }
        if let path = path(FileEntry.decisions) {
            inputs.decisions = try Decisions(document: ReadFile.bytes(of: path), path: path)
        }
        if let name = document[PayFigures.zoneKey]?.text {
            guard let zone = Zone.read(name) else {
                throw RunError(
                    .verificationFailed,
                    "findings tell days by the time zone \(singleLine(name)), which isn't in \(Zone.folder) of this machine"
                )
            }
            inputs.zone = zone
        }
        if let path = path(FileEntry.payPeriods) {
            inputs.payPeriods = try PayPeriodTable.read(ReadFile.bytes(of: path), path: path)
        }
        if let calendar = terms.settings?.calendar {
            inputs.calendar =
                takesStatedCalendar(calendar)
                ? try StatedPay(document).calendar : try PayCalendar(calendar, for: period, relativeTo: folder)
        }
        return inputs
    }

    /// Whether the days of the calendar are in another place, so that those of the totals are taken: a file of the
    /// office, or the export that a correction corrects.
    private func takesStatedCalendar(_ calendar: CalendarSettings) -> Bool {
        !calendar.holidays.isBuiltIn || calendar.also != nil || document["base"]?["new_settings"] == .bool(false)
    }

    /// Rules whose findings need more than the folder holds. Their rows are taken as they are, and said to be open.
    private mutating func outsideRules(_ terms: PayrollTerms, _ inputs: PayInputs) -> Set<String> {
        typealias Rule = PayrollChecks.Rule
        var rules = Rule.fromOutside
        if let calendar = terms.settings?.calendar, takesStatedCalendar(calendar) {
            leaveOpen("\(Self.totalsPath): pay.weekend and pay.holidays: the calendar is not in the folder")
            // A request can have days outside of the period.
            if inputs.leave != nil {
                rules.insert(Rule.leaveDays)
                leaveOpen("findings of the rule \(Rule.leaveDays): the calendar is not in the folder")
            }
        }
        if document["kind"] != nil, document["source"]?["contract"]?.text == Contract.deployed.rawValue {
            rules.insert(Rule.sentToPayroll)
            leaveOpen(
                "findings of the rule \(Rule.sentToPayroll): what was paid before is in \(document["base"]?["run"]?.text ?? "another export")"
            )
        }
        return rules
    }

    /// The days of leave and the holidays that other runs have paid, as the list of exceptions names them.
    private func takenOut(_ list: ExceptionComparison?) -> [PayInputs.TakenOut] {
        (list?.outsideDays[PayrollChecks.Rule.paidBefore] ?? []).compactMap {
            PayInputs.TakenOut(finding: $0.found, ofEmployee: $0.employee, on: $0.day)
        }
    }

    /// Every list of exceptions that can be read, to be compared with what the rules find.
    private func exceptionLists(
        _ files: [(figure: String, tree: JSONTree)], section: VerifiedSection, outside: Set<String>,
        hasNames: Bool
    ) throws -> [ExceptionComparison] {
        // One that can't be read was found already.
        guard section.exceptions != nil else { return [] }
        return try files.compactMap { _, file in
            guard let path = file["file"]?.text.map({ "data/\($0)" }) else { return nil }
            switch file["format"]?.text {
            case ExceptionsFormat.name:
                return ExceptionComparison(
                    path, try ReadFile.bytes(of: "\(folder)/\(path)"), dialect: try dialect(file),
                    outsideRules: outside, hasNames: hasNames)
            case WorkbookFormat.name:
                guard
                    let table = try PayWorkbook("\(folder)/\(path)", file).table(
                        .exceptions, ExceptionLayout.payroll.headings)
                else { return nil }
                return ExceptionComparison(
                    path, try table.bytes(), dialect: .machine, outsideRules: outside, hasNames: hasNames)
            default: return nil
            }
        }
    }
}

extension FolderVerification {
    /// Compares files of records and of exceptions, and every figure, with the archive decided again.
    mutating func compare(_ decided: DecidedArchive, files: [(figure: String, tree: JSONTree)], at path: String) {
        for table in decided.tables {
            if let problem = table.problem {
                find(table.path, problem)
            } else {
                prove("\(table.path): every row matches the exported entry in \(path).")
                for figure in table.figures { markCompared(figure) }
            }
        }
        let rules = "the rules of data/\(Self.pipelineName(files) ?? "")"
        for var exceptions in decided.exceptions {
            let list = exceptions.path
            let found = exceptions.finish(origin: rules)
            for problem in found.problems { find(list, problem) }
            let more = found.count - found.problems.count
            if more > 0 {
                find(list, "\(counted(more, "more row")) differ\(more == 1 ? "s" : "") from what \(rules) find")
            }
            for (rule, counts) in exceptions.outsideCounts.sorted(by: { $0.key < $1.key }) {
                leaveOpen("\(list): \(counted(counts.values.reduce(0, +), "row")) of the rule \(rule)")
            }
            if found.count == 0 {
                prove(
                    "\(list): \(exceptions.count == 1 ? "its only finding is" : "all \(exceptions.count) findings are") what \(rules) find in \(path)."
                )
            }
        }
        compareExceptions(decided, "\(rules) over \(path)")
    }

    /// Compares how often each rule found something.
    private mutating func compareExceptions(_ decided: DecidedArchive, _ origin: String) {
        var left: [String: [Severity: Int]] = [:]
        for item in decided.summary.exceptions where !decided.outsideRules.contains(item.rule) {
            left[item.rule, default: [:]][item.severity] = item.count
        }
        for (index, item) in (document["exceptions"]?.list ?? []).enumerated() {
            guard let rule = item["rule"]?.text,
                let severity = item["severity"]?.text.flatMap(Severity.init(rawValue:)),
                !decided.outsideRules.contains(rule)
            else { continue }
            for key in ["rule", "severity"] { markCompared("exceptions[\(index)].\(key)") }
            compare(
                "exceptions[\(index)].count", with: .integer(left[rule]?[severity] ?? 0), origin: origin)
            left[rule]?[severity] = nil
        }
        for (rule, counts) in left.sorted(by: { $0.key < $1.key }) {
            for severity in Severity.allCases {
                guard let count = counts[severity] else { continue }
                find(
                    Self.totalsPath,
                    "exceptions doesn't have \(rule) as \(severity.rawValue), which is found \(counted(count, "time")) by \(origin)"
                )
            }
        }
    }

    /// Compares everything that the totals state of pay.
    ///
    /// - Parameter employees: the lines of the archive.
    mutating func compareFigures(_ decided: DecidedArchive, employees: [PayrollEmployee], at path: String) {
        let calculation = decided.calculation
        var totals = PayrollTotals(payCodes: calculation.payCodes)
        var unpriced = UnpricedLines(pricedCodes: calculation.settings?.pricedCodes ?? [])
        var projects = ProjectSums(calculation.payCodes)
        for employee in employees {
            totals.add(employee)
            projects.add(employee)
            unpriced.add(
                employee, isSalaried: calculation.inputs.employees?[employee.employeeID]?.isSalaried ?? false)
        }
        var unknown: Set<String> =
            decided.hasWorkers ? [] : ["amount", "lines_without_rate", "lines_missing_rate", "employees_missing_rate"]
        // An export can be of a build that doesn't state them.
        if document[PayFigures.daysKey] == nil { unknown.formUnion([PayFigures.daysKey, PayFigures.heldElsewhereKey]) }
        if document[ProjectSums.key] == nil { unknown.insert(ProjectSums.key) }
        let figures = PayFigures(
            calculation, decided.summary, totals: totals, unpriced: unpriced, projects: projects
        ).members
        let origin = "\(path) by the pipeline file"
        compare("rounding", with: .string(calculation.batch.rounding.rawValue), origin: origin)
        for figure in figures where !unknown.contains(figure.key) {
            compareTree(figure.value, with: document[figure.key], at: figure.key, origin: origin, without: unknown)
        }
        for stated in PayrollTerms.Stated.allCases {
            let (key, file) = (stated.rawValue, decided.terms.stated[stated])
            guard file != nil || document[key] != nil else { continue }
            compareTree(file ?? .array([]), with: document[key], at: key, origin: "the pipeline file")
        }
    }
}
