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
            To export a month:   gantry run payroll-monthly --period 2026-10
            Exit codes:          gantry exit-codes
            """,
        version: Gantry.version,
        groupedSubcommands: [
            CommandGroup(name: "Pay a period", subcommands: [Month.self]),
            CommandGroup(name: "Export", subcommands: [Run.self, Plan.self, Preview.self, Merge.self, Rewrite.self]),
            CommandGroup(
                name: "Inspect",
                subcommands: [Runs.self, Show.self, Verify.self, Validate.self, Datasets.self, Profiles.self]),
            CommandGroup(
                name: "Pay office",
                subcommands: [Review.self, Explain.self, Decide.self, Diff.self, Sign.self, Deliver.self, Changes.self]),
            CommandGroup(name: "Operate", subcommands: [ScheduleCommand.self, Items.self, Status.self]),
            CommandGroup(
                name: "Keep and forget",
                subcommands: [Withdraw.self, Forget.self, Prune.self, Adopt.self, Backup.self, Restore.self]),
            CommandGroup(name: "Accounts", subcommands: [Init.self, Check.self, Login.self, Logout.self, Whoami.self]),
            CommandGroup(name: "Try", subcommands: [Demo.self, Sandbox.self]),
            CommandGroup(name: "Help", subcommands: [ExitCodes.self, Schema.self]),
        ])
}

/// The table of exit codes, as `gantry exit-codes` and `gantry help exit-codes` show it.
struct ExitCodes: ParsableCommand, Action {
    static let configuration = CommandConfiguration(
        abstract: "List what the exit codes mean.",
        discussion: "Their meanings never change, so scripts can rely on them.\n\n" + ExitStatus.table)

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
