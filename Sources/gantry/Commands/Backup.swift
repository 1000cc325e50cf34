internal import ArgumentParser
internal import GantryKit
internal import GantryModel
internal import GantryTerminal

struct Adopt: Action {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Enter export folders into the journal of their workspace.",
        discussion: """
            For a workspace whose journal is lost, or that got folders from another one. Each folder is verified \
            first and must lie where its run belongs (exports/PIPELINE/PERIOD/rN, with r1.signed and r1.withdrawn \
            beside it); signatures are taken from there. Nothing is guessed: what a folder doesn't say is listed. The \
            result of sending a sheet is refused, because which rows the server took is in the journal alone. Payroll \
            without signatures may have been delivered and paid: it can be signed or delivered again only once you \
            say with --never-delivered that nothing of its period was. A run that was forgotten comes back only with --forgotten. \
            Restoring a backup is always better. Into a journal on PostgreSQL nothing is entered: there only \
            --never-delivered is possible, about runs that it knows.

            Examples:
              gantry adopt workspace/exports
              gantry adopt /srv/payroll/exports/payroll-monthly/2026-10/r1 --workspace /srv/payroll
              gantry adopt workspace/exports/payroll-monthly/2026-10 --never-delivered

            Exit codes: 0 when everything is entered, 3 when it was before, 4 when a folder was refused.
            """)

    @Argument(help: "Export folders, or folders that hold some.", completion: .directory)
    var folders: [String]

    @Flag(help: "Also runs that were forgotten.")
    var forgotten = false
    @Flag(
        help:
            "Nothing of these payroll runs was delivered that isn't known here, nor of the period whose folder you name: you asked those who pay."
    )
    var neverDelivered = false

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        var choice = AdoptChoice()
        choice.alsoForgotten = forgotten
        choice.neverDelivered = neverDelivered
        let report = try await Upkeep.adopt(
            folders, in: place, profiles: PipelineFiles.profiles(workspace: place, session: session), choice,
            command: session.command.shellText)
        let isNothingNew = report.adopted.isEmpty && report.neverDelivered.isEmpty
        return Outcome(
            status: !report.refused.isEmpty ? .differs : isNothingNew ? .alreadyPublished : .complete,
            lines: MovingReport.lines(report, style: session.console.outStyle), result: MovingReport.value(report))
    }
}

struct Backup: Action {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the whole workspace into one file.",
        discussion: """
            The file (tar in Zstandard, mode 0600) holds the journal as it is at one instant, published runs, \
            unfinished ones that nobody works on, decisions, signatures, gantry.yaml and your own files. Runs may be \
            active. Not in it: sessions (tokens/), so sign in again after restoring; caches; what active runs \
            have fetched. It contains personal data, and any secret that you keep in a file inside the workspace.

            Examples:
              gantry backup /mnt/backup/payroll-2026-11-23.tar.zst
              gantry backup /mnt/backup/payroll.tar.zst --workspace /srv/payroll

            Exit codes: 0 when done, 4 when folders of published runs are missing or changed, 5 while somebody signs \
            or removes runs, 64 when the file exists.
            """)

    @Argument(help: "The file to make; it must not exist.", completion: .file())
    var file: String

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let report = try await Upkeep.backUp(place, to: file, command: session.command.shellText)
        return Outcome(
            status: report.damaged.isEmpty ? .complete : .differs,
            lines: MovingReport.lines(
                report, restored: nil, given: workspace.given, style: session.console.outStyle),
            result: MovingReport.value(report))
    }
}

struct Restore: Action {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a workspace of a backup.",
        discussion: """
            Makes the folder of the workspace (0700, files 0600), which must not exist. Every file is compared with \
            its digest, and every export with what the journal says that it published; the workspace gets its name \
            when all of it is there. Afterwards sign in again where gantry.yaml doesn't give the credentials.

            Rows that were sent after the backup are not known in it: check on the server before you send the same \
            sheets again.

            Examples:
              gantry restore /mnt/backup/payroll-2026-11-23.tar.zst --workspace /srv/payroll

            Exit codes: 0 when restored, 1 when the backup is damaged, 4 when a published run isn't what it was, 64 \
            when the folder exists.
            """)

    @Argument(help: "The file that 'gantry backup' made.", completion: .file())
    var file: String

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let report = try await Upkeep.restore(file, to: place, command: session.command.shellText)
        return Outcome(
            status: report.damaged.isEmpty ? .complete : .differs,
            lines: MovingReport.lines(
                report, restored: place.path, given: workspace.given, style: session.console.outStyle),
            result: MovingReport.value(report))
    }
}
