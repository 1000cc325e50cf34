import FoundationEssentials
import Testing

@Suite("How an office pays") struct InitPayrollTests {
    private let folder: TestFolder
    private let sandbox: Sandbox
    private var workspace: String { folder.file("workspace") }
    private var pipeline: String { workspace + "/Pipelines/payroll.yaml" }

    init() async throws {
        folder = try TestFolder("pay")
        sandbox = try await Sandbox.plain.value
        try FileManager.default.createDirectory(
            atPath: workspace, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try write(
            """
            # The office of the cranes.
            connections:
              ksr:
                system: ksr-cranes
                environment: \(sandbox.url)   # on this machine
                credentials: { email: { env: KSR_EMAIL }, password: { env: KSR_PASSWORD } }
            people:   # who signs
              bent: { name: Bent }

            # The end.

            """, to: workspace + "/gantry.yaml")
    }

    private let answers = [
        "--payroll", "danlon", "--need", "employer=99999993", "--pay-code", "1000=1", "--pay-code", "1100=2",
        "--pay-code", "1200=3",
    ]

    private func initialise(_ words: [String]) async throws -> Ending {
        try await Command([Product.binary, "init", "--workspace", workspace] + words).run()
    }

    @Test("is written as a short file, and its people join a gantry.yaml that keeps its comments") func written()
        async throws
    {
        let done = try await initialise(
            answers + ["--prepare", "Åse Hansen", "--approve", "Bent", "--deliver", folder.path])
        #expect(done.status == .exited(0) && done.out.contains("gantry month"), "\(done)")
        let kept = try text(of: workspace + "/gantry.yaml")
        for line in [
            "# The office of the cranes.", "   # on this machine", "people:   # who signs", "# The end.",
            "  aase: { name: \"Åse Hansen\" }", "  bent: { name: Bent }", "  payroll-program:",
        ] { #expect(kept.contains(line), "\(line): \(kept)") }
        #expect(kept.components(separatedBy: "people:").count == 2, "\(kept)")
        let file = try text(of: pipeline)
        #expect(file.contains("extends: payroll-monthly") && file.split(separator: "\n").count < 40, "\(file)")
        #expect(file.contains("prepare: [aase]") && file.contains("approve: [bent]"), "\(file)")
        let run = try await Command(
            [Product.binary, "month", "2026-10", "--workspace", workspace],
            environment: Sandbox.environment
        ).run()
        run.expect(exit: 6)
        let names = try FileManager.default.contentsOfDirectory(atPath: workspace + "/exports/payroll/2026-10/r1/data")
        #expect(names.contains("danlon-2026-10.csv") && names.contains("payroll-2026-10.xlsx"), "\(names)")
        // The same again changes nothing; another answer is not written over it unless a person agrees.
        #expect(
            try await initialise(answers + ["--prepare", "Åse Hansen", "--approve", "Bent", "--deliver", folder.path])
                .status == .exited(0))
        #expect(try text(of: workspace + "/gantry.yaml") == kept)
        let abroad = try await initialise(
            answers + ["--prepare", "Åse Hansen", "--approve", "Bent", "--deliver", folder.path, "--country", "GB"])
        abroad.expect(exit: 0)
        let moved = try await initialise(answers + ["--country", "DK"])
        #expect(moved.status == .exited(64) && moved.err.contains("something else of the office"), "\(moved)")
        #expect(try text(of: workspace + "/gantry.yaml").contains("country: GB"))
        let other = try await initialise(["--payroll", "prolon"])
        #expect(
            other.status == .exited(64) && other.err.contains("is there already and says something else"), "\(other)")
        #expect(try text(of: pipeline) == file)
        let tool = [Product.python, Product.tools + "/type_at_terminal.py"]
        let program = ["--", Product.binary, "init", "--workspace", workspace]
        let configuration = try text(of: workspace + "/gantry.yaml")
        // Where the office is was written down, so it isn't asked. Enter keeps what the file says.
        let same = try await Command(tool + Array(repeating: "", count: 8) + program).run()
        #expect(same.status == .exited(0) && !same.out.contains("says something else"), "\(same)")
        #expect(try text(of: pipeline) == file && text(of: workspace + "/gantry.yaml") == configuration)
        // What is not replaced adds nobody to gantry.yaml.
        for (preparer, answer, isReplaced) in [("Carla", "no", false), ("", "yes", true)] {
            let asked = try await Command(
                tool + ["prolon", "1", "2", "3", preparer, "", "", answer] + program
            ).run()
            #expect(asked.status == .exited(0) && asked.out.contains("+     format: prolon"), "\(asked)")
            #expect(try text(of: pipeline).contains("format: prolon") == isReplaced)
            #expect(try text(of: workspace + "/gantry.yaml") == configuration)
        }
        let replaced = try text(of: pipeline)
        for line in ["prepare: [aase]", "approve: [bent]", "to: payroll-program }"] {
            #expect(replaced.contains(line), "\(line): \(replaced)")
        }
        // Enter leaves what somebody has added to the file, and what comes next is about the office's own pipeline.
        try write(replaced + "\nchecks:\n  not-approved: warning\n", to: pipeline)
        let left = try await Command(tool + [""] + program).run()
        #expect(left.status == .exited(0) && left.out.contains("gantry month --pipeline payroll"), "\(left)")
    }

