internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// A pipeline file's pay codes and outputs, turned into what the writers need.
struct PayrollPlan: Sendable {
    let file: PipelineFile
    let batch: PayrollBatch

    init(_ file: PipelineFile, batch: PayrollBatch) throws {
        self.file = file
        self.batch = batch
        try PayrollPlan.requireSupported(file)
    }

    /// What a pipeline file may say and this build can't do; nothing is fetched then.
    /// - Parameter system: that of the connection; `nil` where it isn't known yet.
    static func requireSupported(_ file: PipelineFile, system: String? = nil) throws {
        func refuse(_ what: String, _ advice: String) -> RunError { RunError(.unsupported, what, advice: advice) }
        if file.records.dataset != KSRCranes.workEntries || file.records.dateField != "workDate" {
            throw refuse(
                "records names \(file.records.dateField) of \(file.records.dataset), and pay is made of work entries by workDate.",
                "Write dataset: \(KSRCranes.workEntries) and date-field: workDate. Other datasets are exported by a file with datasets:."
            )
        }
        if let system, system != KSRCranes.system.name {
            throw refuse(
                "The connection \(file.connection) is one to \(system), and work entries are those of \(KSRCranes.system.name).",
                "Name a connection of the right system in the pipeline file: connection: …")
        }
        func count(_ matches: (PipelineFile.Format) -> Bool) -> Int { file.outputs.count { matches($0.format) } }
        if count({ if case .archive(.zstd) = $0 { true } else { false } }) > 1 {
            throw refuse(
                "The pipeline file has two archives in Zstandard, and there is one landing to become one.",
                "Remove one.")
        }
        if count({ if case .payrollXML = $0 { true } else { false } }) > 1 {
            throw refuse(
                "The pipeline file has two outputs of format payroll-xml.", "Remove one: they would be the same.")
        }
        let reserved = [rejectsName, totalsName, JoinedWorkers.fileName]
        if let taken = file.outputs.first(where: { reserved.contains($0.file) }) {
            throw refuse("The output name \(taken.file) is one that every export uses itself.", "Choose another name.")
        }
        for rule in [PayrollChecks.Rule.outsidePeriod, PayrollChecks.Rule.conflictingID]
        where file.rule(rule) != .severity(.blocker) {
            throw refuse(
                "The check \(rule) is not a blocker in the pipeline file, and pay would not add up without it.",
                "Write \(rule): blocker.")
        }
        if let pay = file.pay, !["employeeId", "worker.employee_id"].contains(pay.payrollNumber.description) {
            throw refuse(
                "pay.payroll-number is \(pay.payrollNumber), and this build knows employeeId only.",
                "Write payroll-number: employeeId.")
        }
        if let name = file.pay?.name, name.description != nameField {
            throw refuse(
                "pay.name is \(name), and this build knows \(nameField) only.",
                "Write name: \(nameField), or leave it out.")
        }
        if file.parameters.contains(where: { $0.name == "period" && !$0.isRequired }) {
            throw refuse(
                "parameters.period.required is false, and a payroll export is always of a period.",
                "Write required: true, or leave it out.")
        }
    }

    /// Fields of the joined worker that outputs show besides name and rate.
    static func otherFields(_ file: PipelineFile) -> [String] {
        var names: Set<String> = []
        for case .csv(_, let columns) in file.outputs.map(\.format) {
            for column in columns where column.field.join != nil { names.insert(column.field.name) }
        }
        return names.subtracting(["employee_id", "name", "hourly_rate"]).sorted()
    }

    /// The name that the landing gets when it becomes the archive.
    var archiveName: String? {
        file.outputs.first { if case .archive(.zstd) = $0.format { true } else { false } }?.file
    }

    var payCodes: [PayCode] { (file.pay?.codes ?? []).map { PayCode($0.code, title: $0.title) } }

    /// The writers that grow chunk by chunk, in the file's order.
    ///
    /// Rejects are kept outside the bag, since they go into it only where there are any.
    func writers(folder: String, parts: String, roster: Roster) -> [any PartWriter<WorkEntry>] {
        var writers: [any PartWriter<WorkEntry>] = []
        for output in file.outputs {
            switch output.format {
            case .csv(let dialect, let columns):
                let csv = dialect.csv
                writers.append(
                    RecordCSVWriter(
                        folder: folder, name: output.file, dialect: csv,
                        columns: PayrollPlan.columns(columns, csv, roster)))
            case .exceptionsCSV(let dialect):
                writers.append(ExceptionsCSVWriter<WorkEntry>(folder: folder, name: output.file, dialect: dialect.csv))
            case .archive(.gzip):
                writers.append(ArchiveWriter<WorkEntry>(folder: folder, name: output.file, compression: .gzip))
            case .archive(.none):
                writers.append(ArchiveWriter<WorkEntry>(folder: folder, name: output.file, compression: .none))
            case .archive(.zstd), .payrollCSV, .payrollXML: break
            }
        }
        writers.append(RejectsCSVWriter<WorkEntry>(folder: parts, name: PayrollPlan.rejectsName, dialect: .machine))
        return writers
    }

