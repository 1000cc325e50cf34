import Foundation
import GantryAccounts
import GantryModel
import GantryTestSupport
import Testing

@Suite struct SecretTests {
    @Test("A secret never shows itself, whichever way it is printed")
    func hidden() {
        struct Holder { let token: Secret }
        let secret = Secret("hunter2")
        var dumped = ""
        dump(Holder(token: secret), to: &dumped)
        let texts = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\(Holder(token: secret))",
            "\([secret])", "\(Optional(secret) as Any)", "\(["a": secret])", dumped,
            "\(Mirror(reflecting: secret).children.count)",
        ]
        for text in texts { #expect(!text.contains("hunter2") && !text.contains("104, 117")) }
        #expect("\(secret)" == "***")
    }

    @Test("A secret reveals its text")
    func revealing() {
        let secret = Secret("hunter2")
        #expect(secret.reveal() == "hunter2")
        #expect(
            Secret("").isEmpty && secret == Secret("hunter2") && secret != Secret("hunter3") && secret != Secret(""))
    }

    private func read(_ source: SecretSource, _ environment: [String: String] = [:]) throws -> String {
        try source.read(environment: environment, timeout: .seconds(120)).reveal()
    }

    private func problem(_ source: SecretSource, _ environment: [String: String] = [:]) throws -> String {
        let problem = #expect(throws: SecretProblem.self) {
            try source.read(environment: environment, timeout: .seconds(120))
        }
        return try #require(problem).explanation
    }

    @Test("A variable gives a secret, an unset or empty one a reason")
    func variable() throws {
        #expect(try read(.environment("A"), ["A": "x y"]) == "x y")
        #expect(try problem(.environment("A")) == "the environment variable A is not set.")
        #expect(try problem(.environment("A"), ["A": ""]) == "the environment variable A is empty.")
    }

    @Test("One line break at the end of a file is no part of the secret")
    func lineBreak() throws {
        let folder = try TemporaryFolder()
        #expect(try read(.file(folder.write("s3cret\n", to: "a"))) == "s3cret")
        #expect(try read(.file(folder.write("s3cret\r\n", to: "b"))) == "s3cret")
        #expect(try read(.file(folder.write(" s3cret ", to: "c", mode: 0o400))) == " s3cret ")
        #expect(try problem(.file(folder.write("a\n\n", to: "d"))).hasSuffix("has more than one line."))
        #expect(try problem(.file(folder.write("\n", to: "e"))).hasSuffix("is empty."))
    }

    @Test("A file is named whole, however long its path is") func longPath() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: String(repeating: "p", count: 120))
        #expect(try problem(.file(path)) == "the file \(path) is empty.")
    }

    @Test("A file that others can reach is refused", arguments: [0o640, 0o604, 0o644, 0o660, 0o601])
    func mode(mode: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("s3cret", to: "a", mode: mode)
        #expect(
            try problem(.file(path))
                == "the file \(path) can be reached by other users (its mode is \(String(mode, radix: 8))).")
    }

    @Test("A link is judged by the file it leads to, and a folder, a pipe or nothing is no secret")
    func kinds() throws {
        let folder = try TemporaryFolder()
        try folder.write("s3cret", to: "good")
        try folder.write("s3cret", to: "open", mode: 0o644)
        for name in ["good", "open"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/to-" + name, withDestinationPath: folder.path + "/" + name)
        }
        #expect(try read(.file(folder.path + "/to-good")) == "s3cret")
        #expect(try problem(.file(folder.path + "/to-open")).contains("can be reached by other users"))
        #expect(try problem(.file(folder.path)).hasSuffix("is not a regular file."))
        #expect(try problem(.file(folder.path + "/none")).hasSuffix("does not exist."))
        let pipe = folder.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        #expect(try problem(.file(pipe)).hasSuffix("is not a regular file."))
    }

    @Test("A file or link of another user is refused", .enabled(if: geteuid() == 0, "only root can make such files"))
    func owner() throws {
        let folder = try TemporaryFolder()
        let theirs = try folder.write("s3cret", to: "theirs")
        #expect(unsafe chown(theirs, 65_534, 65_534) == 0)
        #expect(try problem(.file(theirs)).hasSuffix("belongs to another user."))
        try folder.write("s3cret", to: "ours")
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/ours")
        #expect(unsafe lchown(link, 65_534, 65_534) == 0)
        #expect(try problem(.file(link)).hasSuffix("is reached through a symbolic link that belongs to another user."))
    }

    @Test("A file of 64 KiB is read, a larger one is refused")
    func size() throws {
        let folder = try TemporaryFolder()
        let full = String(repeating: "x", count: 64 * 1024)
        #expect(try read(.file(folder.write(full, to: "a"))) == full)
        #expect(try problem(.file(folder.write(full + "x", to: "b"))).hasSuffix("is larger than 64 KiB."))
    }

    @Test("A file that is no text is refused")
    func bytes() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "a")
        try Data([0x61, 0xFF]).write(to: URL(filePath: path))
        #expect(try problem(.file(path)) == "the file \(path) is not UTF-8 text.")
    }

    @Test("A systemd credential is read from the service's folder")
    func systemd() throws {
        let folder = try TemporaryFolder()
        try folder.write("s3cret", to: "ksr", mode: 0o440)
        #expect(try read(.systemd("ksr"), ["CREDENTIALS_DIRECTORY": folder.path]) == "s3cret")
        #expect(try problem(.systemd("ksr")).contains("CREDENTIALS_DIRECTORY is not set"))
    }

    // MARK: Commands

    @Test("A command's output is the secret, and no shell looks at its arguments")
    func command() throws {
        #expect(try read(.command(["printf", "%s\n", "$HOME;`id` *"])) == "$HOME;`id` *")
        #expect(try read(.command(["sh", "-c", "cat; echo s3cret"])) == "s3cret")
    }

    @Test("A command that fails is named with its exit code, and what it printed is not shown")
    func commandFails() throws {
        let source = SecretSource.command(["sh", "-c", "echo hunter2; echo hunter2 >&2; exit 3"])
        #expect(try problem(source) == "the command sh exited with code 3.")
        #expect(try problem(.command(["sh", "-c", "kill -9 $$"])) == "the command sh was stopped by signal 9.")
        #expect(
            try problem(.command(["/none/such"]))
                == "the command /none/such can't be started: No such file or directory.")
        #expect(try problem(.command(["true"])) == "the output of true is empty.")
        #expect(
            try problem(.command(["head", "-c", "70000", "/dev/zero"])) == "the command head prints more than 64 KiB.")
    }

    @Test("A command that takes too long is killed with everything that it started")
    func commandHangs() throws {
        let folder = try TemporaryFolder()
        let note = folder.path + "/pid"
        let source = SecretSource.command(["sh", "-c", "sleep 600 & echo $! > \(note); wait"])
        let start = ContinuousClock.now
        let problem = #expect(throws: SecretProblem.self) { try source.read(environment: [:], timeout: .seconds(1)) }
        #expect(problem?.explanation == "the command sh took longer than 1 s.")
        #expect(problem?.isRetryable == true)
        #expect(ContinuousClock.now - start < .seconds(120))
        let written = try String(contentsOfFile: note, encoding: .utf8)
        let child = try #require(Int32(written.trimmingCharacters(in: .whitespacesAndNewlines)))
        var isGone = false
        for _ in 0..<2_000 where !isGone {
            // A killed process that nobody has waited for yet still has an entry, in state Z.
            let state = try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)
            isGone = state == nil || state?.contains(") Z ") == true
            if !isGone { usleep(10_000) }
        }
        #expect(isGone)
    }

    @Test("A command gets none of this process's descriptors")
    func descriptors() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("x", to: "open")
        let descriptor = unsafe open(path, O_RDONLY)
        defer { close(descriptor) }
        let listing = try read(.command(["sh", "-c", "for f in /proc/self/fd/*; do readlink $f; done | tr '\\n' ' '"]))
        #expect(!listing.contains(path))
    }

    @Test("The reason of a connection's credential names it and keeps the secret out")
    func credential() throws {
        let connection = try ConfigurationTests.read(ConfigurationTests.design).connection(named: "ksr")
        let error = #expect(throws: ConfigurationError.self) { try connection.credential("email", environment: [:]) }
        #expect(error?.code == .secret)
        #expect(
            error?.explanation
                == "The email of the connection ksr can't be read: the environment variable KSR_EMAIL is not set.")
        #expect(error?.advice == "Set it and try again.")
    }
}
