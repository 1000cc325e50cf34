internal import ArgumentParser
internal import GantryEngine
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Status: Action {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show each pipeline's last result, its next start and what is running now.",
        discussion: """
            Of the newest published payroll run it says where and when it was delivered, or how many decisions it \
            waits for, or who has to sign it first.

            Ends with exit code 1 if a run of a pipeline stopped before its end and nobody works on it, if --max-age \
            is exceeded, or if earlier periods have no run, as the newest run or pay of later ones shows; otherwise \
            with 0. Where pipelines are scheduled, the last two are asked only of these; never of sheets.

            Examples:
              gantry status
              gantry status --watch
              gantry status --max-age 26h --quiet || echo "the night failed"
            """)
    static let canBeRepeated = false

    @Flag(help: "Show it again every two seconds until Ctrl-C.")
    var watch = false

    @Option(
        help: ArgumentHelp(
            "How old the newest published run of each pipeline may be, such as 26h or 35d.", valueName: "time"),
        transform: age)
    var maxAge: Duration?

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        if watch, session.console.isOutTerminal, !output.isJSON, !output.isQuiet {
            try await showAgain(place, session)
        } else if watch {
            throw UsageError("--watch needs a terminal.", advice: "Run 'gantry status --json' as often as you need.")
        }
        let board = try await StatusBoard.read(
            place, session, isFileNamed: workspace.config != nil, maxAge: maxAge)
        return Outcome(
            status: board.isGood ? .complete : .failed,
            lines: output.isJSON
                ? []
                : StatusReport.lines(
                    board, workspace: place.placeInWords, now: .now, style: session.console.outStyle),
            result: output.isJSON ? StatusReport.json(board, now: .now) : .null)
    }

    /// Draws over what it drew before, until a signal.
    private func showAgain(_ place: Workspace, _ session: Session) async throws {
        let stop = session.stopRequest().stop
        while !stop.isRequested {
            let lines = StatusReport.lines(
                try await StatusBoard.read(
                    place, session, isFileNamed: workspace.config != nil, maxAge: maxAge),
                workspace: place.placeInWords, now: .now,
                style: session.console.outStyle)
            session.console.report(["\u{1B}[H\u{1B}[2J" + lines.joined(separator: "\n")])
            // Ctrl-C is noticed within a fifth of a second.
            for _ in 0..<10 where !stop.isRequested { try await Task.sleep(for: .milliseconds(200)) }
        }
        session.console.report(["\u{1B}[H\u{1B}[2J"])
    }
}

@Sendable private func age(_ text: String) throws -> Duration {
    let days =
        text.hasSuffix("d") ? Int(text.dropLast()).flatMap { $0 < 36_500 ? Duration.seconds($0 * 86_400) : nil } : nil
    guard let age = days ?? NumberText.duration(from: text), age > .zero else {
        throw ValidationError("Expected a time such as 26h or 35d.")
    }
    return age
}
