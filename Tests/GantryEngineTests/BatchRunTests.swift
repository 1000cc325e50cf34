import GantryEngine
import GantryModel
import GantryTestSupport
import Testing

@Suite("A run from start to end")
struct BatchRunTests {
    @Test(
        "A run publishes what its records come to, whatever the page size and the checkpoints", arguments: Batch.kinds,
        [1, 3, 4, 100])
    func publishes(_ kind: Batch, _ pageSize: Int) async throws {
        for records in [1, 10, 1_000] {
            let batch = Batch(kind.name, kind.lines, pageSize: pageSize)
            var options = Batch.Options()
            options.policy = CheckpointPolicy(every: .seconds(3_600), records: records)
            #expect(try await !batch.attempt(Faults(), options))
            try await batch.expectFinished("checkpoints every \(records)")
        }
    }

    @Test("A run that is complete does nothing more than clean up")
    func again() async throws {
        let batch = Batch.plain.anew()
        try await batch.attempt()
        let faults = Faults()
        #expect(try await batch.attempt(faults))
        #expect(faults.calls.map(\.operation) == ["journal.run"])
        try await batch.expectFinished()
    }

    @Test(
        "A verdict that comes late is in every output, which are written again from the landing without asking the source"
    )
    func lateVerdict() async throws {
        let batch = Batch.lateVerdict.anew()
        let faults = Faults()
        try await batch.attempt(faults)
        try await batch.expectFinished()
        #expect(batch.published["held"]?.contains("held 1 1 9\n") == true, "the first record of the person")
        #expect(faults.count(of: "source.open") == 1)
        #expect(faults.count(of: "outputs.startOver") == 1)
        #expect(batch.events.withLock { $0.contains { if case .lateVerdicts = $0 { true } else { false } } })
        let phases = batch.checkpoints.withLock { $0 }.map(\.phase)
        #expect(phases == phases.sorted { order($0) < order($1) }, "a run only moves forward")
        #expect(phases.contains(.rewrite))
    }

    @Test("Where no verdict comes late the landing isn't read and nothing is written twice")
    func direct() async throws {
        let batch = Batch("clean", (1...20).map { "\($0) \($0) 1" })
        let faults = Faults()
        try await batch.attempt(faults)
        try await batch.expectFinished()
        #expect(faults.count(of: "landing.reader") == 0)
        #expect(faults.count(of: "outputs.startOver") == 0)
        #expect(faults.count(of: "outputs.write") == 5)
    }

    @Test(
        "A source that gives less than it has is refused before anything is published, and asked again by the next attempt"
    )
    func proved() async throws {
        let batch = Batch("proved", (1...20).map { "\($0) \($0) 1" })
        let landed = Shared<[Int]>([])
        var options = Batch.Options()
        options.prove = { reader in
            var records = 0
            while let chunk = try await reader.next() { records += chunk.count }
            let attempts = landed.withLock { landed in
                landed.append(records)
                return landed.count
            }
            if attempts == 1 { throw RunError(.sourceIncomplete, "The source leaves out the last day.") }
        }
        #expect(await runErrorCode { try await batch.attempt(Faults(), options) } == .sourceIncomplete)
        #expect(!batch.isPublished)
        try await batch.attempt(Faults(), options)
        try await batch.expectFinished()
        #expect(landed.withLock { $0 } == [20, 20] && batch.openedAt.withLock { $0 } == [1])
    }

    @Test("Events tell of every page with its counts, of every checkpoint, and of the end")
    func events() async throws {
        let batch = Batch.plain.anew()
        try await batch.attempt()
        var pages: [Int] = []
        var fetched: [Int] = []
        var names: [String] = []
        for event in batch.events.withLock({ $0 }) {
            switch event {
            case .fetched(let page, let records, let total, let counts):
                pages.append(page)
                fetched.append(records)
                #expect(total == 26)
                #expect(counts.fetched == records && counts.addUp)
            case .comparing(_, let total): #expect(total == 26 && names.contains("checkpoint 26"))
            case .checkpoint(let records): names.append("checkpoint \(records)")
            case .sealing: names.append("sealing")
            case .publishing: names.append("publishing")
            case .complete(let counts):
                names.append("complete")
                #expect(counts.fetched == 26 && counts.rejected == 2 && counts.repeats == 1 && counts.held == 1)
            default: Issue.record("\(event) was not expected")
            }
        }
        #expect(pages == [1, 2, 3, 4, 5, 6, 7])
        #expect(fetched == [4, 8, 12, 16, 20, 24, 26])
        // After 12, 24 and at the end; while all is read once more, because a record came on two pages; and with the
        // next phase.
        let again = Array(repeating: "checkpoint 26", count: 4)
        #expect(names == ["checkpoint 12", "checkpoint 24"] + again + ["sealing", "publishing", "complete"])
    }

    @Test("A checkpoint is due by volume")
    func byVolume() async throws {
        let batch = Batch("volume", (1...40).map { "\($0) 1 1" })
        try await batch.attempt()
        let records = batch.checkpoints.withLock { $0 }.filter { $0.phase == .fetch }.map(\.records)
        #expect(records == [12, 24, 36])
    }

    @Test("A checkpoint is due by time, but not where nothing came")
    func byTime() async throws {
        let batch = Batch("time", (1...24).map { "\($0) 1 1" })
        var options = Batch.Options()
        options.policy = CheckpointPolicy(every: .milliseconds(40), records: .max)
        options.willGive = { page in if page == 3 { try await Task.sleep(for: .milliseconds(60)) } }
        try await batch.attempt(Faults(), options)
        let records = batch.checkpoints.withLock { $0 }.filter { $0.phase == .fetch }.map(\.records)
        #expect(records.contains(12), "after the page that took long")
        #expect(records.count <= 3)

        let each = batch.anew()
        options.policy = CheckpointPolicy(every: .zero, records: .max)
        options.willGive = { _ in }
        try await each.attempt(Faults(), options)
        #expect(
            each.checkpoints.withLock { $0 }.filter { $0.phase == .fetch }.map(\.records) == [
                4, 8, 12, 16, 20, 24,
            ])

        let none = Batch.empty.anew()
        try await none.attempt(Faults(), options)
        #expect(none.checkpoints.withLock { $0 }.map(\.phase) == [.seal])
    }

    @Test("Without a word about it, a checkpoint is due after five seconds or a million records")
    func defaultPolicy() {
        #expect(CheckpointPolicy() == CheckpointPolicy(every: .seconds(5), records: 1_000_000))
    }

    @Test("The rules with all they remember exist once while records are checked, also over a rewrite")
    func oneSetOfRules() async throws {
        for kind in Batch.kinds {
            let batch = kind.anew()
            let gauge = RulesGauge()
            var options = Batch.Options()
            options.gauge = gauge
            try await batch.attempt(Faults(), options)
            #expect(gauge.most <= 1, "\(kind.name)")
            #expect(gauge.alive == 0)
            #expect(gauge.made == (kind.name == "late verdict" || kind.name == "conflict" ? 2 : 1))
        }
    }
}

private func order(_ phase: StagePhase) -> Int {
    [StagePhase.fetch, .rewrite, .seal].firstIndex(of: phase) ?? -1
}
