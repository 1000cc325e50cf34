import Foundation
import Testing

/// The page that `gantry report` writes.
@Suite("A report of a run") struct ReportTests {
    private func check(_ tool: String, _ words: [String]) async throws {
        let checked = try await Command(
            [Product.python, "\(Product.tools)/\(tool)"] + words, timeout: .seconds(240)
        ).run()
        checked.expect(exit: 0)
    }

    private func report(_ run: String, _ workspace: Workspace, _ words: String...) async throws -> String {
        let written = try await Command(
            [Product.binary, "report", run, "--workspace", workspace.path] + words
        ).succeed()
        return written.lines.first.map(String.init) ?? ""
    }

    @Test("of pay has its figures from the files, fits its sheet, and opens in a browser without a fault")
    func pay() async throws {
        let month = try await SignedMonth.copy()
        let folder = "\(month.workspace.exports)/\(Job.run)"
        let page = try await report(Job.run, month.workspace)
        #expect(page.hasSuffix("/reports/payroll-monthly/2026-10/r1.html"))
        #expect(try text(of: page).contains("Not signed"))
        try await check("check_report.py", [page, folder, "en"])
        try await month.signBoth()
        let danish = try await report(Job.run, month.workspace, "--language", "da", "--without-names")
        let signed = try text(of: danish)
        let seal = try await month.seal()
        #expect(signed.contains("Underskrevet") && signed.contains(seal) && !signed.contains("Worker 1001"))
        try await check("check_report.py", [danish, folder, "da"])
        try await check("check_page.py", [page, danish])
        #expect(!signed.contains("Aflever"))
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        let delivered = try text(of: try await report(Job.run, month.workspace))
        #expect(
            delivered.contains("state good\">Delivered<") && delivered.contains("was delivered to \(month.importer)"))
        let mode = try FileManager.default.attributesOfItem(atPath: page)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("is part of the export where the pipeline file says so, in a language of its own")
    func published() async throws {
        let workspace = try Workspace("page")
        let pipeline = workspace.folder.file("payroll-monthly.yaml")
        let outputs = "\noutputs:\n  - { file: side.html, format: report, language: da }"
        try write(try text(of: Product.pipeline).replacing("\noutputs:", with: outputs), to: pipeline)
        var job = try await Job.plain()
        job.pipeline = pipeline
        try await job.command(workspace.path).succeed()
        let folder = "\(workspace.exports)/\(Job.run)"
        let page = "\(folder)/data/side.html"
        #expect(try text(of: page).contains("Ikke underskrevet"))
        try await check("check_report.py", [page, folder, "da"])
        let verified = try await Command([Product.binary, "verify", folder]).succeed()
        #expect(verified.out.contains("data/side.html: what it shows"), "\(verified)")
        try write(try text(of: page).replacing("Ikke underskrevet", with: "Underskrevet"), to: page)
        #expect(try await Command([Product.binary, "verify", folder]).run().code == 4)
    }

    @Test("of pay that is compared has each difference from the files, and still fits its sheet")
    func compared() async throws {
        let workspace = try Workspace("two")
        for week in ["2026-W41", "2026-W42"] {
            var job = try await Job.sample()
            job.pipeline = Product.root + "/Pipelines/payroll-fortnight.yaml"
            job.options = ["--period", week]
            try await job.command(workspace.path).succeed()
        }
        let page = try await report("payroll-fortnight/2026-W42/r1", workspace)
        #expect(try text(of: page).contains("Who changed most since week 41 of 2026"))
        try await check("check_report.py", [page, "\(workspace.exports)/payroll-fortnight/2026-W42/r1", "en"])
        try await check("check_page.py", [page])
    }

