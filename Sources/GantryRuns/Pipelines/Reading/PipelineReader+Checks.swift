internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
    var checksKey: DocumentKey {
        DocumentKey(
            "checks", .group(checks),
            help: "What is checked before anything is paid. A check that is left out is still made.")
    }

    var checks: [DocumentKey] {
        catalog.checks.map { check in
            let one: [ValueShape] =
                if check.hasThresholds {
                    [.shared("off"), .group(Self.limits, rules: [.notEmpty])]
                } else if PayrollChecks.alwaysBlockers.contains(check.name) {
                    [.words([Severity.blocker.rawValue])]
                } else if PayrollChecks.needsReason.contains(check.name) {
                    [.words([Severity.warning, .blocker].map(\.rawValue)), .group(Self.reasoned)]
                } else if PayrollChecks.ofEverybody.contains(check.name) {
                    [.shared("severity")]
                } else {
                    [.shared("severity"), .group(Self.grouped)]
                }
            let shapes = one + (PayrollChecks.ofEverybody.contains(check.name) ? [] : [.list(.either(one))])
            return DocumentKey(check.name, shapes.count == 1 ? shapes[0] : .either(shapes), help: check.help)
        }
    }

    static let grouped = [
        DocumentKey("severity", .shared("severity"), required: true, help: "What the check does."), groups,
    ]
    static let reasoned = [
        DocumentKey("severity", .shared("severity"), required: true, help: "What the check does."),
        DocumentKey("because", .line(), help: "Why it is lowered: required for off and info."), groups,
    ]
    static let limits =
        Severity.choices.map {
            DocumentKey($0.rawValue, .number(most: 1_000), help: "Hours; more than this many is a finding.")
        } + [groups]
}

extension PipelineReader {
    mutating func checks(_ section: Section) -> [Pipeline.Check] {
        let group = document.section(section, "checks", keys: catalog.checks.map(\.name), what: "check")
        return catalog.checks.flatMap { check in
            let made = group.map { checks(check, in: $0) } ?? []
            let others = made.first { $0.groups.isEmpty } ?? Pipeline.Check(name: check.name, rule: check.standard)
            return [others] + made.filter { !$0.groups.isEmpty }
        }
    }

    /// A check as the file has it: one for everybody, or a list with one for some groups and one for everybody else.
    private mutating func checks(_ check: CheckDescriptor, in group: Section) -> [Pipeline.Check] {
        guard let node = group[check.name] else { return [] }
        let path = group.path(check.name)
        guard !PayrollChecks.ofEverybody.contains(check.name), case .list(let items) = node.content else {
            return self.check(node, of: check, path, owner: group.place(of: check.name)).map { [$0] } ?? []
        }
        if items.isEmpty {
            document.report(
                .badValue, at: node.place, "\(path) is empty.",
                expected: "a severity for some groups, and one for everybody else")
        }
        var made: [Pipeline.Check] = []
        for (index, item) in items.enumerated() {
            guard let one = self.check(item, of: check, "\(path)[\(index)]", owner: item.place) else { continue }
            if one.groups.isEmpty, made.contains(where: { $0.groups.isEmpty }) {
                document.report(
                    .duplicate, at: item.place, "\(path) has two values for everybody.",
                    expected: "for: with the groups that one of them is for")
            }
            if let twice = one.groups.first(where: { name in made.contains { $0.groups.contains(name) } }) {
                document.report(
                    .duplicate, at: item.place, "\(path) has two values for the group \(quoted(twice)).",
                    expected: "one for each group")
            }
            made.append(one)
        }
        return made
    }

    private mutating func check(
        _ node: SourceNode, of check: CheckDescriptor, _ path: String, owner: NodePlace
    ) -> Pipeline.Check? {
        if PayrollChecks.needsReason.contains(check.name) {
            return reasonedCheck(node, of: check, at: path, owner: owner)
        }
        guard case .group = node.content, check.hasThresholds || !PayrollChecks.ofEverybody.contains(check.name) else {
            return rule(node, of: check, at: path).map { Pipeline.Check(name: check.name, rule: $0) }
        }
        let keys = check.hasThresholds ? PipelineKeys.limits : PipelineKeys.grouped
        guard let section = document.section(node, path, keys: keys, owner: owner) else { return nil }
        let words = groups(section)
        checkedGroups += words
        let groups = words.map(\.value)
        if check.hasThresholds {
            return thresholds(section).map { Pipeline.Check(name: check.name, rule: $0, groups: groups) }
        }
        guard let severity = section["severity"] else {
            document.missing("severity", in: section, expected: listed(["off"] + Severity.choices.map(\.rawValue)))
            return nil
        }
        return rule(severity, of: check, at: section.path("severity")).map {
            Pipeline.Check(name: check.name, rule: $0, groups: groups)
        }
    }

    /// A severity in one word, or `off`.
    mutating func rule(_ node: SourceNode, of check: CheckDescriptor, at path: String) -> CheckRule? {
        let levels = Severity.choices.map(\.rawValue)
        let example = "off, or hours for each severity, such as { warning: 13, blocker: 24 }"
        let expected = check.hasThresholds ? example : listed(["off"] + levels)
        guard let word = document.text(node, path, expected: expected) else { return nil }
        if word.value == "off" { return .off }
        guard let severity = Severity(rawValue: word.value), Severity.choices.contains(severity) else {
            let near =
                nearestWord(to: word.value, among: ["off"] + levels)
                ?? (["no", "none", "false", "ignore", "never"].contains(word.value.lowercased()) ? "off" : nil)
                ?? (["error", "critical", "block", "yes", "on", "true"].contains(word.value.lowercased())
                    ? "blocker" : nil)
            document.report(
                .unknownName, at: word.place, "Found \(quoted(word.value)) for \(path).", expected: expected,
                nearest: near)
            return nil
        }
        guard !check.hasThresholds else {
            document.report(.badValue, at: word.place, "\(path) needs a number of hours.", expected: example)
            return nil
        }
        return .severity(severity)
    }

    private mutating func thresholds(_ limits: Section) -> CheckRule? {
        var thresholds: [CheckThreshold] = []
        for severity in Severity.choices {
            let key = severity.rawValue
            let expected = "hours, more than 0 and at most 1000"
            guard let text = document.text(limits, key, expected: expected) else { continue }
            guard let hours = plainDecimal(text.value), hours.isExact, hours.nano > 0, hours.nano <= 1_000_000_000_000
            else {
                document.report(
                    .badValue, at: text.place, "Found \(quoted(text.value)) for \(limits.path(key)).",
                    expected: expected)
                continue
            }
            if let milder = thresholds.last, milder.above.nano >= hours.nano {
                document.report(
                    .conflict, at: text.place, "The \(key) limit must be above the \(milder.severity.rawValue) limit.",
                    expected: "more than \(decimalText(nano: Int128(milder.above.nano), .exact)) hours")
                continue
            }
            thresholds.append(CheckThreshold(severity: severity, above: Hours(nano: hours.nano)))
        }
        if !limits.entries.contains(where: { $0.key != "for" }) {
            document.report(
                .badValue, at: limits.owner, "\(limits.path) is empty.",
                expected: "such as { warning: 13, blocker: 24 }")
        }
        return thresholds.isEmpty ? nil : .thresholds(thresholds)
    }

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
