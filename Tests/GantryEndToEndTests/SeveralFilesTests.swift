import Testing

/// Sheets with cells that name several files, each of which is sent by itself.
@Suite("A row that names several files") struct SeveralFilesTests {
    private static func results(_ photos: PhotoSending, _ name: String = "result.csv") async throws -> [[String]] {
        let folder = "\(photos.sending.workspace.exports)/photos-upload/own/r1/data/"
        return try await Upload.rows(folder + name).map { row in
            ["file", "gantry_status", "gantry_row"].map { row.cells[$0] ?? "" }
        }
    }

    @Test("is sent as often, and the result sheet has a line for each file") func sent() async throws {
        let photos = try await PhotoSending(["fits.jpg; phone.heic", "\"screen.png\nlarge.jpg;\"", "second.heic"])
        let plan = try await photos.command("plan").run()
        #expect(plan.code == 0 && plan.out.contains("2 rows name several files."), "\(plan)")
        let run = try await photos.command("run").run()
        #expect(run.code == 0 && run.out.contains("2 rows name several files."), "\(run)")
        #expect(try photos.hub.effects("link-photo").count == 5)
        #expect(
            try await Self.results(photos) == [
                ["fits.jpg", "done", "2"], ["phone.heic", "done", "2"], ["screen.png", "done", "3"],
                ["large.jpg", "done", "3"], ["second.heic", "done", "4"],
            ])
        #expect(try await photos.command("run").run().code == 3)
        let verified = try await photos.sending.command("verify").run()
        #expect(verified.code != 1, "\(verified)")
    }

    @Test("and of which one is missing or there twice says so, and the refused sheet has that one alone") func refused()
        async throws
    {
        let photos = try await PhotoSending(["fits.jpg; nowhere.jpg; fits.jpg", "fits.jpg"])
        let run = try await photos.command("run").run()
        #expect(run.code == 2 && run.out.contains("There is no file \"nowhere.jpg\""), "\(run)")
        #expect(run.out.contains("Row 2 of the sheet names a file of the same content before"), "\(run)")
        #expect(try photos.hub.effects("link-photo").count == 1)
        #expect(
            try await Self.results(photos) == [
                ["fits.jpg", "done", "2"], ["nowhere.jpg", "refused", "2"], ["fits.jpg", "refused", "2"],
                ["fits.jpg", "refused", "3"],
            ])
        #expect(try await Self.results(photos, "refused.csv").map { $0[0] } == ["nowhere.jpg", "fits.jpg", "fits.jpg"])
    }

    @Test("and more than are read from a cell is refused, which costs that row alone") func tooMany() async throws {
        let many = (0...1_000).map { "\($0).jpg" }.joined(separator: ";")
        let photos = try await PhotoSending([many, "fits.jpg"])
        for verb in ["plan", "run"] {
            let ending = try await photos.command(verb).run()
            #expect(ending.code == 2 && ending.out.contains("The cell names 1001 files, and at most 1000"), "\(ending)")
        }
        #expect(try photos.hub.effects("link-photo").count == 1)
        #expect(try await Self.results(photos).map { $0[1] } == ["refused", "done"])
    }

    @Test("is told what the kind of row allows, for each file") func limits() async throws {
        let upload = try await Upload()
        try await upload.fill(2)
        let leaves = try await Upload.leaves.value
        try write(
            "file,leave,type\r\nscan-0.pdf;scan-1.pdf,\(leaves[0]),medical\r\n", to: upload.folder.file("october.csv"))
        let plan = try await upload.command(verb: "plan").run()
        #expect(
            plan.code == 2 && plan.out.contains("scan-1.pdf → ") && plan.out.contains("second-certificate"), "\(plan)")
        let run = try await upload.command().run()
        run.expect(exit: 2)
        #expect(try upload.effects().map(\.fileName) == ["scan-0.pdf"])
    }

    @Test("is one where a file has the whole name") func whole() async throws {
        let upload = try await Upload()
        try await upload.fill(1)
        let leaves = try await Upload.leaves.value
        try write(Upload.certificate(7), to: upload.scan("a;b.pdf"))
        try write("file,leave,type\r\na;b.pdf,\(leaves[0]),medical\r\n", to: upload.folder.file("october.csv"))
        let run = try await upload.command().run()
        #expect(run.code == 0 && !run.out.contains("several files"), "\(run)")
        #expect(try upload.effects().map(\.fileName) == ["a;b.pdf"])
    }

    @Test("arrives once, however often the run is killed") func killed() async throws {
        try await PhotoSending.killed(
            ["fits.jpg; phone.heic; screen.png", "large.jpg\u{20};second.heic"], images: 5,
            what: "SIGKILL of a run with several files in a cell", test: "SeveralFilesTests", salt: 47)
    }
}
