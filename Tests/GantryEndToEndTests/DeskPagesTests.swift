import FoundationEssentials
import Testing

/// A month in the desk, as a browser sees it.
@Suite("The pages of the desk") struct DeskPagesTests {
    private static let run = "/payroll/payroll-monthly/2026-10/r1"

    @Test("say what needs a person, with the command, and lead there") func home() async throws {
        let month = try await KeptMonth.copy()
        let desk = try await DeskProgram(month.workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let home = try await desk.get("/", cookie: cookie)
        // From December on the next month is due too.
        #expect(home.status == 200 && home.body.contains("What needs you"), "\(home)")
        #expect(home.body.contains("<a href=\"\(Self.run)\">Pay October 2026: deliver</a>"), "\(home)")
        #expect(
            home.body.contains(
                "<code>gantry deliver payroll-monthly/2026-10/r1 --to PLACE --workspace \(month.workspace.path)</code>")
        )
        let led = try await desk.get(Self.run, cookie: cookie)
        #expect(led.status == 303 && led.headers["location"] == [Self.run + "/deliver"], "\(led)")
        for page in ["/jobs", "/payroll/payroll-monthly"]
            + ["run", "review", "compare", "sign", "deliver", "files"].map({ "\(Self.run)/\($0)" })
        {
            let answer = try await desk.get(page, cookie: cookie)
            #expect(answer.status == 200 && answer.body.contains("</html>"), "\(page): \(answer)")
            #expect(
                !answer.body.contains(" style=") && !answer.body.contains("<style") && !answer.body.contains("&lt;"),
                "\(page)")
            #expect(answer.body.components(of: "<h1>") == 1, "\(page)")
        }
        for page in ["/payroll/payroll-monthly/2026-10/r2/review", "/payroll/other/2026-10/r1", "/payroll/other"] {
            #expect(try await desk.get(page, cookie: cookie).status == 404, "\(page)")
        }
        #expect(try await desk.get(Self.run + "/review").status == 403)
    }

    @Test("record a decision once, however often its form comes") func decides() async throws {
        let month = try await KeptMonth.copy()
        let desk = try await DeskProgram(month.workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let page = try await desk.get(Self.run + "/review", cookie: cookie)
        let form = Self.form(of: page, Self.run, ids: Self.held(page), reason: "The foreman saw the \"log\" & agrees")
        let sent = try await desk.post(Self.run + "/decide", form, cookie: cookie)
        let there = try #require(sent.headers["location"]?.first)
        #expect(sent.status == 303 && there.hasPrefix(Self.run + "/review?form="), "\(sent)")
        let after = try await desk.get(there, cookie: cookie)
        #expect(
            after.body.contains("2 decisions recorded.")
                && after.body.contains("--waive --by &#39;Payroll Clerk&#39;"), "\(after)")
        let again = try await desk.post(Self.run + "/decide", form, cookie: cookie)
        #expect(again.status == 303 && again.headers["location"] == [there], "\(again)")
        let said = try await month.command("review", "payroll-monthly/2026-10/r1", "--json").run()
        #expect(said.out.components(of: "\"by\":\"Payroll Clerk\"") == 2, "\(said)")
        // Taken back by the same page.
        let before = try await desk.get(Self.run + "/review", cookie: cookie)
        var back = Self.form(
            of: before, Self.run, ids: form.filter { $0.0 == "id" }.map(\.1), reason: "It was the wrong entry")
        back = back.map { $0.0 == "verb" ? ("verb", "withdraw") : $0 }
        #expect(try await desk.post(Self.run + "/decide", back, cookie: cookie).status == 303)
        let left = try await month.command("review", "payroll-monthly/2026-10/r1", "--json").run()
        #expect(!left.out.contains("Payroll Clerk"), "\(left)")
    }

    @Test("give a refused form back with everything that was typed") func refused() async throws {
        let month = try await KeptMonth.copy()
        let desk = try await DeskProgram(month.workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let page = try await desk.get(Self.run + "/review", cookie: cookie)
        #expect(!page.body.contains("gantry explain"), "\(page)")
        let ids = Self.held(page)
        let before = try Self.decisions(month)
        let short = try await desk.post(
            Self.run + "/decide", Self.form(of: page, Self.run, ids: ids, reason: "\"><b>x"), cookie: cookie)
        #expect(short.status == 422 && short.body.contains("The reason needs at least ten characters"), "\(short)")
        #expect(short.body.contains("value=\"&quot;&gt;&lt;b&gt;x\"") && short.body.contains("value=\"Payroll Clerk\""))
        for id in ids { #expect(short.body.contains("value=\"\(id)\" checked")) }
        // Only a warning is accepted; that is said at the field, by whom and which day it is about.
        let wrong = Self.form(of: page, Self.run, ids: ids, reason: "Long enough a reason").map {
            $0.0 == "verb" ? ("verb", "accept") : $0
        }
        let refused = try await desk.post(Self.run + "/decide", wrong, cookie: cookie)
        #expect(refused.status == 422 && refused.body.contains("Nothing is recorded"), "\(refused)")
        #expect(refused.body.contains("value=\"accept\" required checked"))
        let said = refused.texts(from: "<a href=\"#verb\">", to: "</a>")
        #expect(said.count == ids.count && said.allSatisfy { $0.contains(": accepting changes nothing, ") }, "\(said)")
        #expect(!said.contains { text in ids.contains { text.contains($0) } }, "\(said)")
        let empty = try await desk.post(
            Self.run + "/decide", Self.form(of: page, Self.run, ids: [], reason: ""), cookie: cookie)
        #expect(empty.status == 422 && empty.body.contains("Tick at least one finding"), "\(empty)")
        for origin in [nil, "http://evil.example"] {
            let form = Self.form(of: page, Self.run, ids: ids, reason: "A stranger's good reason")
            #expect(try await desk.post(Self.run + "/decide", form, cookie: cookie, origin: origin).status == 403)
        }
        #expect(try Self.decisions(month) == before)
    }

    @Test("record nothing where the findings changed while somebody looked") func outdated() async throws {
        let month = try await KeptMonth.copy()
        let desk = try await DeskProgram(month.workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let page = try await desk.get(Self.run + "/review", cookie: cookie)
        let ids = Self.held(page)
        try await month.command(
            "review", "payroll-monthly/2026-10/r1", ids[0], "--waive", "--by", "Another One", "--because",
            "Seen at the terminal"
        ).succeed()
        let answer = try await desk.post(
            Self.run + "/decide", Self.form(of: page, Self.run, ids: ids, reason: "Seen in the browser"), cookie: cookie
        )
        #expect(answer.status == 409 && answer.body.contains("It changed while you looked."), "\(answer)")
        #expect(answer.body.contains("value=\"Seen in the browser\""))
        let said = try await month.command("review", "payroll-monthly/2026-10/r1", "--json").run()
        #expect(
            said.out.components(of: "\"by\":\"Another One\"") == 1 && !said.out.contains("Payroll Clerk"), "\(said)")
        // Sent from the page that says so, it is recorded.
        let form = Self.form(of: answer, Self.run, ids: [ids[1]], reason: "Seen in the browser")
        #expect(try await desk.post(Self.run + "/decide", form, cookie: cookie).status == 303)
    }

    @Test("give files by their names alone, and the report as the command writes it") func files() async throws {
        let month = try await KeptMonth.copy()
        let desk = try await DeskProgram(month.workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let export = month.workspace.path + "/exports/payroll-monthly/2026-10/r1"
        let file = try await desk.get(Self.run + "/files/data/totals.json", cookie: cookie)
        let published = try text(of: export + "/data/totals.json")
        #expect(file.status == 200 && file.body == published, "\(file)")
        #expect(file.headers["content-disposition"] == ["attachment; filename=\"totals.json\""])
        #expect(file.headers["x-content-type-options"] == ["nosniff"])
        for name in [
            "bag-info.txt", "manifest-sha256.txt", "data", "data/", "data/../bag-info.txt", "data/%2e%2e/bag-info.txt",
            "data%2ftotals.json%00", "..%2f..%2f..%2f..%2fjournal.sqlite", "%2fetc%2fpasswd", "data//totals.json",
        ] {
            let answer = try await desk.get(Self.run + "/files/" + name, cookie: cookie)
            #expect(answer.status == 404 && answer.body.hasPrefix("<!DOCTYPE html>"), "\(name): \(answer)")
        }
        for (query, words) in [
            ("language=da", ["--language", "da"]), ("language=en&names=no", ["--language", "en", "--without-names"]),
        ] {
            let page = try await desk.get("\(Self.run)/report?\(query)", cookie: cookie)
            let path = month.workspace.folder.file("report.html")
            try await Command(
                [
                    Product.binary, "report", "payroll-monthly/2026-10/r1", "--workspace", month.workspace.path, "--to",
                    path,
                ]
                    + words
            ).succeed()
            let written = try text(of: path)
            #expect(page.body == written, "\(query)")
            let policy = try #require(page.headers["content-security-policy"]?.first)
            #expect(
                policy.hasPrefix("default-src 'none'; style-src 'sha256-") && policy.hasSuffix("frame-ancestors 'none'")
            )
        }
    }

    @Test("say on every page which file changed after it was published") func damaged() async throws {
        let month = try await KeptMonth.copy()
        let file = month.workspace.path + "/exports/payroll-monthly/2026-10/r1/data/totals.json"
        try write(try text(of: file) + "\n", to: file)
        let desk = try await DeskProgram(month.workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let home = try await desk.get("/", cookie: cookie)
        #expect(home.body.contains("Pay October 2026: not as published"), "\(home)")
        for step in ["run", "review", "compare", "sign", "deliver", "files", "report"] {
            let page = try await desk.get("\(Self.run)/\(step)", cookie: cookie)
            #expect(page.status == 200 && page.body.contains("data/totals.json: "), "\(step): \(page)")
            let forms = page.body.components(of: "name=\"what\"")
            // A run that nobody has can still be put away.
            #expect(forms == 0 || step == "files", "\(step): \(page)")
        }
    }

    @Test("compare a period with the one before, as the command does") func compares() async throws {
        let workspace = try Workspace("desk-weeks")
        for week in ["2026-W41", "2026-W42"] {
            var job = try await Job.sample()
            job.pipeline = Product.root + "/Pipelines/payroll-fortnight.yaml"
            job.options = ["--period", week]
            try await job.command(workspace.path).succeed()
        }
        let desk = try await DeskProgram(workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let run = "/payroll/payroll-fortnight/2026-W42/r1"
        let page = try await desk.get(run + "/compare", cookie: cookie)
        #expect(page.body.contains("Pay lines that differ from payroll-fortnight/2026-W41/r1"), "\(page)")
        #expect(
            page.body.contains(
                "<code>gantry diff payroll-fortnight/2026-W41/r1 payroll-fortnight/2026-W42/r1 --workspace \(workspace.path)</code>"
            ))
        #expect(page.body.contains("<b>3 Compare</b>with week 41 of 2026"))
        // As many lines as the command has, and its sum.
        let said = try await Command([
            Product.binary, "diff", "payroll-fortnight/2026-W41/r1", "payroll-fortnight/2026-W42/r1", "--json",
            "--workspace", workspace.path,
        ]).run()
        let start = try #require(page.body.firstRange(of: "<h2 id=\"lines\">"))
        let lines = page.body[start.upperBound...]
        let end = try #require(lines.firstRange(of: "</section>"))
        let rows = String(lines[..<end.lowerBound]).components(of: "<th scope=\"row\"><span class=\"num\">")
        #expect(rows == min(said.out.components(of: "\"payrollNumber\""), 100) && rows > 10, "\(rows): \(said)")
        let home = try await desk.get("/", cookie: cookie)
        #expect(home.body.contains("<b>week 41 of 2026</b>") && home.body.contains("<b>week 42 of 2026</b>"), "\(home)")
    }

    /// What is decided in the workspace.
    private static func decisions(_ month: KeptMonth) throws -> [String: [UInt8]] {
        try Tree(month.workspace.path).files.filter { $0.key.contains("decisions") }
    }

    /// Two findings that rules hold.
    private static func held(_ page: DeskProgram.Answer) -> [String] {
        page.body.split(separator: "name=\"id\" value=\"").dropFirst().prefix(2).map {
            String($0.prefix { $0 != "\"" })
        }
    }

    /// The form of a review, filled in.
    private static func form(
        of page: DeskProgram.Answer, _ run: String, ids: [String], reason: String
    ) -> [(String, String)] {
        return [
            ("token", page.token(for: run + "/decide")), ("seen", page.value(of: "seen")),
            ("form", page.value(of: "form")),
            ("verb", "waive"), ("by", "Payroll Clerk"), ("because", reason),
        ] + ids.map { ("id", $0) }
    }
}

extension String {
    /// How often a text is in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}

extension DeskPagesTests {
    @Test("keeps what is ticked and typed while more findings are shown") func more() async throws {
        let office = try await DeskOffice(
            "payroll-monthly", own: try await Sandbox(["--entries", "5000", "--employees", "60", "--seed", "7"]))
        try await office.command(["run", "payroll-monthly", "--period", "2026-10"]).succeed()
        let desk = try await office.desk()
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let base = "/payroll/payroll-monthly/2026-10/r1"
        let first = try await desk.get(base + "/review", cookie: cookie)
        func ids(_ page: DeskProgram.Answer) -> [String] {
            page.body.components(separatedBy: "name=\"id\" value=\"").dropFirst().map {
                String($0.prefix { $0 != "\"" })
            }
        }
        let seen = ids(first)
        #expect(first.body.contains("name=\"more\" value=\"hold\""), "\(first)")
        let form = first.body.components(separatedBy: "<form ").first { $0.contains("/decide\"") } ?? ""
        let hidden = form.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst().map { input in
            let parts = input.components(separatedBy: "\"")
            return (parts[0], parts[2])
        }
        let whole = try await desk.post(
            base + "/decide",
            hidden + [("id", seen[0]), ("verb", "hold"), ("because", "Told by the foreman"), ("more", "hold")],
            cookie: cookie)
        #expect(whole.status == 200 && whole.body.contains("value=\"Told by the foreman\""), "\(whole)")
        #expect(ids(whole).count > seen.count && whole.body.contains("name=\"whole\" value=\"hold\""), "\(whole)")
        #expect(whole.body.contains("value=\"\(seen[0])\" checked"), "\(whole)")
        // A form that is refused shows what is ticked, however far down it stands.
        let last = try #require(ids(whole).first { !seen.contains($0) })
        let refused = try await desk.post(base + "/decide", hidden + [("id", last)], cookie: cookie)
        #expect(refused.status == 422 && refused.body.contains("value=\"\(last)\" checked"), "\(refused)")
    }
}
