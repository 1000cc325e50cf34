import FoundationEssentials
import Testing

@Suite("A month that changed after it was delivered") struct CorrectionTests {
    @Test("is corrected by signed differences, which with what was delivered are the month as it stands") func month()
        async throws
    {
        let month = try await CorrectedMonth.copy()
        let looked = try await month.command(["diff", "payroll-monthly/2026-10", "server"]).run()
        #expect(looked.status == .exited(6) && looked.out.contains("changed-after-signing"), "\(looked)")
        #expect(!exists(month.folder(2)) && !exists(month.workspace.path + "/looks/payroll-monthly/2026-10"))
        let told = try await month.command(["diff", "payroll-monthly/2026-10", "server", "--json"]).run()
        #expect(
            told.out.contains("\"base\":\"payroll-monthly\\/2026-10\\/r1\"")
                || told.out.contains("\"base\":\"payroll-monthly/2026-10/r1\""), "\(told)")

        let run = try await month.correct().succeed()
        #expect(run.out.contains("A correction of payroll-monthly/2026-10/r1"), "\(run)")
        let data = Set(try Tree(month.folder(2)).files.keys.map { $0.replacing("data/", with: "") })
        #expect(
            data.isSuperset(of: [
                "danlon-delta.csv", "visma-delta.txt", "multilon-delta.txt", "changes.csv", "entry-changes.csv",
                "payroll.csv", "payroll.xml",
            ]) && data.contains { $0.hasPrefix("timecards-delta-") }, "\(data.sorted())")
        #expect(data.isDisjoint(with: ["danlon.csv", "visma.txt", "multilon.txt", "sdworx.txt", "sdworx-delta.txt"]))
        let delta = try CorrectedMonth.danlon([month.file(2, "danlon-delta.csv")])
        #expect(delta.count == 3, "\(delta)")
        let paid = try CorrectedMonth.danlon([month.file(1, "danlon.csv"), month.file(2, "danlon-delta.csv")])
        #expect(try paid == month.lines(2) && month.lines(2) != month.lines(1))
        let rules = Set(try SheetText.rows(text(of: month.file(2, "entry-changes.csv")), delimiter: ",").map { $0[8] })
        #expect(rules == ["rule", "late", "changed-after-signing", "vanished", "rate-changed"])
        let place = month.folder(2) + "/data"
        #expect(try ExplainedLines.causes(place) == ExplainedLines.differences(place))
        // What is paid is the signed rate, whatever the server has now.
        #expect(try text(of: month.file(2, "entry-changes.csv")).contains("299.5"))
        #expect(!(try text(of: month.file(2, "payroll.csv")).contains("299.5")))
        let verified = try await month.command(["verify", month.name(2)]).succeed()
        #expect(verified.out.contains("data/danlon-delta.csv: read back by its profile"), "\(verified)")
        #expect(
            verified.out.contains(
                "entry-changes.csv: the causes add up to the differences of all lines in data/changes.csv"),
            "\(verified)")

        // A person looks at each difference before it is signed.
        let review = try await month.command(["review", month.name(2)]).run()
        #expect(review.status == .exited(6) && review.out.contains("sdworx.txt: its layout takes no"), "\(review)")
        #expect(try await month.command(["sign", month.name(2), "--by", "clerk"]).run().status == .exited(6))
        try await month.accept(2)
        #expect(try await month.command(["review", month.name(2)]).run().status == .exited(0))
        try await month.signBoth(2)
        let statement = try text(of: "\(month.workspace.path)/signoff/payroll-monthly/2026-10/r2.statement")
        #expect(statement.contains("\nkind: correction\nbase: payroll-monthly/2026-10/r1 "), "\(statement)")
        #expect(!statement.contains("payroll.csv") && statement.contains("file: danlon-delta.csv "))
        let delivered = try await month.deliver(2).succeed()
        #expect(delivered.out.contains("danlon-delta.csv") && !delivered.out.contains("payroll.xml"), "\(delivered)")

        let proven = try await month.command(["verify", month.name(2), "--seal", month.seal(2)]).succeed()
        #expect(proven.out.contains("r1 + r2 = the month as it stands: "), "\(proven)")
        let first = try await month.command(["verify", month.name(1), "--seal", month.seal(1)]).succeed()
        #expect(first.out.contains("r1 + r2 = the month as it stands: "), "\(first)")
        // What was paid and corrected since is neither open nor unpaid.
        let former = try await month.command(["review", month.name(1)]).run()
        #expect(former.status == .exited(0) && !former.out.contains("period-paid"), "\(former)")
        let path = month.workspace.folder.file("r1.html")
        try await Command([
            Product.binary, "report", month.name(1), "--workspace", month.workspace.path, "--to", path,
        ]).succeed()
        #expect(try text(of: path).contains("<li>r2 was delivered to "))
        // Now the payroll program has everything.
        let again = try await month.command(["diff", "payroll-monthly", "server"]).run()
        #expect(again.status == .exited(0) && again.out.contains("nothing changed"), "\(again)")
        let nothing = try await month.correct().run()
        #expect(nothing.status == .exited(3) && nothing.out.contains("Nothing was published"), "\(nothing)")
        #expect(!exists(month.folder(3)) && !exists(month.workspace.path + "/parts/payroll-monthly"))
        let runs = try await Command([Product.binary, "runs", "--workspace", month.workspace.path]).succeed()
        #expect(!runs.out.contains("/r3"), "\(runs)")

        // What was paid is corrected by a revision after it, and never withdrawn.
        _ = try await Command([
            Product.binary, "review", month.name(2), "--hold", "--employee", "1001", "--by", "clerk", "--because",
            "The customer disputes it", "--workspace", month.workspace.path, "--config",
            month.workspace.path + ".yaml",
        ]).run()
        let decided = try await month.command(["review", month.name(2)]).run()
        #expect(decided.out.contains("the files don't show the newest decisions"), "\(decided)")
        #expect(!decided.out.contains("withdraw it"), "\(decided)")
    }

    @Test("is planned with the files that it would have") func planned() async throws {
        let month = try await CorrectedMonth.copy()
        let plan = try await month.command(["plan", month.pipeline, "--period", "2026-10", "--revision", "next"])
            .succeed()
        #expect(plan.out.contains("A correction of \(month.name(1)): "), "\(plan)")
        for name in ["danlon-delta.csv", "visma-delta.txt", "changes.csv", "entry-changes.csv", "payroll.csv"] {
            #expect(plan.out.contains("  data/\(name)\n"), "\(name) isn't in \(plan)")
        }
        #expect(!plan.out.contains("data/danlon.csv") && !plan.out.contains("sdworx"), "\(plan)")
    }

    @Test("is not compared with what another server has") func otherServer() async throws {
        let month = try await CorrectedMonth.copy()
        let other = try await Sandbox(["--entries", "60", "--employees", "6", "--seed", "8"])
        let config = month.workspace.path + ".yaml"
        try write(try text(of: config).replacing(month.url, with: other.url), to: config)
        let looked = try await month.command(["diff", "payroll-monthly/2026-10", "server"]).run()
        #expect(
            looked.status == .exited(78) && looked.out.isEmpty && looked.err.contains("another server or account")
                && looked.err.contains(other.url), "\(looked)")
    }

    @Test("is whole again where the delivery never arrived, and a correction of it isn't delivered any more")
    func failed() async throws {
        let month = try await CorrectedMonth.copy()
        try await month.correct().succeed()
        try await month.accept(2)
        try await month.signBoth(2)
        let there = try await month.fail(1).run()
        #expect(there.status == .exited(1) && there.err.contains("still there"), "\(there)")
        try month.clearImporter()
        try await month.fail(1).succeed()
        let refused = try await month.deliver(2).run()
        #expect(refused.status == .exited(64) && refused.err.contains("counts as not delivered"), "\(refused)")
        try await month.correct().succeed()
        #expect(exists(month.file(3, "danlon.csv")) && !exists(month.file(3, "changes.csv")))
        try await month.signBoth(3)
        try await month.deliver(3).succeed()
        #expect(try CorrectedMonth.danlon([month.importer + "/danlon.csv"]) == month.lines(3))
    }

    @Test("starts over as a whole month where its base is marked as failed before it is published") func startsOver()
        async throws
    {
        let month = try await CorrectedMonth.copy()
        let killed = try await month.correct(environment: Faults.environment(month.workspace, "kill@250")).run()
        #expect(killed.wasKilled && !exists(month.folder(2)))
        try month.clearImporter()
        try await month.fail(1).succeed()
        try await month.correct().succeed()
        #expect(exists(month.file(2, "danlon.csv")) && !exists(month.file(2, "changes.csv")))
        #expect(!(try text(of: month.file(2, "totals.json")).contains("correction")))
    }

    @Test("starts over by the signed settings where one that was begun by those of today is asked for without them")
    func otherSettings() async throws {
        let month = try await CorrectedMonth.copy()
        let killed = try await month.correct(
            ["--settings", "now"], environment: Faults.environment(month.workspace, "kill@250")
        ).run()
        #expect(killed.wasKilled && !exists(month.folder(2)))
        let run = try await month.correct().succeed()
        #expect(run.err.contains("Starting \(month.name(2))."), "\(run)")
        #expect(try text(of: month.file(2, "totals.json")).contains("\"new_settings\": false"))
    }

    @Test("needs a reason, the folder that was signed and the settings of then, unless those of today are meant")
    func refusals() async throws {
        let month = try await CorrectedMonth.copy()
        let silent = try await month.run(["--revision", "next"]).run()
        #expect(silent.status == .exited(64) && silent.err.contains("--because"), "\(silent)")
        let other = ["--set", "pay.rounding=half-even"]
        let settings = try await month.correct(other).run()
        #expect(settings.err.contains("pay.rounding: half-up → half-even"), "\(settings)")
        #expect(
            settings.code == 78 && settings.err.contains("--settings now") && !exists(month.folder(2)), "\(settings)")
        // Other rates make two rows of one code, which these layouts take where the vendor says so.
        let profiles = month.workspace.path + "/Profiles"
        try FileManager.default.createDirectory(atPath: profiles, withIntermediateDirectories: false)
        for name in ["danlon.yaml", "visma-lonn.yaml"] {
            try write(
                try text(of: "\(Product.root)/Profiles/\(name)") + "rows-of-one-code: adds\n", to: "\(profiles)/\(name)"
            )
        }
        var now = try month.correct(other + ["--settings", "now"])
        now.folder = month.workspace.path
        try await now.succeed()
        #expect(try text(of: month.file(2, "totals.json")).contains("\"new_settings\": true"))
        try await month.accept(2)
        try await month.command(["sign", month.name(2), "--by", "clerk"]).succeed()
        let statement = try text(of: "\(month.workspace.path)/signoff/payroll-monthly/2026-10/r2.statement")
        #expect(statement.contains(" new-settings\n"), "\(statement)")

        for change in ["changed", "missing"] {
            let month = try await CorrectedMonth.copy()
            if change == "changed" {
                try write("Gone", to: month.file(1, "payroll.csv"))
            } else {
                try remove(month.folder(1))
            }
            for command in [
                try month.correct(), month.command(["diff", "payroll-monthly/2026-10", "server"]),
            ] {
                let lost = try await command.run()
                #expect(lost.status == .exited(4) && lost.err.contains("Restore the folder"), "\(lost)")
            }
            #expect(!exists(month.folder(2)))
        }
    }

    @Test("takes decisions into a revision after it, which is a correction too") func rewrite() async throws {
        let month = try await CorrectedMonth.copy()
        try await month.correct().succeed()
        let review = try await month.command(["review", month.name(2)]).run()
        let late = try #require(review.lines.first { $0.contains(" late ") }?.split(separator: " ").first)
        try await Command([
            Product.binary, "review", month.name(2), String(late), "--hold", "--by", "clerk", "--because",
            "The customer disputes it", "--workspace", month.workspace.path, "--config",
            month.workspace.path + ".yaml",
        ]).succeed()
        let decided = try await month.command(["review", month.name(2)]).run()
        #expect(decided.out.contains("If the decisions leave nothing to correct, withdraw it: "), "\(decided)")
        var now = month.rewrite(month.name(2))
        now.words += ["--settings", "now"]
        let refused = try await now.run()
        #expect(refused.code == 64 && refused.err.contains("--revision next --settings now"), "\(refused)")
        #expect(!exists(month.folder(3)))
        try await month.rewrite(month.name(2)).succeed()
        #expect(!(try text(of: month.file(3, "entry-changes.csv")).contains("late")))
        let paid = try CorrectedMonth.danlon([month.file(1, "danlon.csv"), month.file(3, "danlon-delta.csv")])
        #expect(try paid == month.lines(3) && month.lines(3) != month.lines(2))
        #expect(try text(of: month.folder(3) + "/bag-info.txt").contains("Correction-Reason: Approvals after"))
    }

    @Test("is typed by a person where no file carries it, and counts as delivered by that word") func byHand()
        async throws
    {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        try await month.hold("1001")
        var job = try await Job.plain()
        job.pipeline = month.workspace.folder.file("pipeline.yaml")
        let run = "payroll-monthly/2026-10/r2"
        try await job.command(month.workspace.path, ["--revision", "next"] + CorrectedMonth.because).succeed()
        let review = try await Command([Product.binary, "review", run, "--workspace", month.workspace.path]).run()
        #expect(review.out.contains("somebody types the changes below"), "\(review)")
        let open = review.openFindings
        try await Command(
            [Product.binary, "review", run] + open + [
                "--accept", "--by", "clerk", "--because", "The customer disputes them", "--workspace",
                month.workspace.path, "--config", month.workspace.path + ".yaml",
            ]
        ).succeed()
        try await month.command(["sign", run, "--by", "clerk"]).succeed()
        let statement = month.statement.replacing("r1.statement", with: "r2.statement")
        let signature = try await month.signature(of: statement, by: "manager")
        try await month.command(["sign", run, "--by", "manager", "--signature", signature]).succeed()
        let before = try FileManager.default.contentsOfDirectory(atPath: month.importer).sorted()
        let refused = try await month.command(["deliver", run, "--to", month.importer, "--by", "clerk"]).run()
        #expect(refused.status == .exited(6) && refused.err.contains("--typed"), "\(refused)")
        let typed = try await month.command([
            "deliver", run, "--typed", "--by", "clerk", "--because", "Typed all rows of changes.csv",
        ]).succeed()
        #expect(typed.out.contains("Payroll Clerk typed it into the payroll program"), "\(typed)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).sorted() == before)
        #expect(try month.lastAction() == "typed")
        let verified = try await month.command(["verify", run]).succeed()
        #expect(verified.out.contains("r1 + r2 (typed, says Payroll Clerk) = the month as it stands"), "\(verified)")
        try await Command(["python3", Product.tools + "/check_book.py", month.book]).succeed()
    }

    @Test("is looked at again by the run of another period, which ends well whatever is found") func lookBack()
        async throws
    {
        let month = try await CorrectedMonth.copy()
        var words = try month.run().words
        let place = try #require(words.firstIndex(of: "2026-10"))
        words[place] = "2026-W42"
        let next = try await Command(words, environment: Sandbox.environment).run()
        #expect(
            next.status == .exited(0) && next.out.contains("gantry diff payroll-monthly/2026-10 server"),
            "\(next)")
        // So is a pipeline of a group.
        let group = month.workspace.path + "-group.yaml"
        try write("pipeline: office\ntitle: The office\nruns: [\(words[2])]\n", to: group)
        words[place] = "2026-W44"
        let inGroup = try await Command(
            words.map { $0 == words[2] ? group : $0 }, environment: Sandbox.environment
        ).run()
        #expect(
            inGroup.status == .exited(0) && inGroup.out.contains("gantry diff payroll-monthly/2026-10 server"),
            "\(inGroup)")
        try remove(month.folder(1))
        words[place] = "2026-W43"
        let blind = try await Command(words, environment: Sandbox.environment).run()
        #expect(blind.status == .exited(0) && blind.out.contains("couldn't be looked at"), "\(blind)")
    }

    @Test("has its changes on the first sheet of the report of a correction, before the whole month") func report()
        async throws
    {
        let month = try await CorrectedMonth.copy()
        try await month.correct().succeed()
        let path = month.workspace.folder.file("r2.html")
        try await Command([
            Product.binary, "report", month.name(2), "--workspace", month.workspace.path, "--to", path,
        ]).succeed()
        let page = try text(of: path)
        let sheet = try #require(
            page.firstRange(of: "id=\"correction\"").map { String(page[$0.lowerBound...].prefix(2_000)) })
        let changes = try SheetText.column("action", of: month.file(2, "changes.csv"))
        #expect(
            sheet.contains(month.name(1)) && sheet.contains("danlon-delta.csv")
                && sheet.contains("<th scope=\"row\">Pay lines that differ</th><td class=\"n\">\(changes.count)</td>"),
            "\(sheet)")
        let lines = try #require(page.firstRange(of: "id=\"corr\"").map { page[$0.lowerBound...] })
        #expect(lines.contains("This run corrects r1: "))
        for code in try SheetText.column("pay_code", of: month.file(2, "changes.csv")) {
            #expect(lines.contains("<td>\(code)</td>"), "\(code)")
        }
    }

    @Test("is corrected to the same bytes, wherever the correction was killed") func kill() async throws {
        let template = try await CorrectedMonth.copy()
        let whole = try await template.copied()
        try await whole.correct().succeed()
        let reference = try Tree(whole.folder(2))
        let counted = try await template.copied()
        try await counted.correct(environment: Faults.environment(counted.workspace)).succeed()
        let count = try FaultLog(counted.workspace.log).count
        let step = max(7 / Product.trials, 1)
        let trials = Trials(what: "SIGKILL before every \(step)th file call (\(count))", test: "CorrectionTests")
        await trials.run(stride(from: 1, through: count + 3, by: step), leastHits: count / step * 8 / 10) { number in
            let month = try await template.copied()
            let ending = try await month.correct(environment: Faults.environment(month.workspace, "kill@\(number)"))
                .run()
            guard ending.wasKilled else {
                return ending.status == .exited(0) ? .late : .broken("the run with the fault ended: \(ending)")
            }
            if exists(month.folder(2)), try Tree(month.folder(2)) != reference {
                return .broken("something else was published")
            }
            // A killed run that was published isn't corrected once more: the same pay needs nothing.
            let again = try await (exists(month.folder(2)) ? month.run() : month.correct()).run()
            guard [0, 3].contains(again.code) else { return .broken("the same command ended: \(again)") }
            guard try Tree(month.folder(2)) == reference else { return .broken("the files differ: \(again)") }
            return .held
        }
    }
}
