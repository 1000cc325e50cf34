import FoundationEssentials
import Testing

/// Folders that contradict themselves although every digest in them is right.
@Suite("An export whose digests were made anew") struct VerifyFiguresTests {
    /// The sample payroll, published once.
    private static let payroll = Once { () async throws -> Workspace in
        let workspace = try Workspace("figures")
        try await Job.sample().command(workspace.path).succeed()
        return workspace
    }

    private static let datasets = Once { () async throws -> (workspace: Workspace, published: String) in
        guard let sample = DatasetTests.Sample.all.first(where: { $0.pipeline == "appointment-photos" }) else {
            throw HarnessError("no such sample")
        }
        let sandbox = try await Sandbox(["--system", sample.system])
        let workspace = try sample.workspace(sandbox.url)
        try await sample.command(workspace).succeed()
        withExtendedLifetime(sandbox) {}
        return (workspace, sample.published(workspace))
    }

    private static let sent = Once { () async throws -> (upload: Upload, published: String) in
        let upload = try await Upload()
        try await upload.fill(4)
        try await upload.command().succeed()
        return (upload, upload.published())
    }

    @Test(
        "and that states any one figure differently is told apart, or the figure is named as one that nothing was compared with",
        arguments: ["payroll", "datasets", "sent"])
    func figures(kind: String) async throws {
        let original: String
        switch kind {
        case "payroll": original = try await Self.payroll.value.published
        case "datasets": original = try await Self.datasets.value.published
        default: original = try await Self.sent.value.published
        }
        let whole = try await AlteredExport(of: original).verified()
        try #require(whole.status == .exited(0), "\(whole)")
        let open =
            whole.lines.first { $0.hasPrefix("  data/totals.json: ") }?.dropFirst(20).split(
                separator: ", "
            ).map(String.init) ?? []
        let figures = AlteredFigure.all(of: try text(of: original + "/data/totals.json"))
        #expect(figures.count > 10 && open.count * 3 < figures.count, "\(figures.map(\.path)), of which open: \(open)")
        if kind == "payroll" {
            #expect(open.isEmpty)
        }
        let trials = Trials(what: "changed figure of \(kind)", test: "VerifyFiguresTests")
        await trials.run(0..<figures.count, leastHits: 10) { number in
            let figure = figures[number]
            let altered = try AlteredExport(of: original)
            try write(figure.document, to: altered.path + "/data/totals.json")
            let ending = try await altered.verified()
            if ending.status == .exited(4) { return .held }
            let isNamed = open.contains { figure.path == $0 || figure.path.hasPrefix($0 + ".") }
            return isNamed ? .late : .broken("\(figure.path) was changed: \(ending)")
        }
    }

    /// What is changed in the sample payroll, and what `verify` must name.
    private static let changes: [(what: String, file: String, names: String, change: @Sendable (String) -> String)] = [
        (
            "no file is listed", "data/totals.json", "data/payroll.csv",
            { whole in
                guard let start = whole.firstRange(of: "\"files\": ["),
                    let end = whole[start.upperBound...].firstRange(of: "\n  ]")
                else { return whole }
                return whole[..<start.upperBound] + "]" + whole[end.upperBound...]
            }
        ),
        (
            "two employees' pay is swapped", "data/payroll.csv", "employee 1003, pay code 1000",
            { swapCells($0, rows: ("1003,", "1004,"), cells: 3...5) }
        ),
        (
            "two employees' names are swapped", "data/payroll.csv", "employee 1003",
            { swapCells($0, rows: ("1003,", "1004,"), cells: 1...1) }
        ),
        (
            "two employees' names are swapped", "data/payroll.xml", "employee 1003",
            { text in
                text.replacing("name=\"Worker 1003\"", with: "name=\"?\"").replacing(
                    "name=\"Worker 1004\"", with: "name=\"Worker 1003\""
                )
                .replacing("name=\"?\"", with: "name=\"Worker 1004\"")
            }
        ),
        (
            "two entries' hours are swapped", "data/work-entries.csv", "row 2",
            { text in
                var rows = text.split(separator: "\r\n", omittingEmptySubsequences: false).map {
                    $0.split(separator: ",", omittingEmptySubsequences: false)
                }
                guard
                    let other = rows.indices.dropFirst(2).first(where: {
                        rows[$0].count == rows[1].count && rows[$0] != rows[1]
                    })
                else { return text }
                for cell in 1..<rows[1].count {
                    (rows[1][cell], rows[other][cell]) = (rows[other][cell], rows[1][cell])
                }
                return rows.map { $0.joined(separator: ",") }.joined(separator: "\r\n")
            }
        ),
        (
            "a day is another one", "data/payroll.xml", "1001",
            { $0.replacing("date=\"2026-10-01\"", with: "date=\"2026-10-04\"", maxReplacements: 1) }
        ),
        (
            "the schema is another", "data/payroll.xsd", "data/payroll.xsd",
            { $0.replacing("unbounded", with: "99999999") }
        ),
        (
            "the schema is violated and every sum holds", "data/payroll.xml", "approved",
            { text in
                text.replacing("<employee ", with: "<employee approved=\"yes\" ", maxReplacements: 1)
            }
        ),
    ]

