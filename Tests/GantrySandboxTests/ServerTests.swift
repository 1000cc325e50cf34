import GantrySandbox
import Glibc
import Testing

@Suite("The sandbox server")
struct ServerTests {
    @Test("refuses a host that is not loopback", arguments: ["0.0.0.0", "::", "192.0.2.1", "example.test", ""])
    func loopbackOnly(host: String) async throws {
        let error = await #expect(throws: SandboxError.self) {
            try await SandboxServer.start(SandboxConfiguration(host: host))
        }
        #expect(error?.code == .notLoopback)
    }

    @Test("says which address is taken")
    func addressTaken() async throws {
        try await SandboxServer.with(SandboxConfiguration()) { sandbox in
            let error = await #expect(throws: SandboxError.self) {
                try await SandboxServer.start(SandboxConfiguration(port: sandbox.port))
            }
            #expect(error?.code == .cannotListen)
            #expect(error?.description.contains("\(sandbox.port)") == true)
        }
    }

    @Test("stops at once, also in the middle of a stall, and its port is free again")
    func stops() async throws {
        // Below the range from which the system gives ports to other tests.
        let port = 11_000 + Int(getpid()) % 9_000
        let sandbox = try await SandboxServer.start(
            SandboxConfiguration(port: port, faults: [try Fault("login:stall")]))
        let address = sandbox.baseURL + "/api/app-login"
        async let stalled = Curl().get(
            address, ["-d", #"{"email":"payroll@example.test","password":"sandbox-password"}"#])
        while sandbox.requestLog.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        let start = ContinuousClock.now
        await sandbox.stop()
        await sandbox.stop()
        // The stall itself would take an hour.
        #expect(start.duration(to: .now) < .seconds(15))
        #expect(try await stalled.exitCode == 18)
        // A program that another test starts in the same moment can hold the listening socket until it ends.
        var refused = false
        for _ in 0..<30 where !refused { refused = try await Curl().drain(address, ["--max-time", "1"]) == 7 }
        #expect(refused)
        let again = try await SandboxServer.start(SandboxConfiguration(port: sandbox.port))
        await again.stop()
    }

    @Test("waits before a page as long as it is told")
    func pageDelay() async throws {
        try await withSignedIn(SandboxConfiguration(pageDelay: .milliseconds(250))) { client in
            let start = ContinuousClock.now
            _ = try await client.page(1)
            #expect(start.duration(to: .now) >= .milliseconds(250))
        }
    }

    @Test("answers a body that is too large in the form of its system, and logs it", arguments: SandboxSystem.allCases)
    func largeBody(system: SandboxSystem) async throws {
        try await SandboxServer.with(SandboxConfiguration(BackendOptions(system))) { sandbox in
            let path =
                switch system {
                case .ksrCranes: "/api/app-login"
                case .cdblLMS: "/api/mobile/pair"
                case .autoDetailHub: "/api/auth/validate-key"
                case .vynqTalk: "/auth/login"
                }
            let answer = try await Curl().get(sandbox.baseURL + path, ["-d", String(repeating: "x", count: 70_000)])
            #expect(answer.status == 413)
            #expect(answer.object["error"] != nil, "\(answer.text)")
            #expect(sandbox.requestLog.last?.status == 413 && sandbox.requestLog.last?.endpoint != nil)
        }
    }

    @Test("takes a page number that no list has, also with a fault that moves pages", arguments: [Int.min, Int.max])
    func absurdPage(page: Int) async throws {
        try await withSignedIn(SandboxConfiguration(faults: [try Fault("work-entries:repeat-page")])) { client in
            let answer = try await client.page(page)
            #expect(answer.status == 200 || answer.status == 400)
            #expect(try await client.page(1).status == 200)
        }
    }

    @Test("reports which sample file can't be used")
    func missingSamples() async throws {
        let error = await #expect(throws: SandboxError.self) {
            try await SandboxServer.start(SandboxConfiguration(records: .folder("/nowhere")))
        }
        #expect(error?.code == .unusableSample)
        #expect(error?.description.contains("/nowhere/ksr-cranes") == true)
    }
}
