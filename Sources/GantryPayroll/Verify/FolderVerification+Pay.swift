internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
package import GantryOutputs

extension FolderVerification {
    /// A payroll export: the archive says what is exported and paid, and every other file is compared with it. Without
    /// an archive the pay files are compared with each other.
    ///
    /// - Parameters:
    ///   - version: that of this program, whose schema of payroll files is expected.
    ///   - profile: reads the text of a profile.
    package mutating func checkPayroll(version: String, profile: ProfileParser) async throws {
        var section = VerifiedSection(prefix: "", document, .payroll)
        let files = section.files
        for (figure, file) in files { check(file, at: figure, in: &section) }
        let workers = checkWorkers(files)
        let roster = workers ?? Roster([])
        let entries = try await recompute(files, section: section, roster: workers)
        compareCounts(section, recomputed: entries?.counts)
        var known: [PayLines] = []
        if let entries, let archive = section.archived {
            known += lines(of: entries, roster, PayLines(origin: archive.path, hasWorkers: workers != nil))
        }
        let xml = checkXML(files, in: section, version: version)
        if let xml { compare(xml, with: &known) }
        for (figure, file) in files where file["format"]?.text == "payroll-csv" {
            checkTable(file, at: figure, known: &known)
        }
        for (figure, file) in files where file["format"]?.text == FileEntry.leftOut { checkLeftOut(file, at: figure) }
        for (figure, file) in files where file["format"]?.text == WorkbookFormat.name {
            checkPaySheet(file, at: figure, known: &known)
        }
        let lines = known.first { $0.hasWorkers } ?? known.first
        checkProfiles(files, known: lines, changes: checkChanges(files, lines), profile)
        for (figure, file) in files where file["format"]?.text == FileEntry.variance {
            checkVariance(file, at: figure, known: lines)
        }
        if let entries, let archive = section.archived { compareHours(entries, archive.path) }
        if let lines = known.first(where: \.hasWorkers) { compareTotals(lines, hasCodes: xml != nil) }
    }

