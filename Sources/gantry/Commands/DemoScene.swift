internal import GantryAccounts
internal import GantryEngine
internal import GantryKit
internal import GantryModel
internal import GantryRuns
internal import GantryTerminal

/// What every run of a demonstration needs.
struct DemoScene: Sendable {
    let session: Session
    let workspace: Workspace
    /// The port that each connection was served on when the demonstration last ran.
    let usualPorts: [String: Int]
    let servers: [SampleServer]
    let stop: StopRequest

    /// The connection of a pipeline and the environment for its run, and whether it starts over: a run is tied to the
    /// address it started with, and another program may have taken the port since. A published run keeps its address.
    func connection(
        of file: Pipeline, period: String
    ) async throws -> (connection: Connection, environment: [String: String], startsOver: Bool) {
        guard let name = file.connection else { throw UsageError.isGroup(file.name, of: file.members) }
        var environment = SampleConnection.environment(session.environment)
        let newest = try await Gantry.runs(in: workspace).filter {
            $0.id.pipeline == file.name && $0.id.period == period
        }
        .max { $0.id.revision < $1.id.revision }
        var startsOver = false
        if let newest, servers.first(where: { $0.sample.name == name })?.port != usualPorts[name] {
            startsOver = newest.phase != .complete
            if !startsOver, let address = newest.source?.address {
                environment["GANTRY_\(name.uppercased())_URL"] = address
            }
        }
        let configuration = try Configuration.load(
            path: Configuration.path(given: nil, workspace: workspace.path), systems: Gantry.systems,
            environment: environment)
        return (try configuration.connection(named: name), environment, startsOver)
    }
}
