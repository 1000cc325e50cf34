import FoundationEssentials
import Glibc
import Synchronization
import Testing

/// The whole export as one file, by the built program.
@Suite("A delivery as zip") struct DeliveryZipTests {
    private static let name = "payroll-monthly-2026-10-r1.zip"
    private static var place: String { "\(DeliveredMonth.run)/\(name)" }

    @Test("is one file, the same each time, to each kind of server", arguments: DeliveryServer.kinds)
    func servers(_ kind: String) async throws {
        let server = try await DeliveryServer(kind)
        let month = try await DeliveredMonth(server.destinations())
        let said = try await month.deliver("--to", "there", "--as", "zip").succeed()
        #expect(said.out.contains("1 file delivered"), "\(said)")
        let files = try server.files()
        #expect(Set(files.keys) == [Self.place], "\(files.keys)")
        #expect(!exists(month.workspace.path + "/deliveries/" + Self.name))
        let again = try await month.deliver("--to", "there", "--as", "zip").run()
        again.expect(exit: 3)
        // Another workspace with the same run finds the same bytes there.
        let other = try await DeliveredMonth(server.destinations())
        #expect(try await other.deliver("--to", "there", "--as", "zip").run().status == .exited(0))
        #expect(try server.files() == files)
    }

    @Test("holds the export folder, its last manifest at the end, for every reader of zip files") func judges()
        async throws
    {
        let (month, zip) = try await delivered()
        let listed = try await Command([Product.python, "-m", "zipfile", "-t", zip]).succeed()
        #expect(listed.out.contains("Done testing"), "\(listed)")
        try await Command(["unzip", "-q", "-t", zip]).succeed()
        let names = try await Command(["unzip", "-Z1", zip]).succeed().lines.map(String.init)
        #expect(names.last == "payroll-monthly-2026-10-r1/tagmanifest-sha256.txt")
        let folder = try TestFolder("unzipped")
        try await Command(["unzip", "-q", zip, "-d", folder.path]).succeed()
        #expect(try Tree(folder.file("payroll-monthly-2026-10-r1")).files == Tree(month.workspace.published).files)
    }

    @Test("is verified as it is, and nothing of it stays in the folder for temporary files") func verified()
        async throws
    {
        let (_, zip) = try await delivered()
        let temporary = try TestFolder("temporary")
        func verify(_ path: String) async throws -> Ending {
            try await Command([Product.binary, "verify", path], environment: ["TMPDIR": temporary.path]).run()
        }
        let good = try await verify(zip)
        #expect(good.status == .exited(0) && good.out.contains("\(zip) is complete and consistent"), "\(good)")
        let bytes = try read(zip)
        let folder = try TestFolder("changed")
        // A digit of a file in it, with the checksum of the zip file made right again.
        let program = """
            import sys, zipfile
            source, target = zipfile.ZipFile(sys.argv[1]), zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED)
            for item in source.infolist():
                data = source.read(item)
                target.writestr(item.filename, data.replace(b"1", b"2", 1) if item.filename.endswith("data/payroll.csv") else data)
            target.close()
            """
        try await Command([Product.python, "-c", program, zip, folder.file("forged.zip")]).succeed()
        let forged = try await verify(folder.file("forged.zip"))
        #expect(forged.status == .exited(4) && forged.out.contains("data/payroll.csv"), "\(forged)")
        try write(Array(bytes.prefix(bytes.count / 2)), to: folder.file("half.zip"))
        let half = try await verify(folder.file("half.zip"))
        #expect(half.status == .exited(1) && half.err.contains("can't be unpacked"), "\(half)")
        #expect(try Tree(temporary.path).files.isEmpty)
        let missing = try await verify(folder.file("none.zip"))
        missing.expect(exit: 64)
    }

    @Test("that is verified is removed from the temporary folder also after a signal") func signalled() async throws {
        let (_, zip) = try await delivered()
        let whole = try await ContinuousClock().measure {
            try await Command([Product.binary, "verify", zip]).succeed()
        }
        let trials = Trials(what: "SIGTERM while a zip is verified", test: "DeliveryZipTests")
        await trials.run(hits: 20) { number in
            var random = Seeded(trial: number, salt: 5)
            // Trials run side by side.
            let temporary = try TestFolder("temporary")
            let command = Command([Product.binary, "verify", zip], environment: ["TMPDIR": temporary.path])
            let child = try command.start()
            if number.isMultiple(of: 2) {
                // Right away, when the program has only just begun to expect signals.
                let end = ContinuousClock.now + whole * 4
                while try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty,
                    ContinuousClock.now < end
                {}
            } else {
                try await Task.sleep(for: whole * Double.random(in: 0...1, using: &random))
            }
            child.signal(SIGTERM)
            let ending = try await child.ending()
            let left = try FileManager.default.contentsOfDirectory(atPath: temporary.path)
            guard left.isEmpty else { return .broken("\(left) stays after \(ending)") }
            return ending.status == .exited(0) ? .late : .held
        }
    }

    @Test("that was unpacked by a killed command is removed by the next one") func killed() async throws {
        let (_, zip) = try await delivered()
        let temporary = try TestFolder("temporary")
        func left() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: temporary.path) }
        let command = Command([Product.binary, "verify", zip], environment: ["TMPDIR": temporary.path])
        for wait in 0..<200 {
            _ = try await command.killed(after: .milliseconds(10 + 2 * wait))
            if try !left().isEmpty { break }
        }
        #expect(try left().count == 1)
        try await command.succeed()
        #expect(try left() == [])
    }

    @Test("that a killed delivery left in the workspace is removed by the next one, in whichever form") func left()
        async throws
    {
        let server = try await DeliveryServer("folder")
        let month = try await DeliveredMonth(server.destinations())
        let left = "\(month.workspace.path)/deliveries/\(Self.name)"
        try FileManager.default.createDirectory(
            atPath: month.workspace.path + "/deliveries", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try write("half", to: left)
        try await month.deliver("--to", "there").succeed()
        #expect(!exists(left))
    }

    private func delivered() async throws -> (DeliveredMonth, String) {
        let server = try await DeliveryServer("folder")
        let month = try await DeliveredMonth(server.destinations())
        try await month.deliver("--to", "there", "--as", "zip").succeed()
        let folder = try TestFolder("mail")
        let zip = folder.file(Self.name)
        try write(try read("\(server.arrived)/\(Self.place)"), to: zip)
        DeliveryZipTests.kept.withLock { $0.append(folder) }
        return (month, zip)
    }

    /// Folders are removed with their last owner.
    private static let kept = Mutex<[TestFolder]>([])
}
