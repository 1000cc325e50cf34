internal import GantryEngine
public import GantryJSON
public import GantryKit
internal import GantryModel
internal import GantryPayroll

/// One finding, as a person is asked about it.
public enum FindingText {
    /// Something that a person can do about a finding.
    public struct Choice: Sendable, Equatable {
        /// The letter that stands for it.
        public let key: String
        /// What it does.
        public let words: String
        /// The option of `gantry review`; `nil` where nothing is decided.
        public let verb: String?
        /// Whether it is about every finding of the rule.
        public let isAll: Bool

        /// A choice with the given values; by default about one finding.
        public init(key: String, words: String, verb: String?, isAll: Bool = false) {
            self.key = key
            self.words = words
            self.verb = verb
            self.isAll = isAll
        }
    }

    /// What was found and what it means.
    ///
    /// - Parameters:
    ///   - number: its place among those that are asked about, from 1.
    ///   - count: how many these are.
    public static func lines(
        _ finding: ReviewReport.Finding, number: Int, of count: Int, style: TextStyle
    ) -> [String] {
        let who = [finding.name, finding.employee.map { "(\($0.keyText))" }].compactMap(\.self).joined(separator: " ")
        let what = [who, finding.date?.description ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        var lines = ["\(number) of \(count)  \(style.bold(finding.rule))  \(singleLine(what))"]
        var found = "Found: \(singleLine(finding.found, limit: 400))."
        if !finding.expected.isEmpty { found += " Expected: \(singleLine(finding.expected, limit: 400))." }
        lines += wrapped(found, indent: 2, width: style.width ?? .max)
        let hours = finding.hours.map { "\(NumberText.hours($0)) hours" }
        let money = finding.amount.map { "about \(NumberText.money($0))" } ?? "how much money isn't known"
        lines.append("  " + [hours, money].compactMap(\.self).joined(separator: ", "))
        if finding.state == .waitsForSecond {
            lines.append("  \(finding.waivers.map(\.by).joined(separator: ", ")) waived it; a second person must too.")
        }
        if !finding.canBeWaived, !finding.canBeHeld, finding.severity == .critical {
            lines += wrapped(
                "No decision mends this. " + meaning(of: finding.rule).joined(separator: " "), indent: 2,
                width: style.width ?? .max)
        }
        return lines
    }

    /// What a rule means, and what is usually done.
    public static func meaning(of rule: String) -> [String] {
        RuleExplanation.of(rule).map { [$0.means, $0.usually] } ?? []
    }

    /// What can be decided about a finding.
    ///
    /// - Parameter same: how many open findings have its rule.
    public static func choices(_ finding: ReviewReport.Finding, same: Int) -> [Choice] {
        var choices: [Choice] = []
        func add(_ key: String, words: String, verb: String) {
            choices.append(Choice(key: key, words: words, verb: verb))
            guard same > 1 else { return }
            choices.append(
                Choice(
                    key: key.uppercased(), words: "the same for all \(same) of \(finding.rule)", verb: verb,
                    isAll: true))
        }
        switch finding.severity {
        case .warning: add("a", words: "accept: it is all right", verb: "accept")
        case .critical where finding.canBeWaived, .blocker where finding.canBeWaived:
            add("w", words: "waive: pay it all the same", verb: "waive")
        default: break
        }
        if finding.canBeHeld {
            choices.append(Choice(key: "h", words: "hold: keep it out of pay", verb: "hold"))
        }
        return choices
    }
}

extension ResultValues {
    /// Where a period stands.
    ///
    /// - Parameter next: the command that comes next; `nil` for none.
    public static func month(_ month: PayMonth, next: ShellCommand?) -> JSONTree {
        .object([
            "pipeline": .string(month.pipeline), "period": .string(month.period.name),
            "run": JSONTree(month.run?.id.description), "standing": .string(MonthText.standing(month)),
            "earlier": .array(month.earlier.map { .string($0.run.description) }),
            "withoutRun": .array(month.withoutRun.map { .string($0.name) }),
            "nextCommand": JSONTree(next?.shellText),
        ])
    }
}
