import Glibc
import Testing

/// Certificates sent by the built program: however it is interrupted, each arrives once.
@Suite("A run that sends rows") struct SendingTests {
    private static let count = 60

    /// The result rows of an undisturbed run, and how long it took.
    private static let usual = Once { () async throws -> (rows: [[String]], took: Duration) in
        let upload = try await Upload()
        try await upload.fill(count)
        let ending = try await upload.command().run()
        guard ending.status == .exited(0) else { throw HarnessError("The undisturbed run failed: \(ending)") }
        if let broken = try await upload.broken(rows: count) { throw HarnessError("The undisturbed run: \(broken)") }
        let again = try await upload.command().run()
        guard again.status == .exited(3), try upload.effects().count == count else {
            throw HarnessError("A second run: \(again)")
        }
        return (try await upload.results().map(\.lasting), ending.took)
    }

    /// Runs to the end; nil where everything then holds.
    private static func finished(_ upload: Upload, _ more: [String] = []) async throws -> String? {
        let ending = try await upload.command(more).run()
        guard ending.status == .exited(0) || ending.status == .exited(3) else {
            return "the continued run ended: \(ending)"
        }
        if let broken = try await upload.broken(rows: count) { return broken }
        let rows = try await upload.results().map(\.lasting)
        return try await rows == usual.value.rows ? nil : "its result sheet is not that of an undisturbed run"
    }

