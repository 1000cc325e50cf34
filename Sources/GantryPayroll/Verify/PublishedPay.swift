internal import GantryEngine
internal import GantryFiles
package import GantryJSON
internal import GantryModel
package import GantryOutputs

/// The pay lines of a published export, read from its folder.
package struct PublishedPay: Sendable {
    package let batch: PayrollBatch
    package let payCodes: [PayCode]
    package let employees: [PayrollEmployee]
    package let folder: ExportFolder
    /// What its totals say.
    package var totals: JSONTree { folder.totals }
    /// The office's list with the rows that it was paid by; `nil` for an export without one.
    package let list: EmployeeTable?

    /// - Throws: `RunError.unusableRun` when the folder has neither a payroll file in XML nor an archive of entries.
    package init(_ folder: ExportFolder, formats: [any OutputFormat], terms: PayrollTerms.Reader) async throws {
        self.folder = folder
        let totals = folder.totals
        list = try folder.file(FileEntry.employees).map {
            try EmployeeTable(csv: ReadFile.bytes(of: $0.path), path: $0.path, hasTextKeys: totals.isByRoles)
        }
        if let xml = folder.file(PayXMLFormat.name) {
            var employees: [PayrollEmployee] = []
            let proof = try verifyPayrollXML(file: xml.path, proof: .sums, limit: 1) {
                employees.append($0)
            }
            batch = proof.batch
            // The XML file doesn't say what the units of a code count.
            let stated = PayCode.all(in: totals)
            payCodes = proof.payCodes.map { code in
                guard let own = stated.first(where: { $0.code == code.code }) else { return code }
                return PayCode(code.code, title: code.title, unit: own.unit, isAbsence: own.isAbsence)
            }
            self.employees = employees
            return
        }
        var verification = FolderVerification(folder: folder.path, formats: formats) { _ in }
        verification.take(totals)
        guard let run = RunID(totals["run"]?.text ?? ""), let period = try? PayPeriod(run.period),
            let snapshot = totals["snapshot"]?.text.flatMap({ Instant($0) }),
            let employees = try await verification.payEmployees(terms)
        else {
            throw RunError(
                .unusableRun, "The export has no payroll-xml and no archive, so its pay lines can't be read.",
                advice: "Add an output of format payroll-xml to the pipeline file and derive the run again.")
        }
        self.employees = employees
        batch = PayrollBatch(
            system: totals["system"]?.text ?? "", connection: totals["connection"]?.text ?? "", pipeline: run.pipeline,
            period: period, revision: run.revision, snapshot: snapshot, currency: totals["currency"]?.text,
            unitsDecimals: totals["pay"]?["units_decimals"]?.int(in: 0...4) ?? 2)
        payCodes = PayCode.all(in: totals)
    }

    /// The days that the run's settings call workdays and holidays.
    package var calendar: PayCalendar { PayCalendar(in: totals) }
}

extension PayCode {
    /// The pay codes that a `totals.json` says have lines.
    package static func paid(in totals: JSONTree) -> [PayCode] {
        let paid = (totals["pay_codes"]?.list ?? []).filter { $0["lines"]?.int ?? 0 > 0 }
        return all(in: totals).filter { code in paid.contains { $0["code"]?.text == code.code } }
    }

    /// The pay codes that a `totals.json` declares.
    static func all(in totals: JSONTree) -> [PayCode] {
        (totals["pay_codes"]?.list ?? []).compactMap { code in
            code["code"]?.text.map {
                PayCode(
                    $0, title: code["title"]?.text ?? $0,
                    unit: code["unit"]?.text.flatMap(PayUnit.init(rawValue:)) ?? .hours,
                    isAbsence: code["leave"]?.text != nil)
            }
        }
    }
}

extension PayCalendar {
    /// The calendar of the days of a period, as its `totals.json` states it.
    init(in totals: JSONTree) {
        let pay = totals["pay"]
        guard let weekend = pay?["weekend"]?.list else {
            self.init()
            return
        }
        let period = RunID(totals["run"]?.text ?? "").flatMap { try? PayPeriod($0.period) }
        self.init(
            weekend: Set(weekend.compactMap { $0.text.flatMap(WeekendDay.init(rawValue:)) }),
            holidays: Set((pay?["holidays"]?.list ?? []).compactMap { $0.text.flatMap { CivilDate($0) } }),
            known: period.map { $0.first...$0.last })
    }
}
