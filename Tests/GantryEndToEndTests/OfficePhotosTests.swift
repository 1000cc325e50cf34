import Testing

/// The photos of an office's folder, which another sheet of the workbook names.
@Suite("Photos of an office") struct OfficePhotosTests {
    private static let missing = "img_0007"
    private static let doubtful = "img_0001"

    /// Sends the photos to a back end of its own.
    private struct Photos {
        let upload: Upload
        let hub: HubSandbox
        let workspace: Workspace
        let pipeline: String

        init(of upload: Upload) async throws {
            self.upload = upload
            hub = try await HubSandbox()
            workspace = try Workspace("office photos")
            try BackEnd.autoDetailHub.configure(workspace, hub.sandbox.url)
            pipeline = workspace.path + "/photos-upload.yaml"
            try write(
                try text(of: Product.root + "/Pipelines/photos-upload.yaml")
                    + "sheet: { values: { kind: { Foto: work, Skade: defect } } }\n", to: pipeline)
        }

        func command(_ verb: String, sheet: String = "october.xlsx") -> Command {
            Command(
                [
                    Product.binary, verb, pipeline, "--workspace", workspace.path, "--sheet", upload.folder.file(sheet),
                    "--files", upload.folder.file("scans"),
                ], environment: BackEnd.autoDetailHub.credentials, timeout: .seconds(300))
        }

        /// What doesn't hold of the photos that arrived.
        func broken(_ count: Int) throws -> String? {
            // A photo whose answer is lost comes again, and takes its own place.
            let puts = try hub.effects("put-photo")
            let stored = Set(puts.compactMap(\.id))
            let linked = try hub.effects("link-photo").map { $0.identity["ref"] ?? "" }
            return stored.count == count && Set(puts.compactMap(\.sha256)).count == count && linked.count == count
                && Set(linked).count == count
                ? nil : "\(stored.count) photos are stored and \(linked.count) linked, of \(count)"
        }
    }

    private static func upload() async throws -> Upload {
        let upload = try await OfficeFolder.upload()
        try remove(upload.scan(missing + ".jpg"))
        try write("x", to: upload.scan(doubtful + ".png"))
        return upload
    }

    @Test("are sent in two rounds, and the plan names every doubt before anything goes") func rounds() async throws {
        let photos = try await Photos(of: Self.upload())
        let plan = try await photos.command("plan").run()
        plan.expect(exit: 2)
        for said in [
            "Recognised columns: Fil is file, Booking is appointment, Art is kind",
            "\"\(Self.doubtful).jpg\" and", "There is no file \"\(Self.missing)\"", "photos sent as JPEG",
        ] { #expect(plan.out.contains(said), "\(said): \(plan)") }
        #expect(try photos.hub.effects("put-photo").isEmpty)
        #expect(try await photos.command("run").run().code == 2)
        #expect(try photos.broken(OfficeFolder.photoCount - 2) == nil)
        let refused = try text(of: "\(photos.workspace.exports)/photos-upload/october/r1/data/refused.csv")
        let photo = try await OfficeFolder.photos.value.file("photos/\(Self.missing).jpg")
        try await Command(["cp", photo, photos.upload.folder.file("scans")]).succeed()
        try write(
            refused.replacing("\(Self.doubtful),", with: "\(Self.doubtful).jpg,"),
            to: photos.upload.folder.file("rest.csv"))
        let second = try await photos.command("run", sheet: "rest.csv").run()
        second.expect(exit: 0)
        #expect(try photos.broken(OfficeFolder.photoCount) == nil)
    }

    @Test("are small pictures beside their rows in the report, each only of the very file that was sent")
    func report() async throws {
        let photos = try await Photos(of: Self.upload())
        #expect(try await photos.command("run").run().code == 2)
        let command = Command(
            [Product.binary, "report", "photos-upload/october", "--workspace", photos.workspace.path])
        func page() async throws -> String {
            let path = try await command.succeed().lines.first.map(String.init) ?? ""
            let checked = try await Command(
                [Product.python, Product.tools + "/check_page.py", path], timeout: .seconds(240)
            ).run()
            checked.expect(exit: 0)
            return try text(of: path)
        }
        func pictures(_ page: String) -> [String] {
            page.split(separator: "<li>").compactMap {
                $0.contains("src=\"data:image/jpeg;base64,")
                    ? $0.split(separator: "<small>").last.map(String.init) : nil
            }
        }
        let sent = OfficeFolder.photoCount - 2
        let first = try await page()
        #expect(pictures(first).count == min(sent, 60) && !first.contains("no picture"))
        #expect(!first.contains(Self.missing + ".jpg</small>"))
        #expect(first.utf8.count < 60 * 30_000)
        // Another photo under the name of one that was sent.
        let names = pictures(first).compactMap { $0.split(separator: "<").first.map(String.init) }
        try await Command(["cp", photos.upload.scan(names[0]), photos.upload.scan(names[1])]).succeed()
        let second = try await page()
        #expect(pictures(second).count == pictures(first).count - 1)
        #expect(second.contains("1 has no picture: it is no longer where it was sent from"))
        // Where pictures can't be kept, the page is as it would be without them.
        let kept = photos.workspace.path + "/cache/small pictures"
        try remove(kept)
        try write("x", to: kept)
        #expect(try await !page().contains("class=\"gallery\""))
    }

    @Test("arrive once, however often their sending is killed") func killed() async throws {
        let upload = try await Self.upload()
        let template = try await Photos(of: upload)
        let whole = try await template.command("run").run()
        try #require(whole.code == 2, "\(whole)")
        let pace = Pace(whole.took)
        let trials = Trials(what: "SIGKILL of an office's photos", test: "OfficePhotosTests")
        await trials.run(hits: 20 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 84)
            let photos = try await Photos(of: upload)
            let killed = try await photos.command("run").killed(after: pace.instant(using: &random))
            guard killed.wasKilled else {
                pace.took(killed.took)
                return .late
            }
            let again = try await photos.command("run").run()
            guard again.code == 2 || again.code == 3 else { return .broken("\(again)") }
            return try photos.broken(OfficeFolder.photoCount - 2).map { .broken("\($0): \(again)") } ?? .held
        }
    }
}
