/// A pipeline that sends to AutoDetail Hub, in a workspace of its own.
struct HubSending: Sendable {
    let pipeline: String
    let workspace: Workspace
    /// The sheet's name without its ending.
    let batch: String
    private let sheet: String

    /// - Parameters:
    ///   - url: the back end's address.
    ///   - sheet: the text of a sheet; the default is the sample sheet of this name.
    init(_ pipeline: String, _ url: String, batch: String, sheet text: String? = nil) throws {
        self.pipeline = pipeline
        self.batch = batch
        workspace = try Workspace(pipeline)
        if let text {
            sheet = workspace.folder.file(batch + ".csv")
            try write(text, to: sheet)
        } else {
            sheet = "\(HubSending.samples)/\(batch).csv"
        }
        try BackEnd.autoDetailHub.configure(workspace, url)
    }

    static let samples = Product.root + "/Samples/uploads"

    func command(_ verb: String, _ more: [String] = []) -> Command {
        let words = [
            Product.binary, verb, "\(Product.root)/Pipelines/\(pipeline).yaml", "--workspace", workspace.path,
            "--sheet", sheet,
        ]
        let files = pipeline == "photos-upload" && !more.contains("--files") ? ["--files", HubSending.samples] : []
        return Command(words + files + more, environment: BackEnd.autoDetailHub.credentials)
    }

    var data: String { "\(workspace.exports)/\(pipeline)/\(batch)/r1/data" }
    func states() throws -> [String] { try column("gantry_status") }
    func ids() throws -> [String] { try column("gantry_server_id") }
    /// The cells of a column of a run that has not ended.
    func columnSoFar(_ name: String) throws -> [String] {
        try SheetText.column(name, of: "\(workspace.path)/parts/\(pipeline)/\(batch)/r1/result.csv")
    }
    func errors() throws -> [String] { try column("gantry_error", of: "refused.csv") }

    /// The cells of a column.
    func column(_ name: String, of file: String = "result.csv") throws -> [String] {
        try SheetText.column(name, of: "\(data)/\(file)")
    }
}

/// A sample back end that notes what it takes.
struct HubSandbox: Sendable {
    let sandbox: Sandbox
    private let folder: TestFolder

    init(_ more: [String] = [], faults: [String] = []) async throws {
        folder = try TestFolder("hub")
        sandbox = try await Sandbox(
            ["--system", "autodetail-hub", "--effects", folder.file("effects.jsonl")] + more
                + faults.flatMap { ["--fault", $0] })
    }

    func effects(_ endpoint: String) throws -> [Effect] {
        try Effect.all(in: folder.file("effects.jsonl")).filter { $0.endpoint == endpoint }
    }
}
