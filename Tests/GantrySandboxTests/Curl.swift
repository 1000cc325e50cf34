import CLinux
import Foundation
import Testing

/// One answer as the `curl` program saw it.
struct CurlAnswer {
    /// 0 when curl was content; 18 short body, 28 time is up, 52 nothing came, 56 connection reset.
    var exitCode: Int32
    var status: Int
    var headers: String
    var body: Data
    var newConnections: Int
    var secondsAfterFirstByte: Double

    var json: Any? { try? JSONSerialization.jsonObject(with: body) }
    var object: [String: Any] { json as? [String: Any] ?? [:] }
    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Runs the real `curl`, so that a test sees what a client that we did not write sees.
struct Curl {
    struct Missing: Error, CustomStringConvertible {
        let description = "The tests need the program curl (Debian package curl)."
    }

    var token: String?

    private static let measures = "%{http_code} %{num_connects} %{time_starttransfer} %{time_total}"

    func get(_ url: String, _ options: [String] = []) async throws -> CurlAnswer {
        try await withFolder { folder in
            let written = try await run(
                ["-o", "\(folder)/body", "-D", "\(folder)/headers", "-w", Self.measures] + options + [url], folder)
            let numbers = written.text.split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 4 else { throw Missing() }
            return CurlAnswer(
                exitCode: written.exitCode, status: Int(numbers[0]), headers: content("\(folder)/headers").text,
                body: content("\(folder)/body").data, newConnections: Int(numbers[1]),
                secondsAfterFirstByte: numbers[3] - numbers[2])
        }
    }

    /// Fetches pages 1 to `count` over one connection.
    func pages(_ url: String, count: Int) async throws -> [Data] {
        try await withFolder { folder in
            let written = try await run(["-o", "\(folder)/#1", "\(url)&page=[1-\(count)]"], folder)
            #expect(written.exitCode == 0)
            return (1...count).map { content("\(folder)/\($0)").data }
        }
    }

    /// Fetches all addresses of a pattern over one connection and drops what comes. Returns curl's exit code.
    func drain(_ pattern: String, _ options: [String]) async throws -> Int32 {
        try await withFolder {
            try await run(["-o", "/dev/null", "--max-time", "90"] + options + [pattern], $0).exitCode
        }
    }

    private func run(_ options: [String], _ folder: String) async throws -> (exitCode: Int32, text: String) {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/curl") else { throw Missing() }
        var words = ["/usr/bin/curl", "-q", "-s", "--noproxy", "*", "--max-time", "20"]
        if let token { words += ["-H", "Authorization: Bearer \(token)"] }
        words += options
        let process = try spawn(words, output: "\(folder)/written")
        let exitCode = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var status: Int32 = 0
                while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
                continuation.resume(returning: (status >> 8) & 0xFF)
            }
        }
        return (exitCode, content("\(folder)/written").text)
    }

    /// Starts a program without any descriptor of this process: a connection of the sandbox that lives on in the
    /// `curl` of another test does not end for its own client.
    private func spawn(_ words: [String], output: String) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        // A file, not a pipe: nobody has to read it while curl runs.
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        unsafe arguments.append(nil)
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let error = unsafe posix_spawn(&process, words[0], &actions, nil, arguments, environ)
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
        return process
    }

    private func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gantry-curl-\(UUID().uuidString)")
            .path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return try await body(folder)
    }

    private func content(_ path: String) -> (data: Data, text: String) {
        // curl writes no file where no byte came.
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return (data, String(decoding: data, as: UTF8.self))
    }
}
