/// A pipeline that sends to the sample back end of KSR Cranes, in a workspace of its own.
struct KSRSending: Sendable {
    let pipeline: String
    let workspace: Workspace
    let sandbox: Sandbox

    /// - Parameter faults: what the back end is told to do wrong.
    init(_ pipeline: String, faults: [String] = []) async throws {
        self.pipeline = pipeline
        let workspace = try Workspace(pipeline)
        self.workspace = workspace
        sandbox = try await Sandbox(
            ["--effects", workspace.folder.file("effects.jsonl")] + faults.flatMap { ["--fault", $0] })
        try BackEnd.ksrCranes.configure(workspace, sandbox.url)
    }

    /// - Parameter sheet: the path of a sheet; the default is the sample sheet of this name.
    func command(_ verb: String, _ batch: String, sheet: String? = nil, _ more: [String] = []) -> Command {
        let samples = Product.root + "/Samples/uploads"
        let words = [
            Product.binary, verb, "\(Product.root)/Pipelines/\(pipeline).yaml", "--workspace", workspace.path,
            "--sheet",
            sheet ?? "\(samples)/\(batch).csv",
        ]
        let files =
            more.contains("--files") || pipeline.hasSuffix("-import") || pipeline.hasSuffix("-read")
            ? [] : ["--files", samples]
        return Command(
            words + files + more, environment: BackEnd.ksrCranes.credentials, folder: workspace.folder.path)
    }

    /// A command of these words, in the workspace.
    func command(_ words: [String]) -> Command {
        Command(
            [Product.binary] + words + ["--workspace", workspace.path], environment: BackEnd.ksrCranes.credentials,
            folder: workspace.folder.path)
    }

    /// A sheet of the test's own, and its path.
    func sheet(_ text: String, named name: String = "own.csv") throws -> String {
        let path = workspace.folder.file(name)
        try write(text, to: path)
        return path
    }

    /// What the server took: endpoint, and the id that it gave.
    func effects() throws -> [(endpoint: String, id: String)] {
        try Effect.all(in: workspace.folder.file("effects.jsonl")).map { ($0.endpoint, $0.id ?? "") }
    }

    /// The states of the rows in order.
    func states(_ batch: String) throws -> [String] { try column("gantry_status", "result.csv", batch) }
    func ids(_ batch: String) throws -> [String] { try column("gantry_server_id", "result.csv", batch) }
    func errors(_ batch: String) throws -> [String] { try column("gantry_error", "refused.csv", batch) }

    private func column(_ name: String, _ file: String, _ batch: String) throws -> [String] {
        try SheetText.column(name, of: "\(workspace.exports)/\(pipeline)/\(batch)/r1/data/\(file)")
    }
}
