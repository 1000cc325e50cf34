import FoundationEssentials
import Testing

/// What runs at night, looked after in the desk.
@Suite("Jobs in the desk") struct DeskJobsTests {
    private static let run = "/runs/timesheets/2026-10/r1"

    private static func office() async throws -> (DeskOffice, DeskProgram, cookie: String) {
        let office = try await DeskOffice("timesheets")
        let desk = try await office.desk()
        return (office, desk, try await desk.enter())
    }

    @Test("run a dataset, show, check, deliver and withdraw its run, and remove it") func dataset() async throws {
        let (office, desk, cookie) = try await Self.office()
        defer { desk.child.end() }
        let jobs = try await desk.get("/jobs", cookie: cookie)
        let made = try await desk.send(
            "run", of: jobs, to: "/jobs", [("pipeline", "timesheets"), ("period", "2026-10")], cookie: cookie)
        #expect(made.body.contains("href=\"\(Self.run)\""), "\(made)")
        let none = try await desk.send("run", of: jobs, to: "/jobs", [("pipeline", "../x")], cookie: cookie)
        #expect(none.status == 400, "\(none)")
        let run = try await desk.get(Self.run, cookie: cookie)
        #expect(run.status == 200 && run.body.contains("href=\"\(Self.run)/report\""), "\(run)")
        #expect(try await desk.get(Self.run + "/report", cookie: cookie).status == 200)
        let checked = try await desk.send("verify", of: run, to: Self.run, cookie: cookie)
        #expect(checked.body.contains("<p>Done</p>"), "\(checked)")

        let inbox = office.workspace.folder.file("archive") + "/"
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: false)
        let sure = try await desk.get(
            "\(Self.run)?sure=deliver&to=" + DeskProgram.encoded(inbox), cookie: cookie)
        #expect(sure.body.contains("<dd>\(inbox)</dd>"), "\(sure)")
        let delivered = try await desk.send("deliver", of: sure, to: Self.run, [("to", inbox)], cookie: cookie)
        #expect(delivered.body.contains("<p>Done</p>"), "\(delivered)")
        // What the export holds for the program itself isn't delivered, and isn't counted before.
        let arrived = try await Command(["find", inbox, "-type", "f"]).succeed().out.split(separator: "\n")
        #expect(!arrived.isEmpty && sure.body.contains("<dd>\(arrived.count)</dd>"), "\(arrived): \(sure)")

