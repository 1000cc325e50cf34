import Testing

@Suite("A file that is named after its period") struct FileNameTests {
    @Test("has that name wherever it is told, and is checked and written again by it") func period() async throws {
        let workspace = try Workspace("file-names")
        var job = try await Job.plain()
        job.pipeline = try Variants.file(
            in: workspace.folder,
            [
                ("file: payroll.csv", "file: \"pay-{period}.csv\""), ("file: payroll.xml", "file: \"{period}.xml\""),
                ("file: work-entries.csv", "file: \"entries-{period}.csv\""),
            ],
            more:
                "  - { file: \"danlon-{period}.csv\", format: danlon, needs: { employer: \"99999993\" }, codes: { \"1000\": \"1\", \"1100\": \"2\", \"1200\": \"4\" } }\n\n"
        )
        try await job.command(workspace.path).succeed()
        for name in ["pay-2026-10.csv", "2026-10.xml", "2026-10.xsd", "entries-2026-10.csv", "danlon-2026-10.csv"] {
            #expect(exists(workspace.published + "/data/" + name), "\(name)")
        }
        let place = ["--workspace", workspace.path]
        let shown = try await Command([Product.binary, "show", Job.run] + place).succeed()
        #expect(shown.out.contains("data/pay-2026-10.csv"), "\(shown)")
        try await Command([Product.binary, "verify", Job.run] + place).succeed()
        let again = try await job.command(workspace.path).run()
        again.expect(exit: 3)
        try await Command(
            [Product.binary, "run", job.pipeline, "--from", Job.run, "--config", workspace.path + ".yaml"]
                + place, environment: Sandbox.environment
        ).succeed()
        #expect(exists(workspace.exports + "/payroll-monthly/2026-10/r2/data/pay-2026-10.csv"))
    }
}
