import FoundationEssentials
import Testing

/// Forms of the desk that can't be done as they were filled in.
@Suite("A form that was refused") struct DeskFormsTests {
    @Test("is given back with what was typed, but for the password") func setup() async throws {
        let workspace = try Workspace("desk")
        let desk = try await DeskProgram(workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let form = try await desk.get("/setup?system=ksr-cranes", cookie: cookie)
        // Port 9 discards.
        let (address, password) = ("http://127.0.0.1:9", "never-shown-5521")
        let refused = try await desk.send(
            "connect", of: form, to: "/setup",
            [("address", address), ("credential.email", "payroll@example.test"), ("secret.password", password)],
            cookie: cookie)
        let link = try #require(refused.body.firstRange(of: "href=\"/setup?again="), "\(refused)")
        let again = String(refused.body[link.lowerBound...].dropFirst("href=\"".count).prefix { $0 != "\"" })
        let back = try await desk.get(again, cookie: cookie)
        #expect(back.body.contains("value=\"\(address)\""), "\(back)")
        #expect(back.body.contains("value=\"payroll@example.test\""), "\(back)")
        #expect(!back.body.contains(password), "\(back)")
        let kept = try Tree(workspace.path + "/desk")
        #expect(!kept.files.isEmpty)
        for (name, bytes) in kept.files {
            #expect(!String(decoding: bytes, as: UTF8.self).contains(password), "\(name)")
        }
    }

    @Test("stands below the sentence that says why, as it was typed") func period() async throws {
        let office = try await DeskOffice("payroll-monthly")
        let desk = try await office.desk()
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let page = try await desk.get("/payroll/payroll-monthly", cookie: cookie)
        let refused = try await desk.send(
            "run", of: page, to: "/payroll/payroll-monthly", [("period", "2026-13")], cookie: cookie)
        #expect(refused.status == 422 && refused.body.contains("<h2>This was not done</h2>"), "\(refused)")
        #expect(refused.body.contains("name=\"period\" list=\"periods\" value=\"2026-13\""), "\(refused)")
    }

    @Test("offers to fetch anew where going on would fail again, and leads to a page that is there") func stopped()
        async throws
    {
        let office = try await DeskOffice(
            "payroll-monthly",
            own: try await Sandbox([
                "--entries", "60", "--employees", "6", "--seed", "7", "--fault",
                "work-entries:record=missing-field:field=employeeId",
            ]))
        let desk = try await office.desk()
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let (pay, run) = ("/payroll/payroll-monthly", "/payroll/payroll-monthly/2026-10/r1")
        let page = try await desk.get(pay, cookie: cookie)
        let failed = try await desk.send("run", of: page, to: pay, [("period", "2026-10")], cookie: cookie)
        #expect(failed.body.contains(">Drop it and fetch anew</button>"), "\(failed)")
        #expect(!failed.body.contains(">Do it again</button>"), "\(failed)")
        let home = try await desk.get("/", cookie: cookie)
        #expect(home.body.contains("it can&#39;t go on") || home.body.contains("it can't go on"), "\(home)")
        let stopped = try await desk.get(run + "/run", cookie: cookie)
        #expect(!stopped.body.contains(">Continue</button>"), "\(stopped)")
        // A form that lacks something comes back on the page where it stands.
        let withdrawal = try await desk.post(
            run + "/start",
            [
                ("token", stopped.token(for: run + "/start")), ("what", "withdraw"),
                ("form", String(repeating: "0", count: 32)), ("by", "clerk"),
            ], cookie: cookie)
        #expect(withdrawal.status == 422 && withdrawal.body.contains("The reason is missing."), "\(withdrawal)")
        let made = try await desk.send("run", of: stopped, to: run + "/start", cookie: cookie)
        #expect(made.body.contains("href=\"\(run)\">Go on</a>"), "\(made)")
        // One whose run isn't there leads to its pipeline.
        let id = String(repeating: "0", count: 31) + "1"
        let folder = "\(office.workspace.path)/desk/commands/\(id)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write(
            #"{"event":"finished","run":null,"exitCode":1,"result":null,"error":{"explanation":"No records."}}"# + "\n",
            to: folder + "/events.jsonl")
        try write(
            """
            {"kind":"run","subject":"a","command":["gantry","run","a"],"started":"2026-11-28T12:00:00Z","process":1,\
            "next":"/payroll/payroll-monthly/2026-01/r1"}
            """, to: folder + "/command.json")
        let gone = try await desk.get("/commands/\(id)", cookie: cookie)
        #expect(gone.body.contains("href=\"\(pay)\">Go on</a>"), "\(gone)")
    }

    @Test("asks for a token that serves once when somebody signs in, and says then that somebody is") func token()
        async throws
    {
        let sandbox = try await Sandbox(["--system", "cdbl-lms", "--single-use-pairing"])
        let workspace = try Workspace("desk")
        let desk = try await DeskProgram(workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let form = try await desk.get("/setup?system=cdbl-lms", cookie: cookie)
        #expect(!form.body.contains("secret.pair-token"), "\(form)")
        let made = try await desk.send("connect", of: form, to: "/setup", [("address", sandbox.url)], cookie: cookie)
        #expect(
            made.body.contains("<p>Not signed in</p>") && made.body.contains("href=\"/setup\">Go on</a>"), "\(made)")
        let setup = try await desk.get("/setup", cookie: cookie)
        #expect(setup.body.contains("<label for=\"c-pair-token\">Pairing token</label>"), "\(setup)")
        let signedIn = try await desk.send(
            "login", of: setup, to: "/setup", [("secret.pair-token", "pair-sandbox-000001")], cookie: cookie)
        #expect(signedIn.body.contains("<p>Done</p>"), "\(signedIn)")
        let after = try await desk.get("/setup", cookie: cookie)
        #expect(after.body.contains("signed in") && after.body.contains("<summary>Sign in to lms again"), "\(after)")
    }
}
