import FoundationEssentials
import Testing

@Suite("The period of a payroll") struct PayPeriodTests {
    @Test("that isn't over is published under today's date only, and only on request") func open() async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("open")
        let more = ["--period", "2999-05", "--set", "records.allow-empty=true"]
        let refused = try await job.command(workspace.path, more).run()
        #expect(refused.status == .exited(64) && refused.err.contains("no hours to pay yet"), "\(refused)")
        #expect(!exists(workspace.exports))
        let asked = try await job.command(workspace.path, more + ["--open-period"]).run()
        asked.expect(exit: 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: workspace.exports + "/payroll-monthly")
        #expect(names.count == 1 && names[0].hasPrefix("2999-05@20"), "\(names)")
        #expect(asked.out.contains("show payroll-monthly/2999-05@") && !asked.out.contains(" month "), "\(asked.out)")
        // Nobody is paid by a look, so the period itself doesn't share its hours.
        let part = try await job.command(
            workspace.path,
            ["--period", "2999-05-01..2999-05-15", "--open-period", "--set", "records.allow-empty=true"]
        ).run()
        part.expect(exit: 0)
        #expect(!part.out.contains("hours twice"), "\(part.out)")
    }

    @Test("without records is refused unless the file allows it, and asked for again") func empty() async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("empty")
        for _ in 0..<2 {
            let refused = try await job.command(workspace.path, ["--period", "2020-01"]).run()
            refused.expect(exit: 1)
            #expect(
                refused.err.contains("has no records for 2020-01") && refused.err.contains("allow-empty: true"),
                "\(refused.err)")
            #expect(!refused.err.contains("Resuming") && !refused.err.contains("goes on"), "\(refused.err)")
        }
        #expect(!exists(workspace.exports))
        let allowed = try await job.command(
            workspace.path, ["--period", "2020-01", "--set", "records.allow-empty=true"]
        ).run()
        allowed.expect(exit: 0)
    }

    @Test("that shares days with a published one is told with the days and the entries that both hold") func overlap()
        async throws
    {
        let job = try await Job.plain()
        let workspace = try Workspace("overlap")
        let month = try await job.command(workspace.path).run()
        #expect(month.status == .exited(0) && !month.out.contains("Warning"), "\(month)")
        let weeks = try await job.command(workspace.path, ["--period", "2026-W41-W42"]).run()
        weeks.expect(exit: 0)
        #expect(weeks.out.contains("Warning: paying these periods too would pay the same hours twice."), "\(weeks.out)")
        let line = weeks.lines.first {
            $0.contains("payroll-monthly/2026-10/r1  2026-10-05..2026-10-18")
        }
        let entries = try text(of: workspace.exports + "/payroll-monthly/2026-W41-W42/r1/data/totals.json")
        let fetched = try #require(entries.split(separator: "\"fetched\": ").last.map { $0.prefix { $0.isNumber } })
        #expect(line?.hasSuffix(" " + fetched) == true, "\(fetched): \(weeks.out)")
        // The earlier one says so as well from now on.
        let shown = try await Command([Product.binary, "show", Job.run, "--workspace", workspace.path]).run()
        #expect(shown.out.contains("payroll-monthly/2026-W41-W42/r1"), "\(shown)")
    }
}
