import FoundationEssentials
import Testing

/// Two people sign a month in the desk.
@Suite("Signing in the desk") struct DeskSigningTests {
    private static let run = "payroll-monthly/2026-10/r1"
    private static let page = "/payroll/payroll-monthly/2026-10/r1/sign"

    @Test("is done by two people, once each, and taken back with a reason") func signs() async throws {
        let office = try PaidMonth(url: try await Sandbox.plain.value.url, signed: true)
        let pipelines = office.workspace.path + "/Pipelines"
        try FileManager.default.createDirectory(atPath: pipelines, withIntermediateDirectories: true)
        try write(try text(of: office.file("payroll-monthly")), to: pipelines + "/payroll-monthly.yaml")
        try await office.run("payroll-monthly", "2026-10").succeed()
        let desk = try await DeskProgram(
            office.workspace.path, ["--language", "en", "--config", office.workspace.path + ".yaml"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        try await office.accept(Self.run)

        let first = try await desk.get(Self.page, cookie: cookie)
        #expect(first.body.contains(">Prepare</button>") && !first.body.contains("value=\"manager\""), "\(first)")
        let form = Self.form(of: first, by: "clerk")
        for origin in [nil, "http://evil.example"] {
            #expect(try await desk.post(Self.page, form, cookie: cookie, origin: origin).status == 403)
        }
        let sent = try await desk.post(Self.page, form, cookie: cookie)
        #expect(sent.status == 303, "\(sent)")
        #expect(try await desk.post(Self.page, form, cookie: cookie).status == 303)
        let second = try await desk.get(Self.page, cookie: cookie)
        #expect(second.body.contains("1 of 2 signed") && second.body.contains("declared, without a key"), "\(second)")

        // Who prepared it doesn't approve it, whatever the form says.
        let own = Self.form(of: second, by: "clerk").map { $0.0 == "form" ? ("form", "2") : $0 }
        #expect(try await desk.post(Self.page, own, cookie: cookie).status == 303)
        let same = try await desk.get(Self.page + "?form=2", cookie: cookie)
        #expect(same.body.contains("Nothing new") && same.body.contains("1 of 2 signed"), "\(same)")
        // A form that was shown before somebody signed signs nothing.
        let old = try await desk.post(
            Self.page, form.map { $0.0 == "form" ? ("form", "0") : $0.0 == "by" ? ("by", "manager") : $0 },
            cookie: cookie)
        #expect(old.status == 422 && old.body.contains("It changed while you looked"), "\(old)")

        #expect(try await desk.post(Self.page, Self.form(of: second, by: "manager"), cookie: cookie).status == 303)
        let signed = try await desk.get(Self.page, cookie: cookie)
        #expect(signed.body.contains("2 of 2 signed") && signed.body.contains("class=\"seal\""), "\(signed)")
        let home = try await desk.get("/", cookie: cookie)
        #expect(home.body.contains("Pay October 2026: deliver"), "\(home)")

        let back = Self.form(of: signed, by: "manager").map { $0.0 == "act" ? ("act", "withdraw") : $0 }
        #expect(try await desk.post(Self.page, back, cookie: cookie).status == 422)
        let reason = back.map { $0.0 == "form" ? ("form", "1") : $0 } + [("because", "The foreman called again")]
        #expect(try await desk.post(Self.page, reason, cookie: cookie).status == 303)
        let shown = try await office.command(["show", Self.run, "--json"]).succeed()
        #expect(shown.out.contains("\"signOff\":\"published\""), "\(shown)")
        #expect(try await desk.get(Self.page, cookie: cookie).body.contains("0 of 2 signed"))
    }

    /// The first form of the page, filled in.
    private static func form(of page: DeskProgram.Answer, by person: String) -> [(String, String)] {
        return [
            ("token", page.token(for: Self.page)), ("seen", page.value(of: "seen")), ("form", page.value(of: "form")),
            ("act", "sign"),
            ("by", person),
        ]
    }
}
