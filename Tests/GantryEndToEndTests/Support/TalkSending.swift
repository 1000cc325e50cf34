/// The pipeline that sends messages to the sample back end of VynqTalk, in a workspace of its own.
struct TalkSending: Sendable {
    let workspace: Workspace
    let sandbox: Sandbox

    /// - Parameter faults: what the back end is told to do wrong.
    init(faults: [String] = []) async throws {
        let workspace = try Workspace("messages-send")
        self.workspace = workspace
        sandbox = try await Sandbox(
            ["--system", "vynqtalk", "--effects", workspace.folder.file("effects.jsonl")]
                + faults.flatMap { ["--fault", $0] })
        try BackEnd.vynqTalk.configure(workspace, sandbox.url)
    }

    func command(
        _ verb: String, sheet: String, pipeline: String = Product.root + "/Pipelines/messages-send.yaml",
        _ more: [String] = []
    ) -> Command {
        Command(
            [
                Product.binary, verb, pipeline, "--workspace", workspace.path, "--sheet", sheet,
            ] + more, environment: BackEnd.vynqTalk.credentials,
            folder: workspace.folder.path)
    }

    /// A sheet of the test's own, and its path.
    func sheet(_ rows: [(to: String, content: String)], named name: String = "own.csv") throws -> String {
        let path = workspace.folder.file(name)
        try write("to,content\n" + rows.map { "\($0.to),\"\($0.content)\"\n" }.joined(), to: path)
        return path
    }

    /// The receivers of what the server took, in order.
    func receivers() throws -> [String] { try effects().map(\.receiver) }

    /// What the server took, and how it came: `socket` or `send-message`.
    func effects() throws -> [(way: String, receiver: String)] {
        try Effect.all(in: workspace.folder.file("effects.jsonl")).map {
            ($0.endpoint, $0.identity["receiverId"] ?? "")
        }
    }

    /// A column of `result.csv` or `refused.csv`.
    func column(
        _ name: String, _ file: String = "result.csv", _ batch: String = "own", revision: Int = 1
    ) throws -> [String] {
        try SheetText.column(name, of: "\(workspace.exports)/messages-send/\(batch)/r\(revision)/data/\(file)")
    }

    /// The texts in which nothing secret may stand: everything below the workspace but the kept session, and what was
    /// said.
    func hasSecret(_ endings: [Ending]) throws -> Bool {
        let sign = "eyJ"
        if endings.contains(where: { ($0.out + $0.err).contains(sign) }) { return true }
        return try Tree(workspace.exports).files.values.contains { String(decoding: $0, as: UTF8.self).contains(sign) }
    }
}