    @Test("is changed in the desk by the form that asked, and by hand where somebody has changed the file")
    func changed()
        async throws
    {
        let answers = answers + ["--prepare", "Anna Holm", "--approve", "Bent", "--deliver", folder.path]
        #expect(try await initialise(answers).status == .exited(0))
        let desk = try await DeskProgram(
            workspace, ["--language", "en"],
            environment: ["KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let page = try await desk.get("/setup", cookie: cookie)
        for value in ["99999993", "Anna Holm", "Bent", folder.path, "3"] {
            #expect(page.body.contains("value=\"\(value)\""), "\(value): \(page)")
        }
        let inbox = folder.file("inbox")
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        let fields = [
            ("need.employer", "99999993"), ("code.1000", "1"), ("code.1100", "2"), ("code.1200", "4"),
            ("prepare", "Anna Berg"), ("approve", "Bent"), ("deliver", inbox),
        ]
        let done = try await desk.send("pay", of: page, to: "/setup", fields, cookie: cookie)
        #expect(done.body.contains("<p>Done</p>"), "\(done)")
        let file = try text(of: pipeline)
        #expect(file.contains("\"1200\": \"4\"") && file.contains("prepare: [anna-2]"), "\(file)")
        #expect(file.contains("to: payroll-program-2"), "\(file)")
        let kept = try text(of: workspace + "/gantry.yaml")
        #expect(kept.contains("anna-2: { name: \"Anna Berg\" }") && kept.contains("# The end."), "\(kept)")
        // The same once more changes nothing.
        let again = try await desk.send(
            "pay", of: try await desk.get("/setup", cookie: cookie), to: "/setup", fields, cookie: cookie)
        #expect(again.body.contains("<p>Done</p>"), "\(again)")
        #expect(try text(of: workspace + "/gantry.yaml") == kept && text(of: pipeline) == file)
        try write(file + "# Mine.\n", to: pipeline)
        let own = try await desk.get("/setup", cookie: cookie)
        #expect(own.body.contains("# Mine.") && !own.body.contains("value=\"pay\""), "\(own)")
    }

    @Test("can be from another connection, which the desk adds to a gantry.yaml that keeps its comments") func second()
        async throws
    {
        let desk = try await DeskProgram(
            workspace, ["--language", "en"],
            environment: ["KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let page = try await desk.get("/setup?system=ksr-cranes", cookie: cookie)
        #expect(page.body.contains("name=\"name\" value=\"ksr-2\""), "\(page)")
        let fields = [
            ("address", sandbox.url), ("credential.email", Sandbox.email), ("secret.password", Sandbox.password),
        ]
        let twice = try await desk.send("connect", of: page, to: "/setup", fields + [("name", "ksr")], cookie: cookie)
        #expect(twice.body.contains("exists already"), "\(twice)")
        let again = try await desk.get("/setup?system=ksr-cranes", cookie: cookie)
        let done = try await desk.send("connect", of: again, to: "/setup", fields + [("name", "ksr-2")], cookie: cookie)
        #expect(done.status == 200, "\(done)")
        let kept = try text(of: workspace + "/gantry.yaml")
        #expect(
            kept.contains("  ksr-2:\n") && kept.contains("# The office of the cranes.") && kept.contains("  ksr:\n"),
            "\(kept)")
        let chosen = try await desk.get("/setup?program=prolon", cookie: cookie)
        #expect(["ksr", "ksr-2"].allSatisfy { chosen.body.contains("<option value=\"\($0)\"") }, "\(chosen)")
    }

    @Test("can be in a file of the workspace and in one beside it, and both are asked about") func beside() async throws
    {
        #expect(try await initialise(answers).status == .exited(0))
        let beside = folder.file("Pipelines")
        try FileManager.default.createDirectory(atPath: beside, withIntermediateDirectories: true)
        try write("pipeline: hours\nextends: payroll-monthly\nconnection: ksr\n", to: beside + "/hours.yaml")
        let month = try await Command([
            "sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, Product.binary, "month", "2026-10", "--workspace",
            workspace,
        ]).run()
        #expect(
            month.status == .exited(64) && month.err.contains("2 pipelines pay people here: hours, payroll."),
            "\(month)")
    }

    @Test("is said to be missing or mistaken where a month is asked for, and a shipped pipeline doesn't stand in")
    func mistaken() async throws {
        /// In the workspace: the checkout's own Pipelines/ are no office's.
        func gantry(_ words: [String]) async throws -> Ending {
            var command = Command(
                [Product.binary] + words + ["--workspace", workspace], environment: Sandbox.environment)
            command.folder = workspace
            return try await command.run()
        }
        let none = try await gantry(["month", "2026-10"])
        #expect(none.status == .exited(64) && none.err.contains("No pipeline pays people here yet"), "\(none)")
        #expect(none.err.contains("gantry init") && !none.err.contains("payroll-monthly"), "\(none)")
        // A shipped one that ran once doesn't count beside a file of the office's own.
        try await gantry(["run", "payroll-monthly", "--period", "2026-10"]).expect(exit: 0)
        #expect(try await initialise(answers).status == .exited(0))
        let month = try await gantry(["month", "2026-10"])
        #expect(month.status != .exited(64) && !month.err.contains("pipelines pay people here"), "\(month)")
        try write(try text(of: pipeline) + "conection: ksr\n", to: pipeline)
        let broken = try await gantry(["month", "2026-10"])
        #expect(broken.status == .exited(78) && broken.err.contains("conection"), "\(broken)")
        let status = try await gantry(["status"])
        #expect(status.status == .exited(1) && status.out.contains("conection"), "\(status)")
        let desk = try await DeskProgram(workspace, ["--language", "en"], environment: Sandbox.environment)
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        for path in ["/", "/setup"] {
            let page = try await desk.get(path, cookie: cookie)
            #expect(page.body.contains("payroll.yaml has a mistake"), "\(path): \(page)")
        }
    }

    @Test("isn't written where an answer can't be used, which is said in the words of the question") func badInput()
        async throws
    {
        for (words, said) in [
            (["--payroll", "danlom"], "Did you mean danlon?"), (["--payroll", "danlon"], "employer"),
            (answers + ["--pay-code", "1200=2x"], "Expected the pattern [0-9]{1,2}"),
            (["--payroll", "danlon", "--need", "employer=123"], "CVR number"),
            (answers + ["--prepare", "Anna"], "--prepare and --approve belong together"),
            (answers + ["--prepare", "Anna", "--approve", "Anna"], "Two people sign"),
            (answers + ["--prepare", "Anna Holm", "--approve", " anna  HOLM"], "Two people sign"),
            (["--prepare", "Anna", "--approve", "Bent"], "need --payroll"),
        ] {
            let ending = try await initialise(words)
            #expect(
                [.exited(64), .exited(78)].contains(ending.status) && ending.err.contains(said), "\(words): \(ending)")
            #expect(!exists(pipeline))
        }
        let path = workspace + "/gantry.yaml"
        let before = try text(of: path).replacing(
            "people:   # who signs\n  bent: { name: Bent }", with: "people: { bent: { name: Bent } }")
        try write(before, to: path)
        let line = try await initialise(answers + ["--prepare", "Anna", "--approve", "Bent"])
        #expect(line.status == .exited(78) && line.err.contains("Add by hand: anna: { name: \"Anna\" }"), "\(line)")
        #expect(try text(of: path) == before && !exists(pipeline))
    }
}
