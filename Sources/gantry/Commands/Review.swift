internal import ArgumentParser
internal import GantryAccounts
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantrySignOff
internal import GantryTerminal

struct Review: Action {
    static let configuration = CommandConfiguration(
        abstract: "Show findings and decisions still open in a payroll export.",
        discussion: """
            Lists the findings of a published run: who, which day, how many hours and about how much money, and what \
            was decided. The most severe findings come first, then those with the most money.

            If a payroll batch was made of the run's period at KSR Cranes, the server is asked for its state, hours \
            and workers, and what it shows is kept in the workspace. --offline leaves that out. Otherwise no server \
            is contacted, and nothing is written.

            Examples:
              gantry review payroll-monthly
              gantry review payroll-monthly/2026-10/r1 --json

            Exit codes: 0 when nothing waits, 6 when something does.
            """)
    static let canBeRepeated = false

    @Argument(help: runHelp, completion: Completions.runs, transform: runReference)
    var run: RunReference

    @Flag(help: "Don't ask the server about the payroll batch; show what was seen of it before.")
    var offline = false

    @Option(
        help: ArgumentHelp(
            "The file that names the connections (default: gantry.yaml in the workspace).", valueName: "file"))
    var config: String?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment, config: config)
        let run = try await Gantry.run(run, ofPay: true, in: place)
        var server = Gantry.BatchServer(environment: session.environment) { [config, network] name in
            network.applied(
                to: try PipelineOptions.connection(named: name, config: config, workspace: place, session: session))
        }
        server.observe = session.observeFailures
        let report = try await Gantry.review(
            run, in: place, asking: offline ? nil : server, command: session.command.shellText)
        return Outcome(
            status: report.isReady ? .complete : .waits,
            lines: (self.run.namesRun ? [] : ["\(run):"])
                + ReviewText.lines(
                    report, workspace: workspace.given, style: session.console.outStyle),
            result: ResultValues.review(report))
    }
}

struct Decide: Action {
    static let configuration = CommandConfiguration(
        abstract: "Decide about findings of a payroll export.",
        discussion: """
            Adds decisions to those of the run's period. They are never edited: a newer decision about the same \
            finding counts, and --withdraw takes one back. Decisions that change what is paid show in the files after \
            'gantry rewrite', and in every later revision.

            Examples:
              gantry decide payroll-monthly/2026-10/r1 LFA2VPKW --accept --by clerk --because "The manager saw the log"
              gantry decide payroll-monthly/2026-10/r1 --accept --all-of self-approved --by clerk --because "The foreman \
            was away"
              gantry decide payroll-monthly/2026-10/r1 --hold --entry 9003 --by clerk --because "Disputed by the \
            customer"
            """)
    static let canBeRepeated = false

    @Argument(help: runHelp, completion: Completions.runs, transform: runReference)
    var run: RunReference

    @Argument(help: "Ids of findings; 'gantry review' shows them.")
    var findings: [String] = []

    @Option(
        help: ArgumentHelp(
            "Also every finding of this rule that nobody has decided about; look at them first. Can be repeated.",
            valueName: "rule"),
        completion: .list(Gantry.rules.map(\.rule)))
    var allOf: [String] = []

    @Flag(help: "Pay the records although a blocker holds them.")
    var waive = false
    @Flag(help: "Keep the records out.")
    var hold = false
    @Flag(help: "The warnings are all right.")
    var accept = false
    @Flag(help: "Take the newest decision back.")
    var withdraw = false

    @Option(help: ArgumentHelp("Also this entry, although no rule holds it. Can be repeated.", valueName: "id"))
    var entry: [Int64] = []
    @Option(help: ArgumentHelp("Also this approved request of leave. Can be repeated.", valueName: "id"))
    var leave: [Int64] = []
    @Option(
        help: ArgumentHelp(
            "Also everything that pays this employee: an id of the source or a payroll number; id:1001 or number:1001 where the two belong to different people. Can be repeated.",
            valueName: "number"))
    var employee: [String] = []
    @Flag(help: "Hold it although the run doesn't have it, for when it comes.")
    var althoughAbsent = false

