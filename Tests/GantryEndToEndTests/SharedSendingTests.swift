import FoundationEssentials
import Testing

@Suite("Machines that send the same rows", .enabled(if: Database.server != nil, "needs Scripts/with-postgres"))
struct SharedSendingTests {
    @Test("send each once, however often they are killed", arguments: ["one run", "a run each"])
    func once(_ way: String) async throws {
        let upload = try await Upload()
        let database = try await Database()
        // By its own command the figures of a bureau: GANTRY_TRIALS=10.
        let (rows, workers) = Product.trials > 1 ? (200 * Product.trials, 8) : (60, 4)
        try await upload.fill(rows)
        for number in 1..<workers {
            try FileManager.default.copyItem(
                atPath: upload.folder.file("october.csv"), toPath: upload.folder.file("october-\(number).csv"))
        }
        let endings = try await withThrowingTaskGroup { group in
            for number in 0..<workers {
                group.addTask {
                    let workspace = try Workspace("worker")
                    try BackEnd.cdblLMS.configure(workspace, upload.sandbox.url)
                    let config = workspace.path + "/gantry.yaml"
                    let text = String(decoding: try Data(contentsOf: URL(filePath: config)), as: UTF8.self)
                    try FileManager.default.removeItem(atPath: config)
                    try write(text + "journal: { postgresql: { env: GANTRY_JOURNAL } }\n", to: config)
                    var command = upload.command(
                        sheet: way == "one run" || number == 0 ? "october.csv" : "october-\(number).csv")
                    command.words = command.words.map { $0 == upload.workspace.path ? workspace.path : $0 }
                    command.environment["GANTRY_JOURNAL"] = database.address
                    command.timeout = .seconds(150)
                    let end = ContinuousClock.now + .seconds(400)
                    var kills = 3
                    while true {
                        let wait = Duration.milliseconds(Int.random(in: 100...2_000))
                        let ending = try await kills > 0 ? command.killed(after: wait) : command.run()
                        if ending.wasKilled { kills -= 1 } else if ![5, 75].contains(ending.code) { return ending }
                        guard ContinuousClock.now < end else { return ending }
                        try await Task.sleep(for: .milliseconds(500))
                    }
                }
            }
            var endings: [Ending] = []
            for try await ending in group { endings.append(ending) }
            return endings
        }
        for ending in endings { #expect([0, 3].contains(ending.code), "\(ending)") }
        let targets = try upload.effects().map(\.target)
        #expect(targets.count == rows && Set(targets).count == rows, "\(targets.count) effects")
    }
    @Test("are cut off from the database, and each row is sent once all the same") func cutOff() async throws {
        // Slow enough that a quick machine is cut off too before the last row.
        let upload = try await Upload(faults: ["certificate:slow=0.06"])
        let database = try await Database()
        // By its own command 50 cuts: GANTRY_TRIALS=10.
        let (rows, cuts) = (60 * Product.trials, 5 * Product.trials)
        try await upload.fill(rows)
        let config = upload.workspace.path + "/gantry.yaml"
        let settings = try text(of: config)
        try FileManager.default.removeItem(atPath: config)
        try write(settings + "journal: { postgresql: { env: GANTRY_JOURNAL } }\n", to: config)
        var command = upload.command(["--transfers", "2"], timeout: .seconds(300))
        command.environment["GANTRY_JOURNAL"] = database.address
        let cut = Command([
            "psql", "-qXtA", "-c",
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
            database.address,
        ])
        let cutter = Task {
            var hits = 0
            while hits < cuts, !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(Int.random(in: 20...200)))
                let said = try await cut.start().ending().out.filter(\.isNumber)
                if let closed = Int(said), closed > 0 { hits += 1 }
            }
            return hits
        }
        var endings: [Ending] = []
        let end = ContinuousClock.now + .seconds(240)
        repeat {
            endings.append(try await command.run())
        } while endings.last?.code == 75 && ContinuousClock.now < end
        cutter.cancel()
        let hits = try await cutter.value
        #expect(endings.allSatisfy { $0.code == 75 || $0.code == 0 } && endings.last?.code == 0, "\(endings)")
        #expect(hits > 0, "The run ended before it was cut off.")
        print("   \(hits) cuts, \(endings.count) commands")
        let targets = try upload.effects().map(\.target)
        #expect(targets.count == rows && Set(targets).count == rows, "\(targets.count) effects")
    }
}