        let withdrawn = try await desk.send(
            "withdraw", of: run, to: Self.run, [("by", "clerk"), ("because", "Exported from the wrong server")],
            cookie: cookie)
        #expect(withdrawn.body.contains("<p>Done</p>"), "\(withdrawn)")
        let after = try await desk.get(Self.run, cookie: cookie)
        #expect(
            after.body.contains("clerk: Exported from the wrong server") && !after.body.contains("value=\"withdraw\""),
            "\(after)")
        #expect(!after.body.contains("value=\"forget\"><input type=\"hidden\" name=\"form\""), "\(after)")
        let last = try await desk.get(Self.run + "?sure=forget", cookie: cookie)
        #expect(last.body.contains(">Remove timesheets/2026-10/r1</button>"), "\(last)")
        let forgotten = try await desk.send("forget", of: last, to: Self.run, cookie: cookie)
        #expect(forgotten.body.contains("<p>Done</p>") && forgotten.body.contains("href=\"/jobs\""), "\(forgotten)")
        #expect(try await desk.get(Self.run, cookie: cookie).status == 404)
    }

    @Test("show what a rule would remove before it does") func space() async throws {
        let (office, desk, cookie) = try await Self.office()
        defer { desk.child.end() }
        for period in ["2026-09", "2026-10"] {
            try await office.command(["run", "timesheets", "--period", period]).succeed()
        }
        let jobs = try await desk.get("/jobs", cookie: cookie)
        let keep = [("keep-last", "1"), ("keep-monthly", "0"), ("keep-yearly", "0")]
        let shown = try await desk.send("prune", of: jobs, to: "/jobs", keep, cookie: cookie)
        #expect(
            shown.body.contains("<th scope=\"row\">timesheets/2026-09/r1</th>")
                && shown.body.contains(">Remove 1 thing, "), "\(shown)")
        #expect(try await desk.get("/runs/timesheets/2026-09/r1", cookie: cookie).status == 200)
        let done = try await desk.send("prune", of: shown, to: "/jobs", keep + [("sure", "yes")], cookie: cookie)
        #expect(done.body.contains("<p>Done</p>") && !done.body.contains(">Remove 1 thing, "), "\(done)")
        #expect(try await desk.get("/runs/timesheets/2026-09/r1", cookie: cookie).status == 404)
        #expect(try await desk.get(Self.run, cookie: cookie).status == 200)
        let nothing = [("keep-last", "0"), ("keep-monthly", "0"), ("keep-yearly", "0")]
        let refused = try await desk.send("prune", of: jobs, to: "/jobs", nothing, cookie: cookie)
        #expect(refused.status == 422 && refused.body.contains("Give at least one number above 0."), "\(refused)")
    }

    @Test("are shown at work, ten at once") func ten() async throws {
        let office = try await DeskOffice(
            "payroll-monthly",
            own: try await Sandbox(["--entries", "600", "--employees", "6", "--seed", "7", "--page-delay", "1s"]))
        let folder = office.workspace.path + "/Pipelines/"
        let file = try text(of: folder + "payroll-monthly.yaml")
        let children = try (1...10).map { number in
            let name = "pay-\(number)"
            let own = file.replacing("pipeline: payroll-monthly\n", with: "pipeline: \(name)\n")
            try write(own, to: "\(folder)\(name).yaml")
            let words = [
                "run", name, "--period", "2026-10", "--set", "records.page-size=20", "--pages-ahead", "1", "-q",
            ]
            return try office.command(words).start()
        }
        defer { children.forEach { $0.end() } }
        let desk = try await office.desk()
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        func progress() async throws -> [String] {
            let page = try await desk.get("/", cookie: cookie).body
            let block = page.components(separatedBy: "<div id=\"live\" data-live>").last ?? ""
            return block.components(separatedBy: "<progress").dropFirst().map { String($0.prefix { $0 != ">" }) }
        }
        var first: [String] = []
        for _ in 0..<100 where first.count < 10 || !first.allSatisfy({ $0.contains("value") }) {
            first = try await progress()
            try await Task.sleep(for: .milliseconds(100))
        }
        #expect(first.count == 10 && first.allSatisfy { $0.contains(" max=\"") }, "\(first)")
        var later = first
        for _ in 0..<100 where zip(first, later).contains(where: ==) {
            try await Task.sleep(for: .milliseconds(100))
            later = try await progress()
            guard later.count == 10 else { break }
        }
        #expect(later.count == 10 && !zip(first, later).contains(where: ==), "\(first) \(later)")
    }

    @Test(
        "say which line of a crontab runs a pipeline, where no systemd does",
        .enabled(if: !FileManager.default.fileExists(atPath: "/run/systemd/system")))
    func schedule() async throws {
        let (office, desk, cookie) = try await Self.office()
        defer { desk.child.end() }
        let jobs = try await desk.get("/jobs", cookie: cookie)
        let added = try await desk.send(
            "schedule", of: jobs, to: "/jobs", [("pipeline", "timesheets"), ("day", "2"), ("at", "06:00")],
            cookie: cookie)
        #expect(added.body.contains("<p class=\"mono\">0 6 2 * * "), "\(added)")
        #expect(
            added.body.contains("<p>Not scheduled yet: one line has to be typed</p>")
                && !added.body.contains("<p>Done</p>"), "\(added)")
        #expect(jobs.body.contains("each run signs in") && jobs.body.contains("<b>Sandbox.</b>"), "\(jobs)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: office.workspace.path).contains("desk"))
    }
}
