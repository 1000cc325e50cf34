internal import ArgumentParser
internal import GantryJSON
internal import GantryModel
internal import GantryPayroll
internal import GantryTerminal

struct Explain: Action {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say what a rule means that a finding names, and what is usually done.",
        discussion: """
            Examples:
              gantry explain not-approved
              gantry explain
            """)
    static let canBeRepeated = false

    @Argument(
        help: "The rule, as 'gantry review' and lists of exceptions name it (default: all).",
        completion: .list(RuleExplanation.all.map(\.rule)))
    var rule: String?

    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) throws -> Outcome {
        let shown = try rule.map { [try Explain.rule($0)] } ?? RuleExplanation.all
        return Outcome(
            status: .complete, lines: rule == nil ? Explain.table(shown, session) : Explain.lines(shown),
            result: .object([
                "rules": .array(
                    shown.map {
                        .object([
                            "rule": .string($0.rule), "means": .string($0.means), "usually": .string($0.usually),
                            "setting": .string($0.setting), "canBeWaived": .bool($0.canBeWaived),
                        ])
                    })
            ]))
    }

    private static func rule(_ name: String) throws -> RuleExplanation {
        if let found = RuleExplanation.of(name) { return found }
        let nearest = nearestWord(to: name, among: RuleExplanation.all.map(\.rule)).map { "Did you mean \($0)? " } ?? ""
        throw UsageError(
            "There is no rule called \(quoted(name)).", advice: "\(nearest)gantry explain lists all rules.")
    }

    private static func lines(_ rules: [RuleExplanation]) -> [String] {
        rules.flatMap { rule in
            [
                "\(rule.rule): \(rule.means)", rule.usually,
                rule.canBeWaived ? rule.setting : "\(rule.setting) No decision pays it all the same.",
            ]
        }
    }

    private static func table(_ rules: [RuleExplanation], _ session: Session) -> [String] {
        var table = TextTable([.left("Rule"), .left("Means")], limit: 200)
        for rule in rules { table.add([rule.rule, rule.means]) }
        return table.foldedLines(style: session.console.outStyle)
    }
}
