internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineReader {
    /// A check that may be lowered below a warning only with a reason: `not-approved: { severity: off, because: … }`.
    mutating func reasonedCheck(
        _ node: SourceNode, of check: CheckDescriptor, in group: Section
    ) -> (rule: CheckRule?, because: String?) {
        let example = "such as \(check.name): { severity: off, because: The foreman signs on paper }"
        guard case .group = node.content else {
            let rule = rule(node, of: check, at: group.path(check.name))
            if let rule, rule.isBelowWarning {
                document.report(
                    .missingKey, at: node.place, "\(group.path(check.name)) pays unapproved hours without a reason.",
                    expected: "blocker or warning, or the reason, \(example)")
            }
            return (rule, nil)
        }
        guard let section = document.section(group, check.name, keys: PipelineKeys.reasoned) else { return (nil, nil) }
        let expected = "one line of at least 10 characters"
        let because = document.text(section, "because", expected: expected)
        if let because, because.value.unicodeScalars.count < 10 {
            document.report(
                .badValue, at: because.place, "The reason \(quoted(because.value)) is too short.", expected: expected)
        }
        guard let severity = section["severity"] else {
            document.missing("severity", in: section, expected: "off, info, warning or blocker")
            return (nil, nil)
        }
        let rule = rule(severity, of: check, at: section.path("severity"))
        if let rule, rule.isBelowWarning, !section.has("because") {
            document.missing("because", in: section, expected: "the reason, \(example)")
        }
        return (rule, because?.value)
    }
}

extension CheckRule {
    fileprivate var isBelowWarning: Bool { [.off, .severity(.info)].contains(self) }
}
