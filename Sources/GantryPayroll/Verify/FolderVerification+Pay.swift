internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
package import GantryOutputs

extension FolderVerification {
    /// A payroll export: the pipeline file and the archive say what is found, exported and paid, and every other file
    /// is compared with that. Without an archive the pay files are compared with each other.
    ///
    /// - Parameters:
    ///   - version: that of this program, whose schema of payroll files is expected.
    ///   - terms: reads the pipeline file.
    ///   - profile: reads the text of a profile.
    package mutating func checkPayroll(
        version: String, terms: PayrollTerms.Reader, profile: ProfileParser
    ) async throws {
        var section = VerifiedSection(prefix: "", document, .payroll)
        let files = section.files
        for (figure, file) in files { check(file, at: figure, in: &section) }
        let workers = checkWorkers(files)
        let decided = try await decide(files, section: section, roster: workers, terms)
        var known: [PayLines] = []
        if let decided, let archive = section.archived {
            compare(decided, files: files, at: archive.path)
            known += lines(decided, archive.path)
        } else if let exceptions = section.exceptions, exceptions.rows > 0 {
            leaveOpen("\(exceptions.path): what was found and expected")
        }
        compareCounts(section, recomputed: decided?.summary.counts)
        checkDays(isDecided: decided != nil)
        let xml = checkXML(files, in: section, version: version)
        if let xml { compare(xml, with: &known) }
        for (figure, file) in files where file["format"]?.text == PayCSVFormat.name {
            checkTable(file, at: figure, known: &known)
        }
        for (figure, file) in files where file["format"]?.text == FileEntry.leftOut { checkLeftOut(file, at: figure) }
        for (_, file) in files where file["format"]?.text == WorkbookFormat.name { checkPaySheet(file, known: &known) }
        let lines = known.first { $0.hasWorkers } ?? known.first
        checkProfiles(files, known: lines, changes: checkChanges(files, lines), profile)
        for (figure, file) in files where file["format"]?.text == FileEntry.variance {
            checkVariance(file, at: figure, known: lines, beside: files)
        }
        // What the archive gives was compared with every figure.
        if decided?.hasWorkers != true, let lines = known.first(where: \.hasWorkers) {
            compareTotals(lines, employees(files), hasCodes: xml != nil)
        }
    }

    /// The pay lines that the archive gives; `nil` where the folder doesn't hold what that takes.
    mutating func payEmployees(_ terms: PayrollTerms.Reader) async throws -> [PayrollEmployee]? {
        var section = VerifiedSection(prefix: "", document, .payroll)
        let files = section.files
        let lists = [ExceptionsFormat.name, WorkbookFormat.name]
        for (figure, file) in files where lists.contains(file["format"]?.text ?? "") {
            check(file, at: figure, in: &section)
        }
        let workers = checkWorkers(files)
        guard let decided = try await decide(files, section: section, roster: workers, terms),
            decided.summary.counts == section.counts,
            document["entry_id_sum"] == .string(String(decided.summary.hashOfIDs))
        else { return nil }
        return try decided.calculation.employees(of: decided.summary.employees, in: decided.roster)
    }

    /// The employees that an export was paid by; `nil` where it has no list of them.
    func employees(_ files: [(figure: String, tree: JSONTree)]) -> EmployeeTable? {
        files.first { $0.tree["format"]?.text == FileEntry.employees }?.tree["file"]?.text.flatMap {
            let path = "\(folder)/data/\($0)"
            return try? EmployeeTable(
                csv: ReadFile.bytes(of: path), path: path, hasTextKeys: document.isByRoles)
        }
    }

    /// The workers that belong to an archive; `nil` if the folder doesn't hold them.
    private mutating func checkWorkers(_ files: [(figure: String, tree: JSONTree)]) -> Roster? {
        guard let (figure, file) = files.first(where: { $0.tree["format"]?.text == "joined-workers" }),
            let name = file["file"]?.text
        else {
            return nil
        }
        do {
            let roster = Roster(try JoinedWorkers.read("\(folder)/data/\(name)").people)
            compare("\(figure).rows", with: .integer(roster.people.count), origin: "data/\(name)")
            return roster
        } catch {
            find("data/\(name)", (error as? any ExplainedError)?.explanation ?? "\(error)")
            return nil
        }
    }

