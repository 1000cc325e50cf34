import FoundationEssentials
import Glibc
import Testing

/// Files and folders that somebody else made: they cost little, and what is wrong is named.
@Suite("Hostile input") struct HostileInputTests {
    /// Verifies an export with little memory, one of whose files holds what a command prints.
    private func verified(_ export: String, _ name: String, _ printed: String) async throws -> Ending {
        let altered = try AlteredExport(of: export)
        let file = altered.path + "/data/" + name
        try #require(exists(file))
        try await Command(["bash", "-c", printed + " | zstd -q -f -o \"$1\"", "bash", file]).succeed()
        try await Command(["bash", "-c", AlteredExport.reseal, "bash", altered.path]).succeed()
        return try await Command(
            ["bash", "-c", "ulimit -v 1500000; exec \"$0\" verify \"$1\"", Product.binary, altered.path],
            timeout: .seconds(30)
        ).run()
    }

    @Test("An archive with a line of zeros without an end is refused soon")
    func endlessLine() async throws {
        let month = try await KeptMonth.copy()
        let verified = try await verified(
            month.workspace.published, "work-entries.jsonl.zst", "head -c 200000000 /dev/zero | tr '\\0' 0")
        #expect(verified.code == 4 && verified.out.contains("has a line of more than 67108864 bytes"), "\(verified)")
    }

    @Test("A list of leave that unpacks without an end is refused soon") func endlessLeave() async throws {
        let office = try await OfficeMonth.start(leave: "[]")
        let run = try await office.gantry("run payroll-monthly --period 2026-10")
        try #require(run.code == 0, "\(run)")
        let verified = try await verified(
            office.folder.file("workspace/exports/\(OfficeMonth.run)"), "leave.jsonl.zst",
            "head -c 1000000000 /dev/zero")
        #expect(verified.code == 4 && verified.out.contains("unpacks to more than 268435456 bytes"), "\(verified)")
    }

