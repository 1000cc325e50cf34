import Testing

/// A month as a payroll office works: from findings to decisions to what is paid.
@Suite("A payroll office") struct PayOfficeTests {
    private static let run = "payroll-fortnight/2026-W41-W42/r1"
    private static let weeks = ["2026-10-05", "2026-10-18"]

    /// The job of the shipped fortnight.
    private func fortnight(_ settings: [String] = []) async throws -> Job {
        var job = try await Job.sample()
        job.pipeline = Product.root + "/Pipelines/payroll-fortnight.yaml"
        job.settings += settings
        job.options = ["--period", "2026-W41-W42"]
        return job
    }

    private func lines(_ folder: String, _ days: [String]) async throws -> Ending {
        try await Command([Product.python, Product.tools + "/pay_lines.py", folder] + days).run()
    }

    @Test("pays what a second implementation computes from the archive")
    func oracle() async throws {
        let workspace = try Workspace("fortnight")
        let published = try await fortnight().command(workspace.path).run()
        published.expect(exit: 0)
        let folder = workspace.exports + "/" + Self.run
        let judged = try await lines(folder, Self.weeks)
        #expect(
            judged.status == .exited(0) && (Int(judged.lines.first ?? "") ?? 0) > 100, "\(judged)")
        let verified = try await workspace.gantry(["verify", Self.run])
        #expect(verified.status == .exited(0) && verified.out.contains("data/payroll.xml: all"), "\(verified)")
    }

    @Test("pays by projects, salaries, allowances and the office's own numbers as a second implementation does")
    func variants() async throws {
        let workspace = try Workspace("variants")
        var rows = "employee_id;payroll_number;paid_by\r\n"
        for employee in 1001...1060 where employee != 1005 {
            rows += "\(employee);0\(employee);\(employee % 10 == 0 ? "salary" : "hours")\r\n"
        }
        try write(rows, to: workspace.path + "/employees.csv")
        let text = try text(of: Product.root + "/Pipelines/payroll-fortnight.yaml")
            .replacing("  # employees: employees.csv", with: "  employees: employees.csv\n  by: [project]")
            .replacing("pipeline: payroll-fortnight", with: "pipeline: office")
            .replacing(
                "    - { code: \"2000\"",
                with: "    - { code: \"4000\", days-with: 7.40, fixed-rate: 85.005 }\n    - { code: \"2000\"")
        let file = workspace.folder.file("office.yaml")
        try write(text, to: file)
        var job = try await fortnight(["pay.rounding=half-even"])
        job.pipeline = file
        for (name, salaried) in [("a", "none"), ("b", "lines")] {
            var job = job
            job.settings += ["pay.salaried=\(salaried)", "pipeline=office-\(name)"]
            let published = try await job.command(workspace.path).run()
            published.expect(exit: 0)
            let run = "office-\(name)/2026-W41-W42/r1"
            let judged = try await lines(workspace.exports + "/" + run, Self.weeks)
            judged.expect(exit: 0)
            let verified = try await workspace.gantry(["verify", run])
            verified.expect(exit: 0)
            let review = try await workspace.gantry(["review", run])
            #expect(review.out.contains("no-payroll-number"), "\(review)")
            // What people on a salary worked is stated, and made again from the archive.
            let hours = try salariedHours(of: workspace.exports + "/" + run)
            #expect(hours != "0.00" && !verified.out.contains("salaried_hours"), "\(verified)")
            #expect(published.out.contains("\(hours) hours of salaried employees"), "\(published)")
            #expect(review.out.contains("\(hours) hours of salaried employees"), "\(review)")
        }
    }

    @Test("takes its employees and its calendar from workbooks as from CSV files, and says which rows are hidden")
    func workbooks() async throws {
        let workspace = try Workspace("workbooks")
        var rows = "employee_id,payroll_number,paid_by\r\n"
        for employee in 1001...1060 { rows += "\(employee),A\(employee),hours\r\n" }
        try write(rows, to: workspace.path + "/employees.csv")
        try write("date,name\r\n2026-10-12,Closed\r\n", to: workspace.path + "/days.csv")
        for (name, habits) in [("employees", ["title"]), ("days", ["title"])] {
            try await Command(
                [
                    Product.python, Product.tools + "/make_workbook.py", workspace.path + "/\(name).csv",
                    workspace.path + "/\(name).xlsx",
                ] + habits
            ).succeed()
        }
        var outputs: [String] = []
        for ending in ["csv", "xlsx"] {
            let pipeline = try text(of: Product.root + "/Pipelines/payroll-fortnight.yaml")
                .replacing(
                    "  # employees: employees.csv",
                    with: "  employees: employees.\(ending)"
                )
                .replacing("{ holidays: denmark }", with: "{ holidays: denmark, also: days.\(ending) }")
                .replacing("pipeline: payroll-fortnight", with: "pipeline: office-\(ending)")
            let file = workspace.folder.file("office-\(ending).yaml")
            try write(pipeline, to: file)
            var job = try await fortnight()
            job.pipeline = file
            let published = try await job.command(workspace.path).run()
            published.expect(exit: 0)
            outputs.append(try text(of: workspace.exports + "/office-\(ending)/2026-W41-W42/r1/data/payroll.csv"))
            guard ending == "xlsx" else { continue }
            try await Command([
                Product.python, Product.tools + "/make_workbook.py", workspace.path + "/employees.csv",
                workspace.path + "/employees.xlsx", "hidden",
            ]).succeed()
            let hidden = try await job.command(workspace.path, ["--revision", "next"]).run()
            #expect(
                (hidden.code ?? 0) != 0 && hidden.err.contains("1 row is hidden. Show or delete them."), "\(hidden)")
        }
        #expect(outputs.count == 2 && outputs[0] == outputs[1] && outputs[0].contains("A1001"))
    }

    private func salariedHours(of folder: String) throws -> String {
        let rows = try text(of: folder + "/data/work-entries.csv").split(whereSeparator: \.isNewline).dropFirst()
        var nano: Int64 = 0
        for row in rows {
            let cells = row.split(separator: ",", omittingEmptySubsequences: false)
            guard cells.count > 6, let employee = Int(cells[2]), employee % 10 == 0 else { continue }
            for cell in cells[4...6] {
                let parts = cell.split(separator: ".")
                nano += (Int64(parts[0]) ?? 0) * 1_000_000_000
                if parts.count > 1 { nano += Int64((parts[1] + "000000000").prefix(9)) ?? 0 }
            }
        }
        var fraction = String(String(1_000_000_000 + nano % 1_000_000_000).dropFirst())
        while fraction.utf8.count > 2, fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(nano / 1_000_000_000).\(fraction)"
    }

    @Test("sees what waits, decides, and withdraws: the files follow, to the byte")
    func decisions() async throws {
        let workspace = try Workspace("decisions")
        let published = try await fortnight().command(workspace.path).run()
        published.expect(exit: 0)
        let config = workspace.path + ".yaml"
        func review(_ run: String) async throws -> (result: Ending, findings: [[String]]) {
            let result = try await workspace.gantry(["review", run])
            return (result, result.lines.map { $0.split(separator: " ").map(String.init) })
        }
        let first = try await review(Self.run)
        #expect(first.result.status == .exited(6) && first.result.out.contains("Not ready: "), "\(first.result)")
        let warnings = first.findings.filter { $0.count > 2 && $0[1] == "warning" }.map { $0[0] }
        let blocker = try #require(first.findings.first { $0.count > 2 && $0[2] == "not-approved" }?[0])
        let unknown = try #require(first.findings.first { $0.count > 2 && $0[2] == "unknown-worker" }?[0])
        #expect(warnings.count > 1)
        func decide(_ words: [String], because: String = "The manager saw the crane log.") async throws -> Ending {
            try await workspace.gantry(["review"] + words + ["--by", "clerk", "--because", because])
        }
        let accepted = try await decide([Self.run] + warnings + ["--accept"])
        #expect(accepted.status == .exited(0) && accepted.out.contains("Nothing waits for a person."), "\(accepted)")
        let again = try await decide([Self.run] + warnings + ["--accept"])
        #expect(again.status == .exited(0) && again.out.contains("Nothing new"), "\(again)")
        #expect(try await review(Self.run).result.status == .exited(0))

        // A waived blocker is paid once the files are written again.
        let waived = try await decide([Self.run, blocker, "--waive"])
        #expect(waived.status == .exited(0) && waived.out.contains("--from \(Self.run)"), "\(waived)")
        #expect(try await review(Self.run).result.status == .exited(6))
        func rewrite(_ run: String) async throws {
            let result = try await workspace.gantry([
                "run", Product.root + "/Pipelines/payroll-fortnight.yaml", "--from", run, "--config", config,
            ])
            result.expect(exit: 0)
        }
        try await rewrite(Self.run)
        let second = Self.run.replacing("/r1", with: "/r2")
        let judged = try await lines(workspace.exports + "/" + second, Self.weeks)
        judged.expect(exit: 0)
        let shown = try await review(second)
        #expect(shown.result.status == .exited(0), "\(shown.result)")
        #expect(shown.findings.contains { $0.count > 2 && $0[0] == blocker && $0[1] == "waived" }, "\(shown.result)")
        #expect(try await workspace.gantry(["verify", second]).status == .exited(0))
        func pay(_ run: String) throws -> String { try text(of: workspace.exports + "/" + run + "/data/payroll.csv") }
        #expect(try pay(second) != pay(Self.run))

        // Taken back, the files are those of before.
        let withdrawn = try await decide([second, blocker, "--withdraw"])
        withdrawn.expect(exit: 0)
        try await rewrite(second)
        let third = Self.run.replacing("/r1", with: "/r3")
        #expect(try pay(third) == pay(Self.run))

        // What can't be decided is refused, and nothing is added.
        let before = try text(of: workspace.path + "/decisions/payroll-fortnight/2026-W41-W42.jsonl")
        for (words, because, message) in [
            ([third, unknown, "--waive"], "They promised to add him.", "can't be waived"),
            ([third, "AAAAAAAA", "--accept"], "They promised to add him.", "has no finding \"AAAAAAAA\""),
            ([third, blocker, "--waive"], "short", "is too short"),
            ([third, warnings[0], "--waive"], "They promised to add him.", "Accept it instead"),
        ] {
            let refused = try await decide(words, because: because)
            #expect(refused.status == .exited(64) && refused.err.contains(message), "\(refused)")
        }
        for name in ["", " clerk", "clerk\nmanager", "a\u{1B}[31m", "=cmd", String(repeating: "a", count: 65)] {
            let refused = try await workspace.gantry([
                "review", third, blocker, "--waive", "--by", name, "--because", "They promised to add him.",
            ])
            #expect(
                refused.status == .exited(64) && refused.err.contains("can't be the name of who decides"), "\(refused)")
        }
        #expect(try text(of: workspace.path + "/decisions/payroll-fortnight/2026-W41-W42.jsonl") == before)
        let named = try await workspace.gantry([
            "review", third, blocker, "--waive", "--by", "Søren O'Hara", "--because", "They promised to add him.",
        ])
        named.expect(exit: 0)
    }

    @Test("refuses decisions about what a person keeps out: only the hold itself can be withdrawn")
    func heldByHand() async throws {
        let workspace = try Workspace("by-hand")
        #expect(try await fortnight().command(workspace.path).run().status == .exited(0))
        func decide(_ words: [String]) async throws -> Ending {
            try await workspace.gantry(
                ["review"] + words + ["--by", "clerk", "--because", "Disputed by the customer."])
        }
        func rewrite(_ run: String) async throws -> Ending {
            try await workspace.gantry([
                "run", Product.root + "/Pipelines/payroll-fortnight.yaml", "--from", run, "--config",
                workspace.path + ".yaml",
            ])
        }
        #expect(try await decide([Self.run, "--hold", "--employee", "1003"]).status == .exited(0))
        #expect(try await rewrite(Self.run).status == .exited(0))
        let second = Self.run.replacing("/r1", with: "/r2")
        let review = try await workspace.gantry(["review", second])
        let lines = review.lines.map { (line: Substring) in line.split(separator: " ") }
        let held = lines.first { (words: [Substring]) -> Bool in words.count > 2 && words[2] == "held-by-decision" }
        let id = String(try #require(held?.first, "\(review)"))
        for verb in ["--waive", "--accept", "--hold"] {
            let refused = try await decide([second, id, verb])
            #expect(
                refused.status == .exited(64) && refused.err.contains("Withdraw the hold instead"),
                "\(verb): \(refused)"
            )
        }
        let withdrawn = try await decide([second, "--withdraw", "--employee", "1003"])
        #expect(withdrawn.out.contains("1 of 1 decision added") && withdrawn.out.contains("Employee 1003 is"))
        #expect(try await rewrite(second).status == .exited(0))
        let third = try await workspace.gantry(["review", Self.run.replacing("/r1", with: "/r3")])
        #expect(!third.out.contains("held-by-decision"), "\(third)")
    }

    @Test("takes two people for a record that can't be read: the first waiver waits for the second")
    func twoPeople() async throws {
        let workspace = try Workspace("two-people")
        let sandbox = try await Sandbox([
            "--entries", "60", "--employees", "6", "--seed", "7", "--fault",
            "work-entries:page=3:times=always:record=raw:index=1:field=normalHours:value=true",
        ])
        var job = Job("rejected", sandbox)
        job.settings.append("rejects.max=1")
        #expect(try await job.command(workspace.path).run().status == .exited(2))
        func review() async throws -> Ending { try await workspace.gantry(["review", Job.run]) }
        let first = try await review()
        let line = first.lines.map { $0.split(separator: " ").map(String.init) }
            .first { $0.count > 2 && $0[2] == "rejected-record" }
        let id = try #require(line?.first, "\(first)")
        func waive(_ name: String) async throws -> Ending {
            try await workspace.gantry([
                "review", Job.run, id, "--waive", "--by", name, "--because", "A test entry of the foreman.",
            ])
        }
        #expect(first.out.contains("1 critical"))
        #expect(try await waive("clerk").status == .exited(0))
        #expect(try await waive("Clerk").status == .exited(0))
        let half = try await review()
        #expect(half.status == .exited(6) && half.out.contains("waits for a second person"), "\(half)")
        #expect(half.out.contains("1 critical") && !half.out.contains("--from"), "\(half)")
        #expect(try await waive("manager").status == .exited(0))
        let both = try await review()
        #expect(!both.out.contains("waits for a second person") && !both.out.contains("critical is open"), "\(both)")
        #expect(both.out.contains("manager") && both.out.contains("Clerk"), "\(both)")
        #expect(try await waive("manager").out.contains("Nothing new"))
    }

    @Test("pays unapproved hours only with a reason, which the export keeps and the statement names")
    func lowered() async throws {
        let folder = try TestFolder("lowered")
        func job(_ check: String) async throws -> Job {
            var job = try await Job.plain()
            job.pipeline = try Variants.file(in: folder, [("  not-approved: blocker\n", "  not-approved: \(check)\n")])
            try write(text(of: job.pipeline) + SignedMonth.rules, to: job.pipeline)
            return job
        }
        let workspace = try Workspace("lowered")
        let refused = try await job("off").command(workspace.path).run()
        #expect(
            refused.status == .exited(78) && refused.err.contains("pays unapproved hours without a reason"),
            "\(refused)")
        let published = try await job("{ severity: off, because: The foreman signs on paper }")
            .command(workspace.path).run()
        published.expect(exit: 0)
        let totals = try text(of: workspace.published + "/data/totals.json")
        #expect(totals.contains("\"because\": \"The foreman signs on paper\""))
        #expect(try await workspace.gantry(["verify", Job.run]).status == .exited(0))
        let config = workspace.path + ".yaml"
        try write(
            text(of: config) + "people:\n  clerk: { name: Payroll Clerk }\n  manager: { name: Boss }\n", to: config)
        for finding in try await workspace.gantry(["review", Job.run]).lines {
            let words = finding.split(separator: " ").map(String.init)
            guard words.count > 2, words[1] == "warning" else { continue }
            _ = try await workspace.gantry([
                "review", Job.run, words[0], "--accept", "--by", "clerk", "--because", "Seen in the crane log.",
            ])
        }
        let signed = try await workspace.gantry([
            "sign", Job.run, "--by", "clerk", "--pipeline", folder.file("payroll-monthly.yaml"), "--config", config,
        ])
        signed.expect(exit: 0)
        let statement = try text(of: workspace.path + "/signoff/payroll-monthly/2026-10/r1.statement")
        #expect(statement.contains("\nlowered: not-approved off\ndecisions: "), "\(statement)")
    }

    @Test("finds again what the server's pay periods showed when the files are written again")
    func periods() async throws {
        let folder = try TestFolder("periods")
        var job = try await Job.sample()
        job.pipeline = try Variants.file(in: folder, [("  period-differs: off\n", "  period-differs: warning\n")])
        let workspace = try Workspace("periods")
        #expect(try await job.command(workspace.path).run().status == .exited(0))
        let rewritten = try await workspace.gantry([
            "run", job.pipeline, "--from", Job.run, "--config", workspace.path + ".yaml",
        ])
        rewritten.expect(exit: 0)
        let second = Job.run.replacing("/r1", with: "/r2")
        func finding(_ run: String) throws -> Substring? {
            try text(of: workspace.exports + "/" + run + "/data/exceptions.csv").split(separator: "\r\n")
                .first { $0.contains("period-differs") }
        }
        let first = try #require(try finding(Job.run))
        #expect(first.contains("2026-10-01 to 2026-10-31"))
        #expect(try finding(second) == first)
        for run in [Job.run, second] {
            #expect(try await workspace.gantry(["verify", run]).status == .exited(0))
        }
        let kept = try text(of: workspace.exports + "/" + second + "/data/pay-periods.csv")
        #expect(try kept == text(of: workspace.exports + "/" + Job.run + "/data/pay-periods.csv"))
        #expect(kept.split(separator: "\r\n").count > 1, "\(kept)")
    }
}
