import GantryEngine
import GantryTestSupport
import Testing

@Suite("What a run refuses, and what it survives")
struct RefusalTests {
    /// A run that was killed at a call, with everything unsynced lost.
    private func killed(_ kind: Batch, at operation: String, _ occurrence: Int = 1) async throws -> Batch {
        let batch = kind.anew()
        let faults = Faults { $0.operation == operation && $0.occurrence == occurrence && $1 == .before ? .kill : nil }
        await #expect(throws: InjectedFault.self) { try await batch.attempt(faults) }
        batch.disk.crash(.unsynced)
        return batch
    }

    @Test("A landing with a flipped bit is refused, at every byte, and nothing is published")
    func damagedLanding() async throws {
        let batch = try await killed(.plain, at: "outputs.seal")
        let length = batch.disk.contents(of: MemoryLanding.file)?.count ?? 0
        #expect(length > 100)
        for offset in 0..<length {
            batch.disk.damage(MemoryLanding.file, at: offset)
            #expect(await runErrorCode { try await batch.attempt() } == .landingDamaged)
            batch.disk.damage(MemoryLanding.file, at: offset)
        }
        #expect(!batch.isPublished)
        try await batch.attempt()
        try await batch.expectFinished("undamaged again")
    }

    @Test("Damage to the files of a stage that finished before is found while the run can still start over")
    func damagedStage() async throws {
        let batch = Batch.plain.anew()
        let killed = Faults { $0.operation == "journal.finish" && $1 == .after ? .kill : nil }
        await #expect(throws: InjectedFault.self) { try await batch.attempt(killed) }
        batch.disk.crash(.unsynced)
        let damaged = Faults { $0.operation == "folders.requireIntactBag" && $1 == .before ? .error : nil }
        await #expect(throws: InjectedFault.self) { try await batch.attempt(damaged) }
        #expect(damaged.count(of: "journal.seal") == 0)
        #expect(try await batch.journal.run(Batch.id)?.phase != .publish)
        try await batch.attempt()
        try await batch.expectFinished()
    }

    @Test("A landing that is shorter than committed, or gone, is refused")
    func missingLanding() async throws {
        let batch = try await killed(.plain, at: "source.next", 5)
        batch.disk.cut(MemoryLanding.file, to: 3)
        #expect(await runErrorCode { try await batch.attempt() } == .landingDamaged)
        batch.disk.remove(MemoryLanding.file)
        #expect(await runErrorCode { try await batch.attempt() } == .landingDamaged)
        #expect(!batch.isPublished)
    }

    @Test(
        "A landing that gives other counts than its checkpoint is refused",
        arguments: ["fewer records", "other counts"])
    func countsDisagree(_ how: String) async throws {
        let batch = try await killed(.plain, at: "source.next", 5)
        var last = try #require(try await batch.journal.lastCheckpoint(of: Batch.stage))
        if how == "fewer records" { last.records += 1 } else { last.counts?.held += 1 }
        if how == "fewer records" { last.written += 1 }
        try await batch.journal.commit(last, rejects: [], for: Batch.stage)
        #expect(await runErrorCode { try await batch.attempt() } == .countsDisagree)
        #expect(!batch.isPublished)
    }

    @Test("Counts that don't add up are refused before anything is sealed", arguments: [Batch.plain, .lateVerdict])
    func countsDoNotAddUp(_ kind: Batch) async throws {
        let batch = kind.anew()
        var options = Batch.Options()
        options.losesRecord = true
        let faults = Faults()
        #expect(await runErrorCode { try await batch.attempt(faults, options) } == .verificationFailed)
        #expect(faults.count(of: "outputs.seal") == 0)
        #expect(!batch.isPublished)
    }

    @Test("A checkpoint that knows no counts, as of a landing that another revision fetched, is believed")
    func withoutCounts() async throws {
        let batch = try await killed(.lateVerdict, at: "outputs.seal")
        var last = try #require(try await batch.journal.lastCheckpoint(of: Batch.stage))
        last.phase = .rewrite
        last.counts = nil
        last.parts = []
        last.written = 0
        try await batch.journal.commit(last, rejects: [], for: Batch.stage)
        try await batch.attempt()
        try await batch.expectFinished()
    }

    @Test(
        "A source that gives fewer or more records than it states isn't published, and a retry may help",
        arguments: [25, 27, 0])
    func statedTotal(_ total: Int) async throws {
        let batch = Batch.plain.anew()
        var options = Batch.Options()
        options.statedTotal = total
        do {
            try await batch.attempt(Faults(), options)
            Issue.record("It was published")
        } catch let error as RunError {
            #expect(error.code == .sourceIncomplete)
            #expect(error.isRetryable)
            #expect(error.explanation.contains("\(total)") && error.explanation.contains("26"))
        }
        #expect(!batch.isPublished)
    }

