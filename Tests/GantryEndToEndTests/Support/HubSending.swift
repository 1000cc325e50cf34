import FoundationEssentials

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
        try write(
            "connections:\n  hub:\n    system: autodetail-hub\n    environment: \(url)\n    credentials:\n      api-key: { env: HUB_API_KEY }\n",
            to: workspace.path + "/gantry.yaml")
    }

    static let samples = Product.root + "/Samples/uploads"

    func command(_ verb: String, _ more: [String] = []) -> Command {
        let words = [
            Product.binary, verb, "\(Product.root)/Pipelines/\(pipeline).yaml", "--workspace", workspace.path, "--sheet", sheet,
        ]
        let files = pipeline == "photos-upload" ? ["--files", HubSending.samples] : []
        return Command(words + files + more, environment: ["HUB_API_KEY": "org_1705671234_sandbox000001"])
    }

    var data: String { "\(workspace.exports)/\(pipeline)/\(batch)/r1/data" }
    func states() throws -> [String] { try column("gantry_status") }
    func ids() throws -> [String] { try column("gantry_server_id") }
    func errors() throws -> [String] { try column("gantry_error", of: "refused.csv") }

    /// The cells of a column; sheets of these tests have no line breaks and no doubled quotes in cells.
    func column(_ name: String, of file: String = "result.csv") throws -> [String] {
        let lines = try text(of: "\(data)/\(file)").split(whereSeparator: \.isNewline).map { HubSending.cells(String($0)) }
        guard let column = lines.first?.firstIndex(of: name) else { throw HarnessError("\(file) has no column \(name)") }
        return lines.dropFirst().map { $0.indices.contains(column) ? $0[column] : "" }
    }

    private static func cells(_ line: String) -> [String] {
        var cells = [""]
        var isQuoted = false
        for character in line {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells
    }
}

/// A sample back end that notes what it takes.
struct HubSandbox: Sendable {
    struct Effect: Decodable, Sendable {
        var endpoint: String
        var identity: [String: String]
        var sha256: String?
    }

    let sandbox: Sandbox
    private let folder: TestFolder

    init(_ more: [String] = [], faults: [String] = []) async throws {
        folder = try TestFolder("hub")
        sandbox = try await Sandbox(
            ["--system", "autodetail-hub", "--effects", folder.file("effects.jsonl")] + more + faults.flatMap { ["--fault", $0] })
    }

    func effects(_ endpoint: String) throws -> [Effect] {
        let path = folder.file("effects.jsonl")
        guard exists(path) else { return [] }
        return try text(of: path).split(separator: "\n").map { try JSONDecoder().decode(Effect.self, from: Data($0.utf8)) }
            .filter { $0.endpoint == endpoint }
    }
}
