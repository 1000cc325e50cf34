internal import GantryEngine
public import GantryKit
internal import GantryModel
internal import GantryRuns

/// A run that was withdrawn, for people.
public enum WithdrawalReport {
    /// - Parameter workspace: how further commands are to name the workspace, where they must.
    public static func lines(_ done: WithdrawnRun, workspace: String?, style: TextStyle) -> [String] {
        let id = done.mark.run
        let part = PartNumber.split(id.pipeline)
        let next = ShellCommand(
            ["gantry", "run", part?.pipeline ?? id.pipeline, "--period", id.period]
                + (part.map { ["--part", $0.part.description] } ?? []) + ["--revision", "next"])
        return (done.wasDone ? ["Nothing to do, because it was withdrawn before."] : [])
            + [style.red(RunMarkText.sentence(done.mark))]
            + done.deliveredTo.map {
                style.yellow(
                    "  It was delivered to \($0), where nothing says that it is withdrawn: tell who works with it.")
            }
            + (done.elsewhere.map {
                [
                    style.yellow(
                        "  Its folder is at \(singleLine($0, limit: 4_000)): give the same command there, so that the mark lies beside it."
                    )
                ]
            } ?? []) + ["  \(style.faint("Replace"))   \(ResultReport.at(next, workspace).shellText)"]
    }
}
