import FoundationEssentials
import Glibc
import Testing

/// A folder with gantry.yaml for one sandbox, and commands in it on a day of choice.
struct OperatingDesk: Sendable {
    let folder: TestFolder
    let sandbox: Sandbox
    var workspace: String { folder.file("workspace") }

    init(_ arguments: [String]) async throws {
        folder = try TestFolder("operating")
        sandbox = try await Sandbox(arguments)
        try FileManager.default.createDirectory(
            atPath: folder.file("workspace"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try write(
            Sandbox.configuration(sandbox.url), to: workspace + "/gantry.yaml")
    }

    /// - Parameter day: what the clock says, `2026-11-27 00:10:00`; `nil` for the machine's.
    func command(_ words: [String], on day: String? = nil) -> Command {
        var environment = ["KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password, "TZ": "UTC"]
        if let day { environment.merge(Product.clock(at: day)) { $1 } }
        return Command(
            [Product.binary] + words + ["--workspace", workspace], environment: environment, folder: folder.path)
    }

    func run(_ words: [String], on day: String? = nil) async throws -> Ending {
        try await command(words, on: day).run()
    }
}

@Suite("The operator") struct OperatingTests {
    @Test("finds the night that was interrupted finished before the next one, and is told so") func interrupted()
        async throws
    {
        let desk = try await OperatingDesk(["--fault", "workers:status=429:retry-after=60"])
        let job = ["run", "customers-and-workers", "--set", "checkpoint.records=1"]
        let night = try desk.command(job + ["--json"], on: "2026-11-26 23:59:00").start()
        try await night.says("\"event\":\"retrying\"")
        night.signal(SIGTERM)
        #expect(try await night.ending().status == .exited(75))
        let next = try await desk.run(job, on: "2026-11-27 00:10:00")
        next.expect(exit: 0)
        #expect(
            next.err.contains(
                "customers-and-workers/2026-11-26/r1 was interrupted, and its day is past, so it begins anew first"
            ), "\(next)")
        let runs = try await desk.run(["runs", "--state", "published", "--sort", "name", "--json"])
        #expect(runs.out.contains(#""run":"customers-and-workers/2026-11-26/r1""#), "\(runs)")
        #expect(runs.out.contains(#""run":"customers-and-workers/2026-11-27/r1""#), "\(runs)")
        #expect(!exists(desk.workspace + "/parts/customers-and-workers/2026-11-26"))
        // What it had of the day before doesn't go with what is there now.
        let bag = try text(of: desk.workspace + "/exports/customers-and-workers/2026-11-26/r1/bag-info.txt")
        #expect(bag.contains("Snapshot-Time: 2026-11-27T00:1"), "\(bag)")
        // Done is done.
        #expect(try await desk.run(job, on: "2026-11-27 00:20:00").status == .exited(3))
    }

    @Test("gets the new night although the interrupted one can't be finished, and an exit code that says so")
    func unfinishable() async throws {
        let desk = try await OperatingDesk(["--fault", "workers:status=429:retry-after=60"])
        let file = desk.folder.file("my.yaml")
        let shipped = try text(of: Product.root + "/Pipelines/customers-and-workers.yaml")
        try write(shipped, to: file)
        let night = try desk.command(["run", file, "--period", "yesterday", "--json"], on: "2026-11-26 23:59:00")
            .start()
        try await night.says("\"event\":\"retrying\"")
        night.signal(SIGTERM)
        #expect(try await night.ending().status == .exited(75))
        // A run goes on only with the file that it began with.
        try write(shipped.replacing("          - { field: cvr_nr }\n", with: ""), to: file)
        let next = try await desk.run(["run", file, "--period", "yesterday", "--json"], on: "2026-11-27 00:10:00")
        next.expect(exit: 78)
        #expect(next.err.contains("customers-and-workers/2026-11-25/r1:"), "\(next)")
        let failed = #""finishedFirst":[{"run":"customers-and-workers/2026-11-25/r1","exitCode":78"#
        #expect(next.out.contains(failed), "\(next)")
        #expect(exists(desk.workspace + "/exports/customers-and-workers/2026-11-26/r1"))
    }

    @Test("is told which month was missed while the machine was off, with the command that makes it")
    func missed() async throws {
        let desk = try await OperatingDesk(["--entries", "60", "--employees", "6", "--seed", "7"])
        func job(_ day: String) async throws -> Ending {
            try await desk.run(["run", "payroll-monthly", "--period", "last-month", "--json"], on: day)
        }
        let first = try await desk.run(["run", "payroll-monthly", "--period", "2026-10"], on: "2026-11-02 06:00:00")
        first.expect(exit: 0)
        #expect(try await job("2026-11-03 06:00:00").status == .exited(3))
        // The sandbox has no hours of January, so this run fails; what was missed is said all the same.
        let text = try await desk.run(
            ["run", "payroll-monthly", "--period", "last-month"], on: "2027-02-02 06:00:00")
        #expect(text.err.contains("2 periods have no run, up to 2026-12. To make them:"), "\(text)")
        #expect(text.err.contains("run payroll-monthly --period 2026-11 --workspace \(desk.workspace)"), "\(text)")
    }

    @Test("reads every time of every event with jq, and finds the run in each") func events() async throws {
        let desk = try await OperatingDesk(["--entries", "60", "--employees", "6", "--seed", "7"])
        let out = desk.folder.file("events")
        let run = try await desk.run(["run", "payroll-monthly", "--period", "2026-10", "--json"])
        run.expect(exit: 0)
        let show = try await desk.run(["show", Job.run, "--json"])
        let runs = try await desk.run(["runs", "--json"])
        try write(run.out, to: out)
        let named = try await Command(["jq", "-e", "-s", "all(.[]; .run == \"\(Job.run)\")", out]).run()
        #expect(named.status == .exited(0), "\(run.out)")
        try write(run.out + show.out + runs.out, to: out)
        let filter = "[.. | strings | select(test(\"^[0-9-]{10}T[0-9:.]+Z$\")) | fromdateiso8601] | length"
        let times = try await Command(["jq", "-e", "-s", filter, out]).run()
        times.expect(exit: 0)
        let counts = try await Command(["jq", "-e", ".result.runs[0].counts.fetched == 60", out]).run()
        #expect(counts.out.contains("true"), "\(runs.out)")
    }

    @Test("sees which process works on a run, and afterwards the whole command that continues it")
    func running() async throws {
        let desk = try await OperatingDesk([
            "--entries", "60", "--employees", "6", "--seed", "7", "--page-delay", "3s",
        ])
        let child = try desk.command([
            "run", "payroll-monthly", "--period", "2026-10", "--set", "records.page-size=10", "--pages-ahead", "1",
            "--json",
        ]).start()
        try await child.says("\"event\":\"progress\"")
        let during = try await desk.run(["show", Job.run])
        #expect(during.out.contains("is running: fetch."), "\(during)")
        #expect(during.out.contains("Process     \(child.pid) on "), "\(during)")
        #expect(during.out.contains("kill -INT \(child.pid)"), "\(during)")
        #expect(try await desk.run(["runs"]).out.contains("process \(child.pid)"))
        child.end()
        #expect(try await child.ending().wasKilled)
        let after = try await desk.run(["show", Job.run])
        #expect(after.out.contains("is unfinished: fetch."), "\(after)")
        #expect(after.out.contains("--set records.page-size=10"), "\(after)")
    }

    @Test("reads times of the own zone, and programs read UTC") func zone() async throws {
        let desk = try await OperatingDesk(["--entries", "60", "--employees", "6", "--seed", "7"])
        let done = try await desk.run(["run", "payroll-monthly", "--period", "2026-10"], on: "2026-11-02 06:30:00")
        done.expect(exit: 0)
        func says(_ words: [String], in zone: String) async throws -> String {
            var command = desk.command(words)
            command.environment["TZ"] = zone
            return try await command.run().out
        }
        for words in [["runs"], ["show", Job.run]] {
            #expect(try await says(words, in: "Europe/Copenhagen").contains("2026-11-02 07:30 CET"))
            #expect(try await says(words, in: "UTC").contains("2026-11-02 06:30 UTC"))
            // UTC is never given the name of a zone that isn't there.
            #expect(try await says(words, in: "Mars/Phobos").contains("2026-11-02 06:30 UTC"))
            let json = try await says(words + ["--json"], in: "Europe/Copenhagen")
            #expect(json.contains("2026-11-02T06:30:") && !json.contains("07:30"), "\(json)")
        }
    }
}
