internal import FoundationEssentials
internal import GantryKit
internal import GantrySandbox
internal import GantryTerminal

/// The connection that a sample back end is called through, under the name that the shipped pipeline files use.
struct SampleConnection: Sendable {
    let system: SandboxSystem
    /// The connection's name.
    let name: String
    /// What a person calls the system.
    let title: String
    /// Each credential with the environment variable that holds it and its value, which guards invented records on
    /// loopback only.
    let credentials: [(name: String, variable: String, value: String)]
    /// A command that shows the system's records.
    let example: String

    static let all = [
        SampleConnection(
            system: .ksrCranes, name: "ksr", title: "KSR Cranes",
            credentials: [
                ("email", "KSR_EMAIL", SandboxAccount.payroll.email),
                ("password", "KSR_PASSWORD", SandboxAccount.payroll.password),
            ], example: "gantry run payroll-monthly --period 2026-10"),
        SampleConnection(
            system: .cdblLMS, name: "lms", title: "CDBL LMS",
            credentials: [("pair-token", "LMS_PAIR_TOKEN", SandboxConfiguration.usualPairToken)],
            example: "gantry run leave-history --period 2026"),
        SampleConnection(
            system: .autoDetailHub, name: "hub", title: "AutoDetail Hub",
            credentials: [("api-key", "HUB_API_KEY", SandboxConfiguration.usualAPIKey)],
            example: "gantry run appointments"),
        SampleConnection(
            system: .vynqTalk, name: "talk", title: "VynqTalk",
            credentials: [
                ("email", "TALK_EMAIL", SandboxAccount.archivist.email),
                ("password", "TALK_PASSWORD", SandboxAccount.archivist.password),
            ], example: "gantry run message-archive"),
    ]

    static func of(_ system: SandboxSystem) -> SampleConnection? { all.first { $0.system == system } }
    static func named(_ name: String) -> SampleConnection? { all.first { $0.name == name } }

    /// The entry of gantry.yaml, below the line `connections:`.
    func yaml(url: String) -> String {
        let lines = credentials.map { "      \($0.name): { env: \($0.variable) }" }.joined(separator: "\n")
        return """
              \(name):
                system: \(system.rawValue)
                environment: \(url)
                credentials:
            \(lines)
            """
    }

    /// What sets the credentials in a shell.
    var export: String { "export " + credentials.map { "\($0.variable)=\($0.value)" }.joined(separator: " ") }

    /// The process's environment with the accounts of the sample back ends, and without other addresses for them.
    static func environment(_ environment: [String: String]) -> [String: String] {
        var environment = environment
        for connection in all {
            for credential in connection.credentials { environment[credential.variable] = credential.value }
            environment["GANTRY_\(connection.name.uppercased())_URL"] = nil
        }
        return environment
    }
}

/// The demonstration's folder with its connections.
struct DemoWorkspace {
    let folder: String
    private static let mark = "# Written by gantry demo; it may be removed.\n"
    private var path: String { folder + "/gantry.yaml" }

    /// The ports that the last demonstration in this folder used, by connection.
    ///
    /// - Throws: `UsageError` when the folder is somebody's workspace.
    func ports(_ environment: [String: String]) throws -> [String: Int] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        guard text.hasPrefix(DemoWorkspace.mark) else {
            throw UsageError(
                "\(path) is not the demonstration's, so \(folder) is left alone.",
                advice: "Choose another folder with --workspace.")
        }
        let configuration = try Configuration.load(
            path: path, systems: Gantry.systems, environment: SampleConnection.environment(environment))
        var ports: [String: Int] = [:]
        for connection in SampleConnection.all {
            guard let known = try? configuration.connection(named: connection.name), let port = known.baseURL.port
            else { continue }
            ports[connection.name] = port
        }
        return ports
    }

    func write(_ sandboxes: [RunningSandbox]) throws {
        let entries = sandboxes.compactMap { sandbox in SampleConnection.of(sandbox.system)?.yaml(url: sandbox.baseURL)
        }
        let text = DemoWorkspace.mark + "connections:\n" + entries.joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: URL(filePath: path))
        // What the pipeline `appointments` reads its ids from.
        let ids = folder + "/appointments.csv"
        if !FileManager.default.fileExists(atPath: ids) {
            // The sample appointments are numbered from 1; those from 900001 on have something that a person should
            // look at.
            let rows = [1...32, 900_001...900_005].joined().map { number in
                "apt-" + String(String(1_000_000 + number).dropFirst()) + "\r\n"
            }
            try Data(("id\r\n" + rows.joined()).utf8).write(to: URL(filePath: ids))
        }
    }
}