    @Test("and that contradicts itself is told apart", arguments: changes.indices) func contradiction(
        index: Int
    ) async throws {
        let (what, file, names, change) = Self.changes[index]
        let altered = try AlteredExport(of: try await Self.payroll.value.published)
        try altered.change(file, change)
        let ending = try await altered.verified()
        #expect(ending.status == .exited(4) && ending.out.contains(names), "\(what) in \(file): \(ending)")
    }

    @Test("and that states another figure of a project is told apart") func projects() async throws {
        let workspace = try Workspace("projects")
        let pipeline = workspace.folder.file("payroll-fortnight.yaml")
        try write(
            try text(of: Product.root + "/Pipelines/payroll-fortnight.yaml")
                .replacing("  # employees: employees.csv", with: "  by: [project]"), to: pipeline)
        var job = try await Job.sample()
        job.pipeline = pipeline
        job.options = ["--period", "2026-W41"]
        try await job.command(workspace.path).succeed()
        let original = "\(workspace.exports)/payroll-fortnight/2026-W41/r1"
        let figures = AlteredFigure.all(of: try text(of: original + "/data/totals.json"))
            .filter { $0.path.hasPrefix("projects[") }
        // Those of the first project and of the last.
        for figure in figures.prefix(4) + figures.suffix(4) {
            let altered = try AlteredExport(of: original)
            try write(figure.document, to: altered.path + "/data/totals.json")
            let ending = try await altered.verified()
            #expect(ending.status == .exited(4) && ending.out.contains(figure.path), "\(figure.path): \(ending)")
        }
        #expect(figures.count >= 8 && figures.contains { $0.path == "projects[0].hours" }, "\(figures.map(\.path))")
    }

    @Test("and whose archive gives an entry to another employee is told apart") func archive() async throws {
        let altered = try AlteredExport(of: try await Self.payroll.value.published)
        let script = """
            set -e; cd "$1"
            zstd -dqc work-entries.jsonl.zst | sed '3s/"employeeId":1003/"employeeId":1004/' > changed
            if zstd -dqc work-entries.jsonl.zst | cmp -s - changed; then exit 1; fi
            zstd -qf changed -o work-entries.jsonl.zst; rm changed
            """
        try await Command(["bash", "-c", script, "bash", altered.path + "/data"]).succeed()
        let ending = try await altered.verified()
        ending.expect(exit: 4)
    }

    @Test("and that agrees with itself is told apart by the run's name, since the journal keeps what was sealed")
    func sealed() async throws {
        let workspace = try Workspace("sealed")
        try await Job.plain().command(workspace.path).succeed()
        let altered = try AlteredExport(of: workspace.published)
        try altered.change("bag-info.txt") {
            $0.replacing("External-Description: ", with: "External-Description: Other ")
        }
        #expect(try await altered.verified().status == .exited(0), "nothing in the folder says another title")
        try remove(workspace.published)
        try FileManager.default.moveItem(atPath: altered.path, toPath: workspace.published)
        let ending = try await Command([Product.binary, "verify", Job.run, "--workspace", workspace.path]).run()
        #expect(ending.status == .exited(4) && ending.out.contains("tagmanifest-sha256.txt"), "\(ending)")
    }

    @Test("names the folder above when it is given the data folder, and says in one word what is missing") func words()
        async throws
    {
        let original = try await Self.payroll.value.published
        let data = try await Command([Product.binary, "verify", original + "/data"]).run()
        #expect(data.status == .exited(64) && data.err.contains("gantry verify \(original)"), "\(data)")
        let altered = try AlteredExport(of: original)
        try remove(altered.path + "/bagit.txt")
        let missing = try await Command([Product.binary, "verify", altered.path]).run()
        #expect(missing.status == .exited(4) && missing.out.contains("missing bagit.txt"), "\(missing)")
    }

    /// Swaps cells of the rows that begin so.
    private static func swapCells(_ text: String, rows names: (String, String), cells: ClosedRange<Int>) -> String {
        var rows = text.split(separator: "\r\n", omittingEmptySubsequences: false).map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        func row(_ name: String) -> Int? { rows.firstIndex { $0.joined(separator: ",").hasPrefix(name) } }
        guard let first = row(names.0), let second = row(names.1) else { return text }
        for cell in cells { (rows[first][cell], rows[second][cell]) = (rows[second][cell], rows[first][cell]) }
        return rows.map { $0.joined(separator: ",") }.joined(separator: "\r\n")
    }
}
