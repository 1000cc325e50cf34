internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// What pipelines need that run by themselves, by what gantry.yaml says of their connections and destinations.
struct ScheduleNeeds {
    /// Names of systemd's credentials.
    private(set) var credentials: Set<String> = []
    /// Environment variables with secrets.
    private(set) var variables: Set<String> = []
    /// The caller's environment variables that name a proxy.
    private(set) var proxies: Set<String> = []
    /// Folders that files are delivered to, absolute.
    private(set) var folders: Set<String> = []
    /// Files that are read, absolute.
    private(set) var files: Set<String> = []

    /// - Throws: where a pipeline is a group, or names a connection or destination that gantry.yaml doesn't have.
    init(of pipelines: [Pipeline], workspace: Workspace, session: Session) throws {
        let configuration = try workspace.readConfiguration(session)
        for pipeline in pipelines {
            guard let name = pipeline.connection else {
                throw UsageError.isGroup(pipeline.name, of: pipeline.members)
            }
            try add(
                pipeline, by: configuration, connection: configuration.connection(named: name),
                environment: session.environment)
        }
    }

    /// What one pipeline needs with a connection.
    init(
        of pipeline: Pipeline, by configuration: Configuration, _ connection: Connection,
        _ environment: [String: String]
    ) throws {
        try add(pipeline, by: configuration, connection: connection, environment: environment)
    }

    private mutating func add(
        _ pipeline: Pipeline, by configuration: Configuration, connection: Connection,
        environment: [String: String]
    ) throws {
        add(connection, environment)
        for place in pipeline.deliver { add(try configuration.destination(named: place.to)) }
        for hook in configuration.hooks { add(hook, of: pipeline.name, environment) }
    }

    private mutating func add(_ connection: Connection, _ environment: [String: String]) {
        for source in connection.credentials.values { add(source) }
        add(file: connection.caFile)
        switch connection.proxy {
        case .none: break
        case .server(_, let user, let password):
            add(user)
            add(password)
        case .environment:
            guard !connection.baseURL.isLoopback else { return }
            for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] where environment[name] != nil {
                proxies.insert(name)
            }
        }
    }

    private mutating func add(_ destination: Destination) {
        add(destination.password)
        add(destination.passphrase)
        add(file: destination.keyFile)
        add(file: destination.caFile)
        if destination.kind == .folder { folders.insert(SchedulePlace.absolute(destination.address)) }
    }

    private mutating func add(_ hook: Hook, of pipeline: String, _ environment: [String: String]) {
        guard Hook.Moment.allCases.contains(where: { hook.isFor($0, of: pipeline) }) else { return }
        add(file: hook.caFile)
        switch hook.way {
        case .mail(let mail): add(mail.password)
        case .webhook(let webhook): add(webhook.secret)
        case .talk(let talk): add(talk.connection, environment)
        case .command: break
        }
    }

    private mutating func add(_ source: SecretSource?) {
        switch source {
        case .systemd(let name)?: credentials.insert(name)
        case .environment(let name)?: variables.insert(name)
        case .file(let path)?: add(file: path)
        case .command?, .literal?, nil: break
        }
    }

    private mutating func add(file path: String?) {
        if let path { files.insert(SchedulePlace.absolute(path)) }
    }
}

extension ScheduleAdd {
    /// Hands to the schedule what its pipelines need.
    ///
    /// - Returns: Sentences about what a person has to prepare.
    func prepare(_ schedule: inout Schedule, for needs: ScheduleNeeds) throws -> [String] {
        var paths: [String: String] = [:]
        for text in credential {
            guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
                throw UsageError("\(text) names no credential and file.", advice: "Write --credential name=/path.")
            }
            paths[String(text[..<equals])] = SchedulePlace.absolute(String(text[text.index(after: equals)...]))
        }
        schedule.files += needs.files.sorted()
        schedule.folders = needs.folders.sorted()
        schedule.credentials = needs.credentials.sorted().map { name in
            Schedule.Credential(name: name, path: paths[name] ?? "/etc/gantry/\(name)")
        }
        let missing = needs.variables.union(needs.proxies).sorted().map { "\($0)=…" }
        guard !cron else {
            var notes = schedule.credentials.map { credential in
                "cron has no credentials of systemd: let gantry.yaml read \(credential.name) from a file or command."
            }
            if !missing.isEmpty {
                notes.append(
                    "cron doesn't have your environment: write \(missing.joined(separator: ", ")) into the crontab.")
            }
            return notes + ["cron doesn't repeat what ended with exit code 5 or 75."]
        }
        var notes = schedule.credentials.map { "The secret \($0.name) is read from \($0.path) (mode 0600)." }
        if !missing.isEmpty {
            let file = "\(schedule.workspace)/gantry.env"
            schedule.environmentFile = file
            let words = missing.joined(separator: ", ")
            notes.append("A service doesn't have your environment: write \(words) into \(file) (mode 0600).")
        }
        return notes
    }
}
