import Testing

/// Pay from a back end that only a file describes, by the roles of its fields.
@Suite("Hours of a described system") struct SystemPayTests {
    @Test(
        "are paid by their roles, and proven without the system's file",
        arguments: ["hours", "linked", "silent", "behind"])
    func paid(dataset: String) async throws {
        let pay = try await TrackedPay(dataset: dataset)
        let run = try await pay.run(["--set", "records.page-size=20"]).succeed()
        #expect(try pay.lines(1) == TrackedPay.expected(), "\(run)")
        let held = try SheetText.rows(text(of: pay.file(1, "exceptions.csv")), delimiter: ",").dropFirst()
            .filter { $0[0] == "blocker" }.map { $0[1] }
        #expect(
            Set(held) == [
                "not-approved", "unknown-kind", "unknown-worker", "no-payroll-number", "unusable-rate",
            ])
        #expect(
            try text(of: pay.file(1, "exceptions.csv")).contains(
                " hours\",a kind of hours that the pipeline file names,"))
        let totals = try text(of: pay.file(1, "totals.json"))
        #expect(
            totals.contains("\"records.hours.kinds.O\": \"overtimeHours\"")
                && totals.contains("\"join.rate\": \"rate\""))
        #expect(!run.err.contains("S3CR3T"))
        // Elsewhere, where nobody describes the system.
        let alone = pay.tracker.workspace.folder.file("alone")
        try await Command(["cp", "-a", pay.folder(1), alone]).succeed()
        let verified = try await Command([Product.binary, "verify", alone]).succeed()
        #expect(verified.out.contains("payroll.csv"), "\(verified)")
        pay.tracker.end()
    }

    @Test("are never a month without pay because the server doesn't know what asks for days") func unknownDays()
        async throws
    {
        let pay = try await TrackedPay("strict")
        let file = try text(of: pay.tracker.systemFile)
        try write(file.replacing("from: \"{from}\"", with: "form: \"{from}\""), to: pay.tracker.systemFile)
        let run = try await pay.run(["--set", "records.allow-empty=true"]).run()
        run.expect(exit: 1)
        #expect(run.err.contains("but sends no record when it is asked for that day"), "\(run)")
        #expect(!exists(pay.folder(1)))
        pay.tracker.end()
    }

    @Test("are never paid without a field that no record has, unless the file says that it may be left out")
    func absentFields() async throws {
        func system(_ required: String) -> String {
            let field = "      site: { at: place.site, type: integer\(required) }\n"
            return TrackedPay.system.replacing(
                "      kind: { one-of: [N, O, W, T] }\n", with: "      kind: { one-of: [N, O, W, T] }\n" + field)
        }
        let pay = try await TrackedPay(
            system: system(""),
            pipeline: TrackedPay.pipeline.replacing("    note: note\n", with: "    note: note\n    project: site\n"))
        for _ in 1...2 {
            let run = try await pay.run().run()
            run.expect(exit: 1)
            #expect(
                run.err.contains("has the field of project (place.site)")
                    && run.err.contains("The keys of the first record: id, ") && run.err.contains("required: false"),
                "\(run)")
        }
        #expect(!exists(pay.folder(1)))
        let tried = try await pay.command(["try", "tracker", "hours", "--period", "2026-10"]).run()
        #expect(tried.out.contains("No record has") && tried.out.contains("place.site"), "\(tried)")
        try write(system(", required: false"), to: pay.tracker.systemFile)
        try await pay.run(["--start-over"]).succeed()
        #expect(try pay.lines(1) == TrackedPay.expected())
        pay.tracker.end()
    }

    @Test("are proven by a table of pay alone, also where somebody has entries of zero hours only") func idle()
        async throws
    {
        // These have everybody with an exported entry.
        let files = ["{ file: payroll.xml, format: payroll-xml }", "{ file: hours.jsonl.zst, format: archive }"]
        let signing = "sign-off:\n  prepare: [clerk]\n  approve: [manager]\n  proof: declared\n"
        let pipeline = files.reduce(TrackedPay.pipeline.replacing(signing, with: "")) {
            $0.replacing("  - \($1)\n", with: "")
        }
        let pay = try await TrackedPay("idle", pipeline: pipeline)
        try await pay.run().succeed()
        #expect(try pay.lines(1) == TrackedPay.expected().filter { !$0.hasPrefix("0102 ") })
        #expect(try text(of: pay.file(1, "totals.json")).contains("\"employees\": 4,"))
        try await pay.command(["verify", pay.name(1)]).succeed()
        pay.tracker.end()
    }

    @Test("go on from any instant, and are written again from their archive, to the same bytes") func again()
        async throws
    {
        let pay = try await TrackedPay()
        try await pay.runKilled()
        #expect(try pay.lines(1) == TrackedPay.expected())
        try await pay.command(["run", "pay", "--from", pay.name(1)]).succeed()
        for name in ["hours.csv", "payroll.csv", "exceptions.csv", "danlon.csv", "employees.csv", "workers.jsonl"] {
            #expect(try text(of: pay.file(2, name)) == text(of: pay.file(1, name)), "\(name)")
        }
        pay.tracker.end()
    }

    @Test("are signed with their roles, delivered, and corrected by what was approved late") func corrected()
        async throws
    {
        let pay = try await TrackedPay("late")
        try await pay.run().succeed()
        #expect(try pay.lines(1) == TrackedPay.expected())
        try await pay.signBoth(1)
        let statement = try text(of: "\(pay.tracker.workspace.path)/signoff/pay/2026-10/r1.statement")
        #expect(
            statement.contains("\nrole: records.employee user\n")
                && statement.contains("\nrole: join.name first last\n"))
        try await pay.deliver(1).succeed()
        try pay.tracker.endFault()
        let run = try await pay.run(["--revision", "next", "--because", "Approvals after the closing"]).succeed()
        #expect(run.out.contains("A correction of pay/2026-10/r1"), "\(run)")
        #expect(try pay.lines(2) == TrackedPay.expected(isLate: true))
        // What is paid is the signed rate, whatever the server has now.
        #expect(try text(of: pay.file(2, "entry-changes.csv")).contains("227"))
        for change in ["late", "rate-changed"] {
            #expect(try text(of: pay.file(2, "entry-changes.csv")).contains(",\(change),"), "\(change)")
        }
        try await pay.command(["verify", pay.name(2)]).succeed()
        pay.tracker.end()
    }

    @Test("are shown before they are fetched") func looked() async throws {
        let pay = try await TrackedPay()
        let plan = try await pay.command(["plan", "pay", "--period", "2026-10", "--requests"]).run()
        #expect(plan.out.contains("GET /people") && plan.out.contains("GET /hours"), "\(plan)")
        #expect(!plan.out.contains("/api/app"), "\(plan)")
        let preview = try await pay.command(["plan", "pay", "--period", "2026-10", "--rows", "3"]).run()
        #expect(preview.status == .exited(0) && preview.out.contains("0101"), "\(preview)")
        pay.tracker.end()
    }
}
