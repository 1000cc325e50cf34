internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryPages
internal import GantryPayroll
internal import GantryRuns
internal import GantrySignOff

extension RunFacts {
    /// - Throws: `RunError.unusableRun` for a run that doesn't say where its records are from.
    init(_ overview: RunOverview, _ totals: JSONTree) throws {
        guard let source = overview.run.source else {
            throw RunError(.unusableRun, "\(overview.run.id) doesn't say where its records are from.")
        }
        self.init(overview.run.id, source)
        snapshot = totals["snapshot"]?.text.flatMap { Instant($0) }
        withdrawn = overview.marks.withdrawn[overview.run.id]
        files = overview.files
    }
}

/// What the files of a published run of pay say, for its report.
extension PayReport {
    /// - Parameters:
    ///   - proven: its folder, whose files were compared with their digests.
    ///   - review: its findings with what was decided.
    /// - Throws: `FileError`, and `RunError.verificationFailed` for a list that isn't as Gantry writes it.
    init(_ proven: ExportFolder, review: ReviewReport, facts: RunFacts) throws {
        let totals = proven.totals
        self.init(facts, period: try PayPeriod(review.run.period), totals: review.totals)
        rounding = totals["rounding"]?.text ?? ""
        unitsDecimals = totals["pay"]?["units_decimals"]?.int(in: 0...4) ?? 2
        // Once it is to be compared with another run, what its files say of the period before isn't what was paid.
        if let run = totals["before"]?["run"]?.text, run == review.base?.description {
            before = Before(totals["before"])
        }
        days = (totals["days"]?.list ?? []).compactMap { Day($0) }
        projects = (totals[ProjectSums.key]?.list ?? []).map {
            Project(
                name: $0["project"]?.text, lines: $0["lines"]?.count ?? 0, hours: $0["hours"]?.nano ?? 0,
                amount: $0["amount"]?.nano)
        }
        changedLines = (review.correction?.lines ?? []).map { line in
            ChangedLine(
                number: line.payrollNumber, name: line.name, code: line.payCode, project: line.project,
                units: (Int128(line.units.old.nano), Int128(line.units.new.nano)), amount: line.amountDifference?.nano)
        }
        employees = try proven.file(PayCSVFormat.name).map { try PayReport.employees($0) }
        if let file = proven.file(FileEntry.employeeVariance) {
            changes = try EmployeeVarianceTable.read(file.path, file.dialect).map { row in
                Change(
                    number: row.number, name: row.name ?? "", before: row.before?.units, now: row.now?.units,
                    difference: row.hoursDifference, flag: row.flag?.rawValue)
            }
        }
        let table = try proven.file(FileEntry.employees).map {
            try EmployeeTable(csv: ReadFile.bytes(of: $0.path), path: $0.path)
        }
        findings = review.findings.map { Finding($0, table) }
        dailyHours = try proven.file(PayXMLFormat.name).map { try dailyHours($0) }
    }

    /// What a payroll file has for each day: of the employees to look at where there are many.
    private func dailyHours(_ file: ExportFolder.File) throws -> [DailyHours] {
        var bytes = try ReadFile.bytes(of: file.path)
        if totals.employees > PayReport.mostDaily {
            bytes = PayrollXMLExcerpt.of(bytes, employees: Set(odd.prefix(PayReport.mostDaily)))
        }
        var reader = try PayrollXMLReader(bytes: bytes, name: file.name)
        let codes = Set(reader.payCodes.filter { $0.unit == .hours }.map(\.code))
        var people: [DailyHours] = []
        while let employee = try reader.next() {
            var person = DailyHours(number: employee.payrollNumber, name: employee.name ?? "")
            for line in employee.lines where codes.contains(line.payCode) {
                for day in line.days { person.days[day.date, default: 0] += Int128(day.hours.nano) }
            }
            people.append(person)
        }
        return people
    }

    private static func employees(_ file: ExportFolder.File) throws -> [Employee] {
        let headings = [false, true].map { PayCSVColumns(isByProject: $0) }
        var rows = CSVRows(try ReadFile.bytes(of: file.path), dialect: file.dialect)
        let first = rows.next()
        guard let columns = headings.first(where: { $0.headings == first }) else {
            throw RunError(.verificationFailed, "\(file.name) doesn't have the headings of pay lines.")
        }
        var people: [Employee] = []
        while let cells = rows.next() {
            guard cells.count == columns.headings.count, let units = file.dialect.nano(cells[columns.units]) else {
                throw RunError(.verificationFailed, "\(file.name) has a row that is no pay line.")
            }
            let number = file.dialect.unguarded(cells[0]) ?? ""
            if people.last?.number != number {
                people.append(Employee(number: number, name: file.dialect.unguarded(cells[1]) ?? ""))
            }
            people[people.count - 1].lines.append(
                (file.dialect.unguarded(cells[columns.code]) ?? "", units, file.dialect.nano(cells[columns.amount])))
        }
        return people
    }
}

extension PayReport {
    /// How far the run is now.
    /// - Parameter overview: the run as the journal has it.
    mutating func setStanding(_ overview: RunOverview) {
        standing.delivered = overview.pay?.delivered
        standing.isUnfinished = overview.pay?.unfinished != nil
        guard let state = overview.signOff else { return }
        standing.prepared = state.prepared.map { Signer($0) }
        standing.approved = state.approved.map { Signer($0) }
        standing.seal = state.statement.map { Seal($0).description }
    }
}

extension PayReport.Signer {
    init(_ line: BookLine) {
        let hasKey = if case .key = line.proof { true } else { false }
        self.init(name: line.person.name, time: line.time, hasKey: hasKey)
    }
}

extension PayReport.Before {
    /// Reads what `totals.json` says; `nil` where pay is compared with nothing.
    init?(_ tree: JSONTree?) {
        guard let tree, let run = tree["run"]?.text.flatMap({ RunID($0) }), let period = try? PayPeriod(run.period)
        else { return nil }
        func movement(_ tree: JSONTree, _ name: String) -> PayReport.Movement {
            PayReport.Movement(before: tree[name]?.nano, difference: tree["\(name)_difference"]?.nano)
        }
        self.init(period: period, hours: movement(tree, "hours"), amount: movement(tree, "amount"))
        employees = tree["employees"]?.count ?? 0
        new = tree["new"]?.count ?? 0
        gone = tree["gone"]?.count ?? 0
        if let from = tree["scaled"]?["from"]?.int, let to = tree["scaled"]?["to"]?.int { scaled = (from, to) }
        for code in tree["pay_codes"]?.list ?? [] { units[code["code"]?.text ?? ""] = movement(code, "units") }
    }
}

extension PayReport.Day {
    init?(_ tree: JSONTree) {
        guard let day = tree["day"]?.text.flatMap({ CivilDate($0) }) else { return nil }
        self.init(day: day, hours: TotalsDocument.hours(tree))
    }
}

extension PayReport.Finding {
    /// - Parameter table: the office's list of employees; `nil` where a worker's number at the source is the payroll
    ///   number.
    init(_ finding: ReviewReport.Finding, _ table: EmployeeTable?) {
        let state: State =
            switch finding.state {
            case .open, .waitsForSecond: .open
            case .held: .held
            case .waived: .paid
            case .accepted: .accepted
            case .noted: .noted
            }
        self.init(
            id: finding.id, rule: finding.rule,
            employee: finding.employee.map { table?[$0]?.payrollNumber ?? $0.keyText }, name: finding.name,
            day: finding.date, found: finding.found, hours: finding.hours, amount: finding.amount, state: state,
            decision: finding.decision.map { Decision(by: $0.by, because: $0.because) })
    }
}
