internal import GantryEngine
public import GantryRuns

/// A run that was withdrawn, for people.
public enum WithdrawalReport {
    /// - Parameter workspace: how further commands are to name the workspace, where they must.
    public static func lines(
        _ mark: Withdrawal, wasDone: Bool, workspace: String?, style: TextStyle
    ) -> [String] {
        let id = mark.run
        let next = ShellCommand(["gantry", "run", id.pipeline, "--period", id.period, "--revision", "next"])
        return (wasDone ? ["Nothing to do, because it was withdrawn before."] : [])
            + [
                style.red(RunMarkText.sentence(mark)),
                "  \(style.faint("Replace"))   \(ResultReport.at(next, workspace).shellText)",
            ]
    }
}
