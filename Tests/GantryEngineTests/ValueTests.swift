import GantryEngine
import Testing

@Suite("The steps of a run")
struct RunMachineTests {
    @Test("A new run is begun, works, publishes and is done")
    func straight() {
        var machine = RunMachine(nil)
        #expect(machine.step == .begin)
        #expect(machine.begun() == .fetch)
        #expect(machine.step == .work)
        machine.sealed()
        #expect(machine.step == .publish)
        machine.published()
        #expect(machine.step == .done)
    }

    @Test("A run that was stopped enters where its phase is")
    func resumes() {
        for phase in [Phase.fetch, .rewrite, .seal] { #expect(RunMachine(phase).step == .work) }
        #expect(RunMachine(.publish).step == .publish)
        #expect(RunMachine(.complete).step == .done)
    }
}

@Suite("The order of a stage's steps")
struct StageMachineTests {
    @Test("A new stage fetches and writes along the way, and seals")
    func straight() {
        var machine = StageMachine(phase: .fetch)
        #expect(machine.opened(partsUsable: true, written: 0) == .fetch(writing: true))
        #expect(machine.phase == .fetch)
        #expect(machine.fetched(hasWholeBatchFindings: false) == .seal)
        #expect(machine.phase == .seal)
    }

    @Test(
        "A late verdict, or parts that could not be used, lead over a rewrite from the first record",
        arguments: [
            (partsUsable: true, late: true), (false, false), (false, true),
        ])
    func rewrites(_ how: (partsUsable: Bool, late: Bool)) {
        var machine = StageMachine(phase: .fetch)
        #expect(machine.opened(partsUsable: how.partsUsable, written: 0) == .fetch(writing: how.partsUsable))
        #expect(machine.fetched(hasWholeBatchFindings: how.late) == .rewrite(from: 0))
        #expect(machine.phase == .rewrite)
        #expect(machine.rewritten() == .seal)
        #expect(machine.phase == .seal)
    }

    @Test("A rewrite that was stopped goes on where it stood, and from the first record when its parts are lost")
    func continuesRewriting() {
        var machine = StageMachine(phase: .rewrite)
        #expect(machine.opened(partsUsable: true, written: 17) == .rewrite(from: 17))
        machine = StageMachine(phase: .rewrite)
        #expect(machine.opened(partsUsable: false, written: 17) == .rewrite(from: 0))
        #expect(machine.phase == .rewrite)
    }

    @Test("A run that was stopped while sealing seals again, after a rewrite when its parts are lost")
    func continuesSealing() {
        var machine = StageMachine(phase: .seal)
        #expect(machine.opened(partsUsable: true, written: 17) == .seal)
        #expect(machine.phase == .seal)
        machine = StageMachine(phase: .seal)
        #expect(machine.opened(partsUsable: false, written: 17) == .rewrite(from: 0))
        #expect(machine.phase == .rewrite)
    }
}

@Suite("Values of a run")
struct RunValueTests {
    @Test(
        "A run's name is read as it is written",
        arguments: ["payroll-monthly/2026-10/r1", "a/b/r2147483648", "æ ø/2026-W41/r10"])
    func names(_ text: String) throws {
        let id = try #require(RunID(text))
        #expect(id.description == text)
        #expect(RunID(pipeline: id.pipeline, period: id.period, revision: id.revision) == id)
    }

    @Test(
        "What is no run's name is refused",
        arguments: [
            "", "/", "//", "a", "a/b", "a/b/", "a/b/r", "a/b/1", "a/b/r0", "a/b/r-1", "a/b/R1", "a/b/r1/", "a/b/r1/c",
            "/b/r1", "a//r1",
            "/a/b/r1", "a/b/rr1", "a/b/r1 ", "a/b/r 1", "a/b/r1125899906842625", "a/b/r99999999999999999999",
            "a/b/r1.0",
            "a/b/r١",
        ])
    func noNames(_ text: String) { #expect(RunID(text) == nil) }

    @Test(
        "A run has one name: other spellings of its revision are refused",
        arguments: ["a/b/r+1", "a/b/r01", "a/b/r001"])
    func oneSpelling(_ text: String) { #expect(RunID(text) == nil) }

    @Test(
        "The reject budget counts records, or hundredths of a per cent of those fetched",
        arguments: [
            (RejectBudget.none, 0, 100, true), (.none, 1, 100, false), (.records(2), 2, 2, true),
            (.records(2), 3, 1_000, false),
            (.basisPoints(100), 1, 100, true), (.basisPoints(100), 2, 100, false), (.basisPoints(100), 1, 99, false),
            (.basisPoints(1), 1, 10_000, true), (.basisPoints(1), 1, 9_999, false), (.basisPoints(0), 0, 0, true),
            (.basisPoints(10_000), 7, 7, true), (.basisPoints(50), 0, 0, true),
            (.basisPoints(10_000), 1 << 40, 1 << 40, true),
        ])
    func budget(_ budget: RejectBudget, _ rejected: Int, _ fetched: Int, _ allowed: Bool) {
        var counts = BatchCounts()
        counts.rejected = rejected
        counts.fetched = fetched
        #expect(budget.allows(counts) == allowed)
    }

    @Test("Counts add up when every record fetched is exported, held, a repeat or rejected, and only then")
    func counts() {
        var counts = BatchCounts()
        #expect(counts.addUp)
        counts.fetched = 10
        counts.exported = 4
        counts.held = 3
        counts.repeats = 2
        counts.rejected = 1
        #expect(counts.addUp)
        for path in [\BatchCounts.fetched, \.exported, \.held, \.repeats, \.rejected] {
            counts[keyPath: path] += 1
            #expect(!counts.addUp)
            counts[keyPath: path] -= 1
        }
    }

    @Test("A stop request tells everyone who waits once, and at once who comes later")
    func stop() {
        let stop = StopRequest()
        let told = Shared<[String]>([])
        stop.whenRequested { told.withLock { $0.append("first") } }
        stop.whenRequested { told.withLock { $0.append("second") } }
        #expect(!stop.isRequested)
        #expect(told.withLock { $0 } == [])
        stop.request()
        stop.request()
        #expect(stop.isRequested)
        #expect(told.withLock { $0 } == ["first", "second"])
        stop.whenRequested { told.withLock { $0.append("third") } }
        stop.request()
        #expect(told.withLock { $0 } == ["first", "second", "third"])
    }

    @Test("A stop requested from many threads tells each of many once")
    func stopFromManyThreads() async {
        let stop = StopRequest()
        let told = Shared([Int](repeating: 0, count: 200))
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask { stop.whenRequested { told.withLock { $0[index] += 1 } } }
                if index % 20 == 10 { group.addTask { stop.request() } }
            }
        }
        #expect(told.withLock { $0 } == [Int](repeating: 1, count: 200))
    }

    @Test("A handler may itself ask for the end or add a handler")
    func stopFromHandler() {
        let stop = StopRequest()
        let told = Shared(0)
        stop.whenRequested {
            stop.request()
            stop.whenRequested { told.withLock { $0 += 1 } }
        }
        stop.request()
        #expect(told.withLock { $0 } == 1)
    }
}
