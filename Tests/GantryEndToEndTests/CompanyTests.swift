import Testing

/// One pipeline for the connections of several companies.
@Suite("A pipeline of several companies") struct CompanyTests {
    /// Three companies on two servers; the password of the second is wrong.
    private struct Office {
        let workspace: Workspace
        let other: Sandbox

        init() async throws {
            workspace = try Workspace("companies")
            other = try await Sandbox(["--entries", "60", "--employees", "6", "--seed", "8"])
            var text = "connections:\n"
            let plain = try await Sandbox.plain.value
            for (name, url, password) in [
                ("company-1", plain.url, "KSR_PASSWORD"), ("company-2", plain.url, "WRONG"),
                ("company-3", other.url, "KSR_PASSWORD"),
            ] {
                text += """
                      \(name):
                        system: ksr-cranes
                        environment: \(url)
                        credentials: { email: { env: KSR_EMAIL }, password: { env: \(password) } }

                    """
            }
            try write(text, to: workspace.path + "/gantry.yaml")
        }

        func command(_ words: [String]) -> Command {
            Command(
                [Product.binary] + words + ["--workspace", workspace.path],
                environment: [
                    "KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password, "WRONG": "wrong",
                ])
        }
    }

    @Test("is run for each of them, and one that fails stops no other") func run() async throws {
        let office = try await Office()
        let words = ["run", Product.pipeline, "--period", "2026-10", "--connections", "company-*"]
        let plan = try await office.command(["plan"] + words.dropFirst()).run()
        #expect(
            plan.status == .exited(77) && plan.out.contains("payroll-monthly@company-3/2026-10/r1 would start"),
            "\(plan)")
        let ending = try await office.command(words).run()
        #expect(ending.status == .exited(77) && ending.out.contains("2 of 3 pipelines done"), "\(ending)")
        #expect(
            ending.err.contains("pipeline \(Product.pipeline)@company-2") || ending.err.contains("@company-2"),
            "\(ending)")
        #expect(!ending.err.contains("--connections"), "\(ending)")
        for name in ["company-1", "company-3"] {
            let run = "payroll-monthly@\(name)/2026-10/r1"
            let verified = try await office.command(["verify", run]).run()
            verified.expect(exit: 0)
            let totals = try text(of: office.workspace.exports + "/\(run)/data/totals.json")
            #expect(
                totals.contains("\"connection\": \"\(name)\"") || totals.contains("\"connection\":\"\(name)\""),
                "\(totals)")
            // The same command finds what is published, also by the name of the run.
            let one = try await office.command(["run", "\(Product.pipeline)@\(name)", "--period", "2026-10"]).run()
            one.expect(exit: 3)
            let rewritten = try await office.command(["run", "payroll-monthly", "--from", run]).run()
            #expect(
                rewritten.status == .exited(0) && rewritten.out.contains("payroll-monthly@\(name)/2026-10/r2"),
                "\(rewritten)")
        }
        // The name of the file alone never means the run of one company.
        let shown = try await office.command(["show", "payroll-monthly"]).run()
        #expect(
            shown.status == .exited(64)
                && shown.err.contains("payroll-monthly@company-1 and payroll-monthly@company-3")
                && shown.err.contains("payroll-monthly@company-1/2026-10"), "\(shown)")
        // A file by its path, too, is used with the connection of the run; another company's is refused.
        let run = "payroll-monthly@company-3/2026-10/r1"
        let named = try await office.command(["run", Product.pipeline, "--from", run]).run()
        #expect(named.status == .exited(0) && named.out.contains("payroll-monthly@company-3/2026-10/r3"), "\(named)")
        let other = try await office.command(["run", Product.pipeline + "@company-1", "--from", run]).run()
        #expect(other.err.contains("is a run of payroll-monthly@company-3"), "\(other)")
        #expect(!exists(office.workspace.exports + "/payroll-monthly"))
        let sheets = try ["company-1", "company-3"].map {
            try text(of: office.workspace.exports + "/payroll-monthly@\($0)/2026-10/r1/data/payroll.csv")
        }
        #expect(sheets[0] != sheets[1])
    }

    @Test("takes the export of the same company where it sends one") func sending() async throws {
        let office = try await Office()
        try await office.command(["run", Product.pipeline + "@company-3", "--period", "2026-10"]).succeed()
        let batch = Product.root + "/Pipelines/payroll-batch-create.yaml"
        let plan = try await office.command(["plan", batch + "@company-3", "--period", "2026-10"]).run()
        // The invented server has a batch of these days already.
        #expect(
            plan.status == .exited(2) && plan.out.contains("/payroll-monthly@company-3/2026-10/r1/data/"), "\(plan)")
        let missing = try await office.command(["plan", batch + "@company-1", "--period", "2026-10"]).run()
        #expect(missing.status != .exited(0) && missing.err.contains("payroll-monthly@company-1"), "\(missing)")
    }

    @Test("is refused with connections that nobody has, or that it names already") func refusals() async throws {
        let office = try await Office()
        for (words, expected) in [
            ([Product.pipeline, "--connections", "company-1,company-9"], "Did you mean"),
            ([Product.pipeline + "@company-1", "--connections", "company-3"], "names a connection"),
            ([Product.pipeline, "--connections", ""], "--connections"),
        ] {
            let ending = try await office.command(["run"] + words + ["--period", "2026-10"]).run()
            #expect([.exited(64), .exited(78)].contains(ending.status) && ending.err.contains(expected), "\(ending)")
        }
        #expect(!exists(office.workspace.exports))
    }
}
