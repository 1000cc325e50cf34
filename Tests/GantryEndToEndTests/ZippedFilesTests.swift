import FoundationEssentials
import Testing

/// Files of a sheet that came as a zip file.
@Suite("A zip file with the files of a sheet") struct ZippedFilesTests {
    private static func pack(_ upload: Upload, _ habits: [String] = []) async throws {
        try await Command(
            [
                Product.python, Product.tools + "/make_zip.py", upload.folder.file("scans"),
                upload.folder.file("scans.zip"),
            ] + habits
        ).succeed()
    }

    private static func command(_ upload: Upload, verb: String = "run") -> Command {
        var command = upload.command(verb: verb)
        if let place = command.words.firstIndex(of: "--files") {
            command.words[place + 1] = upload.folder.file("scans.zip")
        }
        return command
    }

    private static func unpacked(_ upload: Upload) -> [String] {
        let cache = upload.workspace.path + "/cache"
        return ((try? FileManager.default.contentsOfDirectory(atPath: cache)) ?? []).filter {
            $0.hasPrefix("unpacked")
        }
    }

    @Test("is sent like a folder, and nothing of it is left", arguments: [[], ["folder"], ["mac"]])
    func sent(habits: [String]) async throws {
        let upload = try await Upload()
        try await upload.fill(6)
        try await Self.pack(upload, habits)
        let plan = try await Self.command(upload, verb: "plan").run()
        #expect(plan.code == 0, "\(plan)")
        let run = try await Self.command(upload).run()
        #expect(run.code == 0, "\(run)")
        #expect(try await upload.broken(rows: 6) == nil)
        #expect(try await Self.command(upload).run().code == 3)
        #expect(Self.unpacked(upload).isEmpty)
    }

    @Test("of Windows has its letters, and what it lacks is named by the zip file") func windows() async throws {
        let upload = try await Upload()
        try await upload.fill(2)
        let leaves = try await Upload.leaves.value
        try write(Upload.certificate(5), to: upload.scan("windows-æøå.pdf"))
        let rows = zip(["windows-æøå.pdf", "nowhere.pdf"], leaves).map { "\($0),\($1),medical\r\n" }
        try write("\u{FEFF}file,leave,type\r\n" + rows.joined(), to: upload.folder.file("october.csv"))
        try await Self.pack(upload, ["windows"])
        let run = try await Self.command(upload).run()
        #expect(run.code == 2 && run.out.contains("There is no file \"nowhere.pdf\" in \""), "\(run)")
        #expect(
            run.out.contains("scans.zip\"") && run.out.contains("--files \(upload.folder.file("scans.zip"))"), "\(run)")
        #expect(try upload.effects().map(\.fileName) == ["windows-æøå.pdf"])
    }

    @Test(
        "that is not safe is refused as a whole, and nothing is sent",
        arguments: [
            ("parent", "../escaped.pdf"), ("link", "is no file"), ("locked", "is encrypted"),
            ("bomb", "more than 100 times"),
        ])
    func refused(habit: String, said: String) async throws {
        let upload = try await Upload()
        try await upload.fill(2)
        try await Self.pack(upload, [habit])
        for verb in ["plan", "run"] {
            let ending = try await Self.command(upload, verb: verb).run()
            #expect((ending.code ?? 0) > 3 && ending.err.contains(said), "\(ending)")
        }
        #expect(try upload.effects().isEmpty && Self.unpacked(upload).isEmpty)
        #expect(!exists(upload.folder.file("escaped.pdf")))
    }

    @Test("in the folder of the sheet is named where the files aren't") func hint() async throws {
        let upload = try await Upload()
        try await upload.fill(3)
        try await Self.pack(upload)
        try await Command(["rm", "-r", upload.folder.file("scans")]).succeed()
        var command = upload.command()
        if let place = command.words.firstIndex(of: "--files") { command.words.removeSubrange(place...(place + 1)) }
        let run = try await command.run()
        #expect((run.code ?? 0) != 0 && run.err.contains("has 3 of them"), "\(run)")
        #expect(run.err.contains("--files \(upload.folder.file("scans.zip"))"), "\(run)")
    }

    @Test("is sent once, however often the run is killed") func killed() async throws {
        let template = try await Upload()
        try await template.fill(12)
        try await Self.pack(template, ["folder"])
        let whole = try await Self.command(template).run()
        try #require(whole.code == 0, "\(whole)")
        let pace = Pace(whole.took)
        let trials = Trials(what: "SIGKILL of a run with a zip file", test: "ZippedFilesTests")
        await trials.run(hits: 8 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 71)
            let upload = try await Upload()
            try await upload.fill(12)
            try await Self.pack(upload, ["folder"])
            let killed = try await Self.command(upload).killed(after: pace.instant(using: &random))
            guard killed.wasKilled else {
                pace.took(killed.took)
                return .late
            }
            let again = try await Self.command(upload).run()
            guard again.code == 0 || again.code == 3 else { return .broken("\(again)") }
            guard Self.unpacked(upload).isEmpty else { return .broken("unpacked files are left") }
            return try await upload.broken(rows: 12).map { .broken($0) } ?? .held
        }
    }
}