    /// Whether the totals say that lines are split by projects.
    var isByProject: Bool { document["pay"]?["by"]?.list?.contains(.string(PaySettings.project)) ?? false }

    /// The pay lines of an archive that was decided again; none if files can't hold them.
    private mutating func lines(_ decided: DecidedArchive, _ path: String) -> [PayLines] {
        do {
            let employees = try decided.calculation.employees(of: decided.summary.employees, in: decided.roster)
            var lines = PayLines(origin: path, hasWorkers: decided.hasWorkers)
            if decided.terms.settings != nil { for employee in employees { lines.add(employee) } }
            compareFigures(decided, employees: decided.terms.settings == nil ? [] : employees, at: path)
            if let days = decided.summary.leaveDays, LeaveDays(document[LeaveDays.key]) == days {
                prove("all \(days.approved) days of approved leave are paid, left out or held as the rules say.")
            }
            if let days = decided.summary.holidays?.days, HolidayDays(document[HolidayDays.key]) == days {
                prove("all \(days.all) days of public holidays on workdays are paid or held as the rules say.")
            }
            return [lines]
        } catch {
            find(path, (error as? any ExplainedError)?.explanation ?? "\(error)")
            return []
        }
    }

    /// Compares lines with those that are known, among which they are then too.
    mutating func compare(_ lines: PayLines, with known: inout [PayLines]) {
        for other in known {
            let differences = other.differences(in: lines)
            for difference in differences { find(lines.origin, difference) }
            if differences.isEmpty {
                prove("\(lines.origin): \(allOf(lines.lines.count, "line", "match")) \(other.origin).")
            }
            // One that tells everything is enough.
            if other.hasWorkers { return }
        }
        known.append(lines)
    }

    private mutating func checkTable(_ file: JSONTree, at figure: String, known: inout [PayLines]) {
        guard let name = file["file"]?.text else { return }
        let path = "data/\(name)"
        do {
            let columns = PayCSVColumns(isByProject: isByProject)
            let read = try sum(file, at: path) { _ in [columns.units, columns.amount] }
            compareRows(read.rows, StatedFile(tree: file, figure: figure, path: path))
            compare(try PayLines(csv: path, under: folder, try dialect(file), columns), with: &known)
        } catch let error as any ExplainedError {
            find(path, error.explanation)
        } catch {
            find(path, "it can't be read: \(error)")
        }
    }

    private mutating func checkXML(
        _ files: [(figure: String, tree: JSONTree)], in section: VerifiedSection, version: String
    ) -> PayLines? {
        guard let (figure, file) = files.first(where: { $0.tree["format"]?.text == PayXMLFormat.name }),
            let name = file["file"]?.text
        else { return nil }
        let path = "data/\(name)"
        show(path)
        var lines = PayLines(origin: path)
        let proof: PayrollXMLVerification
        do {
            proof = try verifyPayrollXML(file: "\(folder)/\(path)", proof: .schema, byProject: isByProject, limit: 20) {
                lines.add($0)
            }
        } catch {
            find(path, error.explanation)
            return nil
        }
        for finding in proof.findings { find(path, "\(finding)") }
        for violation in proof.violations { find(path, "\(violation)") }
        compare("\(figure).employees", with: .integer(proof.recomputed.employees), origin: path)
        compareBatch(proof, path)
        if proof.recomputed.entries != section.counts.exported {
            find(
                path,
                "it counts \(counted(proof.recomputed.entries, "entry", plural: "entries")), but \(section.counts.exported) are exported"
            )
        }
        for index in proof.payCodes.indices {
            compare("pay_codes[\(index)].title", with: .string(proof.payCodes[index].title), origin: path)
        }
        compare("entry_id_sum", with: .string(String(proof.recomputed.entryIDSum)), origin: path)
        checkSchema(
            files,
            PayrollXMLSchema.Form(proof.batch, proof.payCodes, isByProject: isByProject), version: version)
        if proof.isProven {
            prove(
                "\(path): matches its schema; \(counted(proof.recomputed.employees, "employee")), \(counted(proof.recomputed.lines, "line")) and all totals recalculated."
            )
        }
        return lines
    }

