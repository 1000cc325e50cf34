import FoundationEssentials

/// A payroll office whose month can be exported under several names, and the folder of its payroll program.
struct PaidMonth: Sendable {
    static let danlon = """
          - { file: "danlon-{period}.csv", format: danlon, needs: { employer: "99999993" }, codes: { "1000": "1", "1100": "2", "1200": "4" } }

        """
    static let rules = "\nsign-off:\n  prepare: [clerk]\n  approve: [manager]\n  proof: declared\n"
    static let reason = "The customer was told on Monday"

    let workspace: Workspace
    var inbox: String { workspace.path + "/inbox" }

    /// - Parameter signed: whether people sign its runs.
    init(url: String, signed: Bool) throws {
        workspace = try Workspace("paid")
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: false)
        try write(
            Sandbox.configuration(url) + """
                people:
                  clerk: { name: Payroll Clerk }
                  manager: { name: Payroll Manager }

                """, to: workspace.path + ".yaml")
        for name in ["payroll-monthly", "payroll-second"] {
            let file = try Variants.file(
                in: workspace.folder, [("pipeline: payroll-monthly", "pipeline: \(name)")], more: Self.danlon,
                name: "\(name).yaml")
            if signed { try write(try text(of: file) + Self.rules, to: file) }
        }
    }

    func file(_ pipeline: String) -> String { workspace.folder.file("\(pipeline).yaml") }

    /// A command about a run, with the pipeline's own file.
    func command(_ words: [String]) -> Command {
        let pipeline = words.count > 1 ? String(words[1].prefix { $0 != "/" }) : ""
        let takesFile = ["sign", "deliver"].contains(words[0])
        let takesConfig = !["review", "verify", "show", "runs", "diff"].contains(words[0])
        return Command(
            [Product.binary] + words + ["--workspace", workspace.path]
                + (takesConfig ? ["--config", workspace.path + ".yaml"] : [])
                + (takesFile ? ["--pipeline", file(pipeline)] : []),
            environment: Sandbox.environment)
    }

    /// Writes the files of a run again, without the server.
    func rewrite(_ run: String) -> Command {
        Command([
            Product.binary, "run", file(String(run.prefix { $0 != "/" })), "--from", run, "--workspace", workspace.path,
            "--config", workspace.path + ".yaml",
        ])
    }

    func run(_ pipeline: String = "payroll-monthly", _ period: String, _ more: [String] = []) -> Command {
        Command(
            [
                Product.binary, "run", file(pipeline), "--period", period, "--workspace", workspace.path, "--config",
                workspace.path + ".yaml",
            ] + more, environment: Sandbox.environment)
    }

    func deliver(_ run: String, _ more: [String] = []) -> Command {
        command(["deliver", run, "--to", inbox, "--by", "clerk"] + more)
    }

    func decide(_ run: String, _ words: [String]) -> Command {
        Command(
            [
                Product.binary, "review", run, "--by", "clerk", "--because", Self.reason, "--workspace", workspace.path,
            ] + words)
    }

    /// Accepts every warning of a run that is open.
    func accept(_ run: String) async throws {
        let review = try await command(["review", run]).run()
        let ids = review.lines.filter { $0.hasSuffix(" open") && $0.contains(" warning ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        if !ids.isEmpty { try await decide(run, ids + ["--accept"]).succeed() }
    }

    /// The id of the first finding of a rule.
    func finding(_ rule: String, in run: String) async throws -> String? {
        let review = try await command(["review", run]).run()
        return review.lines.first { $0.contains(" \(rule) ") }?.split(separator: " ").first
            .map(String.init)
    }

    func signBoth(_ run: String) async throws {
        for person in ["clerk", "manager"] { try await command(["sign", run, "--by", person]).succeed() }
    }

    /// Hundredths of units and amounts by employee and code, of everything that reached the payroll program.
    func paid() throws -> [String: [Int]] {
        let files = try FileManager.default.contentsOfDirectory(atPath: inbox).filter { $0.hasPrefix("danlon") }
        return try CorrectedMonth.danlon(files.map { "\(inbox)/\($0)" })
    }
}
