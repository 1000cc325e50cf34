import FoundationEssentials

/// A kind of sample back end, and how a workspace comes to know one.
enum BackEnd: String, Sendable {
    case ksrCranes = "ksr-cranes"
    case autoDetailHub = "autodetail-hub"
    case cdblLMS = "cdbl-lms"
    case vynqTalk = "vynqtalk"

    /// What the shipped pipelines call the connection.
    private var connection: String {
        switch self {
        case .ksrCranes: "ksr"
        case .autoDetailHub: "hub"
        case .cdblLMS: "lms"
        case .vynqTalk: "talk"
        }
    }

    private var secrets: [(name: String, variable: String, value: String)] {
        switch self {
        case .ksrCranes: [("email", "KSR_EMAIL", Sandbox.email), ("password", "KSR_PASSWORD", Sandbox.password)]
        case .autoDetailHub: [("api-key", "HUB_API_KEY", "org_1705671234_sandbox000001")]
        case .cdblLMS: [("pair-token", "LMS_PAIR_TOKEN", "pair-sandbox-000001")]
        case .vynqTalk:
            [("email", "TALK_EMAIL", "archive@example.test"), ("password", "TALK_PASSWORD", Sandbox.password)]
        }
    }

    /// The environment of a program that signs in.
    var credentials: [String: String] { Dictionary(uniqueKeysWithValues: secrets.map { ($0.variable, $0.value) }) }

    /// Writes the `gantry.yaml` of a workspace.
    ///
    /// - Parameters:
    ///   - contract: what it says of the contract; `nil` for nothing.
    ///   - settle: how long a request may still arrive after its answer was lost.
    func configure(
        _ workspace: Workspace, _ url: String, contract: String? = nil, settle: String = "300ms", limit: String? = nil
    ) throws {
        var lines = [
            "connections:", "  \(connection):", "    system: \(rawValue)", "    environment: \(url)",
            "    settle: \(settle)",
        ]
        if let contract { lines.append("    contract: \(contract)") }
        if let limit { lines.append("    \(limit)") }
        lines.append("    credentials:")
        lines += secrets.map { "      \($0.name): { env: \($0.variable) }" }
        try write(lines.joined(separator: "\n") + "\n", to: workspace.path + "/gantry.yaml")
    }
}

/// Something that a back end took, as its file of effects tells it.
struct Effect: Decodable, Sendable {
    let endpoint: String
    let identity: [String: String]
    let id: String?
    let sha256: String?

    /// What a back end took so far, in order.
    static func all(in path: String) throws -> [Effect] {
        guard exists(path) else { return [] }
        // The server may be in the middle of its last line.
        let text = try text(of: path)
        return try text[..<(text.lastIndex(of: "\n") ?? text.startIndex)].split(separator: "\n").map {
            try JSONDecoder().decode(Effect.self, from: Data($0.utf8))
        }
    }
}

/// The sheets that the product writes, as far as these tests read them: a doubled quote in a cell is left out.
enum SheetText {
    /// The cells of a column.
    static func column(_ name: String, of path: String) throws -> [String] {
        let rows = rows(try text(of: path))
        guard let column = rows.first?.firstIndex(of: name) else { throw HarnessError("\(path) has no column \(name)") }
        return rows.dropFirst().map { $0.indices.contains(column) ? $0[column] : "" }
    }

    /// The cells, line by line.
    static func rows(_ text: String, delimiter: Unicode.Scalar = ",") -> [[String]] {
        var rows: [[String]] = [[""]]
        var isQuoted = false
        // By scalars: what follows a quote or a comma may be a mark that would join it.
        for scalar in text.unicodeScalars where scalar != "\u{FEFF}" {
            switch scalar {
            case "\"": isQuoted.toggle()
            case delimiter where !isQuoted: rows[rows.count - 1].append("")
            case "\r" where !isQuoted: break
            case "\n" where !isQuoted: rows.append([""])
            default: rows[rows.count - 1][rows[rows.count - 1].count - 1].unicodeScalars.append(scalar)
            }
        }
        return rows.filter { $0 != [""] }
    }
}
