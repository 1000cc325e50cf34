internal import ArgumentParser
internal import GantryAccounts
internal import GantryConnectors
internal import GantryImports
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

struct Items: Action {
    static let configuration = CommandConfiguration(
        commandName: "items",
        abstract: "List the runs of a pipeline as work items for a scheduler.",
        discussion: """
            Prints one JSON object a line: item (its name), argv (the whole command), env (the names of environment \
            variables that it needs), server and weight. Items are independent: any order, any number at once, and \
            again at will. A line means the same run in any folder and on any day, and no server is asked.

            When all parts of an export are done, gantry merge makes the export from their folders.

            gantry exit-codes --json says of each exit code whether the item is done, begun again or held for a person.

            Examples:
              gantry items payroll-monthly --connections 'cust-*' --period 2026-10
              gantry items certificates-upload --sheet october.csv --files scans
              gantry items certificates-upload --sheet october.csv --split rows:8
              gantry items leave-history --period 2026 --split pages:8
            """,
        shouldDisplay: false)
    static let canBeRepeated = false

    @OptionGroup var pipeline: PipelineOptions

    @Option(
        help: ArgumentHelp(
            "Cut the work into so many parts, each of which is an item: a sheet with rows:2 to rows:500, where rows that belong together stay together (the parts are kept in SHEET.parts); an export with pages:8 or keys:8, whose parts gantry merge joins.",
            valueName: "what:number"),
        transform: readSplit)
    var split: Split?

    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let items = try items(session)
        return Outcome(status: .complete, lines: items.map(\.line), result: .object(["items": .array(items)]))
    }

    private func items(_ session: Session) throws -> [JSONTree] {
        let place = pipeline.workspace.workspace(session.environment)
        let configuration = try place.readConfiguration(session)
        let connections = Dictionary(configuration.connections.map { ($0.name, $0) }) { first, _ in first }
        let members = try pipeline.group(of: configuration, session)?.members ?? [pipeline.pipeline]
        var files = MemberFiles(settings: pipeline.settings, workspace: place, session: session)
        var known: [String: String] = [:]
        return try members.flatMap { member -> [JSONTree] in
            let (file, path) = try files.file(of: member)
            guard let name = file.connection else {
                throw members.count == 1
                    ? UsageError.isGroup(file.name, of: file.members) : UsageError.isInGroup(file.name)
            }
            let connection = try connections[name] ?? configuration.connection(named: name)
            let needs = try ScheduleNeeds(of: file, by: configuration, connection, session.environment)
            let variables: Set<String> = needs.variables.union(needs.proxies).union(
                Items.variables(connection, session.environment))
            return try work(of: file, of: Gantry.systems(in: place), on: place.today()).map { work -> JSONTree in
                let item = "\(work.name)/\(work.batch)"
                if let other = known.updateValue(member, forKey: item) {
                    let both = other == member ? "Two items" : "\(other) and \(member)"
                    throw UsageError(
                        "\(both) would both be the run \(item).",
                        advice: "Leave one of them out, or rename one of the pipelines or connections.")
                }
                let argv: [String] = ["gantry", "run", path] + work.words + options(session)
                return .object([
                    "item": .string(item),
                    "argv": .array(argv.map { .string($0) }),
                    "env": .array(variables.sorted().map { .string($0) }),
                    "server": .string(Items.server(connection)), "weight": 1,
                ])
            }
        }
    }

    /// A run of a pipeline: what names it among the others, and the words that say so on any day and in any folder.
    private struct Work {
        let name: String
        let batch: String
        let words: [String]
    }

    private func work(of file: Pipeline, of systems: Systems, on today: CivilDate) throws -> [Work] {
        guard case .imports(let work) = file.work else {
            if case .rows? = split {
                throw UsageError(
                    "\(file.name) sends no sheet, so there are no rows to split.",
                    advice: "Use pages: or keys:, or one item for each period or connection.")
            }
            if let path = file.datasets.compactMap(\.keyFile).first(where: { !$0.hasPrefix("/") }) {
                throw UsageError(
                    "\(file.name) takes keys from \(path), which a run that starts in another folder doesn't find.",
                    advice: "Write the file's whole path in the pipeline file.")
            }
            let period = try pipeline.period.chosen(for: file, on: today).name
            let whole = Work(name: file.name, batch: period, words: ["--period", period])
            guard case .parts(let count)? = split else { return [whole] }
            try Gantry.requireParts(file, of: systems)
            return (1...count).compactMap { PartNumber($0, of: count) }.map { part in
                Work(
                    name: part.name(of: file.name), batch: period,
                    words: whole.words + ["--part", part.description])
            }
        }
        let period = try pipeline.period.chosen(forSheetOf: file, on: today)?.name
        let words = (period.map { ["--period", $0] } ?? []) + pipeline.imports.words
        let place = try pipeline.imports.place(for: work, of: file.name, period: period)
        let applied = try pipeline.imports.applied(to: work, of: file.name)
        switch split {
        case .rows(let count)?:
            return try parts(of: place, work: applied, file: file, systems: systems, count: count)
        case .parts?:
            throw UsageError(
                "\(file.name) sends a sheet, which is cut by its rows.", advice: "Use --split rows:8.")
        case nil: break
        }
        // Without a sheet, and with one of another folder, its files are where the option says.
        let files = pipeline.imports.files != nil || place.sheet == nil ? place.folder : nil
        return [Work(name: file.name, batch: place.batch, words: words + Items.place(place.sheet, files: files))]
    }

    private func parts(
        of place: (sheet: String?, folder: String?, batch: String), work: Pipeline.Import, file: Pipeline,
        systems: Systems, count: Int
    ) throws -> [Work] {
        guard let sheet = place.sheet else {
            throw UsageError(
                "\(file.name) is given no sheet, so there are no rows to split.",
                advice: "Add --sheet, or leave out --split.")
        }
        guard pipeline.period.period == nil else {
            throw UsageError(
                "--split and a period don't go together: all parts would be one run, named after the period.",
                advice: "Leave out one of them.")
        }
        guard work.sheet.changes.isEmpty else {
            throw UsageError(
                "--split and --changes don't go together: a change names a row of the whole sheet.",
                advice: "Make the changes in the sheet itself and split that, or leave out --split.")
        }
        let parts = try SheetParts(of: sheet, count: count, for: work, of: systems)
        let create = pipeline.imports.create ? ["--create"] : []
        return try parts.paths.map { path in
            var options = pipeline.imports
            options.sheet = path
            let batch = try options.place(for: work, of: file.name, period: nil).batch
            let files = parts.haveFiles || pipeline.imports.files != nil ? place.folder : nil
            return Work(name: file.name, batch: batch, words: create + Items.place(path, files: files))
        }
    }

    private static func place(_ sheet: String?, files: String?) -> [String] {
        (sheet.map { ["--sheet", SchedulePlace.absolute($0)] } ?? [])
            + (files.map { ["--files", SchedulePlace.absolute($0)] } ?? [])
    }

    /// The options that all items share.
    private func options(_ session: Session) -> [String] {
        let place = pipeline.workspace.workspace(session.environment)
        return session.command.keeping(["--set"])
            + (pipeline.workspace.config.map { ["--config", SchedulePlace.absolute($0)] } ?? [])
            + (output.logFile.map { ["--log", SchedulePlace.absolute($0)] } ?? [])
            + ["--workspace", SchedulePlace.absolute(place.path)]
    }

    /// Variables that say where requests go; they are named where they are set.
    private static func variables(_ connection: Connection, _ environment: [String: String]) -> [String] {
        [connection.urlVariable, "no_proxy", "NO_PROXY"].filter { environment[$0] != nil }
    }

    /// The host with its port, by which the rate of a server is shared out.
    private static func server(_ connection: Connection) -> String {
        let address = connection.baseURL.description
        let rest = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address[...]
        return String(rest.prefix { $0 != "/" })
    }
}

extension Pipeline.Dataset {
    /// The file with the keys that are requested, if there is one.
    fileprivate var keyFile: String? { if case .file(let path)? = forEach { path } else { nil } }
}
