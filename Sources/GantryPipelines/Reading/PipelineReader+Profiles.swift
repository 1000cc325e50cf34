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
        format.codes = codes(entry)
        format.roundsRates =
            document.choice(entry, "finer", what: "word", among: ["refuse", "round"]) == "round"
        checkName(profile.profile, entry)
        guard document.mistakes.count == before else { return nil }
        for misfit in format.misfits(payCodes: payCodes ?? []) {
            let key = misfit.column == "code" && entry.has("codes") ? "codes" : entry.has("needs") ? "needs" : "format"
            document.report(
                .conflict, at: entry.place(of: key), "\(misfit.column) is \(quoted(misfit.value)).",
                expected: misfit.expected, note: "The profile \(profile.name) has no room for it.")
        }
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
    private mutating func codes(_ entry: Section) -> [String: String] {
        guard let node = entry["codes"] else { return [:] }
        guard let entries = node.entries, !entries.isEmpty else {
            document.wrongType(
                node, entry.path("codes"), expected: "pay codes, each with the code of the payroll program")
            return [:]
        }
        var codes: [String: String] = [:]
        for item in entries {
            let text = document.text(item.value, entry.path("codes.\(item.key)"), expected: "a pay code")
            if let payCodes, !payCodes.contains(where: { $0.code == item.key }) {
                document.unknownName(
                    "pay code", DocumentReader.Located(value: item.key, place: item.keyPlace),
                    among: payCodes.map(\.code))
            }
            if let text { codes[item.key] = text.value }
        }
        let missing = (payCodes ?? []).map(\.code).filter { codes[$0] == nil }
        if !missing.isEmpty, entries.count == codes.count {
            document.report(
                .missingKey, at: entry.place(of: "codes"),
                "\(entry.path("codes")) doesn't have \(listed(missing, "and")).",
                expected: "every pay code of pay.codes, or no key \"codes\"")
        }
        return codes
    }

    private mutating func checkName(_ profile: Profile, _ entry: Section) {
        guard let file = document.text(entry, "file", expected: "a file name") else { return }
        if let most = profile.fileName.most, file.value.count > most {
            document.report(
                .conflict, at: file.place, "\(quoted(file.value)) has \(file.value.count) characters.",
                expected: "at most \(most), which is all that the program reads")
        }
        if let pattern = profile.fileName.pattern, let regex = try? Regex(pattern),
            (try? regex.wholeMatch(in: file.value)) ?? nil == nil
        {
            document.report(
                .conflict, at: file.place, "\(quoted(file.value)) is no name that the program reads.",
                expected: "the pattern \(pattern)")
        }
    }
}
