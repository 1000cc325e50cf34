import Glibc
import Testing

/// File systems that FUSE names, each in a mount namespace of its own. Needs root and /dev/fuse.
@Suite("A workspace on a network file system") struct NetworkWorkspaceTests {
    private static let isPossible = geteuid() == 0 && exists("/dev/fuse")

    private func command(_ words: [String], in workspace: Workspace, on type: String) throws -> Command {
        // A configuration elsewhere, so that only the workspace is in the way.
        var command = try Job("nowhere", url: "http://127.0.0.1:9").command(workspace.path)
        command.words =
            ["unshare", "-m", Product.python, Product.tools + "/other_file_system.py", type, workspace.path]
            + [Product.binary] + words + ["--workspace", workspace.path]
        return command
    }

    @Test(
        "is refused by every command that could write its journal",
        .enabled(if: isPossible),
        arguments: [
            ["run", Product.pipeline, "--period", "2026-10", "--config"], ["runs"], ["show", Job.run],
            ["verify", Job.run], ["run", Product.pipeline, "--from", Job.run, "--config"],
            ["review", Job.run, "x", "--waive", "--because", "It is right as it is", "--by", "clerk", "--config"],
            ["sign", Job.run, "--by", "clerk", "--config"],
            ["withdraw", Job.run, "--by", "clerk", "--because", "It is wrong"], ["forget", Job.run],
            ["forget", "--keep-last", "1"], ["backup", Product.scratch + "/never-made.tar.zst"],
            ["login", "ksr", "--config"], ["status"],
        ])
    func refused(words: [String]) async throws {
        let workspace = try Workspace("network")
        let words = words.last == "--config" ? words + [workspace.path + ".yaml"] : words
        let ending = try await command(words, in: workspace, on: "sshfs").run()
        ending.expect(exit: 78)
        #expect(ending.err.contains("file system of the type fuse.sshfs, and other machines may use it"), "\(ending)")
        #expect(ending.err.contains("local disk") && !ending.err.contains("continue with"), "\(ending)")
    }

    @Test("is what gantry check says too", .enabled(if: isPossible)) func check() async throws {
        let workspace = try Workspace("network")
        let ending = try await command(["check", "--config", workspace.path + ".yaml"], in: workspace, on: "s3fs").run()
        #expect(ending.out.contains("fuse.s3fs") && ending.out.contains("local disk"), "\(ending)")
    }

    @Test("holds no restored backup either, nor a folder below it", .enabled(if: isPossible)) func restored()
        async throws
    {
        let workspace = try Workspace("network")
        var command = try command(["restore", "/nowhere"], in: workspace, on: "glusterfs")
        command.words[command.words.count - 1] += "/a/b"
        let ending = try await command.run()
        #expect(ending.code == 78 && ending.err.contains("fuse.glusterfs"), "\(ending)")
    }

    @Test("is none where FUSE only shows a local disk", .enabled(if: isPossible)) func local() async throws {
        let workspace = try Workspace("network")
        let ending = try await command(["runs"], in: workspace, on: "gocryptfs").run()
        #expect(ending.code != 78 && ending.code != 99 && !ending.err.contains("local disk"), "\(ending)")
    }
}
