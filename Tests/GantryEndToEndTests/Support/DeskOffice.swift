import FoundationEssentials

/// An office that sends with one pipeline to a sandbox of KSR Cranes, in the desk.
struct DeskOffice: Sendable {
    let workspace: Workspace
    private let sandbox: Sandbox

    /// - Parameter own: a sandbox of its own; the default is one that others look at too.
    init(_ pipeline: String, own: Sandbox? = nil) async throws {
        sandbox = if let own { own } else { try await Sandbox.plain.value }
        workspace = try Workspace("desk")
        try FileManager.default.createDirectory(
            atPath: workspace.path + "/Pipelines", withIntermediateDirectories: true)
        try write(
            try text(of: Product.root + "/Pipelines/\(pipeline).yaml"),
            to: workspace.path + "/Pipelines/\(pipeline).yaml")
        try write(
            Sandbox.configuration(sandbox.url), to: workspace.path + ".yaml")
    }

    private var place: [String] { ["--config", workspace.path + ".yaml"] }

    /// Its desk. Who starts it ends it.
    func desk(language: String = "en") async throws -> DeskProgram {
        try await DeskProgram(workspace.path, ["--language", language] + place, environment: Sandbox.environment)
    }

    /// The same by hand.
    func command(_ words: [String]) -> Command {
        Command(
            [Product.binary] + words + ["--workspace", workspace.path] + place, environment: Sandbox.environment)
    }
}
