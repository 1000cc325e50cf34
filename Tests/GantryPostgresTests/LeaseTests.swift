import GantryAccounts
import GantryEngine
import GantryJournal
import GantryModel
import GantryTestSupport
import Testing

/// How many work at once.
private actor Turns {
    private var working = 0
    private(set) var done = 0

    func begin() -> Int {
        working += 1
        return working
    }

    func end() {
        working -= 1
        done += 1
    }
}

@Suite("Leases", .enabled(if: TestServer.address != nil, "needs Scripts/with-postgres"))
struct LeaseTests {
    private func journal(_ address: Secret, length: Duration = .seconds(60)) -> PostgresJournal {
        PostgresJournal(address, name: "test", timing: LeaseTiming(length: length))
    }

    private func right(place: String = "") -> JournalRight {
        JournalRight(
            name: "run pay/2026-10/r1", pid: 22, host: "n2", since: "2026-11-01T00:00:00Z", command: "gantry run",
            place: place)
    }

    @Test("Who comes second learns who has it, and gets it afterwards") func second() async throws {
        let address = try await TestServer.database()
        try await journal(address).whileHolding(right()) {
            let other = journal(address)
            let error = try await #require(throws: JournalError.self) { try await other.whileHolding(right()) {} }
            #expect(error.code == .heldByAnother && error.explanation.contains("Process 22 on n2 (gantry run)"))
            #expect(try await other.holders(of: [right().name])[right().name]?.pid == 22)
        }
        try await journal(address).whileHolding(right()) {}
        #expect(try await journal(address).holders(of: [right().name]).isEmpty)
    }

    @Test("A session is changed by one machine at a time, where their file locks don't reach each other") func session()
        async throws
    {
        let address = try await TestServer.database()
        let office = try connection("cdbl-lms")
        let turns = Turns()
        try await withThrowingTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    let folder = try TemporaryFolder()
                    let store = TokenStore(Workspace(path: folder.path), sharing: journal(address))
                    for _ in 0..<3 {
                        try await store.exclusively(office) {
                            #expect(await turns.begin() == 1)
                            try await Task.sleep(for: .milliseconds(30))
                            await turns.end()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await turns.done == 9)
        // One that waits for too long is told so, and what failed gives the right back.
        let folder = try TemporaryFolder()
        let held = try await journal(address).hold(
            JournalRight(
                name: "session \(office.name) at \(office.baseURL)", pid: 22, host: "n2", since: "", command: "gantry",
                place: ""))
        let store = TokenStore(Workspace(path: folder.path), sharing: journal(address))
        let busy = try await #require(throws: SignInError.self) {
            try await store.exclusively(office, patience: .milliseconds(300)) {}
        }
        #expect(busy.code == .busy)
        await held.release()
        await #expect(throws: CancellationError.self) {
            try await store.exclusively(office) { throw CancellationError() }
        }
        try await store.exclusively(office) {}
    }

    @Test("Of the same place it is taken over at once") func samePlace() async throws {
        let address = try await TestServer.database()
        let first = journal(address)
        await #expect(throws: JournalError.self) {
            try await first.whileHolding(right(place: "here")) {
                try await journal(address).whileHolding(right(place: "here")) {}
                try await first.begin(someRun())
            }
        }
        #expect(try await journal(address).runs().isEmpty)
    }

    @Test("A lease that isn't renewed is taken over, and nothing that its holder writes then counts", arguments: 0..<5)
    func takenOver(_ round: Int) async throws {
        let address = try await TestServer.database()
        var timing = LeaseTiming(length: .seconds(60))
        timing.renewal = .seconds(2)
        let first = PostgresJournal(address, name: "test", timing: timing)
        let error = try await #require(throws: JournalError.self) {
            try await first.whileHolding(right()) {
                try await first.begin(someRun())
                // The first one stands still: as if it had never renewed.
                try await TestServer.run(
                    """
                    UPDATE gantry.leases SET until = 5,
                        hash = gantry.lease_hash(name, epoch, owner, 5)
                    """, in: address)
                try await journal(address, length: .seconds(60)).whileHolding(right()) {
                    await #expect(throws: JournalError.self) { try await first.noteError("late", for: someRun().id) }
                    let run = try await journal(address).run(someRun().id)
                    #expect(run?.lastError == "")
                }
                try await Task.sleep(for: .seconds(5))
            }
        }
        #expect(error.code == .leaseLost && error.isRetryable)
    }

    @Test("A body whose lease is gone is cancelled") func cancelled() async throws {
        let address = try await TestServer.database()
        let clock = ContinuousClock.now
        let error = try await #require(throws: JournalError.self) {
            try await journal(address, length: .seconds(1)).whileHolding(right()) {
                try await TestServer.run("DELETE FROM gantry.leases", in: address)
                try await Task.sleep(for: .seconds(30))
            }
        }
        #expect(error.code == .leaseLost && ContinuousClock.now - clock < .seconds(10))
    }

    @Test(
        "A lease that was edited by hand is named",
        arguments: ["UPDATE gantry.leases SET owner = 'me'", "UPDATE gantry.leases SET until = 9000000000000000"])
    func edited(_ sql: String) async throws {
        let address = try await TestServer.database()
        let first = journal(address)
        await #expect(throws: JournalError.self) {
            try await first.whileHolding(right()) {
                try await TestServer.run(sql, in: address)
                for journal in [first, journal(address)] {
                    let error = try await #require(throws: JournalError.self) {
                        try await journal.whileHolding(right()) {}
                    }
                    #expect(error.code == .damaged && error.explanation.contains("run pay/2026-10/r1"))
                }
                try await first.begin(someRun())
            }
        }
    }
}
