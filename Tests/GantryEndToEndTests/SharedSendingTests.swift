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
}
