import Testing

/// The shipped pipelines that send, killed at random instants; SendingTests has certificates and the other ways to be
/// interrupted.
@Suite("A killed run of a pipeline that sends") struct SendingKillTests {
    @Test("goes on, and each row's effect is there once", .serialized, arguments: Sending.all)
    func killed(sending: Sending) async throws {
        let (usual, took, code) = try await Self.undisturbed(sending)
        let pace = Pace(took)
        // 3: it was published before it was killed; 1: rows are unknown.
        let isEnd: @Sendable (Ending) -> Bool = { [code, 3].contains($0.code) || sending.mayBeUnknown && $0.code == 1 }
        let middle = Counter()
        let trials = Trials(what: "SIGKILL at 1 to 3 random instants of \(sending.pipeline)", test: "SendingKillTests")
        await trials.run(hits: 8 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 24)
            let run = try await SendingRun(sending)
            var hits = 0
            for round in 0..<Int.random(in: 1...3, using: &random) {
                // Until one came when the server had something, the first of a trial waits for that, since chance may miss it.
                let ending =
                    round == 0 && middle.value == 0
                    ? try await run.command.killed(once: { try !run.effects().isEmpty })
                    : try await run.command.killed(after: pace.instant(using: &random))
                guard ending.wasKilled else {
                    guard isEnd(ending) else { return .broken("it ended: \(ending)") }
                    if ending.code == code { pace.took(ending.took) }
                    break
                }
                hits += 1
                if try !run.effects().isEmpty, !run.isPublished { middle.add() }
            }
            let ending = try await run.command.run()
            guard isEnd(ending) else { return .broken("in the end: \(ending)") }
            if let difference = try run.outcome().difference(from: usual, mayBeUnknown: sending.mayBeUnknown) {
                return .broken(difference)
            }
            return hits > 0 ? .held : .late
        }
        print("   \(middle.value) kills came while rows were on their way")
        #expect(middle.value > 0 || Product.onlyTrial != nil)
    }

    /// What an undisturbed run leaves, how long it takes, and how it ends.
    private static func undisturbed(_ sending: Sending) async throws -> (Outcome, Duration, Int32) {
        let run = try await SendingRun(sending)
        let ending = try await run.command.run()
        guard let code = ending.code, [0, 2].contains(code) else {
            throw HarnessError("The undisturbed run ended: \(ending)")
        }
        let outcome = try run.outcome()
        #expect(outcome.rows.contains { $0.state == "done" } && !(outcome.added.isEmpty && outcome.put.isEmpty))
        #expect(outcome.rows.allSatisfy { ["done", "refused"].contains($0.state) })
        #expect(Set(outcome.added).count == outcome.added.count, "Rows can't be told from each other.")
        return (outcome, ending.took, code)
    }
}
