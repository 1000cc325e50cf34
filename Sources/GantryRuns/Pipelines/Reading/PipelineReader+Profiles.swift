internal import GantryModel
internal import GantryOutputs
internal import GantryPayroll
internal import GantryYAML

/// Outputs in the layout of a profile.
extension PipelineReader {
    /// The format that an output names: one of Gantry's, or a profile, for now without what the output gives it.
    mutating func format(_ entry: Section) -> (any OutputFormat)? {
        let names = OutputFormats.all.map(\.name)
        guard let word = document.text(entry, "format", expected: listed(names)) else { return nil }
        if let format = OutputFormats.named(word.value) { return format }
        guard let profiles, let path = profiles.path(named: word.value) else {
            let known = profiles?.names() ?? []
            document.unknownName(
                "format", word, among: names + known,
                note: known.isEmpty ? nil : "Layouts of payroll programs are profiles, in a folder called Profiles.")
            return nil
        }
        do throws(PipelineFileError) {
            let file = try ProfileFile.load(path: path)
            return ProfileFormat(file.profile, source: file.text, schema: file.schema)
        } catch {
            let first =
                error.mistakes.first.map { " on line \($0.place.line): \($0.found)" } ?? ": \(error.explanation)"
            document.report(
                .conflict, at: word.place,
                "The profile \(quoted(word.value)) can't be used, because of a mistake\(first)",
                expected: "a profile without mistakes", note: "It is in \(path); validate shows all of them.")
            return nil
        }
    }

    /// The format with what the output gives it; `nil` where something of that is wrong.
    mutating func completed(_ profile: ProfileFormat, _ entry: Section) -> ProfileFormat? {
        let before = document.mistakes.count
        var format = profile
        format.needs = needs(profile.profile, entry)
        format.codes = codes(profile, entry)
        format.roundsRates =
            document.choice(entry, "finer", what: "word", among: ["refuse", "round"]) == "round"
        checkName(profile.profile, entry)
        guard document.mistakes.count == before else { return nil }
        for misfit in format.misfits(payCodes: payCodes ?? []) {
            let key = misfit.column == "code" && entry.has("codes") ? "codes" : entry.has("needs") ? "needs" : "format"
            document.report(
                .conflict, at: entry.place(of: key), "\(misfit.column) is \(quoted(misfit.value)).",
                expected: misfit.expected,
                note: misfit.saysWhatToDo ? nil : "The profile \(profile.name) has no room for it.")
        }
        checkAbsence(format, entry)
        checkAlike(format, entry)
        return document.mistakes.count == before ? format : nil
    }

    private mutating func needs(_ profile: Profile, _ entry: Section) -> [String: String] {
        let known = profile.needs.map(\.name)
        guard !known.isEmpty else {
            if entry.has("needs") {
                document.report(
                    .conflict, at: entry.place(of: "needs"), "The profile \(profile.name) needs nothing.",
                    expected: "no key \"needs\"")
            }
            return [:]
        }
        guard entry.has("needs") else {
            let list = profile.needs.map { "\($0.name) (\($0.title))" }
            document.missing("needs", in: entry, expected: listed(list, "and"))
            return [:]
        }
        guard let node = entry["needs"],
            let group = document.section(
                node, entry.path("needs"), keys: known, what: "need", owner: entry.place(of: "needs"))
        else { return [:] }
        var needs: [String: String] = [:]
        for need in profile.needs {
            guard let text = document.required(group, need.name, expected: need.title) else { continue }
            needs[need.name] = text.value
            if let expected = need.expectation(insteadOf: text.value) {
                document.report(
                    .badValue, at: text.place, "Found \(quoted(text.value)) for \(group.path(need.name)).",
                    expected: expected)
            }
        }
        return needs
    }

