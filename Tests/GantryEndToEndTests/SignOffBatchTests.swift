import FoundationEssentials
import Testing

@Suite("A payroll batch of a pipeline that people sign") struct SignOffBatchTests {
    @Test("is made of the newest revision that two people signed, and of none before") func batch() async throws {
        let job = try await KSRSending("payroll-monthly")
        func run(_ words: String...) async throws -> Ending {
            try await job.command(words + ["--period", "2026-W43-W44"]).run()
        }
        func sign(_ run: String, by person: String) async throws {
            try await job.command(["sign", "payroll-monthly/2026-W43-W44/\(run)", "--by", person]).succeed()
        }
        let pipelines = job.workspace.path + "/Pipelines"
        try FileManager.default.createDirectory(atPath: pipelines, withIntermediateDirectories: false)
        try write(
            try text(of: Product.pipeline) + SignedMonth.rules + "  proof: declared\n",
            to: pipelines + "/payroll-monthly.yaml")
        try addSigners(to: job.workspace.path + "/gantry.yaml")
        #expect([0, 2].contains(try await run("run", "payroll-monthly").code))
        for verb in ["plan", "run"] {
            let refused = try await run(verb, "payroll-batch-create")
            #expect(
                refused.code == 6 && refused.err.contains("payroll-monthly/2026-W43-W44/r1 is not signed"), "\(refused)"
            )
        }
        // Nobody signs while a warning waits for a person.
        let early = try await job.command(["sign", "payroll-monthly/2026-W43-W44/r1", "--by", "clerk"]).run()
        early.expect(exit: 6)
        let review = try await job.command(["review", "payroll-monthly/2026-W43-W44/r1"]).run()
        let open = review.openFindings
        #expect(review.code == 6 && !open.isEmpty, "\(review)")
        try await job.command(
            ["review", "payroll-monthly/2026-W43-W44/r1"] + open
                + ["--accept", "--by", "clerk", "--because", "The manager saw the crane log."]
        ).succeed()
        try await sign("r1", by: "clerk")
        #expect(try await run("run", "payroll-batch-create").code == 6)
        // Without its section the book still says that the pipeline is signed.
        try FileManager.default.moveItem(atPath: pipelines, toPath: pipelines + "-away")
        #expect(try await run("run", "payroll-batch-create").code == 6)
        try FileManager.default.moveItem(atPath: pipelines + "-away", toPath: pipelines)
        try await sign("r1", by: "manager")
        // A newer revision that nobody has signed takes no part.
        let reason = ["--revision", "next", "--because", "Approvals after the closing"]
        let next = try await job.command(
            ["run", "payroll-monthly", "--period", "2026-W43-W44"] + reason
        ).run()
        #expect([0, 2].contains(next.code), "\(next)")
        let sent = try await run("run", "payroll-batch-create")
        sent.expect(exit: 0)
        #expect(try job.effects().count == 1)
        #expect(try await run("run", "payroll-batch-create").code == 3)
    }
}
