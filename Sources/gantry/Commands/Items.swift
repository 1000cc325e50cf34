internal import ArgumentParser
internal import GantryAccounts
internal import GantryJSON
internal import GantryKit
internal import GantryModel
internal import GantryPipelines
internal import GantryProgram
internal import GantryTerminal

struct Items: Action {
    static let configuration = CommandConfiguration(
        abstract: "List the runs of a pipeline as work items for a scheduler.",
        discussion: """
            Prints one JSON object a line: item (its name), argv (the whole command), env (the names of environment \
            variables that it needs), server and weight. Items are independent: any order, any number at once, and \
            again at will. The same command in the same folder prints the same lines, and no server is asked.

            gantry exit-codes --json says of each exit code whether the item is done, begun again or held for a person.

            Examples:
              gantry items payroll-monthly --connections 'cust-*' --period 2026-10
              gantry items certificates-upload --sheet october.csv --files scans
            """)
    static let canBeRepeated = false

    @OptionGroup var pipeline: PipelineOptions
    @OptionGroup var output: OutputOptions

    func perform(_ session: Session) async throws -> Outcome {
        let items = try items(session)
        return Outcome(status: .complete, lines: items.map(\.line), result: .object(["items": .array(items)]))
    }

    private func items(_ session: Session) throws -> [JSONTree] {
        let place = pipeline.workspace.workspace(session.environment)
        let members: [String]
        if case .group(_, let names) = try pipeline.request(session) {
            members = names
        } else {
            members = [pipeline.pipeline]
        }
        let configuration = try Configuration.load(
            path: Configuration.path(given: pipeline.config, workspace: place.path), systems: Gantry.systems,
            environment: session.environment)
        let connections = Dictionary(configuration.connections.map { ($0.name, $0) }) { first, _ in first }
        var files: [String: Pipeline] = [:]
        var known: [String: String] = [:]
        return try members.map { member in
            let reference = PipelineReference(member)
            let key = reference.connection == nil ? member : reference.pipeline
            let file: Pipeline
            if let read = files[key] {
                file = read
            } else {
                file = try PipelineOptions.load(
                    member, workspace: place, settings: pipeline.settings, session: session)
                files[key] = file
            }
            var own = file
            if let connection = reference.connection {
                let name = PipelineReference(file.name)
                own.name =
                    PipelineReference(
                        pipeline: name.connection == nil ? file.name : name.pipeline, connection: connection
                    ).description
                own.connection = connection
            }
            guard let name = own.connection else { throw UsageError.isGroup(own.name, of: own.members) }
            let connection = try connections[name] ?? configuration.connection(named: name)
            let period: String? =
                switch own.work {
                case .imports: try pipeline.period.chosen()?.name
                default: try pipeline.period.chosen(for: own).name
                }
            let batch: String? =
                if case .imports(let work) = own.work {
                    try pipeline.imports.place(for: work, of: own.name, period: period).batch
                } else {
                    period
                }
            let item = "\(own.name)/\(batch ?? "")"
            if let other = known.updateValue(member, forKey: item) {
                throw UsageError(
                    "\(other) and \(member) would both be the run \(item).",
                    advice: "Rename one of the pipelines or connections.")
            }
            let needs = try ScheduleNeeds(of: own, by: configuration, connection, session.environment)
            return .object([
                "item": .string(item),
                "argv": .array(argv(member, period, place, session).map(JSONTree.string)),
                "env": .array(
                    needs.variables.union(needs.proxies).union(Items.variables(connection, session.environment))
                        .sorted()
                        .map(JSONTree.string)),
                "server": .string(Items.server(connection)), "weight": 1,
            ])
        }
    }

    /// The command line with this pipeline, from whichever folder it is started.
    private func argv(_ member: String, _ period: String?, _ place: Workspace, _ session: Session) -> [String] {
        // The workspace can be called like the pipeline.
        let given = session.command.words(without: ["--workspace", "--color"]).dropFirst(2)
        var command = ShellCommand(["gantry", "run"] + given).naming(member, insteadOf: pipeline.pipeline)
        if let period { command = command.covering(period) }
        let isPath =
            member.contains("/") || [".yaml", ".yml"].contains { PipelineReference(member).pipeline.hasSuffix($0) }
        let paths = ["--config", "--sheet", "--files", "--log"]
        var words = ["gantry", "run"]
        for word in command.words.dropFirst(2)
        where !["--json", "--quiet", "-q"].contains(word) {
            if let last = words.last, paths.contains(last) {
                words.append(SchedulePlace.absolute(word))
            } else if let path = paths.first(where: { word.hasPrefix($0 + "=") }) {
                words.append(path + "=" + SchedulePlace.absolute(String(word.dropFirst(path.count + 1))))
            } else {
                words.append(word == member && isPath ? SchedulePlace.absolute(member) : word)
            }
        }
        return words + ["--workspace", SchedulePlace.absolute(place.path)]
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
