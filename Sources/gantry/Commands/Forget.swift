internal import ArgumentParser
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryTerminal
internal import Glibc

struct Forget: Action {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove one run, or old runs by a rule: folders and what the journal keeps of them.",
        discussion: """
            Asks first; --yes doesn't. What the run sent stays known, so that nothing is sent twice, and its number \
            isn't given again. These are never removed: a run that must be kept by law or by 'retain' in its pipeline \
            file, one that is prepared for signing, and one that a correction is based on. A command that was killed \
            ends what it began when it is given again.

            With --keep-last, --keep-monthly and --keep-yearly it keeps, for each pipeline and source, the newest \
            runs, the newest of each month and of each year, and removes everything else that may go, runs that \
            nobody has worked on for 30 days (--abandoned-after), and caches. The day of a run is the last of its \
            period. Nobody is asked; --dry-run shows exactly what would go.

            Examples:
              gantry forget payroll-monthly/2026-10/r1
              gantry forget payroll-monthly/2026-10/r1 --yes
              gantry forget --keep-last 6 --keep-monthly 24 --keep-yearly 5 --dry-run
              gantry forget --keep-last 6 --keep-monthly 24 --keep-yearly 5

            Exit codes: 0 when it is forgotten, 3 when it was before, 5 when a process works on it, 64 when it must \
            stay.
            """)

    @Argument(
        help: "The run, such as payroll-monthly/2026-10/r1; 'gantry runs' lists them.", completion: Completions.runs,
        transform: runID)
    var run: RunID?

    @Option(help: ArgumentHelp("Keep so many of the newest runs.", valueName: "runs"))
    var keepLast = 0
    @Option(help: ArgumentHelp("Keep the newest run of so many months.", valueName: "months"))
    var keepMonthly = 0
    @Option(help: ArgumentHelp("Keep the newest run of so many years.", valueName: "years"))
    var keepYearly = 0
    @Option(
        help: ArgumentHelp("Days after which an unfinished run counts as abandoned (default: 30).", valueName: "days"))
    var abandonedAfter = 30
    @Flag(help: "Show what the rule would remove; remove nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("Why, for whoever finds the folder in an old copy.", valueName: "text"))
    var because: String?
    @Flag(help: "Don't ask.")
    var yes = false

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    private var policy: KeepPolicy {
        KeepPolicy(last: keepLast, monthly: keepMonthly, yearly: keepYearly, abandonedAfter: abandonedAfter)
    }

    func validate() throws {
        guard run == nil else {
            guard keepLast == 0, keepMonthly == 0, keepYearly == 0, !dryRun else {
                throw ValidationError("Name a run, or say by a rule what to keep.")
            }
            return
        }
        guard policy.isUsable else {
            throw ValidationError(
                "Name a run, or say what to keep: at least one of --keep-last, --keep-monthly and --keep-yearly, none below 0."
            )
        }
        guard (1...3_650).contains(abandonedAfter) else {
            throw ValidationError("--abandoned-after is \(abandonedAfter), expected 1 to 3650 days.")
        }
    }

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        guard let run else {
            let report = try await Upkeep.prune(
                policy, in: place, isDryRun: dryRun, command: session.command.shellText)
            return Outcome(
                status: .complete,
                lines: UpkeepReport.lines(report, isDryRun: dryRun, style: session.console.outStyle),
                result: UpkeepReport.value(report, isDryRun: dryRun))
        }
        let plan = try await Upkeep.plan(forgetting: run, in: place)
        if !yes, !plan.wasDone { try confirm(plan, of: run, session) }
        let done = try await Upkeep.forget(
            run, because: because ?? "", in: place, command: session.command.shellText)
        return Outcome(
            status: done.wasDone ? .alreadyPublished : .complete,
            lines: UpkeepReport.lines(done, style: session.console.outStyle), result: UpkeepReport.value(done))
    }

    private func confirm(_ plan: ForgottenRun, of run: RunID, _ session: Session) throws {
        guard isatty(STDIN_FILENO) == 1 else {
            throw UsageError(
                "Nobody can be asked, because standard input isn't a terminal.", advice: "Add --yes to remove \(run).")
        }
        let answer = try Prompts(session.console).answer(
            "answer", UpkeepReport.question(plan) + " Type yes: ", isSecret: false, all: ["yes"])
        guard answer == "yes" else {
            throw UsageError("The answer was not yes, so nothing was removed.", advice: nil)
        }
    }
}
