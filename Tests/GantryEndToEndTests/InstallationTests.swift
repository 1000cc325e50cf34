import FoundationEssentials
import Testing

@Suite("What Scripts/install lays out") struct InstallationTests {
    @Test("works from wherever it is moved to, also through a link") func moved() async throws {
        // Programs may not be allowed to run where the other test folders are.
        let folder = FileManager.default.temporaryDirectory.path + "/gantry-installed-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(atPath: folder) }
        let programs = String(Product.binary.dropLast("/gantry".count))
        try await Command([Product.root + "/Scripts/install", folder + "/first", programs]).succeed()
        try FileManager.default.moveItem(atPath: folder + "/first", toPath: folder + "/second")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/gantry", withDestinationPath: "second/bin/gantry")

        let shared = folder + "/second/share"
        func gantry(_ words: String...) async throws -> Ending {
            try await Command([folder + "/gantry"] + words, folder: folder).run()
        }
        let valid = try await gantry("validate", "payroll-monthly")
        #expect(valid.out.hasPrefix("\(shared)/gantry/Pipelines/payroll-monthly.yaml is valid."), "\(valid)")
        let profile = try await gantry("list", "profiles", "danlon")
        profile.expect(exit: 0)
        // It starts the other program, and sends the sample sheet, of which one row is refused.
        let sent = try await gantry("demo", "--pipeline", "certificates-upload")
        sent.expect(exit: 2)
        // It finds the program that converts photos.
        let photos = try await PhotoSending(["phone.heic"])
        var command = photos.command("run")
        command.words[0] = folder + "/gantry"
        let converted = try await command.run()
        converted.expect(exit: 0)
        for file in [
            "bash-completion/completions/gantry", "zsh/vendor-completions/_gantry",
            "fish/vendor_completions.d/gantry.fish",
        ] {
            #expect(try text(of: "\(shared)/\(file)").contains("gantry"), "\(file)")
        }
    }
}
