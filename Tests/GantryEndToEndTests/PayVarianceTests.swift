import FoundationEssentials
import Testing

/// What `review` and `diff` say of two periods of one pipeline.
@Suite("Pay of two periods") struct PayVarianceTests {
    private static let first = "payroll-fortnight/2026-W41/r1"
    private static let second = "payroll-fortnight/2026-W42/r1"

    private func week(_ name: String) async throws -> Job {
        var job = try await Job.sample()
        job.pipeline = Product.root + "/Pipelines/payroll-fortnight.yaml"
        job.options = ["--period", name]
        return job
    }

    private func gantry(_ workspace: Workspace, _ words: [String]) async throws -> Ending {
        try await Command(
            [Product.binary] + words + ["--workspace", workspace.path],
            environment: ["KSR_EMAIL": Sandbox.email, "KSR_PASSWORD": Sandbox.password]
        ).run()
    }

    /// Publishes the first week without an employee, then the second with everybody.
    private func weeks(_ workspace: Workspace, without employee: String) async throws {
        #expect(try await week("2026-W41").command(workspace.path).run().status == .exited(0))
        let held = try await gantry(
            workspace,
            [
                "decide", Self.first, "--hold", "--employee", employee, "--by", "clerk", "--because",
                "Disputed by the customer.",
            ])
        #expect(held.status == .exited(0), "\(held)")
        let rewritten = try await gantry(
            workspace,
            [
                "rewrite", Self.first, "--pipeline", Product.root + "/Pipelines/payroll-fortnight.yaml", "--config",
                workspace.path + ".yaml",
            ])
        #expect(rewritten.status == .exited(0), "\(rewritten)")
        #expect(try await week("2026-W42").command(workspace.path).run().status == .exited(0))
    }

    /// The words of a line of a review about an employee and a rule.
    private func finding(_ rule: String, of employee: String, in review: Ending) -> [String]? {
        review.out.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            .first { $0.count > 3 && $0[2] == rule && $0[3] == employee }
    }

    @Test("notes who has pay only now: nobody has to accept it, and nobody can")
    func noted() async throws {
        let workspace = try Workspace("noted")
        try await weeks(workspace, without: "1003")
        let review = try await gantry(workspace, ["review", Self.second])
        #expect(review.out.contains("Compared with payroll-fortnight/2026-W41/r2."), "\(review)")
        let new = try #require(finding("new-worker", of: "1003", in: review), "\(review)")
        #expect(new[1] == "info" && new.last == "noted")
        let accepted = try await gantry(
            workspace,
            ["decide", Self.second, new[0], "--accept", "--by", "clerk", "--because", "He was ill the week before."])
        #expect(accepted.status == .exited(64) && accepted.err.contains("is only information"), "\(accepted)")
    }

    @Test("compares with runs of the same server only, and diff says what differs between two")
    func sources() async throws {
        let workspace = try Workspace("two-servers")
        var other = Job("other", try await Sandbox.plain.value)
        other.pipeline = Product.root + "/Pipelines/payroll-fortnight.yaml"
        other.options = ["--period", "2026-W41"]
        #expect(try await other.command(workspace.path).run().status == .exited(0))
        let config = workspace.path + ".yaml"
        try write(text(of: config).replacing(other.url, with: try await Sandbox.sample.value.url), to: config)
        #expect(try await week("2026-W42").command(workspace.path).run().status == .exited(0))
        let review = try await gantry(workspace, ["review", Self.second])
        #expect(review.out.contains("There is no period before it to compare with."), "\(review)")
        let difference = try await gantry(workspace, ["diff", Self.first, Self.second])
        #expect(
            difference.status == .exited(0)
                && difference.out.contains("They come from different sources: address: \(other.url)"), "\(difference)")
    }

    @Test(
        "reads no file that changed after it was published",
        arguments: ["payroll.xml", "exceptions.csv", "totals.json"])
    func changed(file: String) async throws {
        let workspace = try Workspace("changed-base")
        for name in ["2026-W41", "2026-W42"] {
            #expect(try await week(name).command(workspace.path).run().status == .exited(0))
        }
        let path = workspace.exports + "/" + Self.first + "/data/" + file
        try write(text(of: path) + "\n", to: path)
        for words in [["review", Self.second], ["diff", Self.first, Self.second]] {
            let refused = try await gantry(workspace, words)
            #expect(
                refused.status != .exited(0) && refused.err.contains("\(Self.first) changed after it was published"),
                "\(refused)")
        }
    }
}