    private mutating func compareBatch(_ proof: PayrollXMLVerification, _ path: String) {
        let batch = proof.batch
        compare("run", with: .string("\(batch.pipeline)/\(batch.period.name)/r\(batch.revision)"), origin: path)
        compare("system", with: .string(batch.system), origin: path)
        compare("connection", with: .string(batch.connection), origin: path)
        compare("corrects", with: batch.corrects.map { .integer($0) } ?? .null, origin: path)
        compare("snapshot", with: .string(batch.snapshot.description), origin: path)
        compare("rounding", with: .string(batch.rounding.rawValue), origin: path)
        compare("currency", with: batch.currency.map { .string($0) } ?? .null, origin: path)
        if states("pay.units_decimals") {
            compare("pay.units_decimals", with: .integer(batch.unitsDecimals), origin: path)
        }
    }

    /// The schema beside a payroll file must be the one of this version; one of another version looks the same as one
    /// that was changed.
    private mutating func checkSchema(
        _ files: [(figure: String, tree: JSONTree)], _ form: PayrollXMLSchema.Form, version: String
    ) {
        guard let name = files.first(where: { $0.tree["format"]?.text == "schema" })?.tree["file"]?.text else { return }
        let path = "data/\(name)"
        do {
            if try ReadFile.bytes(of: "\(folder)/\(path)") != PayrollXMLSchema.document(form) {
                find(path, "it differs from the payroll file schema of Gantry \(version)")
            }
        } catch let error as any ExplainedError {
            find(path, error.explanation)
        } catch {
            find(path, "it can't be read: \(error)")
        }
    }

    /// The sums of the lines, which are the same in every pay file.
    private mutating func compareTotals(_ lines: PayLines, _ employees: EmployeeTable?, hasCodes: Bool) {
        let sums = lines.totals(of: document["pay_codes"]?.list?.compactMap { $0["code"]?.text } ?? [])
        let origin = lines.origin
        for (index, code) in sums.codes.enumerated() {
            let place = "pay_codes[\(index)]"
            guard states("\(place).code") else {
                find(Self.totalsPath, "it has no pay code \(singleLine(code.code)), but \(origin) has lines with it")
                continue
            }
            if code.lines > 0 || hasCodes { markCompared("\(place).code") }
            compare("\(place).lines", with: .integer(code.lines), origin: origin)
            compare("\(place).units", with: .string(decimalText(nano: code.units, .exact)), origin: origin)
            compare(
                "\(place).amount", with: code.amount.map { .string(Money(nano: $0).description) } ?? .null,
                origin: origin)
        }
        compare("amount", with: sums.amount.map { .string(Money(nano: $0).description) } ?? .null, origin: origin)
        // A table has nobody whose entries pay nothing, such as entries of zero hours; a payroll file has everybody.
        if hasCodes || document["employees"]?.int.map({ $0 <= lines.employees.count }) ?? true {
            compare("employees", with: .integer(lines.employees.count), origin: origin)
            compare("payroll_number_sum", with: .string(String(sums.payrollNumbers)), origin: origin)
        }
        if let stated = document[ProjectSums.key] {
            compareTree(lines.projects(of: document["pay_codes"]), with: stated, at: ProjectSums.key, origin: origin)
        }
        let priced = Set(
            (document["pay_codes"]?.list ?? []).filter { $0["rate"]?.text != nil }.compactMap { $0["code"]?.text })
        let salaried = Set(
            (employees?.rows ?? []).filter(\.isSalaried).map(\.payrollNumber))
        let unpriced = lines.lines.filter { $0.value.rate == nil }.keys
        let missing = unpriced.filter { priced.contains($0.code) && !salaried.contains($0.employee) }
        compare("lines_without_rate", with: .integer(unpriced.count - missing.count), origin: origin)
        compare("lines_missing_rate", with: .integer(missing.count), origin: origin)
        compare("employees_missing_rate", with: .integer(Set(missing.map(\.employee)).count), origin: origin)
    }
}
