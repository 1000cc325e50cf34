internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension FolderVerification {
    /// Reads the text of a profile; it throws what is wrong with it.
    package typealias ProfileParser = (_ text: [UInt8], _ name: String) throws -> Profile

    /// The files of one output in the layout of a profile, read back.
    private struct ProfiledOutput {
        let profile: Profile
        let context: ProfileContext
        var figures: [String]
        /// The path of the first file.
        let path: String
        var lines: [ProfileContents.Key: ProfileContents.Sum] = [:]
        var roundedRates: Int?
        /// Whether they are the files of a correction.
        var holdsChanges = false
    }

    /// Reads every file of a profile back by the profile that lies in the folder, and compares it with the pay lines.
    ///
    /// - Parameters:
    ///   - known: the lines that other files say; empty where none does.
    ///   - changes: what a correction changes.
    mutating func checkProfiles(
        _ files: [(figure: String, tree: JSONTree)], known: PayLines?, changes: [ChangeRow]?, _ parse: ProfileParser
    ) {
        var profiles: [String: Profile] = [:]
        for (_, file) in files where file["format"]?.text == FileEntry.profileCopy {
            guard let name = file["file"]?.text, name.hasSuffix(".yaml") else { continue }
            do {
                let profile = try parse(try ReadFile.bytes(of: "\(folder)/data/\(name)"), "data/\(name)")
                profiles[profile.name] = profile
            } catch {
                find("data/\(name)", (error as? any ExplainedError)?.explanation ?? "\(error)")
            }
        }
        let employees = employees(files)
        var outputs: [(name: String, output: ProfiledOutput)] = []
        for (figure, file) in files where file["format"]?.text == FileEntry.profile {
            guard let name = file["file"]?.text, let profileName = file["profile"]?.text else { continue }
            let path = "data/\(name)"
            guard let profile = profiles[profileName] else {
                find(path, "the profile \(singleLine(profileName)) that it was written by is not in the folder")
                continue
            }
            guard let context = profileContext(of: file, employees) else { continue }
            let outputName = file["output"]?.text ?? name
            let index: Int
            if let known = outputs.firstIndex(where: { $0.name == outputName }) {
                index = known
            } else {
                outputs.append(
                    (outputName, ProfiledOutput(profile: profile, context: context, figures: [], path: path)))
                index = outputs.count - 1
            }
            if file[FileEntry.content]?.text == FileEntry.changesOnly {
                outputs[index].output.holdsChanges = true
                markCompared("\(figure).\(FileEntry.content)")
            }
            read(StatedFile(tree: file, figure: figure, path: path), context, into: &outputs[index].output)
        }
        for (_, output) in outputs {
            if output.holdsChanges { compare(output, with: changes) } else { compare(output, with: known) }
        }
    }

    private mutating func read(
        _ file: StatedFile, _ context: ProfileContext, into output: inout ProfiledOutput
    ) {
        show(file.path)
        if output.profile.escape == .xml {
            let copy = "\(folder)/data/\(ProfileFormat.folder)/\(output.profile.name).xsd"
            let schema = try? ReadFile.bytes(of: copy)
            if let problem = ProfileFileReader.problem(
                ofXML: "\(folder)/\(file.path)", schema: schema, named: output.profile.schema ?? "schema")
            {
                find(file.path, problem)
            }
        }
        if let count = file.tree["rates_rounded"]?.count { output.roundedRates = (output.roundedRates ?? 0) + count }
        output.figures.append(file.figure)
        guard !output.profile.isUnproven else {
            return leaveOpen("\(file.path): its profile says that it can't be read back")
        }
        do {
            let contents = try ProfileFileReader.contents(
                of: ReadFile.open("\(folder)/\(file.path)"), output.profile, context, payCodes: statedPayCodes)
            compareRows(contents.rows, file)
            for (key, sum) in contents.lines { output.lines[key, default: ProfileContents.Sum()].add(sum) }
            // They decide what the lines of the file must be like, all of which are.
            for key in ["profile", "output"] { markCompared("\(file.figure).\(key)") }
            for need in output.profile.needs where output.profile.uses(.need(need.name)) {
                markCompared("\(file.figure).needs.\(need.name)")
            }
            checkFiner(file)
        } catch let error as ProfileReadingError {
            find(file.path, "line \(error.line) can't be read back by its profile: \(error.message)")
        } catch {
            find(file.path, (error as? any ExplainedError)?.explanation ?? "\(error)")
        }
    }

    /// Rates that were rounded are counted where they may be, and nowhere else.
    private mutating func checkFiner(_ file: StatedFile) {
        let finer = file.tree["finer"]?.text ?? "nothing"
        guard ["refuse", "round"].contains(finer), (finer == "round") == (file.tree["rates_rounded"] != nil) else {
            return find(
                Self.totalsPath,
                "\(file.figure).finer is \(singleLine(finer)), which doesn't go with \(file.figure).rates_rounded")
        }
        markCompared("\(file.figure).finer")
    }

    /// The run, and what the totals say that the output gave.
    private mutating func profileContext(of file: JSONTree, _ employees: EmployeeTable?) -> ProfileContext? {
        func texts(_ key: String) -> [String: String] {
            guard case .object(let members)? = file[key] else { return [:] }
            return members.reduce(into: [:]) { $0[$1.key] = $1.value.text }
        }
        guard let run = RunID(document["run"]?.text ?? ""), let period = try? PayPeriod(run.period),
            let snapshot = document["snapshot"]?.text.flatMap({ Instant($0) })
        else {
            find(Self.totalsPath, "run, period and snapshot can't be read, so no file of a profile can be")
            return nil
        }
        let batch = PayrollBatch(
            system: "", connection: "", pipeline: run.pipeline, period: period, revision: run.revision,
            snapshot: snapshot, unitsDecimals: document["pay"]?["units_decimals"]?.int(in: 0...4) ?? 2)
        return ProfileContext(
            batch: batch, needs: texts("needs"), codes: ProfileCode.all(of: file["codes"]),
            roundsRates: file["finer"]?.text == "round", calendar: PayCalendar(in: document),
            workdays: employees?.workdaysByNumber ?? [:])
    }

    private mutating func compare(_ output: ProfiledOutput, with known: PayLines?) {
        guard !output.profile.isUnproven else { return }
        guard let known else {
            return leaveOpen("\(output.path) against the pay lines: no other file of the folder has them")
        }
        let payCodes = statedPayCodes
        let proof = ProfileProof(output.profile, context: output.context, payCodes: payCodes)
        let compiled = CompiledProfile(output.profile, output.context)
        var expected: [ProfileContents.Key: ProfileContents.Sum] = [:]
        var rounded = 0
        let rows = ProfileRows(output.profile, output.context)
        var provesDays = true
        for (key, line) in known.lines {
            let payCode = payCodes.first { $0.code == key.code } ?? PayCode(key.code, title: key.code)
            guard let units = output.profile.units(of: line, output.context.kind(of: payCode)) else {
                return leaveOpen("\(output.path) against the pay lines: \(known.origin) doesn't tell their days")
            }
            let person = output.profile.person == .name ? known.employees[key.employee]?.name ?? "" : key.employee
            let shown = ProfileContents.Key(person: person, item: proof.item(key.code))
            expected[shown, default: ProfileContents.Sum()].units += units
            if let amount = line.amount {
                expected[shown, default: ProfileContents.Sum()].amount = (expected[shown]?.amount ?? 0) + amount
            }
            if let code = WrittenCode(payCode, profile: output.profile, context: output.context),
                output.profile.provesStretches(ofRow: code.place)
            {
                guard let days = line.detail?.days, let units = Int64(exactly: line.units) else {
                    provesDays = false
                    continue
                }
                let line = PayrollLine(
                    payCode: key.code, project: key.project, units: Hours(nano: units), rate: nil, amount: nil,
                    entries: 0,
                    days: days)
                var made: [ProfileRow] = []
                rows.append(rowsOf: line, of: key.employee, at: 0, code, to: &made)
                for row in made {
                    expected[shown, default: ProfileContents.Sum()].stretches &+= StretchProof.sum(
                        of: row, output.profile, output.context.batch.period)
                }
            }
            if compiled.rounds(line.rate.map(Money.init(nano:))) { rounded += 1 }
        }
        if !provesDays {
            leaveOpen("\(output.path): the days of absence, which \(known.origin) doesn't tell")
        }
        let differences = differences(
            output, expected: expected, origin: known.origin, hasAmounts: known.hasWorkers, hasDays: provesDays)
        for difference in differences.prefix(20) { find(output.path, difference) }
        guard differences.isEmpty else { return }
        prove("\(output.path): read back by its profile; \(allOf(known.lines.count, "line", "match")) \(known.origin).")
        for figure in output.figures {
            markCompared(output.context.codes, at: figure, of: Set(known.lines.keys.map(\.code)))
        }
        guard known.hasWorkers, let stated = output.roundedRates else { return }
        for figure in output.figures { markCompared("\(figure).rates_rounded") }
        if stated != rounded {
            find(output.path, "the totals count \(stated) rounded rates, but \(rounded) are finer than the layout")
        }
    }

    /// Compares the file of a correction with the list of what it changes.
    private mutating func compare(_ output: ProfiledOutput, with changes: [ChangeRow]?) {
        guard !output.profile.isUnproven else { return }
        let origin = "data/\(ChangesTable.fileName)"
        guard let changes else { return leaveOpen("\(output.path) against \(origin): that can't be read") }
        let payCodes = statedPayCodes
        let proof = ProfileProof(output.profile, context: output.context, payCodes: payCodes)
        var expected: [ProfileContents.Key: ProfileContents.Sum] = [:]
        for row in changes {
            let payCode = payCodes.first { $0.code == row.payCode } ?? PayCode(row.payCode, title: row.payCode)
            let kind = output.context.kind(of: payCode)
            guard output.profile.corrections == .difference, !output.profile.isInMinutes(kind) else {
                return leaveOpen("\(output.path) against \(origin): that doesn't tell the days of lines")
            }
            let person = output.profile.person == .name ? row.name ?? "" : row.payrollNumber
            let shown = ProfileContents.Key(person: person, item: proof.item(row.payCode))
            expected[shown, default: ProfileContents.Sum()].units += row.unitsDifference
            if let amount = row.amountDifference {
                expected[shown, default: ProfileContents.Sum()].amount = (expected[shown]?.amount ?? 0) + amount.nano
            }
        }
        if output.profile.each == .stretch {
            leaveOpen("\(output.path): the days of absence, which \(origin) doesn't tell")
        }
        let differences = differences(output, expected: expected, origin: origin, hasAmounts: true, hasDays: false)
        for difference in differences.prefix(20) { find(output.path, difference) }
        guard differences.isEmpty else { return }
        prove("\(output.path): read back by its profile; \(allOf(changes.count, "change", "match")) \(origin).")
        for figure in output.figures {
            markCompared(output.context.codes, at: figure, of: Set(changes.map(\.payCode)))
        }
    }

    /// Marks what an output says of pay codes that are in its rows: the rows show all of it.
    private mutating func markCompared(_ codes: [String: ProfileCode], at figure: String, of used: Set<String>) {
        for (payCode, code) in codes where used.contains(payCode) {
            markCompared("\(figure).codes.\(payCode)")
            for (key, _) in code.values { markCompared("\(figure).codes.\(payCode).\(key)") }
        }
    }

    /// The pay codes that the totals declare.
    private var statedPayCodes: [PayCode] { PayCode.all(in: document) }

    private func differences(
        _ output: ProfiledOutput, expected: [ProfileContents.Key: ProfileContents.Sum], origin: String,
        hasAmounts: Bool, hasDays: Bool
    ) -> [String] {
        let hasAmounts = hasAmounts && output.profile.shows(.amount)
        return Set(expected.keys).union(output.lines.keys).sorted { ($0.person, $0.item) < ($1.person, $1.item) }
            .compactMap { key in
                let found = output.lines[key] ?? ProfileContents.Sum()
                let wanted = expected[key] ?? ProfileContents.Sum()
                // No name is printed: `verify` says what it finds to logs too.
                let place =
                    (output.profile.person == .name ? "an employee" : "employee \(singleLine(key.person))")
                    + ", pay code \(singleLine(key.item))"
                func text(_ nano: Int128?) -> String { nano.map { decimalText(nano: $0, .exact) } ?? "nothing" }
                if found.units != wanted.units {
                    return
                        "\(place): units is \(text(found.units)), expected \(text(wanted.units)) from \(origin)"
                }
                if hasAmounts, found.amount ?? 0 != wanted.amount ?? 0 {
                    return
                        "\(place): amount is \(text(found.amount)), expected \(text(wanted.amount)) from \(origin)"
                }
                if hasDays, found.stretches != wanted.stretches {
                    return "\(place): the days of absence are others than in \(origin)"
                }
                return nil
            }
    }
}

extension Profile {
    /// The units of a line that is known from a file, as the layout writes them; `nil` where that takes its days and
    /// the file doesn't tell them.
    fileprivate func units(of line: PayLines.Line, _ kind: LineKind) -> Int128? {
        guard isInMinutes(kind) else { return line.units }
        return line.detail?.days.sum.minutes
    }
}
