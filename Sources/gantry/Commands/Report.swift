internal import ArgumentParser
internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Report: Action {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Write a page about a published run, to look at, to print and to sign.",
        discussion: """
            One file in HTML that any browser opens, without a network. Of pay, its first sheet on A4 has the figures \
            that two people sign; below it are hours by day, who changed most, each employee, findings with decisions, \
            and the files. Of a sheet that was sent it shows what became of each row, of datasets what was fetched. \
            Figures are copied from the published files. No server is contacted.

            Without --to it is kept in the workspace: reports/PIPELINE/PERIOD/rN.html.

            Examples:
              gantry report payroll-monthly
              gantry report payroll-monthly/2026-10 --open
              gantry report payroll-monthly/2026-10/r1 --language da --without-names --to october.html
            """)

    @Argument(help: runHelp, completion: Completions.runs, transform: runReference)
    var run: RunReference

    @Option(
        help: ArgumentHelp("Where the page is written (default: in the workspace).", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var to: String?

    @Option(
        help: ArgumentHelp("Its language: en or da (default: that of the office).", valueName: "language"),
        transform: languageNamed)
    var language: Language?

    @Flag(help: "Show employees by their numbers alone.")
    var withoutNames = false

    @Flag(help: "Open it in the browser.")
    var open = false

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let place = workspace.workspace(session.environment)
        let run = try await Gantry.run(run, in: place)
        let isPay = try await Gantry.show(run, in: place).run.paysPeople
        if withoutNames, !isPay {
            throw UsageError("\(run) pays nobody, and --without-names is for reports of pay.")
        }
        var files = MemberFiles(settings: [], workspace: place, session: session)
        let page = try await Gantry.report(
            run, in: place, language: language, listed: files.destinations(of: run.pipeline), isNamed: !withoutNames)
        let path: String
        if let to {
            path = Folders.fullPath(to)
        } else {
            let folder = "reports/\(run.pipeline)/\(run.period)"
            try Folders.makePrivate(folder, under: place.path)
            path = Folders.fullPath("\(place.path)/\(folder)/\(fileName(run))")
        }
        try Publishing.writeDurably(page.span, to: path)
        if open { try ShownPage.open(path) }
        return Outcome(
            status: .complete, lines: [path],
            next: open ? [] : ["Open it in a browser, or print it."],
            result: .object(["run": .string(run.description), "report": .string(path)]))
    }

    private func fileName(_ run: RunID) -> String {
        let parts = ["r\(run.revision)", language?.rawValue, withoutNames ? "without-names" : nil]
        return parts.compactMap(\.self).joined(separator: "-") + ".html"
    }
}