    @Test("What macOS and Windows leave beside the files of an export or of a zip is told to be harmless")
    func desktopFiles() async throws {
        let month = try await KeptMonth.copy()
        let folder = try TestFolder("desktop")
        let copy = folder.file("export")
        try FileManager.default.copyItem(atPath: month.workspace.published, toPath: copy)
        for name in [".DS_Store", "data/.DS_Store", "data/._payroll.csv", "Thumbs.db"] {
            try write("x", to: copy + "/" + name)
        }
        let verified = try await Command([Product.binary, "verify", copy]).run()
        #expect(
            verified.code == 0 && verified.out.contains("Harmless: .DS_Store, Thumbs.db, data/.DS_Store and 1 more"),
            "\(verified)")
        let program = """
            import os, sys, zipfile
            with zipfile.ZipFile(sys.argv[2], "w") as z:
                for at, _, names in os.walk(sys.argv[1]):
                    for name in names: z.write(f"{at}/{name}", "export/" + os.path.relpath(f"{at}/{name}", sys.argv[1]))
                for name in ("__MACOSX/._export", "__MACOSX/export/._bagit.txt", ".DS_Store"): z.writestr(name, b"x")
            """
        try await Command([Product.python, "-c", program, copy, folder.file("mac.zip")]).succeed()
        let zipped = try await Command([Product.binary, "verify", folder.file("mac.zip")]).run()
        #expect(zipped.code == 0 && zipped.out.contains("Harmless: .DS_Store, __MACOSX/._export"), "\(zipped)")
        // Only these: another file beside the export is still a difference.
        try write("x", to: copy + "/data/DS_Store")
        let other = try await Command([Product.binary, "verify", copy]).run()
        #expect(other.code == 4 && other.out.contains("data/DS_Store is in no manifest"), "\(other)")
    }

    @Test("A zip that lost its last byte or two is no complete zip") func cutZip() async throws {
        let month = try await KeptMonth.copy()
        let folder = try TestFolder("cut")
        let program = """
            import os, sys, zipfile
            with zipfile.ZipFile(sys.argv[2], "w") as z:
                for at, _, names in os.walk(sys.argv[1]):
                    for name in names: z.write(f"{at}/{name}", "export/" + os.path.relpath(f"{at}/{name}", sys.argv[1]))
            """
        let zip = folder.file("export.zip")
        try await Command([Product.python, "-c", program, month.workspace.published, zip]).succeed()
        try await Command([Product.binary, "verify", zip]).succeed()
        let bytes = try read(zip)
        for cut in 1...2 {
            try write(Array(bytes.dropLast(cut)), to: folder.file("cut.zip"))
            let verified = try await Command([Product.binary, "verify", folder.file("cut.zip")]).run()
            #expect(verified.code == 1 && verified.err.contains("cut short"), "\(verified)")
        }
    }

    @Test("A backup with impossible sizes restores nothing, and leaves nothing") func backupSizes() async throws {
        let month = try await KeptMonth.copy()
        let file = month.workspace.folder.file("backup.tar.zst")
        try await month.command("backup", file).succeed()
        let program = """
            import subprocess, sys
            tar = subprocess.run(["zstd", "-d", "-q", "-c", sys.argv[1]], stdout=subprocess.PIPE, check=True).stdout
            def sealed(block):
                block = bytearray(block[:148] + b" " * 8 + block[156:])
                block[148:156] = b"%06o\\0 " % sum(block)
                return bytes(block)
            def pax(at, size):
                rest = f" size={size}\\n".encode()
                length = len(rest) + 2
                body = str(length).encode() + rest
                head = sealed(b"pax".ljust(100, b"\\0") + tar[at + 100:at + 124] + b"%011o\\0" % len(body) + tar[at + 136:at + 156] + b"x" + tar[at + 157:at + 512])
                return tar[:at] + head + body.ljust(512, b"\\0") + tar[at:]
            second = 512 + (int(tar[124:135], 8) + 511) // 512 * 512
            sums = tar.rindex(b"SHA256SUMS".ljust(100, b"\\0"))
            for name, new in (("negative", pax(second, -9223372036854775808)), ("minus-one", pax(second, -1)),
                    ("word", pax(second, "1e9")), ("huge", pax(second, 9223372036854775807)), ("sums", pax(sums, 8 << 30))):
                subprocess.run(["zstd", "-q", "-f", "-o", f"{sys.argv[2]}/{name}.tar.zst"], input=new, check=True)
            """
        let folder = month.workspace.folder.path
        try await Command([Product.python, "-c", program, file, folder]).succeed()
        for name in ["negative", "minus-one", "word", "huge", "sums"] {
            let restored = try await Command([
                "bash", "-c", "ulimit -v 1500000; exec \"$0\" restore \"$1\" --workspace \"$2\"", Product.binary,
                "\(folder)/\(name).tar.zst", "\(folder)/restored",
            ]).run()
            #expect(restored.code == 1 && restored.err.contains("is not a whole backup"), "\(name): \(restored)")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("restor") }
            #expect(left.isEmpty, "\(name): \(left)")
        }
    }

    @Test("A file whose name is not UTF-8 is named by what needs every name, and disturbs nothing else")
    func names() async throws {
        let month = try await KeptMonth.copy()
        try await Command(["bash", "-c", "touch \"$1\"/$'caf\\xe9.csv'", "bash", month.workspace.path]).succeed()
        let backup = try await month.command("backup", month.workspace.folder.file("backup.tar.zst")).run()
        #expect(backup.code == 1 && backup.err.contains("caf\\xe9.csv"), "\(backup)")
        let run = try await month.run("--revision", "next").run()
        run.expect(exit: 0)
        let check = try await Command(
            [Product.binary, "check", "--workspace", month.workspace.path, "--config", month.workspace.path + ".yaml"],
            environment: Sandbox.environment
        ).run()
        check.expect(exit: 0)
    }

    @Test("A session that is reached through a link is not read") func linkedSession() async throws {
        let month = try await KeptMonth.copy()
        let tokens = month.workspace.path + "/tokens"
        let elsewhere = month.workspace.folder.file("elsewhere")
        for step in ["folder", "file"] {
            try? remove(tokens)
            try? remove(elsewhere)
            let login = Command(
                [
                    Product.binary, "login", "ksr", "--workspace", month.workspace.path, "--config",
                    month.workspace.path + ".yaml",
                ], environment: Sandbox.environment)
            try await login.succeed()
            let target = step == "folder" ? tokens : tokens + "/ksr.json"
            try await Command(["sh", "-c", "mv \"$1\" \"$2\" && ln -s \"$2\" \"$1\"", "sh", target, elsewhere])
                .succeed()
            let who = try await Command(
                [
                    Product.binary, "check", "--accounts", "ksr", "--workspace", month.workspace.path, "--config",
                    month.workspace.path + ".yaml",
                ], environment: Sandbox.environment
            ).run()
            #expect(who.code != 0 && who.err.contains("symbolic link"), "\(step): \(who)")
        }
    }

    @Test("A caller that ignores SIGCHLD still gets the output of a command that prints a password")
    func ignoredChildren() async throws {
        let month = try await KeptMonth.copy()
        let config = month.workspace.path + ".yaml"
        try write(
            try text(of: config).replacing("{ env: KSR_PASSWORD }", with: "{ command: [printf, \(Sandbox.password)] }"),
            to: config)
        let program =
            "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN); os.execv(sys.argv[1], sys.argv[1:])"
        let words = [Product.binary, "check", "--workspace", month.workspace.path, "--config", config]
        let check = try await Command(
            [Product.python, "-c", program] + words, environment: ["KSR_EMAIL": Sandbox.email]
        ).run()
        check.expect(exit: 0)
    }

    @Test("Commands that end at once keep each other's series in one file of metrics") func metrics() async throws {
        let job = try await Job.plain()
        let folder = try TestFolder("metrics")
        let file = folder.file("gantry.prom")
        let names = (1...8).map { "payroll-\($0)" }
        let children = try await withThrowingTaskGroup(of: Ending.self) { group in
            for name in names {
                let workspace = try Workspace(name)
                let pipeline = workspace.folder.file("\(name).yaml")
                try write(
                    try text(of: Product.pipeline).replacing("pipeline: payroll-monthly", with: "pipeline: \(name)"),
                    to: pipeline)
                var own = job
                own.pipeline = pipeline
                let command = try own.command(workspace.path, ["--metrics", file])
                group.addTask {
                    defer { withExtendedLifetime(workspace) {} }
                    return try await command.start().ending()
                }
            }
            var endings: [Ending] = []
            for try await ending in group { endings.append(ending) }
            return endings
        }
        for ending in children { ending.expect(exit: 0) }
        let found = try text(of: file)
        for name in names { #expect(found.contains("pipeline=\"\(name)\""), "\(name) is missing: \(found)") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["gantry.prom"])
    }

    @Test("A command that ends while another writes the file of metrics waits for it") func busyMetrics() async throws {
        let job = try await Job.plain()
        let folder = try TestFolder("metrics")
        let workspace = try Workspace("busy")
        let lock = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        defer { _ = close(lock) }
        let child = try job.command(workspace.path, ["--metrics", folder.file("gantry.prom")]).start()
        for _ in 0..<600 where !exists(workspace.published) { try await Task.sleep(for: .milliseconds(50)) }
        try await Task.sleep(for: .seconds(1))
        #expect(exists(workspace.published) && !exists(folder.file("gantry.prom")))
        _ = flock(lock, LOCK_UN)
        let ending = try await child.ending()
        #expect(ending.code == 0 && exists(folder.file("gantry.prom")), "\(ending)")
    }
}
