import Testing

@Suite("The review of a run whose entries went into a payroll batch") struct BatchReviewTests {
    private static let run = "payroll-monthly/2026-W43-W44/r1"

    /// A batch that was made. The lists of batches are read once before it.
    private static func made(faults: [String] = []) async throws -> KSRSending {
        let job = try await KSRSending("payroll-monthly", faults: faults)
        for pipeline in ["payroll-monthly", "payroll-batch-create"] {
            let ending = try await job.command(["run", pipeline, "--period", "2026-W43-W44"]).run()
            #expect([0, 2].contains(ending.code), "\(ending)")
        }
        return job
    }

    @Test("reads the batch, keeps what it saw, and works without the server") func reads() async throws {
        let job = try await Self.made()
        let review = try await job.command(["review", Self.run]).run()
        #expect(review.out.contains("of \(Self.run) is draft, seen since"), "\(review)")
        #expect(!review.out.contains("batch-"), "\(review)")
        let seen = job.workspace.path + "/batches/payroll-monthly/2026-W43-W44.jsonl"
        let lines = try text(of: seen)
        #expect(lines.contains("\"status\":\"draft\"") && lines.split(separator: "\n").count == 1, "\(lines)")
        #expect(try await job.command(["review", Self.run]).run().out == review.out)
        #expect(try text(of: seen) == lines)
        try await job.sandbox.end()
        let offline = try await job.command(["review", Self.run, "--offline"]).run()
        #expect(offline.out == review.out && offline.code == review.code, "\(offline)")
        let unreachable = try await job.command(["review", Self.run]).run()
        #expect(unreachable.code == review.code, "\(unreachable)")
        #expect(unreachable.out.contains("The server could not be asked about it now: "), "\(unreachable)")
        #expect(unreachable.out.contains("is draft, seen since"), "\(unreachable)")
    }

    @Test("finds a step back, and other hours and workers, until a person accepts them") func findings() async throws {
        let job = try await Self.made(faults: [
            "payroll-batches:after=1:times=1:record=raw:index=6:field=status:value=\"approved\"",
            "payroll-batches:after=3:times=1:record=raw:index=6:field=total_hours:value=1.5",
            "payroll-batches:after=4:times=1:record=raw:index=6:field=total_employees:value=99",
        ])
        func review() async throws -> Ending { try await job.command(["review", Self.run]).run() }
        let approved = try await review()
        #expect(approved.out.contains("is approved, seen since") && !approved.out.contains("batch-step"), "\(approved)")
        let back = try await review()
        #expect(
            back.code == 6 && back.out.contains("batch-step") && back.out.contains("draft after approved"), "\(back)")
        let hours = try await review()
        #expect(hours.out.contains("batch-hours") && hours.out.contains("has 1.50 h"), "\(hours)")
        let workers = try await review()
        #expect(workers.out.contains("batch-workers") && workers.out.contains("has 99 workers"), "\(workers)")
        #expect(!workers.out.contains("batch-hours"), "\(workers)")
        let open = workers.lines.filter { $0.contains("batch-") }.compactMap {
            $0.split(separator: " ").first.map(String.init)
        }
        try await job.command(
            ["review", Self.run] + open + [
                "--accept", "--by", "clerk", "--because", "The office called Zenegy about it.",
            ]
        ).succeed()
        let after = try await job.command(["review", Self.run, "--offline"]).run()
        #expect(
            !after.lines.contains { $0.contains("batch-") && $0.hasSuffix("open") }, "\(after)")
    }

    @Test("says that a later revision reaches Zenegy by hand alone") func correction() async throws {
        let job = try await Self.made()
        try await job.command(
            [
                "review", Self.run, "--hold", "--employee", "1001", "--by", "clerk", "--because",
                "Disputed by the customer",
            ]
        ).succeed()
        let rewritten = try await job.command(["run", "payroll-monthly", "--from", Self.run]).run()
        #expect([0, 2].contains(rewritten.code), "\(rewritten)")
        let review = try await job.command(["review", "payroll-monthly/2026-W43-W44/r2"]).run()
        #expect(review.out.contains("Zenegy needs the differences by hand"), "\(review)")
        #expect(review.out.contains("gantry diff \(Self.run) payroll-monthly/2026-W43-W44/r2"), "\(review)")
        let first = try await job.command(["review", Self.run]).run()
        #expect(!first.out.contains("by hand"), "\(first)")
    }
}
