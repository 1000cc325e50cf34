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
        plan.expect(exit: 0)
        let run = try await Self.command(upload).run()
        run.expect(exit: 0)
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

    /// Puts files of the folder into zip files beside the others.
    private static func move(_ files: [(name: String, zip: String)], _ upload: Upload) async throws {
        for zip in Set(files.map(\.zip)) {
            let folder = upload.folder.file("packed \(zip)")
            try await Command(["mkdir", folder]).succeed()
            for file in files where file.zip == zip {
                try await Command(["cp", upload.scan(file.name), folder]).succeed()
            }
            try await Command([Product.python, Product.tools + "/make_zip.py", folder, upload.scan(zip)]).succeed()
        }
        for name in Set(files.map(\.name)) { try remove(upload.scan(name)) }
    }

    @Test("among other files has what the folder lacks, which is told and sent once") func partly() async throws {
        let upload = try await Upload()
        try await upload.fill(6)
        try await Self.move([("scan-1.pdf", "a.zip"), ("scan-2.pdf", "a.zip"), ("scan-3.pdf", "B.ZIP")], upload)
        // A zip file that has nothing of it is never unpacked.
        try write("no zip file", to: upload.scan("broken.zip"))
        let plan = try await upload.command(verb: "plan").run()
        #expect(plan.code == 0 && plan.out.contains("a.zip/scan-1.pdf"), "\(plan)")
        let run = try await upload.command().run()
        run.expect(exit: 0)
        #expect(try upload.effects().count == 6)
        #expect(Set(try upload.effects().map(\.fileName)) == Set((0..<6).map { "scan-\($0).pdf" }))
        #expect(try await upload.command().run().code == 3)
        #expect(Self.unpacked(upload).isEmpty)
    }

    @Test("and another one with a file of the same name are both named, and one can be chosen") func several()
        async throws
    {
        let upload = try await Upload()
        try await upload.fill(3)
        try await Self.move([("scan-1.pdf", "a.zip"), ("scan-1.pdf", "b.zip")], upload)
        let plan = try await upload.command(verb: "plan").run()
        #expect(plan.code == 2 && plan.out.contains("\"a.zip/scan-1.pdf\" and \"b.zip/scan-1.pdf\""), "\(plan)")
        // Nothing of the sheet is in the folder itself.
        try await Self.move(["scan-0.pdf", "scan-2.pdf"].flatMap { [($0, "c.zip"), ($0, "d.zip")] }, upload)
        let sheet = upload.folder.file("october.csv")
        let chosen = try text(of: sheet).replacing("scan-1.pdf", with: "b.zip/scan-1.pdf")
        try write(
            chosen.replacing("scan-0.pdf", with: "c.zip/scan-0.pdf").replacing("scan-2.pdf", with: "d.zip/scan-2.pdf"),
            to: sheet)
        let run = try await upload.command().run()
        run.expect(exit: 0)
        #expect(try upload.effects().count == 3)
    }

    @Test("among other files that is not safe stops the run before anything is sent") func unsafe() async throws {
        let upload = try await Upload()
        try await upload.fill(2)
        try await Self.pack(upload, ["bomb"])
        try await Command(["mv", upload.folder.file("scans.zip"), upload.scan("scans.zip")]).succeed()
        try remove(upload.scan("scan-1.pdf"))
        let run = try await upload.command().run()
        #expect((run.code ?? 0) > 3 && run.err.contains("more than 100 times"), "\(run)")
        #expect(try upload.effects().isEmpty && Self.unpacked(upload).isEmpty)
    }

    @Test("in the folder of the sheet needs no name") func hint() async throws {
        let upload = try await Upload()
        try await upload.fill(4)
        // One of them is nowhere.
        try remove(upload.scan("scan-3.pdf"))
        try await Self.pack(upload)
        try await Command(["rm", "-r", upload.folder.file("scans")]).succeed()
        var command = upload.command()
        if let place = command.words.firstIndex(of: "--files") { command.words.removeSubrange(place...(place + 1)) }
        let run = try await command.run()
        #expect(run.code == 2 && run.out.contains("There is no file \"scan-3.pdf\""), "\(run)")
        #expect(try upload.effects().count == 3)
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
