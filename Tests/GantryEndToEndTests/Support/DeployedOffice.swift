/// A workspace with a connection to a sample back end of KSR Cranes that answers the deployed contract.
struct DeployedOffice: Sendable {
    static let period = "2026-10"

    let workspace: Workspace
    let sandbox: Sandbox

    /// - Parameters:
    ///   - options: what the back end is started with besides its contract.
    ///   - contract: the line of gantry.yaml.
    init(_ options: [String] = [], faults: [String] = [], contract: String? = "deployed") async throws {
        let workspace = try Workspace("deployed")
        self.workspace = workspace
        sandbox = try await Sandbox(
            ["--contract", "deployed", "--effects", workspace.folder.file("effects.jsonl")] + options
                + faults.flatMap { ["--fault", $0] })
        try connect(contract)
    }

    /// Writes gantry.yaml.
    func connect(_ contract: String?) throws {
        try BackEnd.ksrCranes.configure(workspace, sandbox.url, contract: contract)
    }

    /// A verb, a shipped pipeline or the path of another, and more words.
    func run(
        _ verb: String, _ pipeline: String, period: String? = DeployedOffice.period, _ more: [String] = []
    )
        async throws -> Ending
    {
        let file = pipeline.hasPrefix("/") ? pipeline : "\(Product.root)/Pipelines/\(pipeline).yaml"
        return try await Command(
            [Product.binary, verb, file, "--workspace", workspace.path] + (period.map { ["--period", $0] } ?? [])
                + more,
            environment: BackEnd.ksrCranes.credentials, folder: workspace.folder.path, timeout: .seconds(90)
        ).run()
    }

    /// Exports pay, and requires that it is published.
    @discardableResult
    func export(period: String = DeployedOffice.period, _ more: [String] = []) async throws -> Ending {
        let ending = try await run("run", "payroll-monthly", period: period, more)
        guard ending.code == 0 || ending.code == 2 else { throw HarnessError("The export failed: \(ending)") }
        return ending
    }

    /// A file of a published run: `payroll-monthly/2026-10/r1`, `payroll.csv`.
    func file(_ run: String, _ name: String) -> String { "\(workspace.exports)/\(run)/data/\(name)" }

    func column(_ name: String, _ file: String, _ run: String = "payroll-monthly/2026-10/r1") throws -> [String] {
        try SheetText.column(name, of: self.file(run, file))
    }

    /// A pipeline file of the test's own.
    func pipeline(_ name: String, _ text: String) throws -> String {
        let path = workspace.folder.file(name + ".yaml")
        try write("pipeline: \(name)\nconnection: ksr\n" + text, to: path)
        return path
    }

    /// What the server took.
    func effects(_ endpoint: String) throws -> [Effect] {
        try Effect.all(in: workspace.folder.file("effects.jsonl")).filter { $0.endpoint == endpoint }
    }

    /// Entries that were marked as sent, in order.
    func marked() throws -> [String] { try effects("mark-entries").compactMap { $0.identity["entry_id"] } }
}