    @Test("of pay by projects has each project")
    func projects() async throws {
        let workspace = try Workspace("projects")
        let pipeline = workspace.folder.file("payroll-fortnight.yaml")
        let shipped = try text(of: Product.root + "/Pipelines/payroll-fortnight.yaml")
        try write(
            shipped.replacing("  # employees: employees.csv", with: "  by: [project]"), to: pipeline)
        var job = try await Job.sample()
        job.pipeline = pipeline
        job.options = ["--period", "2026-W41"]
        try await job.command(workspace.path).succeed()
        let run = "payroll-fortnight/2026-W41/r1"
        let page = try await report(run, workspace)
        #expect(try text(of: page).contains("<h2 id=\"proj\">Per project</h2>"))
        try await check("check_report.py", [page, "\(workspace.exports)/\(run)", "en"])
        try await check("check_page.py", [page])
        let verified = try await Command([Product.binary, "verify", "\(workspace.exports)/\(run)"]).succeed()
        #expect(!verified.out.contains("projects["), "What nothing was compared with: \(verified)")
    }

    @Test("of a sheet has every round, and one count over all of them")
    func rounds() async throws {
        let job = try await KSRSending("customers-import")
        func folder(_ batch: String) -> String { "\(job.workspace.exports)/customers-import/\(batch)" }
        let sheet = try job.sheet(
            "customer_id,phone\n9999,+45 00 00 0001\n201,+45 00 00 0999\n202,x\n203,y\n9998,+45 00 00 0002\n")
        #expect(try await job.command("run", "own", sheet: sheet).run().code == 2)
        let refused = "\(folder("own/r1"))/data/refused.csv"
        try write(
            try text(of: refused).replacing("202,x", with: "202,+45 00 00 0998"), to: refused + ".new")
        try await Command(["mv", refused + ".new", refused]).succeed()
        #expect(try await job.command("run", "own", sheet: refused).run().code == 2)
        let page = try await report("customers-import/own.refused-r1/r1", job.workspace)
        let shown = try text(of: page)
        for round in ["1 · <code>own/r1</code>", "2 · <code>own.refused-r1/r1</code>", "3 rows still open"] {
            #expect(shown.contains(round), "\(round)")
        }
        let all = "All rounds</th><td></td><td class=\"n\">5</td><td class=\"n\">2</td><td></td><td class=\"n\">3</td>"
        #expect(shown.contains(all))
        try await check("check_page.py", [page])
    }

    @Test("of datasets has the months of totals.json, and those between them without records")
    func months() async throws {
        let workspace = try Workspace("report-months")
        try await Command([Product.binary, "demo", "--pipeline", "leave-history", "--workspace", workspace.path])
            .succeed()
        let page = try await report("leave-history", workspace, "--language", "da")
        let shown = try text(of: page)
        let totals = try JSONDecoder().decode(
            DatasetMonths.self,
            from: Data(contentsOf: URL(filePath: "\(workspace.exports)/leave-history/2026/r1/data/totals.json")))
        let dated = totals.datasets.filter { $0.months != nil }
        let months = dated.flatMap { $0.months ?? [] }
        #expect(dated.map(\.dataset) == ["cdbl.holidays", "cdbl.leaves"])
        #expect(months.reduce(0) { $0 + $1.exported } == dated.reduce(0) { $0 + $1.counts.exported })
        let names = [
            "januar", "februar", "marts", "april", "maj", "juni", "juli", "august", "september", "oktober", "november",
            "december",
        ]
        for month in months {
            let name = names[(Int(month.month.suffix(2)) ?? 1) - 1]
            #expect(shown.contains("\(name) 2026</th><td class=\"n\">\(month.exported)</td>"), "\(month)")
        }
        #expect(!months.contains { $0.month == "2026-06" && $0.exported == 0 })
        #expect(shown.contains("juni 2026</th><td class=\"n\">0</td>"), "A month without holidays is seen.")
        try await check("check_page.py", [page])
    }

    private struct DatasetMonths: Decodable {
        struct Dataset: Decodable {
            let dataset: String
            let counts: Counts
            let months: [Month]?
        }
        struct Counts: Decodable { let exported: Int }
        struct Month: Decodable {
            let month: String
            let exported: Int
        }
        let datasets: [Dataset]
    }
}
