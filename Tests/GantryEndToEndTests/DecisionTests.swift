import Testing

/// Decisions of a month whose entries change at the source.
@Suite("A decision") struct DecisionTests {
    private static let first = Job.run
    private static let second = "payroll-monthly/2026-10/r2"

    private func command(_ workspace: Workspace, _ words: [String]) -> Command {
        Command([Product.binary] + words + ["--workspace", workspace.path])
    }

    private func decide(_ workspace: Workspace, _ run: String, _ words: [String]) async throws -> Ending {
        try await command(
            workspace, ["review", run] + words + ["--by", "clerk", "--because", "The four hours were seen."]
        ).run()
    }

    /// Id and entry of the findings of a rule.
    private func findings(
        _ workspace: Workspace, _ run: String, _ rule: String
    ) throws -> [(id: String, entry: String)] {
        let list = try text(of: "\(workspace.exports)/\(run)/data/exceptions.csv")
        let separator: Character = list.hasPrefix("severity,") ? "," : ";"
        return list.split(whereSeparator: \.isNewline).compactMap { row in
            let cells = row.split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
            return cells.count > 7 && cells[1] == rule ? (cells[7], cells[2]) : nil
        }
    }

    @Test("of all findings of a rule decides each that is open, and no other") func allOf() async throws {
        let sandbox = try await Sandbox([
            "--entries", "60", "--employees", "6", "--seed", "7",
            "--fault", "work-entries:page=1:times=always:record=raw:index=0:field=status:value=\"SUBMITTED\"",
        ])
        let workspace = try Workspace("deciding-all")
        try await Job("deciding-all", sandbox).command(workspace.path).succeed()
        let open = try findings(workspace, Self.first, "not-approved")
        #expect(open.count >= 2)
        #expect(try await decide(workspace, Self.first, [open[0].id, "--waive"]).status == .exited(0))
        let all = try await decide(workspace, Self.first, ["--all-of", "not-approved", "--hold"])
        #expect(all.out.contains("\(open.count - 1) of \(open.count - 1) decisions added"), "\(all)")
        let again = try await decide(workspace, Self.first, ["--all-of", "not-approved", "--hold"])
        #expect(
            again.status == .exited(64) && again.err.contains("no finding of the rule not-approved"), "\(again)")
    }

    @Test("binds the hours that it saw, and a hold stays until it is withdrawn") func values() async throws {
        // At the second fetch an entry that nobody approved has more hours, and another one is approved by now.
        let sandbox = try await Sandbox([
            "--entries", "60", "--employees", "6", "--seed", "7",
            "--fault", "work-entries:page=1:times=always:record=raw:index=0:field=status:value=\"SUBMITTED\"",
            "--fault", "work-entries:page=1:after=1:times=always:record=raw:index=0:field=normalHours:value=5.3",
            "--fault", "work-entries:page=2:times=1:record=raw:index=3:field=status:value=\"SUBMITTED\"",
        ])
        let workspace = try Workspace("deciding")
        let job = Job("deciding", sandbox)
        try await job.command(workspace.path).succeed()
        let open = try findings(workspace, Self.first, "not-approved")
        #expect(open.count >= 2)
        let other = try #require(open.last)
        #expect(try await decide(workspace, Self.first, [open[0].id, "--waive"]).status == .exited(0))
        for finding in open.dropFirst() {
            #expect(try await decide(workspace, Self.first, [finding.id, "--hold"]).status == .exited(0))
        }
        let refused = try await decide(workspace, Self.first, [other.id, "--waive"])
        #expect(refused.status == .exited(64) && refused.err.contains("until the hold is withdrawn"), "\(refused)")

        try await job.command(workspace.path, ["--revision", "next"]).succeed()
        let review = try await command(workspace, ["review", Self.second]).run()
        #expect(review.out.contains("by clerk; now on hold"), "\(review)")
        #expect(review.out.contains("not-approved no more: withdraw it or leave it"), "\(review)")
        #expect(review.out.contains("Decisions that do nothing"), "\(review)")
        let held = Set(try findings(workspace, Self.second, "held-by-decision").map(\.entry))
        #expect(held == Set(open.dropFirst().map(\.entry)))
        let waived = try await decide(workspace, Self.second, [open[0].id, "--waive"])
        #expect(waived.status == .exited(64) && waived.err.contains("other values would be paid"), "\(waived)")
        // What does nothing any more can be taken back.
        let back = try await decide(workspace, Self.second, [open[0].id, "--withdraw"])
        #expect(back.status == .exited(0) && back.out.contains("1 of 1 decision added"), "\(back)")
        #expect(!(try await command(workspace, ["review", Self.second]).run().out.contains("do nothing")))
        // Hours that are held are one figure everywhere.
        let shown = try await command(workspace, ["show", Self.second]).run()
        let line = review.lines.first { $0.hasSuffix("hours are on hold and not paid.") }
        let hours = try #require(line?.split(separator: " ").first, "\(review)")
        #expect(shown.out.contains(hours), "\(shown)")
    }

    @Test("about something that isn't in the run is refused, with what is near it") func absent() async throws {
        let month = try await SignedMonth.copy()
        let workspace = month.workspace
        for (words, message) in [
            (["--entry", "999999999"], "has no entry 999999999"),
            (["--employee", "999999999"], "has no work or leave of employee 999999999"),
            (["--employee", "number:1"], "Nobody in"), (["--leave", "7"], "has no approved leave 7"),
            (["--entry", "10O1"], "are whole numbers, and \"10O1\" is none"),
            (["--although-absent", "--employee", "id:10O1"], "are whole numbers, and \"10O1\" is none"),
        ] {
            let refused = try await decide(workspace, Self.first, ["--hold"] + words)
            #expect(refused.status == .exited(64) && refused.err.contains(message), "\(refused)")
        }
        let kept = try await decide(workspace, Self.first, ["--hold", "--although-absent", "--entry", "999999999"])
        #expect(kept.status == .exited(0) && kept.out.contains("1 of 1 decision added"), "\(kept)")
        let twice = ["--although-absent", "--entry", "999999998", "--entry", "999999998"]
        let once = try await decide(workspace, Self.first, ["--hold"] + twice)
        #expect(once.status == .exited(0) && once.out.contains("1 of 1 decision added"), "\(once)")
        let review = try await command(workspace, ["review", Self.first]).run()
        #expect(review.out.contains("entry 999999999") && !review.out.contains("--from"), "\(review)")
    }
}
