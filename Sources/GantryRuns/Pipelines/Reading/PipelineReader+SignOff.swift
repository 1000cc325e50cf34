internal import GantryModel
internal import GantryOutputs
internal import GantrySignOff
internal import GantryYAML

extension PipelineKeys {
    var signOffKey: DocumentKey {
        DocumentKey(
            "sign-off", .group(SignOffRules.settings.map(\.key)),
            help: "Who signs a period before it is delivered or sent. Without it nobody needs to.")
    }
}

extension SignOffRules {
    fileprivate static let settings: [Setting<Self>] = [
        .own(
            "prepare", .list(PipelineKeys.plainName, isUnique: true), required: true,
            help: "Who may sign first, by their names in gantry.yaml."),
        .own(
            "approve", .list(PipelineKeys.plainName, isUnique: true), required: true,
            help: "Who may sign second; never the person who signed first."),
        Setting(
            "proof", \.proof, .choice("proof"), standard: .text(Proof.key.rawValue),
            help: "Of who approves. key: a signature by their key. declared: the name alone is enough."),
        Setting(
            "look-back", \.lookBack, .whole(0...24), standard: .number(usualLookBack),
            help: "Signed periods that a new run looks at again."),
    ]
}

extension PipelineReader {
    /// `sign-off`: who signs.
    ///
    /// - Parameter outputs: those of the file; `nil` where they can't be read.
    mutating func signOff(_ section: Section, outputs: [Output]?) -> SignOffRules? {
        guard let group = document.section(section, "sign-off", keys: SignOffRules.settings) else { return nil }
        let prepare = signers(group, "prepare")
        let approve = signers(group, "approve")
        let values = document.values(of: SignOffRules.settings, in: group)
        if let outputs, !outputs.contains(where: \.isLandingArchive) {
            document.report(
                .conflict, at: section.place(of: "sign-off"),
                "A period that is signed needs its archive: a correction is compared with it.",
                expected: "an output such as { file: work-entries.jsonl.zst, format: archive }")
        }
        guard let prepare, let approve else { return nil }
        if Set(prepare) == Set(approve), Set(prepare).count == 1 {
            document.report(
                .conflict, at: group.place(of: "approve"),
                "\(quoted(approve[0])) is the only one who prepares and approves.",
                expected: "somebody else under approve, since nobody approves what they prepared")
        }
        var rules = SignOffRules(prepare: prepare, approve: approve)
        values.put(into: &rules)
        return rules
    }

    private mutating func signers(_ group: Section, _ key: String) -> [String]? {
        let expected = "a list of people as gantry.yaml names them, such as [clerk]"
        guard let items = document.list(group, key, expected: expected) else { return nil }
        var names: [String] = []
        for item in items {
            guard let name = document.text(item, group.path(key), expected: expected) else { return nil }
            guard isPlainName(name.value) else {
                document.report(
                    .badValue, at: name.place, "\(quoted(name.value)) can't be the name of a person.",
                    expected: expected)
                continue
            }
            if names.contains(name.value) {
                document.report(
                    .duplicate, at: name.place, "\(quoted(name.value)) is listed twice.", expected: "each person once")
            }
            names.append(name.value)
        }
        return names.isEmpty ? nil : names
    }
}

extension Pipeline.Work {
    /// The files of a payroll export.
    var outputs: [Output] {
        if case .stages(let stages) = self { stages.flatMap(\.outputs) } else { [] }
    }
}
