import GantryEngine
import GantryTestSupport
import Testing

@Suite("Records that come again on another page")
struct RereadingTests {
    /// Twenty records of pages of four, of which 7 comes again in front of 9, and 20 is missing: what a list gives in
    /// whose front a record is added after the second page, if another one is removed at its end.
    private static let shifted = (1...8).map { "\($0) 1 1" } + ["7 1 1"] + (9...19).map { "\($0) 1 1" }
    private static let whole = (1...20).map { "\($0) 1 1" }

    private func isComparing(_ batch: Batch) -> Bool {
        batch.events.withLock { $0.contains { if case .comparing = $0 { true } else { false } } }
    }

    @Test("are repeats when the pieces of the list have the same records, in whatever order", arguments: [false, true])
    func same(inOtherOrder: Bool) async throws {
        let batch = Batch("repeats", Self.shifted)
        var options = Batch.Options()
        options.linesInPieces = inOtherOrder ? Self.shifted.reversed() : nil
        try await batch.attempt(Faults(), options)
        try await batch.expectFinished()
        #expect(batch.openedAt.withLock { $0 } == [1, 1] && isComparing(batch))
        #expect(try await batch.journal.stages(of: Batch.id).first?.result?.counts.repeats == 1)
    }

    @Test("mean that others are missing when the pieces have others, and then the pieces are published")
    func pieces() async throws {
        let batch = Batch("ties", Self.shifted)
        var options = Batch.Options()
        options.linesInPieces = Self.whole.reversed()
        options.startsAnew = false
        try await batch.attempt(Faults(), options)
        #expect(batch.published == Batch("whole", Self.whole.reversed()).expected)
        #expect(batch.openedAt.withLock { $0 } == [1, 1, 1])
    }

    @Test("are read in pieces to the end where the run was stopped among them", arguments: [2, 4])
    func piecesStopped(page: Int) async throws {
        let batch = Batch("ties", Self.shifted)
        var options = Batch.Options()
        options.linesInPieces = Self.whole
        options.startsAnew = false
        // Six calls for the pages and as many to compare the pieces.
        let faults = Faults {
            $0.operation == "source.next" && $0.occurrence == 12 + page && $1 == .before ? .error : nil
        }
        do { try await batch.attempt(faults, options) } catch is InjectedFault {}
        #expect(!batch.isPublished)
        options.startsAnew = true
        batch.disk.crash(.unsynced)
        try await batch.attempt(Faults(), options)
        #expect(batch.published == Batch("whole", Self.whole).expected)
    }

    @Test(
        "are a source that changed when pieces repeat records too, and nothing is published",
        arguments: [
            (1...8).map { "\($0) 1 1" } + ["8 1 1"] + (9...19).map { "\($0) 1 1" }, Array(shifted.dropLast()),
            shifted + ["21 1 1"],
        ])
    func others(_ pieces: [String]) async throws {
        let batch = Batch("changed", Self.shifted)
        var options = Batch.Options()
        options.linesInPieces = pieces
        options.startsAnew = false
        #expect(await runErrorCode { try await batch.attempt(Faults(), options) } == .sourceChanged)
        #expect(!batch.isPublished)
    }

    @Test(
        "are a source that changed when pieces lack a record of the pages or of the total, and these are not published",
        arguments: [
            ((1...21).filter { $0 != 3 }, "don't have each record of the pages once"),
            (Array(1...19), "have 19, of 20"),
        ])
    func lacking(numbers: [Int], says: String) async throws {
        let batch = Batch("lacking", Self.shifted)
        var options = Batch.Options()
        options.linesInPieces = numbers.map { "\($0) 1 1" }
        let error = await #expect(throws: RunError.self) { try await batch.attempt(Faults(), options) }
        #expect(error?.code == .sourceChanged && error?.explanation.contains(says) == true)
        // The stage is run twice, and each time the pieces are read only to be compared.
        #expect(!batch.isPublished && batch.openedAt.withLock { $0 } == [1, 1, 1, 1])
    }

    @Test("are published in pieces where the run was stopped while these were compared") func comparingStopped()
        async throws
    {
        let batch = Batch("ties", Self.shifted)
        var options = Batch.Options()
        options.linesInPieces = Self.whole
        let stop = StopRequest()
        var first = options
        first.stop = stop
        first.observe = { if case .comparing(let records, _) = $0, records >= 12 { stop.request() } }
        #expect(await runErrorCode { try await batch.attempt(Faults(), first) } == .stopped)
        batch.disk.crash(.unsynced)
        try await batch.attempt(Faults(), options)
        #expect(batch.published == Batch("whole", Self.whole).expected)
        #expect(batch.openedAt.withLock { $0 } == [1, 1, 4, 1])
    }

    @Test("are told by their keys where the list can't be read in pieces, and nothing is published")
    func withoutPieces() async throws {
        let batch = Batch("no pieces", Self.shifted)
        var options = Batch.Options()
        options.hasPieces = false
        let error = await #expect(throws: RunError.self) { try await batch.attempt(Faults(), options) }
        #expect(error?.code == .sourceChanged && error?.explanation.contains("Twice came 7.") == true)
        #expect(!batch.isPublished && !isComparing(batch))
    }

    @Test("on the same page cost nothing, also where the run was stopped between", arguments: [0, 3])
    func onOnePage(stoppedBefore page: Int) async throws {
        let batch = Batch("on one page", (1...7).map { "\($0) 1 1" } + ["7 1 1"] + (8...19).map { "\($0) 1 1" })
        let faults = Faults { $0.operation == "source.next" && $0.occurrence == page && $1 == .before ? .error : nil }
        do { try await batch.attempt(faults) } catch is InjectedFault {}
        try await batch.attempt()
        try await batch.expectFinished()
        #expect(!isComparing(batch))
        #expect(batch.openedAt.withLock { $0 } == (page == 0 ? [1] : [1, page]))
    }

    @Test("A list of one page is not read again") func onePage() async throws {
        let batch = Batch("one page", Self.shifted, pageSize: 100)
        try await batch.attempt()
        try await batch.expectFinished()
        #expect(batch.openedAt.withLock { $0 } == [1])
    }

    @Test(
        "A reading in pieces that was stopped goes on where it stood, and a source that knows its end isn't asked past it",
        arguments: [false, true])
    func stopped(knowsEnd: Bool) async throws {
        let batch = Batch("stopped", Self.shifted)
        var options = Batch.Options()
        options.knowsEnd = knowsEnd
        let stop = StopRequest()
        var first = options
        first.stop = stop
        first.observe = { if case .comparing(let records, _) = $0, records >= 12 { stop.request() } }
        #expect(await runErrorCode { try await batch.attempt(Faults(), first) } == .stopped)
        batch.disk.crash(.unsynced)
        try await batch.attempt(Faults(), options)
        try await batch.expectFinished()
        #expect(batch.openedAt.withLock { $0 } == [1, 1, 4])
    }

    @Test("The names of many records don't depend on their order, and one that differs shows") func names() {
        let numbers = (0..<10_000).map { UInt64($0) }
        var one = RecordNames()
        var other = RecordNames()
        one.add(numbers)
        other.add(numbers.reversed())
        #expect(one == other && one.count == 10_000)
        for (gone, new) in [(0, 10_000), (17, 18), (9_999, 0)] as [(UInt64, UInt64)] {
            var changed = RecordNames()
            changed.add(numbers.filter { $0 != gone } + [new])
            #expect(changed != one && changed.count == one.count)
        }
    }
}
