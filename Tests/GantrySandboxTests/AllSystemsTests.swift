import Foundation
import GantrySandbox
import Testing

@Suite("All systems")
struct AllSystemsTests {
    @Test("are served side by side, each on a port of its own, and none is left when one cannot start")
    func sideBySide() async throws {
        let running = try await SandboxServer.start(
            SandboxSystem.allCases.map { SandboxConfiguration(BackendOptions($0)) })
        #expect(running.map(\.system) == SandboxSystem.allCases)
        #expect(Set(running.map(\.port)).count == running.count)
        for sandbox in running { #expect(try await Curl().get(sandbox.baseURL + "/nothing").status == 404) }
        let taken = running[0].port
        for sandbox in running.dropFirst() { await sandbox.stop() }
        let free = running[1].port
        await #expect(throws: SandboxError.self) {
            try await SandboxServer.start([
                SandboxConfiguration(.cdblLMS(), port: free),
                SandboxConfiguration(.vynqTalk(), port: taken),
            ])
        }
        #expect(try await Curl().get("http://127.0.0.1:\(free)/").exitCode == 7)
        await running[0].stop()
    }

    @Test("take a fault whose endpoint one of them has, and refuse one that none has")
    func faultOfOne() async throws {
        func start(_ fault: String) async throws -> [RunningSandbox] {
            let fault = try Fault(fault)
            return try await SandboxServer.start(
                [SandboxSystem.ksrCranes, .cdblLMS].map { SandboxConfiguration(BackendOptions($0), faults: [fault]) })
        }
        let running = try await start("pair:status=503")
        #expect(running.map { $0.faults.count } == [0, 1])
        for sandbox in running { await sandbox.stop() }
        await #expect(throws: SandboxError.self) { try await start("no-such-endpoint:status=503") }
    }

    @Test(
        "refuse options that can't work",
        arguments: [
            BackendOptions.ksrCranes(KSRCranesOptions(tokenLife: .zero)),
            .ksrCranes(KSRCranesOptions(listLimit: 0)), .cdblLMS(CDBLLMSOptions(tokenLife: .zero)),
            .cdblLMS(CDBLLMSOptions(largestPage: 0)), .autoDetailHub(AutoDetailHubOptions(uploadLife: .zero)),
            .vynqTalk(VynqTalkOptions(tokenLife: .seconds(-1))),
        ])
    func impossibleOptions(options: BackendOptions) async throws {
        let error = await #expect(throws: SandboxError.self) {
            try await SandboxServer.start(SandboxConfiguration(options))
        }
        #expect(error?.code == .unusableConfiguration)
    }

    /// An endpoint of each system that needs nothing but its own body, and one that is refused without a sign-in.
    static let doors: [(SandboxSystem, String, String)] = [
        (.ksrCranes, "login", "/api/app-login"), (.cdblLMS, "pair", "/api/mobile/pair"),
        (.autoDetailHub, "validate-key", "/api/auth/validate-key"), (.vynqTalk, "login", "/auth/login"),
    ]

    @Test(
        "misbehave as ordered on the wire", arguments: doors,
        [
            ("status=429:retry-after=3", 0, 429), ("burst=1", 0, 503), ("reset:at=5", 56, 400), ("close", 52, 0),
            ("truncate", 18, 400), ("garbage", 0, 200),
            ("html", 0, 200), ("gzip-bomb=1", 0, 200), ("code=307:redirect=http://127.0.0.1:9/", 0, 307),
            ("empty", 0, 200), ("stall=0.2", 0, 400),
            ("wrong-length=4", 18, 400),
        ])
    func wireFaults(door: (SandboxSystem, String, String), fault: (String, Int, Int)) async throws {
        let configuration = SandboxConfiguration(BackendOptions(door.0), faults: [try Fault("\(door.1):\(fault.0)")])
        try await SandboxServer.with(configuration) { sandbox in
            let answer = try await Curl().get(sandbox.baseURL + door.2, ["-d", "no JSON"])
            #expect(Int(answer.exitCode) == fault.1)
            #expect(answer.status == fault.2)
            #expect(sandbox.requestLog.first?.faults.count == 1)
            #expect(try await Curl().get(sandbox.baseURL + door.2, ["-d", "no JSON"]).status == 400)
        }
    }

    @Test("keep no secret in their request log", arguments: doors)
    func quietLog(door: (SandboxSystem, String, String)) async throws {
        try await SandboxServer.with(SandboxConfiguration(BackendOptions(door.0))) { sandbox in
            let secret = "s3cr3t-value"
            let answer = try await Curl(token: secret).get(
                sandbox.baseURL + door.2,
                ["-H", "X-API-Key: \(secret)", "-d", #"{"pairToken":"\#(secret)","password":"\#(secret)"}"#])
            #expect(!answer.text.contains(secret))
            #expect(!String(describing: sandbox.requestLog).contains(secret))
        }
    }
}
