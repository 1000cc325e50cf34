internal import ArgumentParser
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryTerminal

struct Review: Action {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Show the findings of a payroll export, and decide about them.",
        discussion: """
            Lists the findings of a published run: who, which day, how many hours and about how much money, and what \
            was decided. The most severe findings come first, then those with the most money.

            With --accept, --hold, --waive or --withdraw it decides about the findings that are named. Decisions are \
            never edited: a newer one about the same finding counts, and --withdraw takes one back. Those that change \
            what is paid show in the files after 'gantry run PIPELINE --from RUN', and in every later revision.

            If a payroll batch was made of the run's period at KSR Cranes, the server is asked for its state, hours \
            and workers, and what it shows is kept in the workspace. --offline leaves that out. Otherwise no server \
            is contacted.

            Examples:
              gantry review payroll-monthly
              gantry review payroll-monthly/2026-10/r1 --json
              gantry review payroll-monthly/2026-10 LFA2VPKW --accept --by clerk --because "The manager saw the log"
              gantry review payroll-monthly/2026-10 --accept --all-of self-approved --by clerk --because "The foreman \
            was away"
              gantry review payroll-monthly/2026-10 --hold --entry 9003 --by clerk --because "Disputed by the \
            customer"

            Where settings of pay or the list of employees were changed since the export, it says what doesn't count in \
            the files, and which command makes it count.

            Exit codes of the list: 0 when no finding waits, 6 when one does. Of a decision: 0.
            """)
    static let canBeRepeated = false

    @Argument(help: runHelp, completion: Completions.runs, transform: runReference)
    var run: RunReference

    @Flag(help: "Don't ask the server about the payroll batch; show what was seen of it before.")
    var offline = false

    @OptionGroup(title: "To decide") var decision: DecisionOptions
    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let run = try await Gantry.run(run, ofPay: true, in: place)
        let heading = self.run.namesRun ? [] : ["\(run):"]
        if let verb = decision.verb { return try await decide(verb, about: run, in: place, heading: heading, session) }
        var server = Gantry.BatchServer(environment: session.environment) { name in
            try PipelineFiles.connection(named: name, workspace: place, session: session)
        }
        server.observe = session.observeFailures
        let report = try await Gantry.review(
            run, in: place, asking: offline ? nil : server, command: session.command.shellText)
        let other =
            try await session.otherSettings(than: report, in: place).map {
                MonthText.otherSettings($0, of: run, pipeline: run.pipeline, place: session.command.place)
            } ?? []
        return Outcome(
            status: report.isReady ? .complete : .waits,
            lines: heading
                + ReviewText.lines(
                    report, workspace: workspace.given, other: other, style: session.console.outStyle),
            result: ResultValues.review(report))
    }

    private func decide(
        _ verb: DecisionVerb, about run: RunID, in place: GantryModel.Workspace, heading: [String],
        _ session: Session
    ) async throws -> Outcome {
        let by = decision.by ?? ""
        try place.requirePerson(by, isFileNamed: workspace.config != nil, session)
        let subjects = try decision.subjects(try await Gantry.review(run, in: place))
        var request = DecisionRequest(verb, subjects, by: by, because: decision.because ?? "")
        request.althoughAbsent = decision.althoughAbsent
        let decided = try await Gantry.decide(request, about: run, in: place, command: session.command.shellText)
        let report = try await Gantry.review(run, in: place)
        return Outcome(
            status: .complete,
            lines: heading + [
                decided.added == 0
                    ? "Nothing new: this was decided before."
                    : "\(decided.added) of \(counted(decided.made, "decision")) added."
            ] + decided.employees.map { ReviewText.meant($0) },
            next: ReviewText.next(report, workspace: workspace.given),
            result: ResultValues.review(report))
    }
}
