import FoundationEssentials
import Glibc
import Testing

@Suite("Backups") struct BackupTests {
    private func restore(_ file: String, to path: String) -> Command {
        Command([Product.binary, "restore", file, "--workspace", path])
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("A restored workspace is the one that was backed up, for its owner only") func roundTrip() async throws {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        let workspace = month.workspace
        let long = "Pipelines/" + String(repeating: "a", count: 120) + ".yaml"
        try FileManager.default.createDirectory(
            atPath: workspace.path + "/Pipelines", withIntermediateDirectories: true)
        try write("own", to: workspace.path + "/" + long)
        try FileManager.default.createDirectory(atPath: workspace.path + "/tokens", withIntermediateDirectories: true)
        try write("session", to: workspace.path + "/tokens/secret.json")
        let file = workspace.folder.file("backup.tar.zst")
        let done = try await Command([Product.binary, "backup", file, "--workspace", workspace.path]).succeed()
        #expect(done.out.contains("tokens/"), "\(done)")
        #expect(mode(file) == 0o600)
        // Another program reads it.
        let tar = try await Command(["tar", "--zstd", "-tf", file]).succeed().out
        #expect(tar.contains("workspace/" + long) && tar.contains("workspace/journal.sqlite"), "\(tar)")
        #expect(!tar.contains("secret.json"))
        #expect(try await Command([Product.binary, "backup", file, "--workspace", workspace.path]).run().code == 64)
        let inside = workspace.path + "/backup"
        #expect(try await Command([Product.binary, "backup", inside, "--workspace", workspace.path]).run().code == 64)

        let other = workspace.folder.file("restored")
        try await restore(file, to: other).succeed()
        #expect(try Tree(other + "/exports") == Tree(workspace.exports))
        #expect(try Tree(other + "/signoff") == Tree(workspace.path + "/signoff"))
        #expect(try text(of: other + "/" + long) == "own")
        for path in [other, other + "/exports/payroll-monthly"] { #expect(mode(path) == 0o700) }
        for path in [other + "/journal.sqlite", other + "/" + long] { #expect(mode(path) == 0o600) }
        let deliver = Command([
            Product.binary, "deliver", SignedMonth.run, "--to", month.importer, "--by", "clerk", "--workspace", other,
            "--config", workspace.path + ".yaml", "--pipeline", workspace.folder.file("pipeline.yaml"),
        ])
        try await deliver.succeed()
        let again = try await restore(file, to: other).run()
        #expect(again.code == 64 && again.err.contains("already exists"), "\(again)")
    }

    @Test("A changed or cut backup restores nothing") func damaged() async throws {
        let month = try await KeptMonth.copy()
        let file = month.workspace.folder.file("backup.tar.zst")
        try await month.command("backup", file).succeed()
        let bytes = try read(file)
        let other = month.workspace.folder.file("restored")
        for change in 0..<12 {
            var spoiled = bytes
            if change < 4 {
                spoiled.removeLast(1 + change * bytes.count / 4)
            } else {
                spoiled[change * bytes.count / 12] ^= 1
            }
            let path = month.workspace.folder.file("spoiled-\(change)")
            try write(spoiled, to: path)
            let ending = try await restore(path, to: other).run()
            #expect(ending.code == 1 && !exists(other), "\(change): \(ending)")
        }
        try await restore(file, to: other).succeed()
    }

    @Test("A backup of an active run can be restored, and the run started over") func active() async throws {
        let workspace = try Workspace("active")
        var job = try await Job.slow()
        job.settings = ["records.page-size=1"]
        let month = KeptMonth(workspace: workspace, job: job)
        let child = try job.command(workspace.path).start()
        for _ in 0..<200 where !exists(workspace.parts + "/bag") { try await Task.sleep(for: .milliseconds(20)) }
        let file = workspace.folder.file("backup.tar.zst")
        let done = try await month.command("backup", file).run()
        #expect(done.code == 0 && done.out.contains("was active"), "\(done)")
        #expect(try await child.ending().code == 0)
        let folder = workspace.folder.file("restored")
        try await restore(file, to: folder).succeed()
        let started = try await job.command(folder, ["--start-over"]).run()
        #expect(started.code == 0, "\(started)")
        #expect(try Tree(folder + "/exports/" + Job.run) == workspace.exported())
    }

    @Test("Killed at any call, there is a whole backup or workspace or none") func killed() async throws {
        let month = try await KeptMonth.copy()
        let template = month.workspace.folder.file("whole.tar.zst")
        try await month.command("backup", template).succeed()
        try await kill("backup", month) { month in
            month.command("backup", month.workspace.folder.file("backup.tar.zst"))
        } isWhole: { month in
            let file = month.workspace.folder.file("backup.tar.zst")
            guard exists(file) else { return nil }
            let path = month.workspace.folder.file("restored-\(UInt32.random(in: 0 ... .max))")
            return try await self.restore(file, to: path).run().code == 0
        }
    }

    private func kill(
        _ name: String, _ template: KeptMonth, _ command: @escaping @Sendable (KeptMonth) -> Command,
        isWhole: @escaping @Sendable (KeptMonth) async throws -> Bool?
    ) async throws {
        try await Trials.kill(name, of: template, test: "BackupTests", tenths: 7, by: command) { month in
            if try await isWhole(month) == false { return .broken("half of it has the name") }
            let again = try await command(month).run()
            guard [0, 64].contains(again.code), try await isWhole(month) == true else {
                return .broken("the same command ended: \(again)")
            }
            return .held
        }
    }
}
