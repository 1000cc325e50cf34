internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineReader {
    /// A check that may be lowered below a warning only with a reason: `not-approved: { severity: off, because: … }`.
    mutating func reasonedCheck(
        _ node: SourceNode, of check: CheckDescriptor, at path: String, owner: NodePlace
    ) -> Pipeline.Check? {
        let example = "such as \(check.name): { severity: off, because: The foreman signs on paper }"
        guard case .group = node.content else {
            let rule = rule(node, of: check, at: path)
            if let rule, rule.isBelowWarning {
                document.report(
                    .missingKey, at: node.place, "\(path) pays unapproved hours without a reason.",
                    expected: "blocker or warning, or the reason, \(example)")
            }
            return rule.map { Pipeline.Check(name: check.name, rule: $0) }
        }
        guard let section = document.section(node, path, keys: PipelineKeys.reasoned, owner: owner) else {
            return nil
        }
        let words = groups(section)
        checkedGroups += words
        let expected = "one line of at least 10 characters"
        let because = document.text(section, "because", expected: expected)
        if let because, because.value.unicodeScalars.count < 10 {
            document.report(
                .badValue, at: because.place, "The reason \(quoted(because.value)) is too short.", expected: expected)
        }
        guard let severity = section["severity"] else {
            document.missing("severity", in: section, expected: "off, info, warning or blocker")
            return nil
        }
        let rule = rule(severity, of: check, at: section.path("severity"))
        if let rule, rule.isBelowWarning, !section.has("because") {
            document.missing("because", in: section, expected: "the reason, \(example)")
        }
        return rule.map {
            Pipeline.Check(name: check.name, rule: $0, because: because?.value, groups: words.map(\.value))
        }
    }
}

extension CheckRule {
    fileprivate var isBelowWarning: Bool { [.off, .severity(.info)].contains(self) }
}
