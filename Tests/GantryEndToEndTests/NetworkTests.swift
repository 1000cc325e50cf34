import Glibc
import Testing

/// The network fails at a random instant of an upload and comes back: what arrived arrived once, and the same command
/// goes on. Each trial has a network of its own. Needs root, `ip` and `iptables`.
@Suite("An upload whose network fails") struct NetworkTests {
    enum Fault: String, CaseIterable, CustomTestStringConvertible {
        case refused, reset, dropped, down
        var testDescription: String { rawValue }

        func begin(_ port: String) -> String {
            switch self {
            case .refused: "iptables -A INPUT -p tcp --dport \(port) --syn -j REJECT --reject-with tcp-reset"
            case .reset: "iptables -A INPUT -p tcp --dport \(port) -j REJECT --reject-with tcp-reset"
            case .dropped: "iptables -A INPUT -p tcp --dport \(port) -j DROP"
            case .down: "ip link set lo down"
            }
        }
        /// Prints how many packets it met, where that is counted.
        var met: String {
            self == .down ? "echo 1" : "iptables -L INPUT -v -x -n | awk 'NR > 2 { n += $1 } END { print n + 0 }'"
        }
        /// Ends it, and prints how many packets it met.
        var end: String { self == .down ? "ip link set lo up; \(met)" : "\(met); iptables -F INPUT" }
    }

    private static let files = 12

    @Test("goes on when it is back, and every file arrives once", arguments: Fault.allCases) func failing(
        _ fault: Fault
    ) async throws {
        let trials = Trials(what: "network \(fault.rawValue) at a random instant of an upload", test: "NetworkTests")
        await trials.run(hits: 10 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 61)
            let network = try await Network()
            let upload = try await Upload(network: network)
            try await upload.fill(Self.files, bytes: 60_000)
            let port = String(upload.sandbox.url.split(separator: ":").last ?? "")
            // Connections are kept, so that only the first of a run can be refused.
            let begin = fault == .refused ? 0 : Int.random(in: 0...1_800, using: &random)
            let length = Int.random(in: 300...1_500, using: &random)
            if begin == 0 { try await network.shell(fault.begin(port)) }
            let child = try upload.command(["--limit-rate", "400k"]).start()
            try await Task.sleep(for: .milliseconds(begin))
            if begin > 0 { try await network.shell(fault.begin(port)) }
            let isRunning = kill(child.pid, 0) == 0
            // On a busy machine a program begins late to connect.
            for _ in 0..<100 where begin == 0 {
                guard kill(child.pid, 0) == 0, try await network.shell(fault.met) == "0\n" else { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            try await Task.sleep(for: .milliseconds(length))
            let met = try await network.shell(fault.end)
            var ending = try await child.ending()
            for _ in 0..<3 where ending.status == .exited(75) { ending = try await upload.command().run() }
            guard ending.status == .exited(0) else { return .broken("it ended: \(ending)") }
            if let broken = try await upload.broken(rows: Self.files) { return .broken(broken) }
            return isRunning && met != "0\n" ? .held : .late
        }
    }

    @Test("ends with the reason where the server's name leads nowhere, and has sent nothing") func nameless()
        async throws
    {
        let trials = Trials(what: "uploads to a name that leads nowhere", test: "NetworkTests")
        await trials.run(0..<10 * Product.trials, leastHits: 10 * Product.trials) { _ in
            let network = try await Network()
            let upload = try await Upload(network: network)
            try await upload.fill(3)
            try BackEnd.cdblLMS.configure(upload.workspace, "https://gantry.invalid")
            let child = try upload.command().start()
            try await child.says("Attempt ")
            child.signal(SIGTERM)
            let ending = try await child.ending()
            guard ending.status == .exited(75), ending.err.contains("was not found") else {
                return .broken("it ended: \(ending)")
            }
            try BackEnd.cdblLMS.configure(upload.workspace, upload.sandbox.url)
            let next = try await upload.command(["--start-over"]).run()
            guard next.status == .exited(0) else { return .broken("it ended then: \(next)") }
            return try await upload.broken(rows: 3).map(Verdict.broken) ?? .held
        }
    }

    @Test(
        "goes on over a line that ends or resets at any byte, is slow, or cuts everything small, and every file arrives once"
    ) func badLine() async throws {
        let faults = ["cut up", "cut down", "reset up", "reset down", "slice up", "slow down"]
        let trials = Trials(what: "bad lines", test: "NetworkTests")
        await trials.run(hits: 200 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 62)
            let fault = faults[number % faults.count]
            let upload = try await Upload()
            try await upload.fill(Self.files)
            let port = String(upload.sandbox.url.split(separator: ":").last ?? "")
            // Of every other trial the whole, sign-in and pages of leaves too; of the others what goes and comes for
            // the files.
            let path = number % 12 < 6 ? [] : ["/certificate"]
            let byte = Int.random(
                in: 0...(fault.hasSuffix("up") ? 30_000 : path.isEmpty ? 80_000 : 3_500), using: &random)
            let words =
                [Product.python, Product.root + "/Tests/GantryEndToEndTests/Tools/bad_line.py", port]
                + fault.split(separator: " ").map(String.init) + ["\(byte)"] + path
            let line = try Command(words).start()
            defer { line.end() }
            try await line.says("\n")
            let place = try line.outSoFar().split(separator: "\n").first ?? ""
            try BackEnd.cdblLMS.configure(upload.workspace, "http://127.0.0.1:\(place)")
            var ending = try await upload.command().run()
            for _ in 0..<3 where ending.status == .exited(75) { ending = try await upload.command().run() }
            guard ending.status == .exited(0) else { return .broken("\(fault) at \(byte): it ended: \(ending)") }
            if let broken = try await upload.broken(rows: Self.files) {
                return .broken("\(fault) at \(byte): \(broken)")
            }
            return try line.outSoFar().contains("fired") ? .held : .late
        }
    }
}
