import Foundation
import GantrySandbox
import Testing

@Suite("What a sandbox takes")
struct EffectTests {
    static let body = LeaveWritesTests.leave("CASUAL", "2026-10-05", "2026-10-06")

    /// The text of a fault, what curl says of it, and whether the leave is kept.
    static let faults: [(String, Int32, Int, Bool)] = [
        ("status=503", 0, 503, false), ("burst=1", 0, 503, false), ("redirect=http://127.0.0.1:9/", 0, 302, false),
        ("false-success", 0, 200, false), ("unread", 56, 0, false), ("expire-token", 0, 401, false),
        ("stored-status=500", 0, 500, true), ("stored-status=429", 0, 429, true), ("reset", 56, 201, true),
        ("close", 52, 0, true),
        ("truncate", 18, 201, true), ("stall=0.1", 0, 201, true), ("wrong-length=5", 18, 201, true),
        ("garbage", 0, 200, true),
        ("html", 0, 200, true), ("empty", 0, 200, true), ("gzip-bomb=1", 0, 200, true),
        ("slow=0.1:times=1", 0, 201, true),
    ]

    @Test("is kept before a fault spoils the answer, and not at all where the fault is a refusal", arguments: faults)
    func withFaults(text: String, exitCode: Int32, status: Int, isKept: Bool) async throws {
        try await withPaired(LeaveWritesTests.configuration) { device in
            try device.sandbox.order(try Fault("create-leave:\(text)"))
            let answer = try await device.create(Self.body)
            #expect(answer.exitCode == exitCode)
            #expect(answer.status == status)
            #expect(device.sandbox.requestLog.last?.faults.count == 1)
            #expect(device.sandbox.effects.count == (isKept ? 1 : 0))
            guard text != "expire-token" else { return }
            #expect(try await device.create(Self.body).status == (isKept ? 200 : 201))
            #expect(device.sandbox.effects.count == 1)
        }
    }

    @Test(
        "is not what a fault breaks off before the body is read, however long that is, nor what the client breaks off")
    func unread() async throws {
        try await withPaired { device in
            let id = try #require(try await device.leaves(limit: 1).first?["id"] as? String)
            try device.sandbox.order(try Fault("certificate:unread"))
            let bytes = CertificateTests.pdf + [UInt8](repeating: 0, count: 4 << 20)
            try await withFile(bytes) { path in
                let broken = try await device.upload(id, ["file=@\(path)"])
                // curl says 55 when it was still sending and 56 when it was waiting.
                #expect(broken.exitCode == 55 || broken.exitCode == 56)
                #expect(device.sandbox.effects.isEmpty)
                #expect(try await device.upload(id, ["file=@\(path)"]).status == 200)
            }
            #expect(device.sandbox.effects.count == 1)
            // A length that is never reached: the client gives up.
            let short = try await device.create(Self.body, ["-H", "Content-Length: 5000", "--max-time", "1"])
            #expect(short.status == 0)
            // The server sees the end of the connection a little after the client made it.
            try await Task.sleep(for: .milliseconds(500))
            #expect(device.sandbox.effects.count == 1)
        }
    }

    @Test("is appended to a file, one line of JSON each, which what was there stays in front of")
    func file() async throws {
        try await withFile(Array("{}\n".utf8), name: "effects.jsonl") { path in
            var configuration = LeaveWritesTests.configuration
            configuration.effectFile = path
            try await withPaired(configuration) { device in
                try device.sandbox.order(try Fault("create-leave:close"))
                _ = try await device.create(Self.body)
                let id = try #require(try await device.leaves(limit: 1).first?["id"] as? String)
                _ = try await withFile(CertificateTests.pdf) {
                    try await device.upload(id, ["file=@\($0);filename=x.pdf"])
                }
                let lines = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(
                    separator: "\n")
                #expect(lines.count == 3)
                let written = try lines.map {
                    try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
                }
                #expect(written[1]["endpoint"] as? String == "create-leave" && written[1]["number"] as? Int == 1)
                #expect((written[1]["identity"] as? [String: String])?["startDate"] == "2026-10-05")
                #expect(written[2]["size"] as? Int == CertificateTests.pdf.count)
                #expect(written[2]["sha256"] as? String == device.sandbox.effects.last?.sha256)
                #expect(written[2]["system"] as? String == "cdbl-lms")
            }
        }
    }

    @Test("cannot be written to a file that is none, which is said at the start")
    func noFile() async throws {
        var configuration = SandboxConfiguration()
        configuration.effectFile = "/nowhere/effects.jsonl"
        let error = await #expect(throws: SandboxError.self) { try await SandboxServer.start(configuration) }
        #expect(error?.code == .unusableEffectFile)
    }

    @Test(
        "is answered 500 when the file cannot be written",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() async throws {
        var configuration = LeaveWritesTests.configuration
        configuration.effectFile = "/dev/full"
        try await withPaired(configuration) { device in
            let answer = try await device.create(Self.body)
            #expect(answer.status == 500)
            #expect(device.sandbox.effectFailure?.code == .unusableEffectFile)
            #expect(try await device.get("/api/leaves").status == 200)
        }
    }

    @Test("depends on a day that the calendar has", arguments: ["2026-02-30", "today", "1969-12-31"])
    func today(text: String) async throws {
        let error = await #expect(throws: SandboxError.self) {
            try await SandboxServer.start(SandboxConfiguration(today: text))
        }
        #expect(error?.code == .unusableConfiguration)
    }
}
