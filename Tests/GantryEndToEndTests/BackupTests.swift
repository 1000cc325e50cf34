import FoundationEssentials
import Glibc
import Testing

@Suite("Backups") struct BackupTests {
    private func restore(_ file: String, to path: String) -> Command {
        Command([Product.binary, "restore", file, "--workspace", path])
    }

    private func backup(_ path: String, to file: String) -> Command {
        Command([Product.binary, "backup", file, "--workspace", path])
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
        let restored = try await restore(file, to: other).succeed()
        #expect(restored.out.contains("delivered after the backup isn't known"), "\(restored)")
        #expect(try Tree(other + "/exports") == Tree(workspace.exports))
        #expect(try Tree(other + "/signoff") == Tree(workspace.path + "/signoff"))
        #expect(try text(of: other + "/" + long) == "own")
        for path in [other, other + "/exports/payroll-monthly"] { #expect(mode(path) == 0o700) }
        for path in [other + "/journal.sqlite", other + "/" + long] { #expect(mode(path) == 0o600) }
        let deliver = Command([
            Product.binary, "deliver", SignedMonth.run, "--to", month.importer, "--by", "clerk", "--workspace", other,
            "--config", workspace.path + ".yaml", "--pipeline", workspace.folder.file("pipeline.yaml"),
        ])
        // It may have been paid since the backup: nobody's month is paid twice by a restored workspace.
        let refused = try await deliver.run()
        #expect(refused.code == 64 && refused.err.contains("--never-delivered"), "\(refused)")
        #expect(restored.out.contains("payroll run isn't known as delivered"), "\(restored)")
        try await Command([
            Product.binary, "adopt", "\(other)/exports/payroll-monthly/2026-10", "--never-delivered", "--workspace",
            other,
        ]).succeed()
        try await deliver.succeed()
        let again = try await restore(file, to: other).run()
        #expect(again.code == 64 && again.err.contains("already exists"), "\(again)")
    }

    @Test(
        "Restored pay that nobody signs isn't delivered before somebody says that it never was, nor is its next revision"
    )
    func pay() async throws {
        let place = try TestFolder("place")
        let month = try await DeliveredMonth("destinations:\n  there: { address: \(place.path), into: \"\" }\n")
        let file = month.workspace.folder.file("backup.tar.zst")
        try await backup(month.workspace.path, to: file).succeed()
        // After the backup it is delivered, and the payroll program takes it.
        try await month.deliver("--to", "there").succeed()
        for name in ["payroll.csv", "payroll.xml"] { try remove(place.file(name)) }
        let delivered = month.workspace.folder.file("delivered.tar.zst")
        try await backup(month.workspace.path, to: delivered).succeed()
        try remove(month.workspace.path)
        try await restore(file, to: month.workspace.path).succeed()
        let refused = try await month.deliver("--to", "there").run()
        #expect(refused.code == 64 && refused.err.contains("--never-delivered"), "\(refused)")
        let shown = try await month.command("show", DeliveredMonth.run).succeed()
        #expect(shown.out.contains("whether it was delivered and paid before isn't known"), "\(shown)")
        try await month.command(
            "run", "payroll-monthly", "--from", DeliveredMonth.run,
            environment: Sandbox.environment
        ).succeed()
        let next = try await Command([
            Product.binary, "deliver", "payroll-monthly/2026-10/r2", "--to", "there", "--workspace",
            month.workspace.path, "--config", month.workspace.path + ".yaml",
        ]).run()
        #expect(next.code == 64 && next.err.contains("such as \(DeliveredMonth.run)"), "\(next)")
        #expect(try Tree(place.path).files.isEmpty)
        // What the backup knows as delivered needs no word.
        try remove(month.workspace.path)
        let known = try await restore(delivered, to: month.workspace.path).succeed()
        #expect(!known.out.contains("known as delivered"), "\(known)")
        #expect(try await month.deliver("--to", "there").run().code == 3)
    }

    @Test("A restored workspace doesn't correct what was delivered before somebody says that no correction was since")
    func correction() async throws {
        let month = try await CorrectedMonth.copy()
        let file = month.workspace.folder.file("backup.tar.zst")
        try await backup(month.workspace.path, to: file).succeed()
        try remove(month.workspace.path)
        try await restore(file, to: month.workspace.path).succeed()
        try await month.correct().succeed()
        try await month.accept(2)
        let sign = month.command(["sign", month.name(2), "--by", "clerk"])
        let refused = try await sign.run()
        let period = month.workspace.exports + "/payroll-monthly/2026-10"
        let answer = "adopt \(period) --never-delivered"
        #expect(refused.code == 64 && refused.err.contains("was restored on"), "\(refused)")
        #expect(refused.err.contains(answer), "\(refused)")
        try await Command([
            Product.binary, "adopt", period, "--never-delivered", "--workspace", month.workspace.path,
        ]).succeed()
        try await sign.succeed()
    }

    @Test("A backup that lacks published folders says which, and so does its copy") func missing() async throws {
        let month = try await KeptMonth.copy()
        try await month.run("--revision", "next").succeed()
        try remove(month.workspace.published)
        let file = month.workspace.folder.file("backup.tar.zst")
        let done = try await month.command("backup", file).run()
        #expect(done.code == 4 && done.out.contains("\(Job.run): its folder is missing"), "\(done)")
        let other = month.workspace.folder.file("restored")
        let restored = try await restore(file, to: other).run()
        #expect(restored.code == 4 && restored.out.contains("\(Job.run): its folder is missing"), "\(restored)")
        let r2 = "payroll-monthly/2026-10/r2"
        #expect(try Tree("\(other)/exports/\(r2)") == Tree("\(month.workspace.exports)/\(r2)"))
    }

    @Test("Two restores to one name don't mix: the second is told of the first") func together() async throws {
        let month = try await KeptMonth.copy()
        let file = month.workspace.folder.file("backup.tar.zst")
        try await month.command("backup", file).succeed()
        let other = month.workspace.folder.file("restored")
        let children = try (0..<4).map { _ in try restore(file, to: other).start() }
        var codes: [Int32?] = []
        for child in children {
            let ending = try await child.ending()
            codes.append(ending.code)
            #expect([0, 5, 64].contains(ending.code), "\(ending)")
        }
        #expect(codes.count { $0 == 0 } == 1, "\(codes)")
        #expect(try Tree(other + "/exports") == Tree(month.workspace.exports))
        let names = try FileManager.default.contentsOfDirectory(atPath: month.workspace.folder.path)
        #expect(names.allSatisfy { !$0.contains("restoring") }, "\(names)")
    }

    @Test("A backup is restored below /tmp, and not where others could replace the workspace") func sticky()
        async throws
    {
        let month = try await KeptMonth.copy()
        let file = month.workspace.folder.file("backup.tar.zst")
        try await month.command("backup", file).succeed()
        for (bits, code) in [(mode_t(0o1777), Int32(0)), (0o777, 1), (0o775, 1)] {
            let place = month.workspace.folder.file("place-\(String(bits, radix: 8))")
            #expect(unsafe mkdir(place, 0o700) == 0 && chmod(place, bits) == 0)
            let ending = try await restore(file, to: place + "/x").run()
            #expect(ending.code == code && exists(place + "/x") == (code == 0), "\(ending)")
            if code == 0 {
                #expect(mode(place + "/x") == 0o700)
                #expect(try FileManager.default.contentsOfDirectory(atPath: place) == ["x"])
            } else {
                #expect(ending.err.contains("Other users can write to"), "\(ending)")
            }
        }
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
        // Slow enough to be active still on a busy machine.
        let sandbox = try await Sandbox([
            "--entries", "60", "--employees", "6", "--seed", "7", "--page-delay", "200ms",
        ])
        defer { withExtendedLifetime(sandbox) {} }
        var job = Job("slower", sandbox)
        job.settings = ["records.page-size=1"]
        let month = KeptMonth(workspace: workspace, job: job)
        let child = try job.command(workspace.path).start()
        for _ in 0..<1_000 where !exists(workspace.parts + "/bag") { try await Task.sleep(for: .milliseconds(20)) }
        let file = workspace.folder.file("backup.tar.zst")
        let done = try await month.command("backup", file).run()
        #expect(done.code == 0 && done.out.contains("was active"), "\(done)")
        #expect(try await child.ending().code == 0)
        let folder = workspace.folder.file("restored")
        try await restore(file, to: folder).succeed()
        let started = try await job.command(folder, ["--start-over"]).run()
        started.expect(exit: 0)
        #expect(try Tree(folder + "/exports/" + Job.run) == workspace.exported())
    }

    @Test("Killed at any call of backup, there is a whole one or none, and the same command ends it")
    func killedBackup()
        async throws
    {
        let template = try await KeptMonth.copy()
        @Sendable func file(_ month: KeptMonth) -> String { month.workspace.folder.file("backup.tar.zst") }
        try await Trials.kill("backup", of: template, test: "BackupTests", tenths: 7) {
            $0.command("backup", file($0))
        } judge: { month in
            let wasThere = exists(file(month))
            let again = try await month.command("backup", file(month)).run()
            guard again.code == (wasThere ? 64 : 0) else { return .broken("the same command ended: \(again)") }
            let path = month.workspace.folder.file("restored")
            let restored = try await restore(file(month), to: path).run()
            guard restored.code == 0, try Tree(path + "/exports") == Tree(month.workspace.exports) else {
                return .broken("half of it has the name: \(restored)")
            }
            guard wasThere || !exists(file(month) + ".part") else { return .broken("an unfinished file stays") }
            return .held
        }
    }

    @Test("Killed at any call of restore, there is a whole workspace or none, and the same command ends it")
    func killedRestore() async throws {
        let month = try await KeptMonth.copy()
        let file = month.workspace.folder.file("backup.tar.zst")
        try await month.command("backup", file).succeed()
        let exports = try Tree(month.workspace.exports)
        let template = Restored(workspace: try Workspace("restoring"))
        try await Trials.kill("restore", of: template, test: "BackupTests") {
            restore(file, to: $0.path)
        } judge: { place in
            let wasThere = exists(place.path)
            let again = try await restore(file, to: place.path).run()
            guard again.code == (wasThere ? 64 : 0), !wasThere || again.err.contains("already exists") else {
                return .broken("the same command ended: \(again)")
            }
            let verified = try await Command([Product.binary, "verify", Job.run, "--workspace", place.path]).run()
            guard verified.code == 0, try Tree(place.path + "/exports") == exports else {
                return .broken("half of it has the name: \(verified)")
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: place.workspace.path)
            guard wasThere || left == ["restored"] else { return .broken("something is left: \(left)") }
            return .held
        }
    }
}

/// Where a backup is restored to; inside a workspace, whose calls the fault injector counts.
private struct Restored: Copied {
    let workspace: Workspace
    var path: String { workspace.path + "/restored" }

    func copied() async throws -> Restored { Restored(workspace: try Workspace("restoring")) }
}
