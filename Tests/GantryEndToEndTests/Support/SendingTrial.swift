/// A pipeline that sends, in a workspace of its own, to a back end of its own that answers one request badly.
struct SendingTrial: Sendable {
    struct Row: Sendable {
        let state: String
        let status: String
        let error: String
    }

    private let kind: SendingKind
    private let workspace: Workspace
    private let sandbox: Sandbox

    init(_ kind: SendingKind, _ answer: SendingAnswer) async throws {
        self.kind = kind
        workspace = try Workspace("answer")
        let folder = workspace.folder
        sandbox = try await Sandbox(
            [
                "--system", kind.system.rawValue, "--effects", folder.file("effects.jsonl"), "--fault",
                "\(kind.endpoint):\(answer.fault)",
            ]
                + kind.server + (kind.today.map { ["--today", $0] } ?? []))
        try kind.system.configure(workspace, sandbox.url)
        try write(
            try text(of: "\(Product.root)/Pipelines/\(kind.pipeline).yaml") + "\n\(kind.line)\n",
            to: folder.file("\(kind.pipeline).yaml"))
        try write(([kind.heading] + kind.rows).map { $0 + "\n" }.joined(), to: folder.file("own.csv"))
    }

    func run(_ more: [String] = []) async throws -> Ending {
        var words = [
            Product.binary, "run", workspace.folder.file("\(kind.pipeline).yaml"), "--workspace", workspace.path,
        ]
        words += ["--sheet", workspace.folder.file("own.csv"), "--transfers", "1"]
        if kind.heading.contains("file") || kind.pipeline == "leave-import" {
            words += ["--files", HubSending.samples]
        }
        if let today = kind.today { words += ["--snapshot-time", "\(today)T04:00:00Z"] }
        return try await Command(words + more, environment: kind.system.credentials, timeout: .seconds(30)).run()
    }

    /// The rows of the result sheet, published or not.
    func rows() throws -> [Row] {
        let run = "\(kind.pipeline)/own/r1"
        let published = "\(workspace.exports)/\(run)/data/result.csv"
        let cells = SheetText.rows(
            try text(of: exists(published) ? published : "\(workspace.path)/parts/\(run)/result.csv"))
        guard let heading = cells.first, let state = heading.firstIndex(of: "gantry_status"),
            let status = heading.firstIndex(of: "gantry_http_status"),
            let error = heading.firstIndex(of: "gantry_error"), cells.allSatisfy({ $0.count == heading.count })
        else { throw HarnessError("The result sheet can't be read: \(cells)") }
        return cells.dropFirst().map { Row(state: $0[state], status: $0[status], error: $0[error]) }
    }

    /// What the server took of these rows, in order.
    func effects() throws -> [[String: String]] {
        try Effect.all(in: workspace.folder.file("effects.jsonl")).filter {
            $0.endpoint == kind.effect ?? kind.endpoint
        }.map(\.identity)
    }
}
