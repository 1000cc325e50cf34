internal import ArgumentParser
internal import GantryModel
internal import GantryTerminal
internal import Glibc

struct ScheduleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule",
        abstract: "Run a pipeline every day, week or month: systemd units or a cron line.",
        discussion: """
            Writes a service, a timer and a unit that reports failures, and prints the command that starts them. As \
            root they go to /etc/systemd/system, otherwise to ~/.config/systemd/user.

            Examples:
              gantry schedule payroll-monthly --at 06:00 --monthly 2 --workspace /srv/payroll
              gantry schedule nightly-archive --at 02:30
              gantry schedule nightly-archive --at 02:30 --cron
              gantry schedule list
              gantry schedule remove nightly-archive
            """,
        subcommands: [ScheduleAdd.self, ScheduleList.self, ScheduleRemove.self, ScheduleFailed.self],
        defaultSubcommand: ScheduleAdd.self)
}

struct ScheduleAdd: Action {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Schedule a pipeline (the default).",
        discussion: """
            The time is that of zone in gantry.yaml, by whose day periods such as last-month are counted; without it, \
            the machine's.

            Examples:
              gantry schedule payroll-monthly --at 06:00 --monthly 2
              gantry schedule payroll-fortnight --at 06:00 --weekly monday
              gantry schedule my/payroll.yaml --at 06:00 --monthly 18 --period last-period
              gantry schedule customers-and-workers --at 02:30 --output units
            """)
    static let canBeRepeated = false

    @Argument(
        help: "The pipeline: its name or the path of its file; also a group.", completion: Completions.pipelines)
    var pipeline: String

    @Option(help: ArgumentHelp("The time of day, such as 02:30.", valueName: "time"), transform: timeOfDay)
    var at: TimeOfDay

    @Option(help: ArgumentHelp("Only on this day of each month, 1 to 28 (default: every day).", valueName: "day"))
    var monthly: Int?

    @Option(
        help: ArgumentHelp("Only on this day of each week, such as monday.", valueName: "day"), transform: weekday)
    var weekly: Int?

    @Option(
        help: ArgumentHelp(
            "The period, counted from the day of the run: \(StandardPeriod.words), \(PayPeriodRule.word) (default: what the pipeline file says; with --monthly last-month, for pay of two weeks last-fortnight, for pay periods by from-day last-period).",
            valueName: "word"))
    var period: String?

    @Option(
        help: ArgumentHelp(
            "The name of the units after gantry- (default: the pipeline's), so that one pipeline can have several.",
            valueName: "name"))
    var name: String?

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("Change a value of the pipeline file. Can be repeated.", valueName: "key=value"))
    var settings: [String] = []

    @Option(
        help: ArgumentHelp(
            "The file of a systemd credential that gantry.yaml names (default: /etc/gantry/NAME). Can be repeated.",
            valueName: "name=file"))
    var credential: [String] = []

    @Option(help: ArgumentHelp("The user of the service (default: the workspace's owner).", valueName: "name"))
    var user: String?

    @Flag(help: "Write units for the system, also where you aren't root.")
    var system = false

    @Option(
        name: .customLong("output"), help: ArgumentHelp("Write the units to this folder.", valueName: "folder"),
        completion: .directory)
    var unitFolder: String?

    @Flag(help: "Write nothing and print a crontab line.")
    var cron = false

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        if let monthly, !(1...28).contains(monthly) { throw ValidationError("--monthly takes a day from 1 to 28.") }
        if monthly != nil, weekly != nil { throw ValidationError("Use either --monthly or --weekly.") }
        if let period, !StandardPeriod.isCounted(period) {
            throw ValidationError(
                "A schedule needs a period that is counted from the day of the run: \(StandardPeriod.words), \(PayPeriodRule.word)."
            )
        }
        if cron, unitFolder != nil || system { throw ValidationError("--cron writes no units.") }
    }
}