    static let nameField = "worker.name"
    static let rejectsName = "rejects.csv"
    static let totalsName = "totals.json"

    /// What reading a file of the bag back must show.
    /// - Parameter totals: what the pay files must add up to; `nil` where the file is none of them.
    func readBack(_ mark: PartMark, totals: PayrollTotals?) -> ReadBack {
        let proof: ReadBack.Proof
        switch file.outputs.first(where: { $0.file == mark.name })?.format {
        case .csv(let dialect, let columns): proof = .csv(dialect.csv, columns: columns.count, sums: mark.columnSums)
        case .payrollCSV(let dialect):
            let units = totals?.codes.reduce(Int128(0)) { $0 + $1.unitsNano } ?? 0
            proof = .csv(dialect.csv, columns: 6, sums: [3: units, 5: totals?.amountNano ?? 0])
        case .exceptionsCSV(let dialect): proof = .csv(dialect.csv, columns: 7, sums: [:])
        case .archive(let compression): proof = .archive(compression.archive)
        case .payrollXML: proof = totals.map { .payrollXML($0) } ?? .digest
        case nil: proof = mark.name == PayrollPlan.rejectsName ? .csv(.machine, columns: 4, sums: [:]) : .digest
        }
        return ReadBack(mark: mark, proof: proof)
    }

    /// The columns of a file of records; those of a field that there is not are left out.
    static func columns(
        _ columns: [PipelineFile.Column], _ dialect: CSVDialect, _ roster: Roster
    ) -> [CSVColumn<WorkEntry>] {
        columns.compactMap { column($0, dialect, roster) }
    }

    private static func column(
        _ column: PipelineFile.Column, _ dialect: CSVDialect, _ roster: Roster
    ) -> CSVColumn<WorkEntry>? {
        let places = column.decimals ?? .exact
        if column.field.join != nil {
            let cells = roster.people.map { person -> [UInt8] in
                switch column.field.name {
                case "employee_id": Array(String(person.id).utf8)
                case "name": dialect.cell(person.name)
                case "hourly_rate":
                    person.hourlyRate.map {
                        Array(decimalText(nano: $0.nano, places, point: dialect.decimalPoint).utf8)
                    } ?? []
                default: dialect.cell(person.others[column.field.name] ?? "")
                }
            }
            return CSVColumn(heading: column.heading, source: .joined(cells))
        }
        guard let field = WorkEntry.fields.first(where: { $0.name == column.field.name }) else { return nil }
        return CSVColumn(heading: column.heading, source: .field(field.access, places))
    }

    /// The employee's lines and days, as the payroll files show them.
    /// - Throws: `RunError` when hours are larger than those files can hold.
    func employee(
        _ employee: PayrollSummary.Employee, _ summary: PayrollSummary, _ roster: Roster
    ) throws -> PayrollEmployee {
        let person = employee.person >= 0 ? roster.people[Int(employee.person)] : nil
        if let day = employee.excessiveDay {
            throw PayrollPlan.excessive("the hours of worker \(employee.id) on \(day)")
        }
        let lines = try (file.pay?.codes ?? []).compactMap { code -> PayrollLine? in
            var days: [PayrollDay] = []
            for (offset, day) in employee.days.enumerated() {
                let hours = day[code.hours]
                if hours != .zero { days.append(PayrollDay(date: summary.period.first + offset, hours: hours)) }
            }
            guard !days.isEmpty else { return nil }
            let line = batch.line(
                payCode: code.code, days: days, rate: rate(code, employee.person, roster),
                entries: employee.tally[code.hours])
            guard let line else { throw PayrollPlan.excessive("the \(code.code) hours of worker \(employee.id)") }
            return line
        }
        return PayrollEmployee(
            payrollNumber: String(employee.id), employeeID: employee.id,
            name: file.pay?.name == nil ? nil : person.flatMap { $0.name.isEmpty ? nil : $0.name },
            entries: employee.tally.entries, entryIDSum: employee.tally.sumOfIDs, lines: lines)
    }

    private static func excessive(_ what: String) -> RunError {
        RunError(
            .verificationFailed, "Payroll files hold numbers below 9.2 thousand million, and \(what) come to more.",
            advice:
                "Have it corrected at the source. With checks.hours-per-day.blocker set, impossible days are held and the rest "
                + "is exported.")
    }

    /// What an hour pays; `nil` where the pay code has no rate or the worker has none that can be used.
    private func rate(_ code: PipelineFile.PayCode, _ person: Int32, _ roster: Roster) -> Money? {
        guard let name = code.rate, case .known(let rate) = roster.rate(name, ofPersonAt: person) else { return nil }
        guard let factor = code.rateFactorNano else { return rate }
        return Money(nano: divided(rate.nano * Int128(factor), by: 1_000_000_000, .halfEven))
    }
}
