internal import ArgumentParser
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct ListProfiles: Action {
    static let configuration = CommandConfiguration(
        commandName: "profiles",
        abstract: "List the layouts of payroll programs, or show one.",
        discussion: """
            A profile is a YAML file that declares the layout of a payroll program's import file. An output of a \
            pipeline file names one as its format. Profiles are looked for in ./Profiles, in Profiles in the \
            workspace, and in the folder that came with Gantry.

            Examples:
              gantry list profiles
              gantry list profiles danlon
              gantry plan payroll-monthly/2026-10/r1 --profile danlon --set needs.employer=99999993
            """)
    static let canBeRepeated = false

    @Argument(help: "A profile's name, or the path of its file.", completion: Completions.profiles)
    var profile: String?

    @OptionGroup var workspace: WorkspaceOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let folders = PipelineFiles.profiles(
            workspace: workspace.workspace(session.environment), session: session)
        let style = session.console.outStyle
        if let profile {
            let one = try folders.load(profile)
            return Outcome(
                status: .complete, lines: ProfileReport.lines(one, style: style), result: ProfileReport.value([one]))
        }
        var all: [ProfileFile] = []
        var mistaken: [String] = []
        for name in folders.names() {
            do { all.append(try folders.load(name)) } catch { mistaken.append(folders.path(named: name) ?? name) }
        }
        let more = mistaken.map { "\($0) has mistakes: gantry validate \($0)" }
        return Outcome(
            status: .complete, lines: ProfileReport.lines(all, style: style) + (more.isEmpty ? [] : [""] + more),
            result: ProfileReport.value(all))
    }
}

extension Plan {
    /// The pay lines of a published run in the layout of a profile.
    func perform(_ session: Session, as profile: String) async throws -> Outcome {
        guard let run = RunID(pipeline.pipeline) else {
            throw UsageError(
                "--profile shows a published run, and \(pipeline.pipeline) is none.",
                advice: "Name a run, such as payroll-monthly/2026-10/r1; gantry runs lists them.")
        }
        let place = pipeline.workspace.workspace(session.environment)
        let file = try PipelineFiles.profiles(workspace: place, session: session).load(profile)
        var needs: [String: String] = [:]
        var codes: [String: String] = [:]
        var roundsRates = false
        for setting in pipeline.settings {
            let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let key = parts[0].split(separator: ".", maxSplits: 1).map(String.init)
            switch (key.first, key.count, parts.count) {
            case ("needs", 2, 2): needs[key[1]] = parts[1]
            case ("codes", 2, 2): codes[key[1]] = parts[1]
            case ("finer", 1, 2): roundsRates = parts[1] == "round"
            default:
                throw UsageError(
                    "--set \(setting) means nothing with --profile.",
                    advice: "Write needs.NAME=value, codes.CODE=code or finer=round.")
            }
        }
        let preview = try await Gantry.preview(
            run, as: file, needs: needs, codes: codes, roundsRates: roundsRates, rows: rows ?? 10, in: place)
        return Outcome(
            status: preview.misfitCount == 0 ? .complete : .differs,
            lines: ProfileReport.lines(preview, style: session.console.outStyle),
            result: ProfileReport.value(preview))
    }
}
