import FoundationEssentials

/// The pipeline that sends messages to the sample back end of VynqTalk, in a workspace of its own.
struct TalkSending: Sendable {
    let workspace: Workspace
    let sandbox: Sandbox

    /// - Parameter faults: what the back end is told to do wrong.
    init(faults: [String] = []) async throws {
        let workspace = try Workspace("messages-send")
        self.workspace = workspace
        sandbox = try await Sandbox(
            ["--system", "vynqtalk", "--effects", workspace.folder.file("effects.jsonl")] + faults.flatMap { ["--fault", $0] })
        try write(
            """
            connections:
              talk:
                system: vynqtalk
                environment: \(sandbox.url)
                credentials:
                  email: { env: TALK_EMAIL }
                  password: { env: TALK_PASSWORD }

            """, to: workspace.path + "/gantry.yaml")
    }

    func command(
        _ verb: String, sheet: String, pipeline: String = Product.root + "/Pipelines/messages-send.yaml", _ more: [String] = []
    ) -> Command {
        Command(
            [
                Product.binary, verb, pipeline, "--workspace", workspace.path, "--sheet", sheet,
            ] + more, environment: ["TALK_EMAIL": "archive@example.test", "TALK_PASSWORD": Sandbox.password],
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
        struct Effect: Decodable {
            var endpoint: String
            var identity: [String: String]
        }
        let path = workspace.folder.file("effects.jsonl")
        guard exists(path) else { return [] }
        return try text(of: path).split(separator: "\n").map {
            let effect = try JSONDecoder().decode(Effect.self, from: Data($0.utf8))
            return (effect.endpoint, effect.identity["receiverId"] ?? "")
        }
    }

    /// A column of `result.csv` or `refused.csv`.
    func column(_ name: String, _ file: String = "result.csv", _ batch: String = "own", revision: Int = 1) throws -> [String] {
        let rows = TalkSending.rows(try text(of: "\(workspace.exports)/messages-send/\(batch)/r\(revision)/data/\(file)"))
        guard let column = rows.first?.firstIndex(of: name) else { throw HarnessError("\(file) has no column \(name)") }
        return rows.dropFirst().map { $0.indices.contains(column) ? $0[column] : "" }
    }

    /// The texts in which nothing secret may stand: everything below the workspace but the kept session, and what was said.
    func hasSecret(_ endings: [Ending]) throws -> Bool {
        let sign = "eyJ"
        if endings.contains(where: { ($0.out + $0.err).contains(sign) }) { return true }
        return try Tree(workspace.exports).files.values.contains { String(decoding: $0, as: UTF8.self).contains(sign) }
    }

    /// The cells of a sheet, line by line.
    static func rows(_ text: String) -> [[String]] {
        var rows: [[String]] = [[""]]
        var isQuoted = false
        for character in text {
            switch character {
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: rows[rows.count - 1].append("")
            case _ where character.isNewline && !isQuoted: rows.append([""])
            default: rows[rows.count - 1][rows[rows.count - 1].count - 1].append(character)
            }
        }
        return rows.filter { $0 != [""] }
    }
}
