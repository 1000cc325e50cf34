import Foundation
import Testing

/// The shipped pipelines that send, through a proxy that refuses, cuts, delays and loses answers, killed at random
/// instants: SendingKillTests without peace on the way.
@Suite("A run that sends through a bad network") struct HostileWayTests {
    /// A proxy in front of a back end.
    private struct Proxy {
        let child: Child
        let log: String
        let port: String

        init(to port: Int, seed: UInt64, share: Int, _ folder: TestFolder) async throws {
            log = folder.file("disturbances")
            try write("", to: log)
            child = try Command(
                [
                    Product.python, Product.tools + "/hostile_proxy.py", "\(port)", "\(seed)", "\(share)", log,
                ], timeout: .seconds(600)
            ).start()
            try await child.says("\n")
            self.port = String(try text(of: child.outPath).prefix { $0.isNumber })
        }

        var disturbances: Int { get throws { try text(of: log).split(separator: "\n").count } }
        /// Ends the disturbances.
        func calm() { child.signal(SIGUSR1) }
    }

    @Test(
        "leaves each row's effect at the server once, however often it is killed", .serialized, arguments: Sending.all)
    func disturbed(sending: Sending) async throws {
        let run = try await SendingRun(sending)
        let ending = try await run.command.run()
        guard let code = ending.code, [0, 2].contains(code) else {
            throw HarnessError("The undisturbed run ended: \(ending)")
        }
        let usual = try run.outcome()
        let pace = Pace(ending.took)
        let trials = Trials(what: "a bad network before \(sending.pipeline)", test: "HostileWayTests")
        await trials.run(0..<Product.trials, leastHits: 0, takesAll: true) { number in
            var random = Seeded(trial: number, salt: 31)
            var proxies: [Proxy] = []
            let seed = UInt64.random(in: 0..<1_000_000, using: &random)
            let run = try await SendingRun(sending) { folder, port in
                let proxy = try await Proxy(to: port, seed: seed, share: 20, folder)
                proxies.append(proxy)
                return proxy.port
            }
            let proxy = proxies[0]
            defer { proxy.child.end() }
            let ends: Set<Int32> = [code, 3]
            for _ in 0..<2 {
                let ending = try await run.command.killed(after: pace.instant(using: &random))
                if !ending.wasKilled { break }
            }
            var last = ""
            for attempt in 0..<12 {
                // In the end the network is good, so that every row can be judged.
                if attempt == 6 { proxy.calm() }
                let ending = try await run.command.run()
                last = "\(ending)"
                guard let ended = ending.code else { return .broken("it ended: \(ending)") }
                if ends.contains(ended) || sending.mayBeUnknown && ended == 1 { break }
                guard [75, 1].contains(ended) else { return .broken("it ended: \(ending)") }
            }
            if let difference = try run.outcome().difference(from: usual, mayBeUnknown: sending.mayBeUnknown) {
                return .broken("\(difference) (proxy seed \(seed), in the end \(last))")
            }
            return try proxy.disturbances > 0 ? .held : .late
        }
    }
}
