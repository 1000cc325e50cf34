internal import ArgumentParser
internal import GantryKit
internal import GantryModel
internal import GantryPayroll
internal import GantryTerminal

/// Which findings are decided how, by whom and why.
struct DecisionOptions: ParsableArguments {
    @Argument(help: "Ids of findings to decide about, as the list shows them.")
    var findings: [String] = []

    @Flag(help: "Accept: the warnings are all right.")
    var accept = false
    @Flag(help: "Hold: keep the records out.")
    var hold = false
    @Flag(help: "Waive: pay the records although a blocker holds them.")
    var waive = false
    @Flag(help: "Take the newest decision back.")
    var withdraw = false

    @Option(
        help: ArgumentHelp(
            "Also every finding of this rule that nobody has decided about; look at them first. Can be repeated.",
            valueName: "rule"),
        completion: .list(RuleExplanation.all.map(\.rule)))
    var allOf: [String] = []
    @Option(help: ArgumentHelp("Also this entry, although no rule holds it. Can be repeated.", valueName: "id"))
    var entry: [String] = []
    @Option(help: ArgumentHelp("Also this approved request of leave. Can be repeated.", valueName: "id"))
    var leave: [Int64] = []
    @Option(
        help: ArgumentHelp(
            "Also everything that pays this employee: an id of the source or a payroll number; id:1001 or number:1001 where the two belong to different people. Can be repeated.",
            valueName: "number"))
    var employee: [String] = []
    @Flag(help: "Hold it although the run doesn't have it, for when it comes.")
    var althoughAbsent = false

    @Option(help: ArgumentHelp("Who decides: a name in people of gantry.yaml.", valueName: "name"))
    var by: String?
    @Option(help: ArgumentHelp("Why, in one line of at least 10 characters.", valueName: "text"))
    var because: String?

    mutating func validate() throws {
        let verbs = [waive, hold, accept, withdraw].count { $0 }
        let hasSubject =
            !findings.isEmpty || !allOf.isEmpty || !entry.isEmpty || !leave.isEmpty || !employee.isEmpty
        guard verbs > 0 || hasSubject || by != nil || because != nil || althoughAbsent else { return }
        guard verbs == 1 else {
            throw ValidationError("To decide, give one of --accept, --hold, --waive and --withdraw.")
        }
        guard hasSubject else {
            throw ValidationError("Name at least one finding, or an --all-of, --entry, --leave or --employee.")
        }
        if althoughAbsent, !hold { throw ValidationError("--although-absent belongs to --hold.") }
        guard by != nil, because != nil else {
            throw ValidationError("A decision is kept with a name and a reason: add --by and --because.")
        }
    }

    /// What is done; `nil` where nothing is decided.
    var verb: DecisionVerb? {
        waive ? .waive : hold ? .hold : accept ? .accept : withdraw ? .withdraw : nil
    }

    /// What is decided about.
    ///
    /// - Parameter report: of the run.
    /// - Throws: `UsageError` for a rule of which no finding is open.
    func subjects(_ report: ReviewReport) throws -> [DecisionRequest.Subject] {
        let open = try allOf.flatMap { rule in
            let ids = report.findings.filter {
                $0.rule == rule && ($0.decision == nil || $0.state == .waitsForSecond)
            }.map(\.id)
            guard !ids.isEmpty else {
                throw UsageError(
                    "\(report.run) has no finding of the rule \(rule) that nobody has decided about.",
                    advice: "Nothing was decided. gantry review \(report.run) shows them all.")
            }
            return ids.filter { !findings.contains($0) }
        }
        return try (findings + open).map { .finding($0) } + entry.map { .entry(try DecisionOptions.key($0)) }
            + leave.map { .leave($0) }
            + employee.map(DecisionOptions.subject)
    }

    private static func key(_ entry: String) throws -> Int64 {
        guard let key = Int64(key: entry) else {
            throw UsageError("\(quoted(entry)) is not the id of an entry.", advice: "gantry review shows the ids.")
        }
        return key
    }

    private static func subject(_ employee: String) -> DecisionRequest.Subject {
        if employee.hasPrefix("number:") { return .payrollNumber(String(employee.dropFirst(7))) }
        if employee.hasPrefix("id:"), let id = Int64(key: String(employee.dropFirst(3))) { return .employee(id) }
        return .worker(employee)
    }
}
