import Testing

/// What `gantry plan --rows` prints of a period.
@Suite("A preview") struct PreviewTests {
    private func preview(_ sandbox: Sandbox, _ words: String...) async throws -> Ending {
        let workspace = try Workspace("preview")
        try BackEnd.ksrCranes.configure(workspace, sandbox.url)
        let command =
            [Product.binary, "plan", Product.pipeline, "--workspace", workspace.path]
            + (words.contains("--rows") ? [] : ["--rows", "10"]) + words
        return try await Command(command, environment: BackEnd.ksrCranes.credentials).run()
    }

    @Test("says of sums and exceptions which part of the period they are of, in text and for programs") func part()
        async throws
    {
        let sandbox = try await Sandbox.plain.value
        let part = try await preview(sandbox, "--period", "2026-10", "--set", "records.page-size=10")
        part.expect(exit: 0)
        #expect(
            part.out.contains("payroll.csv\n  From the first 10 of 60 records, not from the whole period.\n"), "\(part)"
        )
        #expect(
            part.out.contains("exceptions.csv\n  From the first 10 of 60 records, not from the whole period.\n"),
            "\(part)")
        let json = try await preview(sandbox, "--period", "2026-10", "--set", "records.page-size=10", "--json")
        #expect(json.out.contains(#""part":{"records":10,"total":60}"#), "\(json)")
        let whole = try await preview(sandbox, "--period", "2026-10", "--set", "records.page-size=100")
        #expect(whole.status == .exited(0) && !whole.out.contains("From the first"), "\(whole)")
    }

    @Test("of a whole period holds what a run holds") func whole() async throws {
        let week = try await preview(try await Sandbox.sample.value, "--period", "2026-W42", "--rows", "100", "--json")
        week.expect(exit: 0)
        #expect(week.out.contains(#"["blocker","hours-per-day","#), "\(week)")
    }
}
