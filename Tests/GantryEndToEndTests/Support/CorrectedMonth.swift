import FoundationEssentials

/// A delivered month of a back end whose entries have changed since: of the first entries of three pages one was
/// approved late, one has other hours, and one is no longer approved.
struct CorrectedMonth: Sendable {
    static let because = ["--because", "Approvals after the closing"]
    static let outputs = """
          - { file: danlon.csv, format: danlon, needs: { employer: "99999993" }, codes: { "1000": "1", "1100": "2", "1200": "4" } }
          - { file: visma.txt, format: visma-lonn }
          - { file: multilon.txt, format: multilon, needs: { firm: "07" } }
          - { file: timecards.xml, format: hrxml, needs: { employer: "99999993" } }
          - { file: sdworx.txt, format: sdworx-be, needs: { employer: "1111111" } }

        """

    let workspace: Workspace
    let url: String
    var importer: String { workspace.path + "/importer" }
    var pipeline: String { workspace.folder.file("pipeline.yaml") }

    /// The back end, which answers otherwise from the second fetch of the month on.
    private static let sandbox = Once {
        try await Sandbox([
            "--entries", "60", "--employees", "6", "--seed", "7",
            "--fault", "work-entries:page=1:times=1:record=raw:index=0:field=status:value=\"SUBMITTED\"",
            "--fault", "work-entries:page=2:after=1:times=always:record=raw:index=3:field=normalHours:value=5.3",
            "--fault", "workers:after=1:times=always:record=raw:index=1:field=hourly_rate:value=299.5",
            "--fault", "work-entries:page=3:after=1:times=always:record=raw:index=5:field=status:value=\"SUBMITTED\"",
        ])
    }

    /// One signed month, of which every test delivers a copy.
    private static let signed = Once {
        let month = CorrectedMonth(workspace: try Workspace("month"), url: try await sandbox.value.url)
        let file = try Variants.file(in: month.workspace.folder, more: outputs)
        try write(
            try text(of: file) + "\nsign-off:\n  prepare: [clerk]\n  approve: [manager]\n  proof: declared\n",
            to: month.pipeline)
        try await month.run().succeed()
        try addSigners(to: month.workspace.path + ".yaml")
        try FileManager.default.createDirectory(atPath: month.importer, withIntermediateDirectories: false)
        try await month.signBoth(1)
        return month
    }

    /// A copy of the month, delivered to its own importer.
    static func copy() async throws -> CorrectedMonth {
        let month = try await signed.value.copied()
        try await month.deliver(1).succeed()
        return month
    }

    func copied() async throws -> CorrectedMonth {
        let other = try Workspace("correcting")
        try await Command(["cp", "-a", "\(workspace.folder.path)/.", other.folder.path]).succeed()
        return CorrectedMonth(workspace: other, url: url)
    }

    /// `gantry run` of the month with more words.
    func run(_ more: [String] = [], environment: [String: String] = [:]) throws -> Command {
        var job = Job("correction", url: url)
        job.pipeline = pipeline
        return try job.command(workspace.path, more, environment: environment)
    }

    /// The run that corrects it.
    func correct(_ more: [String] = [], environment: [String: String] = [:]) throws -> Command {
        try run(["--revision", "next"] + CorrectedMonth.because + more, environment: environment)
    }

    func command(_ words: [String]) -> Command {
        let place = ["--workspace", workspace.path]
        let config = ["--config", workspace.path + ".yaml"]
        let isPlain = ["verify", "review"].contains(words[0])
        let asksServer = words.contains("server")
        let named = asksServer || ["sign", "deliver"].contains(words[0])
        return Command(
            [Product.binary] + words + place + (isPlain ? [] : config) + (named ? ["--pipeline", pipeline] : [])
                // The back end changes entries by their pages.
                + (asksServer ? ["--set", "records.page-size=10"] : []),
            environment: Sandbox.environment)
    }

    /// Writes the files of a revision again.
    func rewrite(_ run: String) -> Command { command(["run", pipeline, "--from", run]) }

    func name(_ revision: Int) -> String { "payroll-monthly/2026-10/r\(revision)" }
    func folder(_ revision: Int) -> String { "\(workspace.exports)/\(name(revision))" }
    func file(_ revision: Int, _ name: String) -> String { "\(folder(revision))/data/\(name)" }

    func signBoth(_ revision: Int) async throws {
        for person in ["clerk", "manager"] { try await command(["sign", name(revision), "--by", person]).succeed() }
    }

    func deliver(_ revision: Int) -> Command {
        command(["deliver", name(revision), "--to", importer, "--by", "clerk"])
    }

    /// Takes away what lies there.
    func clearImporter() throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: importer) { try remove("\(importer)/\(file)") }
    }

    func fail(_ revision: Int) -> Command {
        command([
            "deliver", name(revision), "--failed", "--by", "clerk", "--because", "The importer lost the files",
        ])
    }

    /// Accepts every open finding of a revision.
    func accept(_ revision: Int) async throws {
        let review = try await command(["review", name(revision)]).run()
        let open = review.openFindings
        guard !open.isEmpty else { return }
        try await Command(
            [Product.binary, "review", name(revision)] + open + [
                "--accept", "--by", "clerk", "--because", "The foreman told us on Wednesday", "--workspace",
                workspace.path, "--config", workspace.path + ".yaml",
            ]
        ).succeed()
    }

    /// The seal of a revision's statement.
    func seal(_ revision: Int) async throws -> String {
        try await SignedMonth.seal(of: "\(workspace.path)/signoff/payroll-monthly/2026-10/r\(revision).statement")
    }

    /// Units and amounts in hundredths by employee and code, of files of Danløn together.
    static func danlon(_ paths: [String]) throws -> [String: [Int]] {
        var sums: [String: [Int]] = [:]
        for path in paths {
            for line in try text(of: path).split(whereSeparator: \.isNewline) {
                let cells = line.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
                let key = "\(cells[1]) \(cells[2])"
                let sum = sums[key] ?? [0, 0]
                sums[key] = [sum[0] + (Int(cells[3]) ?? 0), sum[1] + (Int(cells[5]) ?? 0)]
            }
        }
        return sums.filter { $0.value != [0, 0] }
    }

    /// The same of the whole lines of a revision.
    func lines(_ revision: Int) throws -> [String: [Int]] {
        let codes = ["1000": "1", "1100": "2", "1200": "4"]
        func hundredths(_ text: String) -> Int { Int(text.replacing(".", with: "")) ?? 0 }
        var sums: [String: [Int]] = [:]
        for line in try text(of: file(revision, "payroll.csv")).split(whereSeparator: \.isNewline).dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            sums["\(cells[0]) \(codes[cells[2]] ?? "")"] = [hundredths(cells[3]), hundredths(cells[5])]
        }
        return sums.filter { $0.value != [0, 0] }
    }
}