    @OptionGroup var person: PersonOptions
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [waive, hold, accept, withdraw].count(where: { $0 }) == 1 else {
            throw ValidationError("Give one of --waive, --hold, --accept and --withdraw.")
        }
        guard !findings.isEmpty || !allOf.isEmpty || !entry.isEmpty || !leave.isEmpty || !employee.isEmpty else {
            throw ValidationError("Name at least one finding, or an --all-of, --entry, --leave or --employee.")
        }
        if althoughAbsent, !hold { throw ValidationError("--although-absent belongs to --hold.") }
    }

    private var verb: DecisionRequest.Verb { waive ? .waive : hold ? .hold : accept ? .accept : .withdraw }

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let run = try await Gantry.run(run, ofPay: true, in: place)
        try person.requireKnown(place, session)
        let found = try await findings + undecided(of: run, in: place)
        let subjects =
            found.map { DecisionRequest.Subject.finding($0) } + entry.map { .entry($0) } + leave.map { .leave($0) }
            + employee.map { Decide.subject($0) }
        var request = DecisionRequest(verb, subjects, by: person.by, because: person.because)
        request.althoughAbsent = althoughAbsent
        let decided = try await Gantry.decide(request, about: run, in: place, command: session.command.shellText)
        let report = try await Gantry.review(run, in: place)
        return Outcome(
            status: .complete,
            lines: (self.run.namesRun ? [] : ["\(run):"]) + [
                decided.added == 0
                    ? "Nothing new: this was decided before."
                    : "\(decided.added) of \(subjects.count) decisions added."
            ] + decided.employees.map { ReviewText.meant($0) },
            next: ReviewText.next(report, workspace: workspace.given),
            result: ResultValues.review(report))
    }

    /// The ids of the findings that nobody has decided about, of the rules that are named as a whole.
    private func undecided(of run: RunID, in place: GantryModel.Workspace) async throws -> [String] {
        guard !allOf.isEmpty else { return [] }
        let all = try await Gantry.review(run, in: place).findings
        return try allOf.flatMap { rule in
            let ids = all.filter { $0.rule == rule && ($0.decision == nil || $0.state == .waitsForSecond) }.map(\.id)
            guard !ids.isEmpty else {
                throw UsageError(
                    "\(run) has no finding of the rule \(rule) that nobody has decided about.",
                    advice: "Nothing was decided. gantry review \(run) shows them all.")
            }
            return ids.filter { !findings.contains($0) }
        }
    }

    private static func subject(_ employee: String) -> DecisionRequest.Subject {
        if employee.hasPrefix("number:") { return .payrollNumber(String(employee.dropFirst(7))) }
        if employee.hasPrefix("id:"), let id = Int64(employee.dropFirst(3)) { return .employee(id) }
        return .worker(employee)
    }
}

struct Diff: Action {
    static let configuration = CommandConfiguration(
        abstract: "Show what two payroll exports pay differently.",
        discussion: """
            Compares the pay lines of two published runs: lines that were added, changed or removed, employees who \
            are new or gone, and entries that are no longer held. A run that isn't named in full is the newest one.

            Examples:
              gantry diff payroll-monthly/2026-10/r1 payroll-monthly/2026-10/r2
              gantry diff payroll-monthly/2026-09 payroll-monthly/2026-10
            """)
    static let canBeRepeated = false

    @Argument(help: "The run to compare with.", completion: Completions.runs, transform: runReference)
    var from: RunReference
    @Argument(help: "The run to compare.", completion: Completions.runs, transform: runReference)
    var to: RunReference

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let difference = try await Gantry.diff(
            Gantry.run(from, ofPay: true, in: place), Gantry.run(to, ofPay: true, in: place), in: place)
        return Outcome(
            status: .complete, lines: DifferenceText.lines(difference, style: session.console.outStyle),
            result: ResultValues.difference(difference))
    }
}
