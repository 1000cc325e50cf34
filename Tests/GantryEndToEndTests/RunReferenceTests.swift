import Testing

@Suite("A run that isn't named in full") struct RunReferenceTests {
    @Test("is the newest one of its pipeline, its period or both, wherever runs are looked at") func newest()
        async throws
    {
        let month = try await KeptMonth.copy()
        try await month.run("--revision", "next").succeed()
        for name in ["payroll-monthly", "payroll-monthly/2026-10", "2026-10"] {
            for words in [["show", name], ["verify", name]] {
                let ending = try await month.command(words[0], words[1]).succeed()
                #expect(ending.out.contains("payroll-monthly/2026-10/r2"), "\(words): \(ending)")
            }
            let review = try await month.command("review", name, "--offline").run()
            #expect([0, 6].contains(review.code) && review.out.contains("payroll-monthly/2026-10/r2"), "\(review)")
            #expect(try await month.command("diff", Job.run, name).succeed().code == 0)
        }
        // What is withdrawn isn't meant, and a full name is what it says.
        try await month.withdraw("payroll-monthly/2026-10/r2").succeed()
        #expect(try await month.command("show", "payroll-monthly").succeed().out.contains(Job.run))
        #expect(try await month.command("show", "payroll-monthly/2026-10/r2").succeed().out.contains("withdrawn"))
    }

    @Test("is never guessed") func ambiguous() async throws {
        let month = try await KeptMonth.copy()
        for name in ["nosuch", "2026-09", "payroll-monthly/2026-09"] {
            let ending = try await month.command("show", name).run()
            #expect(ending.code == 64 && ending.err.contains("no published run \(name)"), "\(ending)")
        }
        let verified = try await month.command("verify", "nosuch").run()
        #expect(verified.code == 64 && verified.err.contains("no run, folder or zip file called nosuch"), "\(verified)")
        #expect(try await month.command("show", "a//r1").run().code == 64)
        var customers = month.job
        customers.pipeline = Product.root + "/Pipelines/customers-and-workers.yaml"
        customers.settings = []
        try await customers.command(month.workspace.path).succeed()
        let both = try await month.command("show", "2026-10").run()
        #expect(
            both.code == 64 && both.err.contains("customers-and-workers and payroll-monthly")
                && both.err.contains("customers-and-workers/2026-10"), "\(both)")
        for words in [["deliver", "--failed"], ["deliver", "--never-delivered"], ["sign", "--withdraw"]] {
            let undone = try await month.command(
                words[0], "payroll-monthly", words[1], "--by", "clerk", "--because", "They refused the file"
            ).run()
            #expect(undone.code == 64 && undone.err.contains("needs the whole name"), "\(words): \(undone)")
        }
        // Only one of them pays people, so it is what is reviewed.
        let review = try await month.command("review", "2026-10", "--offline").run()
        #expect([0, 6].contains(review.code) && review.out.contains(Job.run), "\(review)")
        try await month.command("show", "customers-and-workers").succeed()
    }
}
