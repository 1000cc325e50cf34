import FoundationEssentials
import Glibc
import Testing

@Suite("The program that serves the sandbox and the desk") struct SandboxProgramTests {
    @Test("takes the place of gantry sandbox, with its process number and its signals") func process() async throws {
        let child = try Command([Product.binary, "sandbox", "--port", "0", "--json"]).start()
        try await child.says("\"serving\"")
        #expect(try text(of: "/proc/\(child.pid)/comm") == "gantry-server\n")
        #expect(try text(of: "/proc/\(child.pid)/cmdline") == "\(Product.binary)\0sandbox\0--port\0" + "0\0--json\0")
        child.signal(SIGTERM)
        let ending = try await child.ending()
        #expect(ending.status == .exited(0) && ending.out.contains("\"SIGTERM\""), "\(ending)")
    }

    @Test(
        "shows the options of both as people type them",
        arguments: [("sandbox", "--single-use-pairing"), ("desk", "--as-root")])
    func help(command: String, option: String) async throws {
        for words in [[command, "--help"], ["help", command]] {
            let ending = try await Command([Product.binary] + words).run()
            #expect(ending.status == .exited(0) && ending.out.contains(option), "\(ending)")
            #expect(ending.out.contains("USAGE: gantry \(command) "), "\(ending)")
        }
    }

    @Test("says how each is used as people type it", arguments: ["sandbox", "desk"])
    func usage(command: String) async throws {
        let ending = try await Command([Product.binary, command, "--prot", "1"]).run()
        #expect(ending.status == .exited(64) && ending.err.contains("See 'gantry \(command) --help'"), "\(ending)")
    }

    @Test("is asked for by name where it is not beside gantry", arguments: [["sandbox"], ["desk"], ["demo"]])
    func missing(words: [String]) async throws {
        // Programs may not be allowed to run where the other test folders are.
        let folder = FileManager.default.temporaryDirectory.path + "/gantry-alone-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(atPath: folder) }
        // By another process: a child that another test starts meanwhile would hold the file open, which then can't run.
        try await Command(["cp", Product.binary, folder + "/gantry"]).succeed()
        let command = Command(
            [folder + "/gantry"] + words, environment: ["GANTRY_HOME": Product.root], folder: folder)
        let ending = try await command.run()
        ending.expect(exit: 64)
        #expect(ending.err.contains("--product gantry-server"), "\(ending)")
    }

    @Test("serves a demonstration until it ends, is asked to or is killed", arguments: [SIGINT, SIGKILL])
    func demonstration(signal: Int32) async throws {
        let workspace = try TestFolder("demo")
        let child = try Command([Product.binary, "demo", "--keep", "--json", "--workspace", workspace.file("w")])
            .start()
        try await child.says("\"vynqtalk\"")
        let urls = try child.outSoFar().split(separator: "\"").filter { $0.hasPrefix("http://127.0.0.1:") }
        #expect(Set(urls).count == 4)
        for url in urls { #expect(try await isServed(url)) }
        child.signal(signal)
        let ending = try await child.ending()
        #expect(ending.status == (signal == SIGINT ? .exited(0) : .killed(by: SIGKILL)), "\(ending)")
        for url in urls {
            var tries = 0
            while tries < 100, try await isServed(url) {
                tries += 1
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(tries < 100, "\(url) is still served")
        }
    }

    private func isServed(_ url: Substring) async throws -> Bool {
        // 7: nobody listens there.
        try await Command(["curl", "-q", "-s", "--noproxy", "*", "--max-time", "5", "-o", "/dev/null", String(url)])
            .run().code != 7
    }
}