    /// All pay codes or none: one that is left out would be written as it is, and mean something else to the program.
    private mutating func codes(_ format: ProfileFormat, _ entry: Section) -> [String: ProfileCode] {
        guard let node = entry["codes"] else { return [:] }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(
                node, entry.path("codes"), expected: "pay codes, each with the code of the payroll program")
            return [:]
        }
        var codes: [String: ProfileCode] = [:]
        for item in entries {
            let payCode = payCodes?.first { $0.code == item.key }
            let code = code(item, at: entry.path("codes.\(item.key)"), for: payCode, in: format.profile)
            if let payCodes, payCode == nil {
                document.unknownName(
                    "pay code", DocumentReader.Located(value: item.key, place: item.keyPlace),
                    among: payCodes.map(\.code))
            }
            if let code { codes[item.key] = code }
        }
        let missing = (payCodes ?? []).map(\.code).filter { codes[$0]?.code == nil && codes[$0]?.column == nil }
        let namesCodes = codes.values.contains { $0.code != nil || $0.column != nil }
        if !missing.isEmpty, namesCodes, entries.count == codes.count {
            document.report(
                .missingKey, at: entry.place(of: "codes"),
                "\(entry.path("codes")) doesn't have \(listed(missing, "and")).",
                expected: "every pay code of pay.codes, or no key \"codes\"")
        }
        return codes
    }

    /// A code, or a group of keys.
    private mutating func code(
        _ item: SourceNode.Entry, at path: String, for payCode: PayCode?, in profile: Profile
    ) -> ProfileCode? {
        let expected = "a code, or { code: \"2100\", absence: K }"
        guard item.value.entries != nil else {
            return document.text(item.value, path, expected: expected).map { ProfileCode($0.value) }
        }
        guard let group = document.section(item.value, path, keys: ProfileCode.keys, owner: item.keyPlace) else {
            return nil
        }
        let before = document.mistakes.count
        var code = ProfileCode(document.text(group, "code", expected: expected)?.value)
        if let column = document.text(group, "column", expected: "a column of the layout") {
            code.column = column.value
            if profile.columns.isEmpty {
                document.report(
                    .conflict, at: group.place(of: "column"),
                    "The layout \(profile.name) has no columns for pay codes.",
                    expected: "the code without it")
            } else if !profile.columns.contains(column.value) {
                document.unknownName("column", column, among: profile.columns)
            }
        }
        if let absence = document.text(group, "absence", expected: "an absence key of the payroll program") {
            code.absence = absence.value
            if !profile.uses(.absence) || payCode?.isAbsence == false {
                document.report(
                    .conflict, at: group.place(of: "absence"),
                    profile.uses(.absence)
                        ? "\(item.key) pays no leave and takes no \"absence\"."
                        : "The layout \(profile.name) has no absence keys.", expected: "the code without it")
            }
        }
        return document.mistakes.count == before ? code : nil
    }

    /// Leave whose absence key is missing.
    private mutating func checkAbsence(_ format: ProfileFormat, _ entry: Section) {
        for payCode in payCodes ?? [] where format.takesAbsence(payCode) && format.codes[payCode.code]?.absence == nil {
            let own = entry["codes"]?.entries?.first { $0.key == payCode.code }
            let shown = format.codes[payCode.code]?.code.map { "code: \(quoted($0)), " } ?? ""
            document.report(
                .missingKey, at: own?.keyPlace ?? entry.place(of: entry.has("codes") ? "codes" : "format"),
                "\(payCode.code) (\(payCode.title)) has no absence key.",
                expected: "codes: { \"\(payCode.code)\": { \(shown)absence: KEY } }",
                note:
                    "\(format.name) books absence by it, such as vacation or sickness. Ask whoever keeps the payroll program for the key."
            )
        }
    }

    /// Two pay codes that the program takes for one.
    private mutating func checkAlike(_ format: ProfileFormat, _ entry: Section) {
        for (payCode, other, name) in format.alike(payCodes ?? []) {
            let own = entry["codes"]?.entries?.first { $0.key == payCode.code }
            document.report(
                .conflict, at: own?.keyPlace ?? entry.place(of: entry.has("codes") ? "codes" : "format"),
                "\(payCode.code) and \(other.code) are one to the payroll program: \(quoted(name)).",
                expected: "another code for one of them",
                note:
                    "An employee with both has two rows of one number and code, and \(format.profile.rowsOfOneCode.words). If the vendor confirms that it pays both, write rows-of-one-code: adds in a copy of the same name in the workspace's Profiles."
            )
        }
    }

    private mutating func checkName(_ profile: Profile, _ entry: Section) {
        guard let file = document.text(entry, "file", expected: "a file name") else { return }
        // A month; a run looks at the name of its own period.
        let name = (try? PayPeriod("2026-10"))?.fileName(file.value) ?? file.value
        if let problem = profile.fileName.problem(of: name) {
            document.report(.conflict, at: file.place, problem.found, expected: problem.expected)
        }
    }
}