    @Test("More rejects than allowed aren't published; once they are allowed the run goes on without asking the source")
    func rejectBudget() async throws {
        for kind in [Batch.plain, .lateVerdict] {
            let batch = kind.anew()
            var options = Batch.Options()
            options.budget = .none
            let first = try #require(batch.expectedRejects.first)
            for attempt in 0..<2 {
                let faults = Faults()
                do {
                    try await batch.attempt(faults, options)
                    Issue.record("It was published")
                } catch let error as RunError {
                    #expect(error.code == .tooManyRejects)
                    #expect(
                        error.explanation.contains("record \(first.ordinal + 1) (page \(first.page)): "),
                        "\(error.explanation)")
                }
                #expect(!batch.isPublished)
                // The page with the first reject is the last that is fetched, and no attempt asks for another.
                #expect(try await batch.journal.lastCheckpoint(of: Batch.stage)?.nextPage == first.page + 1)
                #expect(faults.count(of: "source.next") == (attempt == 0 ? first.page : 0))
            }
            #expect(
                try await batch.journal.rejects(of: Batch.stage, limit: .max)
                    == batch.expectedRejects.filter { $0.page == first.page })
            options.budget = .records(batch.expectedRejects.count)
            try await batch.attempt(Faults(), options)
            #expect(batch.openedAt.withLock { $0 }.prefix(2) == [1, first.page + 1])
            try await batch.expectFinished(kind.name)
        }
    }

    @Test("A share of rejects ends a run as soon as the rest of the stated records can't make it small enough")
    func rejectShare() async throws {
        // Of 40 records in pages of 4 the first 8 are rejects: 20 %.
        let batch = Batch("share", (1...40).map { $0 <= 8 ? "\($0) 1 bad" : "\($0) 1 1" })
        for (hundredths, page) in [(0, 1), (999, 1), (1_000, 2), (1_999, 2)] {
            let part = batch.anew()
            var options = Batch.Options()
            options.budget = .basisPoints(hundredths)
            #expect(await runErrorCode { try await part.attempt(Faults(), options) } == .tooManyRejects)
            #expect(try await part.journal.lastCheckpoint(of: Batch.stage)?.nextPage == page + 1, "\(hundredths)")
        }
        var options = Batch.Options()
        options.budget = .basisPoints(2_000)
        try await batch.attempt(Faults(), options)
        try await batch.expectFinished()
    }

    @Test("Of many rejects the journal keeps the first, and all are counted")
    func manyRejects() async throws {
        let batch = Batch(
            "many rejects", (1...300).map { $0.isMultiple(of: 2) ? "\($0) 1 bad" : "\($0) 1 1" }, pageSize: 7)
        for record in [0, 120] {
            let batch = batch.anew()
            var options = Batch.Options()
            options.budget = .basisPoints(5_000)
            let faults = Faults {
                $0.operation == "source.next" && $0.occurrence == record / 7 && $1 == .before ? .kill : nil
            }
            do { try await batch.attempt(faults, options) } catch is InjectedFault {}
            batch.disk.crash(.unsynced)
            try await batch.attempt(Faults(), options)
            #expect(batch.published == batch.expected)
            #expect(
                try await batch.journal.rejects(of: Batch.stage, limit: .max)
                    == Array(batch.expectedRejects.prefix(100)))
            #expect(try await batch.journal.stages(of: Batch.id).first?.result?.counts.rejected == 150)
        }
    }

    @Test(
        "A damaged or missing part is written again, at every place a run can stand",
        arguments: [
            "source.next", "landing.reader", "reader.next", "outputs.seal",
        ], ["exported", "held", "rejects"])
    func damagedPart(_ operation: String, _ part: String) async throws {
        for kind in [Batch.plain, .lateVerdict] {
            let clean = Faults()
            try await kind.anew().attempt(clean)
            for occurrence in 1...max(clean.count(of: operation), 1) {
                for isMissing in [true, false] {
                    let batch = kind.anew()
                    let faults = Faults {
                        $0.operation == operation && $0.occurrence == occurrence && $1 == .before ? .kill : nil
                    }
                    do { try await batch.attempt(faults) } catch is InjectedFault {}
                    guard !batch.isPublished else { continue }
                    batch.disk.crash(.unsynced)
                    if isMissing {
                        batch.disk.remove(Batch.Outputs.parts + part)
                    } else {
                        batch.disk.damage(Batch.Outputs.parts + part, at: 0)
                    }
                    try await batch.attempt()
                    try await batch.expectFinished("\(kind.name), \(part) damaged before \(operation) #\(occurrence)")
                }
            }
        }
    }

    @Test(
        "A rewrite because of a part damaged before the seal may itself end anywhere", arguments: Faults.Moment.allCases
    )
    func damagedPartThenKilled(_ moment: Faults.Moment) async throws {
        let first = try await killed(.plain, at: "outputs.seal")
        first.disk.damage("parts/exported", at: 3)
        let clean = Faults()
        try await first.attempt(clean)
        try await first.expectFinished()
        for call in clean.calls {
            let batch = try await killed(.plain, at: "outputs.seal")
            batch.disk.damage("parts/exported", at: 3)
            do { try await batch.attempt(Faults(call, moment, kind: .kill)) } catch is InjectedFault {}
            batch.disk.crash(.unsynced)
            try await batch.attempt()
            try await batch.expectFinished("killed \(moment) \(call)")
        }
    }

    @Test("A rewrite because of a part damaged before the seal can be stopped and goes on")
    func damagedPartThenStopped() async throws {
        let batch = try await killed(.plain, at: "outputs.seal")
        batch.disk.damage("parts/exported", at: 3)
        var options = Batch.Options()
        let stop = StopRequest()
        options.stop = stop
        options.observe = { if case .rewriting(let records, _) = $0, records >= 10 { stop.request() } }
        #expect(await runErrorCode { try await batch.attempt(Faults(), options) } == .stopped)
        try await batch.attempt()
        try await batch.expectFinished()
    }

    @Test("A source that fails midway ends at a checkpoint: nothing it gave is asked for again", arguments: 1...7)
    func sourceFails(_ page: Int) async throws {
        struct Unreachable: Error {}
        let batch = Batch.plain.anew()
        var options = Batch.Options()
        options.policy = CheckpointPolicy(every: .seconds(3_600), records: .max)
        options.willGive = { if $0 == page { throw Unreachable() } }
        await #expect(throws: Unreachable.self) { try await batch.attempt(Faults(), options) }
        let last = try #require(try await batch.journal.lastCheckpoint(of: Batch.stage))
        #expect(last.records == (page - 1) * 4)
        #expect(last.nextPage == page)
        batch.disk.crash(.unsynced)
        let faults = Faults()
        try await batch.attempt(faults)
        try await batch.expectFinished()
        // The list is read once more, because record 3 came on two pages.
        #expect(batch.openedAt.withLock { $0 } == [1, page, 1])
        #expect(faults.count(of: "source.next") == 7 - page + 2 + 8)
    }

    @Test(
        "A stop request ends at a checkpoint wherever it comes, can be continued, and loses nothing",
        arguments: Batch.kinds)
    func stops(_ kind: Batch) async throws {
        let clean = kind.anew()
        try await clean.attempt()
        let events = clean.events.withLock { $0.count }
        for position in 1...events {
            let batch = kind.anew()
            let stop = StopRequest()
            let seen = Shared(0)
            var options = Batch.Options()
            options.stop = stop
            options.observe = { _ in
                if seen.withLock({
                    $0 += 1
                    return $0
                }) == position {
                    stop.request()
                }
            }
            var isStopped = false
            do {
                try await batch.attempt(Faults(), options)
            } catch let error as RunError {
                #expect(error.code == .stopped)
                #expect(error.isRetryable)
                isStopped = true
            }
            if isStopped {
                let last = try #require(try await batch.journal.lastCheckpoint(of: Batch.stage))
                batch.disk.crash(.unsynced)
                let opened = batch.openedAt.withLock { $0.count }
                try await batch.attempt()
                let again = batch.openedAt.withLock { Array($0.dropFirst(opened)) }
                #expect(again == batch.pagesToOpen(from: last), "stopped at event \(position)")
            }
            try await batch.expectFinished("stopped at event \(position)")
        }
    }

    @Test("A stop request that wakes a source which waits ends at a checkpoint, not with the source's error")
    func stopWakesSource() async throws {
        let batch = Batch.plain.anew()
        let stop = StopRequest()
        var options = Batch.Options()
        options.stop = stop
        options.willGive = { page in
            guard page == 4 else { return }
            stop.request()
            throw CancellationError()
        }
        #expect(await runErrorCode { try await batch.attempt(Faults(), options) } == .stopped)
        #expect(try await batch.journal.lastCheckpoint(of: Batch.stage)?.nextPage == 4)
        try await batch.attempt()
        try await batch.expectFinished()
    }

    @Test("What a stopped run says counts the records that are safe, also when parts have to be written again")
    func stoppedCount() async throws {
        let batch = try await killed(.plain, at: "source.next", 5)
        batch.disk.damage("parts/exported", at: 0)
        var options = Batch.Options()
        let stop = StopRequest()
        options.stop = stop
        options.observe = { if case .fetched = $0 { stop.request() } }
        do {
            try await batch.attempt(Faults(), options)
            Issue.record("It was not stopped")
        } catch let error as RunError {
            #expect(error.code == .stopped)
            #expect(error.explanation.contains("after 16 of 26"), "\(error.explanation)")
        }
        try await batch.attempt()
        try await batch.expectFinished()
    }
}
