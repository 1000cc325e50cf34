import FoundationEssentials
import Testing

/// A whole month in the desk, by forms alone.
@Suite("A month in the desk") struct DeskMonthTests {
    private static let run = "payroll-monthly/2026-10/r1"
    private static let base = "/payroll/" + run

    private static func office() async throws -> (PaidMonth, DeskProgram, cookie: String) {
        let office = try PaidMonth(url: try await Sandbox.plain.value.url, signed: true)
        let pipelines = office.workspace.path + "/Pipelines"
        try FileManager.default.createDirectory(atPath: pipelines, withIntermediateDirectories: true)
        try write(try text(of: office.file("payroll-monthly")), to: pipelines + "/payroll-monthly.yaml")
        let desk = try await DeskProgram(
            office.workspace.path, ["--language", "en", "--config", office.workspace.path + ".yaml"],
            environment: Sandbox.environment)
        return (office, desk, try await desk.enter())
    }

    @Test("says while it is reviewed what was changed since it was made, with the form by which that counts")
    func changed() async throws {
        let (office, desk, cookie) = try await Self.office()
        defer { desk.child.end() }
        let page = try await desk.get("/payroll/payroll-monthly", cookie: cookie)
        _ = try await desk.send(
            "run", of: page, to: "/payroll/payroll-monthly", [("period", "2026-10")], cookie: cookie)
        try await office.decide(Self.run, ["--hold", "--employee", "1001"]).succeed()
        let before = try await desk.get(Self.base + "/review", cookie: cookie)
        #expect(!before.body.contains("It was made before these changes"), "\(before)")
        let path = office.workspace.path + "/Pipelines/payroll-monthly.yaml"
        try write(text(of: path).replacing("currency: DKK", with: "currency: EUR"), to: path)
        for step in ["review", "sign"] {
            let after = try await desk.get("\(Self.base)/\(step)", cookie: cookie)
            #expect(
                after.body.contains("It was made before these changes") && after.body.contains("pay.currency")
                    && after.body.contains("value=\"rewrite\""), "\(after)")
            #expect(!after.body.contains("It can be signed as it is."), "\(after)")
        }
    }

    @Test("is run, decided, written again, signed by two, delivered once, and asked for changes") func wholeMonth()
        async throws
    {
        let (office, desk, cookie) = try await Self.office()
        defer { desk.child.end() }
        let home = try await desk.get("/", cookie: cookie)
        #expect(home.body.contains("nobody has exported it with payroll-monthly"), "\(home)")

        let page = try await desk.get("/payroll/payroll-monthly", cookie: cookie)
        let made = try await desk.send(
            "run", of: page, to: "/payroll/payroll-monthly", [("period", "2026-10")], cookie: cookie)
        #expect(made.body.contains("<p>Done</p>"), "\(made)")
        #expect(made.body.contains("href=\"\(Self.base)\""), "\(made)")
        let wrong = try await desk.send(
            "run", of: page, to: "/payroll/payroll-monthly", [("period", "2026-13")], cookie: cookie)
        #expect(wrong.status == 422 && wrong.body.contains("2026-13"), "\(wrong)")

        try await office.accept(Self.run)
        let review = try await desk.get(Self.base + "/review", cookie: cookie)
        if review.body.contains("value=\"rewrite\"") {
            let again = try await desk.send("rewrite", of: review, to: Self.base + "/start", cookie: cookie)
            #expect(again.body.contains("<div class=\"note note-good\" role=\"status\"><p>Done"), "\(again)")
        }
        let early = try await desk.get(Self.base + "/deliver", cookie: cookie)
        #expect(
            early.body.contains("It can&#39;t be delivered yet") && !early.body.contains("name=\"sure\""), "\(early)")
        for person in ["clerk", "manager"] { try await office.command(["sign", Self.run, "--by", person]).succeed() }

        let ready = try await desk.get(Self.base + "/deliver", cookie: cookie)
        #expect(ready.body.contains("name=\"sure\"") && !ready.body.contains("value=\"deliver\""), "\(ready)")
        let sure = try await desk.get(
            Self.base + "/deliver?sure=1&by=clerk&to=" + DeskProgram.encoded(office.inbox), cookie: cookie)
        #expect(sure.body.contains(">Deliver October 2026</button>") && sure.body.contains(office.inbox), "\(sure)")
        let delivered = try await desk.send("deliver", of: sure, to: Self.base + "/start", cookie: cookie)
        #expect(delivered.body.contains("<p>Done</p>"), "\(delivered)")
        #expect(try office.paid().count > 10)
        // The same form a second time leads to what it did, and nothing is paid twice.
        let twice = try await desk.send("deliver", of: sure, to: Self.base + "/start", cookie: cookie)
        #expect(twice.body.contains("<p>Done</p>"), "\(twice)")

        let after = try await desk.get(Self.base + "/deliver", cookie: cookie)
        #expect(after.body.contains("was delivered") && !after.body.contains("name=\"sure\""), "\(after)")
        let upload = DeskProgram.upload(in: after.body)
        #expect(
            try await desk.put("\(upload.path)/answer.txt", Array("taken".utf8), token: upload.token, cookie: cookie)
                .status
                == 201)
        let receipt = try await desk.send(
            "receipt", of: after, to: Self.base + "/start", [("by", "clerk")], cookie: cookie)
        #expect(receipt.body.contains("<p>Done</p>"), "\(receipt)")
        #expect(
            try await office.command(["show", Self.run, "--json"]).succeed().out.contains("\"signOff\":\"received\""))
        let kept = try await desk.get(Self.base + "/deliver", cookie: cookie)
        #expect(
            kept.body.contains("<p>Kept: r1.receipt.txt, ") && !kept.body.contains("id=\"receipt\"")
                && !kept.body.contains("value=\"failed\""), "\(kept)")
        let changes = try await desk.send("changes", of: after, to: Self.base + "/start", cookie: cookie)
        #expect(changes.body.contains("Nothing has changed"), "\(changes)")
        let none = try await desk.send(
            "correct", of: after, to: Self.base + "/start", [("because", "Approvals after the closing")], cookie: cookie
        )
        #expect(none.body.contains("Nothing to do"), "\(none)")
        let files = try await desk.get(Self.base + "/files", cookie: cookie)
        let checked = try await desk.send("verify", of: files, to: Self.base + "/start", cookie: cookie)
        #expect(checked.body.contains("<p>Done</p>"), "\(checked)")
        let last = try await desk.get("/", cookie: cookie)
        #expect(last.body.contains("Started here") && last.body.contains("Check every file"), "\(last)")
    }

    @Test("takes the signature that a key made of the statement at another machine") func key() async throws {
        let month = try await SignedMonth.copy()
        try await month.sign("--by", "clerk").succeed()
        let desk = try await DeskProgram(
            month.workspace.path, ["--language", "en", "--config", month.workspace.path + ".yaml"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        try FileManager.default.createDirectory(
            atPath: month.workspace.path + "/Pipelines", withIntermediateDirectories: true)
        try write(
            try text(of: month.workspace.folder.file("pipeline.yaml")),
            to: month.workspace.path + "/Pipelines/payroll-monthly.yaml")
        let page = try await desk.get(Self.base + "/sign", cookie: cookie)
        let upload = DeskProgram.upload(in: page.body)
        let statement = try await desk.get(Self.base + "/statement", cookie: cookie)
        #expect(statement.body == (try text(of: month.statement)), "\(page)")
        let signature = try await month.signature(of: month.statement, by: "manager")
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: signature)))
        #expect(
            try await desk.put("\(upload.path)/r1.statement.sig", bytes, token: upload.token, cookie: cookie).status
                == 201)
        let signed = try await desk.send(
            "sign", of: page, to: Self.base + "/start", [("by", "manager")], cookie: cookie)
        #expect(signed.body.contains("<p>Done</p>"), "\(signed)")
        let after = try await desk.get(Self.base + "/sign", cookie: cookie)
        #expect(after.body.contains("2 of 2 signed") && after.body.contains("signed with a key"), "\(after)")
    }

    @Test("shows what changed after pay day and delivers a correction of it") func correction() async throws {
        let office = try await OfficeMonth.delivered().later()
        let run = OfficeMonth.run
        let folder = office.folder
        let desk = try await DeskProgram(
            folder.file("workspace"), ["--language", "en"], environment: Sandbox.environment, folder: folder.path)
        defer { desk.child.end() }
        let cookie = try await desk.enter()

        let start = try await desk.get("/payroll/payroll-monthly", cookie: cookie)
        let half = try await desk.send(
            "run", of: start, to: "/payroll/payroll-monthly", [("period", "2026-10-01..2026-10-15")], cookie: cookie)
        #expect(
            half.body.contains("\(run) has days of it, too: ")
                && half.body.contains("Paying this too pays the same hours")
                && half.body.contains("\(run) was paid, and the server shows something else now."), "\(half)")
        let looked = try await desk.get("/", cookie: cookie)
        #expect(looked.body.contains("Pay October 2026: changed after it was delivered"), "\(looked)")

        let after = try await desk.get(Self.base + "/deliver", cookie: cookie)
        let changes = try await desk.send("changes", of: after, to: Self.base + "/start", cookie: cookie)
        #expect(
            changes.body.contains("Something has changed") && changes.body.contains("<th scope=\"col\">Signed</th>"),
            "\(changes)")
        #expect(!changes.body.contains("<td>2026-10-") && !changes.body.contains("Hours</td><td>held"), "\(changes)")
        let home = try await desk.get("/", cookie: cookie)
        #expect(home.body.contains("Pay October 2026: changed after it was delivered"), "\(home)")
        let made = try await desk.send(
            "correct", of: after, to: Self.base + "/start", [("because", "Approvals after the closing")], cookie: cookie
        )
        let next = Self.base.replacing("/r1", with: "/r2")
        #expect(made.body.contains("href=\"\(next)\""), "\(made)")
        // What was found is in the correction; asked again, it is about the period, whose newest revision is another one.
        let corrected = try await desk.get("/", cookie: cookie)
        #expect(!corrected.body.contains("changed after it was delivered"), "\(corrected)")
        let paid = try await desk.get(Self.base + "/deliver", cookie: cookie)
        _ = try await desk.send("changes", of: paid, to: Self.base + "/start", cookie: cookie)
        let again = try await desk.get("/", cookie: cookie)
        #expect(again.body.contains("Pay October 2026: changed after it was delivered"), "\(again)")
        let name = run.replacing("/r1", with: "/r2")
        let open = try await office.gantry("review \(name)").openFindings
        let decided = try await office.gantry(
            "review \(name) \(open.joined(separator: " ")) --accept --by clerk --because \"The foreman told us on Wednesday\""
        )
        decided.expect(exit: 0)
        let signing = try await office.gantry("sign \(name) --by clerk")
        signing.expect(exit: 0)
        let page = try await desk.get(next + "/sign", cookie: cookie)
        let upload = DeskProgram.upload(in: page.body)
        try await office.sign(2)
        let signature = try [UInt8](Data(contentsOf: URL(filePath: folder.file("r2.statement.sig"))))
        #expect(
            try await desk.put("\(upload.path)/r2.statement.sig", signature, token: upload.token, cookie: cookie).status
                == 201)
        let signed = try await desk.send("sign", of: page, to: next + "/start", [("by", "manager")], cookie: cookie)
        #expect(signed.body.contains("<p>Done</p>"), "\(signed)")
        let step = try await desk.get(next + "/run", cookie: cookie)
        #expect(step.body.contains("of the whole month, not in the pay files"), "\(step)")
        let plain = try await desk.get(next + "/compare", cookie: cookie)
        #expect(
            plain.body.contains("A correction") && plain.body.contains("Pay lines that differ from \(run)")
                && plain.body.contains("<b>3 Compare</b>with r1"), "\(plain)")
        let compared = try await desk.get(next + "/compare?with=" + DeskProgram.encoded(run), cookie: cookie)
        #expect(
            compared.body.contains("Pay lines that differ from \(run)")
                && compared.body.contains("<option value=\"\(run)\" selected>"), "\(compared)")
        let sure = try await desk.get(
            next + "/deliver?sure=1&by=clerk&to=" + DeskProgram.encoded(folder.file("danlon") + "/"), cookie: cookie)
        let delivered = try await desk.send("deliver", of: sure, to: next + "/start", cookie: cookie)
        #expect(delivered.body.contains("<p>Done</p>"), "\(delivered)")
        let first = try await desk.get(Self.base + "/review", cookie: cookie)
        #expect(first.body.contains("Delivered and corrected.") && !first.body.contains("Superseded."), "\(first)")
        let all = try await desk.get("/payroll/payroll-monthly", cookie: cookie)
        #expect(
            all.body.contains("delivered, corrected by r2</td>") && all.body.contains("<td>delivered</td>"), "\(all)")
        #expect(
            try read(folder.file("danlon/danlon-delta.csv"))
                == read(Product.root + "/Tests/GantryPipelinesTests/Profiles/Golden/danlon-delta.txt"))
    }
}
