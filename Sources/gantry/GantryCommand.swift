internal import ArgumentParser
internal import GantryJSON
internal import GantryKit
internal import GantryTerminal

struct GantryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gantry",
        abstract: "Fetch, check and export workforce data in batches that can be stopped, resumed and verified.",
        discussion: """
            A pipeline file says what to fetch, how to check it and which files to write. A run covers one period. You \
            can interrupt it at any time; the same command resumes where it stopped.

            To see it work:      gantry demo
            To pay a month:      gantry init, then gantry month
            Exit codes:          gantry exit-codes
            For programs:        gantry items, merge, schema and sandbox; each has --help
            """,
        version: Gantry.version,
        subcommands: [Items.self, Merge.self, Schema.self, ExitCodes.self, Sandbox.self],
        groupedSubcommands: [
            CommandGroup(
                name: "A month of pay",
                subcommands: [
                    Init.self, Month.self, Desk.self, Review.self, Explain.self, Report.self, Sign.self, Deliver.self,
                    Diff.self,
                ]),
            CommandGroup(
                name: "Exports and sheets",
                subcommands: [
                    List.self, Validate.self, Plan.self, Run.self, Runs.self, Show.self, Verify.self,
                ]),
            CommandGroup(
                name: "Operate",
                subcommands: [Check.self, Login.self, Logout.self, ScheduleCommand.self, Status.self]),
            CommandGroup(
                name: "Keep and forget",
                subcommands: [Withdraw.self, Forget.self, Adopt.self, Backup.self, Restore.self]),
            CommandGroup(name: "Try", subcommands: [Demo.self, SystemCommand.self, Try.self]),
        ])
}

/// The table of exit codes, as `gantry exit-codes` and `gantry help exit-codes` show it.
struct ExitCodes: ParsableCommand, Action {
    static let configuration = CommandConfiguration(
        commandName: "exit-codes",
        abstract: "List what the exit codes mean.",
        discussion: "Their meanings never change, so scripts can rely on them.\n\n" + ExitStatus.table,
        shouldDisplay: false)

    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let codes = ExitStatus.allCases.map { status in
            JSONTree.object([
                "exitCode": .integer(Int(status.rawValue)), "exitName": .string(status.name),
                "class": .string(status.handling.rawValue), "meaning": .string(status.meaning),
            ])
        }
        return Outcome(
            status: .complete, lines: [ExitStatus.table], result: .object(["exitCodes": .array(codes)]))
    }
}