    /// The pay lines that the archive gives; `nil` where the folder doesn't hold what that takes.
    mutating func payEmployees() async throws -> [PayrollEmployee]? {
        var section = VerifiedSection(prefix: "", document, .payroll)
        let files = section.files
        let lists = [ExceptionsFormat.name, WorkbookFormat.name]
        for (figure, file) in files where lists.contains(file["format"]?.text ?? "") {
            check(file, at: figure, in: &section)
        }
        let workers = checkWorkers(files)
        guard let entries = try await recompute(files, section: section, roster: workers) else { return nil }
        return try entries.payLines(statedCalculation(), workers ?? Roster([]), hasWorkers: workers != nil)
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

    /// The entries of the archive, and every file of records compared with them byte by byte; `nil` if the folder
    /// doesn't hold what that takes.
    private mutating func recompute(
        _ files: [(figure: String, tree: JSONTree)], section: VerifiedSection, roster: Roster?
    ) async throws -> ArchivedEntries? {
        guard let archive = files.first(where: { $0.tree["format"]?.text == "archive" })?.tree,
            let name = archive["file"]?.text,
            let compression = ArchiveCompression(rawValue: archive["compression"]?.text ?? "")
        else { return nil }
        // Without the list of held entries, an archive shows which entries are exported only if none is held.
        guard section.exceptions != nil || section.counts.held == 0 else { return nil }
        let path = "data/\(name)"
        show("\(path), entry by entry")
        var held = ArchivedEntries.Held()
        for key in section.exceptions?.held.keys ?? [:].keys { if let id = Int64(key) { held.ids.insert(id) } }
        held.conflicting = Set((section.exceptions?.conflicting ?? []).compactMap { Int64($0) })
        var entries = ArchivedEntries(held, listed: section.exceptions?.places ?? [:])
        var tables = files.compactMap {
            RecordComparison(
                $0.tree, figure: $0.figure, roster: roster, rounding: entryRounding, under: folder)
        }
        do {
            let size = try ReadFile.open("\(folder)/\(path)").size
            let reader = try LandingReader<WorkEntry>(
                path: "\(folder)/\(path)", length: size, tail: [], compression: compression)
            while let chunk = try await reader.next() {
                let rows = entries.add(chunk)
                let joined = tables.isEmpty ? [] : chunk.records.map { roster?.index(of: $0.employeeID) ?? -1 }
                for index in tables.indices { tables[index].expect(chunk, rows: rows, joined: joined) }
            }
        } catch let error as any ExplainedError {
            find(path, error.explanation)
            return nil
        }
        for problem in entries.misplaced.prefix(20) { find(section.exceptions?.path ?? path, problem) }
        for table in tables {
            if let problem = table.problem {
                find(table.path, problem)
            } else {
                prove("\(table.path): every row matches the exported entry in \(path).")
                for figure in table.figures { markCompared(figure) }
            }
        }
        return entries
    }

    /// The pay lines that the entries give by what the totals state of pay; none if that is unknown.
    private mutating func lines(of entries: ArchivedEntries, _ roster: Roster, _ empty: PayLines) -> [PayLines] {
        if let excessive = entries.excessive {
            find(
                empty.origin,
                "the hours of employee \(excessive.employee) on \(excessive.day) are too large for payroll files")
            return []
        }
        guard document["pay"] != nil else {
            leaveOpen(
                "the pay lines against the entries: \(TotalsFile.name) is from an earlier version and doesn't record how pay was calculated"
            )
            return []
        }
        let calculation: PayCalculation
        do {
            calculation = try statedCalculation()
        } catch {
            find(Self.totalsPath, (error as? any ExplainedError)?.explanation ?? "\(error)")
            return []
        }
        do {
            var lines = empty
            for employee in try entries.payLines(calculation, roster, hasWorkers: lines.hasWorkers) {
                lines.add(employee)
            }
            // They decide the lines, which are compared with those of the pay files.
            for (index, code) in (document["pay_codes"]?.list ?? []).enumerated() {
                let others = code[PayFigures.othersKey]?.list ?? []
                let place = "pay_codes[\(index)]"
                markMeaning(of: code, at: place, withRates: lines.hasWorkers)
                for (number, other) in others.enumerated() {
                    markMeaning(
                        of: other, at: "\(place).\(PayFigures.othersKey)[\(number)]", withRates: lines.hasWorkers)
                }
            }
            for key in ["pay.units_decimals", "rounding"] + (lines.hasWorkers ? ["pay.name"] : []) { markCompared(key) }
            for key in ["by", "weekend", "holidays"] {
                for place in (document["pay"]?[key]?.list ?? []).indices { markCompared("pay.\(key)[\(place)]") }
            }
            for key in ["salaried_lines", "entries_rounded"] where document["pay"]?[key] != nil {
                markCompared("pay.\(key)")
            }
            return [lines]
        } catch {
            find(empty.origin, (error as? any ExplainedError)?.explanation ?? "\(error)")
            return []
        }
    }

    /// Marks what decides the lines of a pay code.
    private mutating func markMeaning(of code: JSONTree, at place: String, withRates: Bool) {
        for key in ["hours"] + PayFigures.termKeys + (withRates ? ["rate", "rate_factor"] : []) where code[key] != nil {
            markCompared("\(place).\(key)")
            for index in (code[key]?.list ?? []).indices { markCompared("\(place).\(key)[\(index)]") }
        }
    }

    /// How work entries are rounded: like pay, since `totals.json` says so.
    private var entryRounding: Rounding {
        guard document["pay"]?["entries_rounded"] != nil else { return .halfUp }
        return document["rounding"]?.text.flatMap(Rounding.init(rawValue:)) ?? .halfUp
    }

    /// Whether the totals say that lines are split by projects.
    var isByProject: Bool { document["pay"]?["by"]?.list?.contains(.string(PaySettings.project)) ?? false }

    /// How lines are made, by the totals and by what the bag holds of employees and leave.
    private func statedCalculation() throws -> PayCalculation {
        let stated = try StatedPay(document)
        var inputs = PayInputs(employees: nil, calendar: stated.calendar, leave: nil)
        for file in document["files"]?.list ?? [] {
            guard let path = file["file"]?.text.map({ "\(folder)/data/\($0)" }) else { continue }
            switch file["format"]?.text {
            case FileEntry.employees:
                inputs.employees = try EmployeeTable(csv: ReadFile.bytes(of: path), path: path)
            case FileEntry.leave: inputs.leave = try ApprovedLeave(archive: path)
            default: break
            }
        }
        return PayCalculation(stated.settings, batch: stated.batch, inputs: inputs)
    }

    /// Compares lines with those that are known, among which they are then too.
    mutating func compare(_ lines: PayLines, with known: inout [PayLines]) {
        for other in known {
            let differences = other.differences(in: lines)
            for difference in differences { find(lines.origin, difference) }
            if differences.isEmpty {
                prove("\(lines.origin): all \(lines.lines.count) lines match \(other.origin).")
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
        guard let (figure, file) = files.first(where: { $0.tree["format"]?.text == "payroll-xml" }),
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
            find(path, "it counts \(proof.recomputed.entries) entries, but \(section.counts.exported) are exported")
        }
        for index in proof.payCodes.indices {
            compare("pay_codes[\(index)].title", with: .string(proof.payCodes[index].title), origin: path)
        }
        compare("entry_id_sum", with: .string(String(proof.recomputed.entryIDSum)), origin: path)
        checkSchema(
            files,
            PayrollXMLSchema.Form(
                unitsDecimals: proof.batch.unitsDecimals, proof.payCodes, isByProject: isByProject), version: version)
        if proof.isProven {
            prove(
                "\(path): matches its schema; \(proof.recomputed.employees) employees, \(proof.recomputed.lines) lines and all totals recalculated."
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

    private mutating func compareHours(_ entries: ArchivedEntries, _ path: String) {
        for (index, item) in (document["hours"]?.list ?? []).enumerated() {
            guard let quantity = item["name"]?.text.flatMap(PayQuantity.init(rawValue:)),
                index < PayQuantity.allCases.count,
                quantity == PayQuantity.allCases[index]
            else {
                find(
                    Self.totalsPath,
                    "hours[\(index)].name is \(singleLine(item["name"]?.text ?? "nothing")), which is not the kind of hours expected there"
                )
                continue
            }
            markCompared("hours[\(index)].name")
            compare("hours[\(index)].exported", with: .string(entries.exported[quantity].description), origin: path)
            compare("hours[\(index)].held", with: .string(entries.held[quantity].description), origin: path)
        }
        compare("entry_id_sum", with: .string(String(entries.entryIDSum)), origin: path)
        guard let table = (try? statedCalculation())?.inputs.employees, states(PayFigures.salariedHoursKey) else {
            return
        }
        compare(PayFigures.salariedHoursKey, with: .string(entries.salariedHours(table).description), origin: path)
    }

    /// The sums of the lines, which are the same in every pay file.
    private mutating func compareTotals(_ lines: PayLines, hasCodes: Bool) {
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
        compare("employees", with: .integer(lines.employees.count), origin: origin)
        compare("payroll_number_sum", with: .string(String(sums.payrollNumbers)), origin: origin)
        let priced = Set(
            (document["pay_codes"]?.list ?? []).filter { $0["rate"]?.text != nil }.compactMap { $0["code"]?.text })
        let salaried = Set(
            ((try? statedCalculation())?.inputs.employees?.rows ?? []).filter(\.isSalaried).map(\.payrollNumber))
        let unpriced = lines.lines.filter { $0.value.rate == nil }.keys
        let missing = unpriced.filter { priced.contains($0.code) && !salaried.contains($0.employee) }
        compare("lines_without_rate", with: .integer(unpriced.count - missing.count), origin: origin)
        compare("lines_missing_rate", with: .integer(missing.count), origin: origin)
        compare("employees_missing_rate", with: .integer(Set(missing.map(\.employee)).count), origin: origin)
    }
}
