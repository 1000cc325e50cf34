internal import ArgumentParser
internal import GantryDesk
internal import GantryJSON
internal import GantryModel
internal import GantryTerminal
internal import Glibc

struct DeskCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "desk",
        abstract: "Work on a month of pay in the browser, on this machine alone.",
        discussion: """
            Serves the pages of a workspace on 127.0.0.1 until Ctrl-C: what needs you, the findings of a period and \
            the decisions about them, its files and its report, and what ran. The output shows an address. It opens \
            the desk once, within two minutes, in one browser, which then stays in for twelve hours. No other machine can \
            reach it, and no other page or account of this one can use it.

            Each page shows the command that does the same.

            Examples:
              gantry desk --open
              gantry desk --port 8080 --language da --workspace /srv/payroll
            """)
    static let canBeRepeated = false

    @Flag(help: "Open it in the browser.")
    var open = false

    @Option(help: ArgumentHelp("The port. 0 takes a free one.", valueName: "number"))
    var port = 0

    @Option(
        help: ArgumentHelp("Its language: en or da (default: that of the office).", valueName: "language"),
        transform: languageNamed)
    var language: Language?

    @Flag(help: "Run although this is root, who may do more than the desk needs.")
    var asRoot = false

    /// For a program that starts it and may be killed.
    @Flag(help: .hidden) var untilInputEnds = false

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    mutating func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("A port is a number from 0 to 65535; 0 takes a free one.")
        }
    }

    func perform(_ session: Session) async throws -> Outcome {
        guard geteuid() != 0 || asRoot else {
            throw UsageError(
                "The desk doesn't run as root: a mistake in it could then change everything on this machine.",
                advice: "Run it as the user who owns the workspace. To run it as root all the same, add --as-root.")
        }
        let place = workspace.workspace(session.environment)
        let (_, stopped) = session.stopRequest()
        let desk = try await DeskServer.start(
            Desk(place, language: language, isFileNamed: workspace.config != nil, session), port: port)
        if output.isJSON {
            session.console.report([EventLine.serving(system: "desk", url: desk.link, email: nil, time: .now).line])
        } else {
            session.console.report([
                "The desk is at \(desk.address) until Ctrl-C. This opens it, once, within two minutes:", "",
                "  " + desk.link, "",
            ])
        }
        var shown: String?
        do {
            if open { shown = try OpenedPage.open(desk.link, in: place) }
            await InputEnd.wait(for: stopped, orInput: untilInputEnds)
        } catch {
            await desk.stop()
            throw error
        }
        await desk.stop()
        if let shown { _ = unsafe unlink(shown) }
        return Outcome(status: .complete, lines: [], result: .null)
    }
}