    @Test("goes on from SIGKILL at random instants, and every file arrives exactly once") func killed() async throws {
        let pace = Pace(try await Self.usual.value.took)
        let middle = Counter()
        let trials = Trials(what: "SIGKILL at 1 to 3 random instants of an upload", test: "SendingTests")
        await trials.run(hits: 20 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 21)
            let upload = try await Upload()
            try await upload.fill(Self.count)
            var hits = 0
            for round in 0..<Int.random(in: 1...3, using: &random) {
                // The first of all comes when the server has something, since chance may miss that.
                let ending =
                    number == 0 && round == 0
                    ? try await upload.command().killed(once: { try !upload.effects().isEmpty })
                    : try await upload.command().killed(after: pace.instant(using: &random))
                guard ending.wasKilled else {
                    guard ending.status == .exited(0) || ending.status == .exited(3) else {
                        return .broken("it ended: \(ending)")
                    }
                    if ending.status == .exited(0) { pace.took(ending.took) }
                    break
                }
                hits += 1
                let arrived = try upload.effects().count
                if arrived > 0, arrived < Self.count { middle.add() }
            }
            if let broken = try await Self.finished(upload) { return .broken(broken) }
            return hits > 0 ? .held : .late
        }
        print("   \(middle.value) kills came while files were on their way")
        #expect(middle.value > 0 || Product.onlyTrial != nil)
    }

    @Test("ends soon on SIGTERM, and goes on") func terminated() async throws {
        let trials = Trials(what: "SIGTERM at a random instant of an upload", test: "SendingTests")
        await trials.run(hits: 8 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 22)
            // Slow enough that it is still at work then.
            let upload = try await Upload(faults: ["certificate:slow=0.1:times=always"])
            try await upload.fill(Self.count)
            let wait = Duration.milliseconds(Int.random(in: 0...1_100, using: &random))
            let (ending, took) = try await Slots.shared.using {
                let child = try upload.command().start()
                try await child.says("Starting ")
                try await Task.sleep(for: wait)
                let sent = ContinuousClock.now
                child.signal(SIGTERM)
                return (try await child.ending(), ContinuousClock.now - sent)
            }
            guard took < .seconds(5) else { return .broken("it took \(took) to stop") }
            guard [.exited(0), .exited(75), .killed(by: SIGTERM)].contains(ending.status) else {
                return .broken("it ended: \(ending)")
            }
            if let broken = try await Self.finished(upload) { return .broken(broken) }
            return ending.status == .exited(75) ? .held : .late
        }
    }

    @Test(
        "ends soon on SIGTERM while the server makes it wait a minute",
        arguments: ["certificate:status=429:retry-after=60"])
    func terminatedWhileWaiting(fault: String) async throws {
        let upload = try await Upload(faults: [fault])
        try await upload.fill(3)
        let child = try upload.command(["--transfers", "1"]).start()
        try await child.says("Attempt ")
        let sent = ContinuousClock.now
        child.signal(SIGTERM)
        let ending = try await child.ending()
        ending.expect(exit: 75)
        #expect(ContinuousClock.now - sent < .seconds(5))
        #expect(try upload.effects().isEmpty)
        let next = try await upload.command().run()
        next.expect(exit: 0)
        #expect(try await upload.broken(rows: 3) == nil)
    }

    @Test("ends at the time of the day that --until names, and goes on") func until() async throws {
        let upload = try await Upload()
        try await upload.fill(40, bytes: 100_000)
        // The next full minute by the machine's clock.
        let said = try await Command(["date", "-d", "+62 seconds", "+%H:%M"]).succeed().out
        let time = String(said.prefix(5))
        let ending = try await upload.command(
            ["--until", time, "--limit-rate", "30k", "--transfers", "2"], timeout: .seconds(150)
        ).run()
        ending.expect(exit: 75)
        let arrived = try upload.effects().count
        #expect(arrived > 0 && arrived < 40)
        #expect(try await upload.command().run().status == .exited(0))
        #expect(try await upload.broken(rows: 40) == nil)
    }

    @Test("is refused to a second process while the first is at work") func twoProcesses() async throws {
        let upload = try await Upload(faults: ["certificate:after=2:status=429:retry-after=60"])
        try await upload.fill(20)
        let first = try upload.command(["--transfers", "1"]).start()
        try await first.says("Attempt ")
        for more in [[], ["--start-over"]] {
            let second = try await upload.command(more).start().ending()
            second.expect(exit: 5)
            #expect(second.err.contains("\(first.pid)"))
        }
        first.signal(SIGTERM)
        #expect(try await first.ending().status == .exited(75))
        #expect(try await upload.command().run().status == .exited(0))
        #expect(try await upload.broken(rows: 20) == nil)
    }

    @Test("shares a sheet's rows with another run at the same time, and each file arrives once") func overlapping()
        async throws
    {
        let trials = Trials(
            what: "two runs of overlapping sheets at once, one killed now and then", test: "SendingTests")
        let clashes = Counter()
        await trials.run(0..<8 * Product.trials, leastHits: 8 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 23)
            let upload = try await Upload()
            try await upload.fill(40)
            try await upload.fill(40, sheet: "november.csv", from: 15)
            let runs = [try upload.command().start(), try upload.command(sheet: "november.csv").start()]
            if Bool.random(using: &random) {
                try await Task.sleep(for: .milliseconds(Int.random(in: 50...500, using: &random)))
                runs[0].end()
            }
            var endings: [Ending] = []
            for run in runs { endings.append(try await run.ending()) }
            for ending in endings where ![.exited(0), .exited(75), .killed(by: SIGKILL)].contains(ending.status) {
                return .broken("it ended: \(ending)")
            }
            if endings.contains(where: { $0.code == 75 }) { clashes.add() }
            for _ in 0..<2 {
                for sheet in ["october.csv", "november.csv"] {
                    endings.append(try await upload.command(sheet: sheet).run())
                }
            }
            for ending in endings.suffix(2) where ending.status != .exited(3) {
                return .broken("in the end: \(ending)")
            }
            for batch in ["october", "november"] {
                if let broken = try await upload.broken(batch, rows: 40) { return .broken("\(batch): \(broken)") }
            }
            return try upload.effects().count == 55 ? .held : .broken("\(try upload.effects().count) files arrived")
        }
        print("   \(clashes.value) runs left rows to the other one")
    }

    @Test("is refused with an edited sheet, and --start-over goes on with it without sending anything twice")
    func editedSheet() async throws {
        let upload = try await Upload(faults: ["certificate:after=5:status=429:retry-after=60"])
        try await upload.fill(30)
        let child = try upload.command(["--transfers", "1"]).start()
        try await child.says("Attempt ")
        child.end()
        _ = try await child.ending()
        let before = try upload.effects().count
        #expect(before == 5)
        try await upload.fill(35)
        let refused = try await upload.command().run()
        #expect(
            refused.status == .exited(78) && refused.err.contains("sheet") && refused.err.contains("--start-over"),
            "\(refused)")
        #expect(try upload.effects().count == before)
        let ending = try await upload.command(["--start-over"]).run()
        ending.expect(exit: 0)
        #expect(try await upload.broken(rows: 35) == nil)
        #expect(try upload.effects().count == 35)
    }

    @Test("does not send a file that changed after it was checked") func changedFile() async throws {
        let upload = try await Upload(faults: ["certificate:after=2:status=429:retry-after=3600"])
        try await upload.fill(6)
        let first = try await upload.command(["--transfers", "1"]).run()
        first.expect(exit: 75)
        #expect(
            try await upload.results().map(\.status) == ["done", "done", "planned", "planned", "planned", "planned"])
        #expect(try upload.effects().count == 2)
        try write(Upload.certificate(77), to: upload.scan("scan-3.pdf"))
        try remove(upload.scan("scan-4.pdf"))
        let next = try await upload.command(["--transfers", "1"]).run()
        next.expect(exit: 2)
        let rows = try await upload.results()
        #expect(rows.map(\.status) == ["done", "done", "done", "refused", "refused", "done"], "\(rows.map(\.error))")
        #expect(try upload.effects().count == 4)
    }

    @Test("never gives the server a body that is not the file that was checked, while another program writes it")
    func changingFile() async throws {
        let trials = Trials(what: "files that change while they are sent", test: "SendingTests")
        let refused = Counter()
        let sent = Counter()
        await trials.run(0..<10 * Product.trials, leastHits: 10 * Product.trials) { number in
            let upload = try await Upload()
            try await upload.fill(24, bytes: 300_000)
            // Both versions are as long as the first.
            let names = (0..<24).map { "scan-\($0).pdf" }
            let writer = """
                import os, random, sys, time
                random.seed(int(sys.argv[1])); folder = sys.argv[2]; names = sys.argv[3:]
                end = time.time() + 20
                while time.time() < end and not os.path.exists(folder + '/../stop'):
                    name = folder + '/' + random.choice(names)
                    with open(name, 'r+b') as file:
                        file.seek(random.randrange(30, 250000)); file.write(os.urandom(random.choice([1, 5000, 40000])))
                    time.sleep(random.random() * 0.02)
                """
            let child = try Command([Product.python, "-c", writer, "\(number)", upload.folder.file("scans")] + names)
                .start()
            let ending = try await upload.command(["--limit-rate", "4M"]).run()
            try write("", to: upload.folder.file("stop"))
            _ = try await child.ending()
            guard [.exited(0), .exited(2)].contains(ending.status) else { return .broken("it ended: \(ending)") }
            let rows = try await upload.results()
            let effects = try upload.effects()
            // What the journal holds of each row is what was found when it was checked.
            let script =
                "import sqlite3,sys\nfor r in sqlite3.connect(sys.argv[1]).execute('select content from ledger order by row'): print(r[0])"
            let kept = try await Command([Product.python, "-c", script, upload.workspace.journal]).succeed().out.split(
                separator: "\n")
            for (row, mark) in zip(rows, kept) {
                let found = effects.filter { $0.target == row.target }
                guard found.count <= 1, (row.status == "done") == (found.count == 1) else {
                    return .broken("\(row.cells): \(found.count) effects")
                }
                if let effect = found.first {
                    sent.add()
                    guard mark.hasPrefix("file=\(effect.sha256 ?? "-")/") else {
                        return .broken("the server has a body of another digest")
                    }
                } else {
                    refused.add()
                    guard row.status == "refused", row.error.contains("chang") else { return .broken("\(row.cells)") }
                }
            }
            return .held
        }
        print("   \(sent.value) files arrived as they were checked, \(refused.value) were refused")
        // How many depends on how often the other program gets the processor.
        #expect((sent.value > 0 && refused.value >= 20 * Product.trials) || Product.onlyTrial != nil)
    }
}
