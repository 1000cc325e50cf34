import FoundationEssentials
import Testing

/// Files of a published run on their way to servers, by the built program.
@Suite("A delivery") struct DeliveryTests {
    @Test(
        "is tried with every kind of server",
        .enabled(if: DeliveryServer.missing.isEmpty, "Missing packages: \(DeliveryServer.missing.values.sorted())"))
    func servers() { #expect(DeliveryServer.kinds.count == 5) }

    @Test("brings the whole folder to each kind of server, once", arguments: DeliveryServer.kinds)
    func bag(_ kind: String) async throws {
        let server = try await DeliveryServer(kind)
        let month = try await DeliveredMonth(server.destinations())
        let start = ContinuousClock.now
        let said = try await month.deliver("--to", "there", "--as", "bag").succeed()
        // libcurl can wait for nothing, ten seconds each time.
        #expect(ContinuousClock.now - start < .seconds(20))
        let bag = try month.bag()
        #expect(said.out.contains("\(bag.count) files delivered"), "\(said)")
        #expect(!said.err.contains("Attempt 2"), "A server that works needs no attempt again: \(said)")
        #expect(try server.files() == bag)
        #expect(try hidden(server).isEmpty)
        let again = try await month.deliver("--to", "there", "--as", "bag").run()
        again.expect(exit: 3)
        let shown = try await month.command("show", DeliveredMonth.run).succeed()
        #expect(shown.out.contains("Delivered   \(bag.count) files to there"), "\(shown)")
    }

    @Test("takes what is there with the same bytes, and refuses other bytes", arguments: DeliveryServer.kinds)
    func taken(_ kind: String) async throws {
        let server = try await DeliveryServer(kind)
        let month = try await DeliveredMonth(server.destinations("    into: \"\"\n"))
        let other = try await DeliveredMonth(server.destinations("    into: \"\"\n"))
        try await month.deliver("--to", "there").succeed()
        let files = try server.files()
        #expect(Set(files.keys) == ["payroll.csv", "payroll.xml"])
        // Another workspace knows nothing of the first delivery.
        let same = try await other.deliver("--to", "there").run()
        same.expect(exit: 0)
        let place = kind == "s3" ? "\(server.arrived)/%2Fpay%2Frun%2Fpayroll.csv" : "\(server.arrived)/payroll.csv"
        try write("Somebody else's", to: place)
        let third = try await DeliveredMonth(server.destinations("    into: \"\"\n"))
        let refused = try await third.deliver("--to", "there").run()
        #expect(
            refused.status == .exited(1) && refused.err.contains("is there already, with other bytes"), "\(refused)")
        #expect(try text(of: place) == "Somebody else's")
        #expect(try hidden(server).isEmpty)
    }

    @Test(
        "that is killed leaves files complete or absent, and the same command ends it", arguments: DeliveryServer.kinds)
    func killed(_ kind: String) async throws {
        let server = try await DeliveryServer(kind)
        let template = try await DeliveredMonth("")
        let bag = try template.bag()
        let whole = try await DeliveredMonth(server.destinations("    into: whole\n"))
        var first = whole.deliver("--to", "there", "--as", "bag")
        first.timeout = .seconds(240)
        let pace = Pace(try await first.succeed().took)
        let asked = Counter()
        let trials = Trials(what: "SIGKILL of a delivery by \(kind)", test: "DeliveryTests")
        await trials.run(hits: 20 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 71)
            let into = "t\(number)"
            let month = try await DeliveredMonth(server.destinations("    into: \(into)\n"))
            func arrived() throws -> [String: [UInt8]] {
                var files: [String: [UInt8]] = [:]
                for (name, bytes) in try server.files(in: into + "/") {
                    files["\(DeliveredMonth.run)/\(name.dropFirst(into.count + 1))"] = bytes
                }
                return files
            }
            let wait = pace.instant(using: &random)
            let ending = try await month.deliver("--to", "there", "--as", "bag").killed(after: wait)
            let first = try arrived()
            for (name, bytes) in first where bag[name] != bytes {
                return .broken("after \(wait), \(name) has \(bytes.count) bytes")
            }
            // The other program takes what it sees, or it leaves everything; from a store of objects nobody takes.
            let takes = kind != "s3" && number % 2 == 0
            if takes {
                for name in first.keys {
                    try remove("\(server.arrived)/\(into)/\(name.dropFirst(DeliveredMonth.run.count + 1))")
                }
            }
            // vsftpd refuses connections for a while when many come at once, and the program waits for it.
            var repeated = month.deliver("--to", "there", "--as", "bag")
            repeated.timeout = .seconds(240)
            var again = try await repeated.run()
            if again.code == 6 {
                // Only what was on its way is asked about: what a server's receiver took, or a store never got.
                guard takes || kind == "s3", kind != "folder" else { return .broken("it is asked about: \(again)") }
                asked.add()
                repeated = month.deliver(
                    "--to", "there", "--as", "bag", takes ? "--was-taken" : "--never-delivered")
                repeated.timeout = .seconds(240)
                again = try await repeated.run()
            }
            guard [0, 3].contains(again.code) else { return .broken("the same command ended: \(again)") }
            let second = try arrived()
            if takes, let twice = first.keys.first(where: { second[$0] != nil }) {
                return .broken("after \(wait), \(twice) was delivered twice")
            }
            guard first.merging(second, uniquingKeysWith: { $1 }) == bag else {
                return .broken("after \(wait), \(first.count) and \(second.count) of \(bag.count) files arrived")
            }
            guard try hidden(server, in: into + "/").isEmpty else { return .broken("hidden files stay") }
            guard ending.wasKilled else {
                pace.took(ending.took)
                return .late
            }
            return .held
        }
        print("   \(asked.value) of them were asked about")
        if kind == "s3" {
            let puts = try text(of: server.arrived + "/log").split(separator: "\n")
            #expect(Set(puts).count == puts.count)
        }
    }

    @Test(
        "asks for the fingerprint of an unknown server, and refuses one whose key changed",
        .enabled(if: DeliveryServer.kinds.contains("sftp"), "Debian's openssh-server is not installed")) func hostKeys()
        async throws
    {
        let server = try await DeliveryServer("sftp")
        let destinations = try server.destinations()
        let fingerprint = try #require(destinations.split(separator: "\"").first { $0.hasPrefix("SHA256:") })
        let unknown = try await DeliveredMonth(
            destinations.split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains("host-key") }.joined(separator: "\n"))
        let asked = try await unknown.deliver("--to", "there").run()
        asked.expect(exit: 78)
        #expect(asked.err.contains("is unknown: its key is \(fingerprint)"), "\(asked)")
        #expect(asked.err.contains("host-key: [\"\(fingerprint)\"]"), "\(asked)")
        // The user's own list of servers does as well.
        let home = unknown.workspace.folder.file("home")
        try FileManager.default.createDirectory(atPath: home + "/.ssh", withIntermediateDirectories: true)
        let port = try #require(destinations.split(separator: "127.0.0.1:").last?.prefix { $0.isNumber })
        let key = try text(of: server.folder.file("host.pub"))
        try write("[127.0.0.1]:\(port) \(key)", to: home + "/.ssh/known_hosts")
        var known = unknown.deliver("--to", "there")
        known.environment = ["HOME": home]
        try await known.succeed()
        let wrong = "SHA256:" + String(repeating: "A", count: 43)
        let changed = try await DeliveredMonth(destinations.replacing(fingerprint, with: wrong))
        let refused = try await changed.deliver("--to", "there").run()
        #expect(refused.status == .exited(78) && refused.err.contains("isn't the one that is known"), "\(refused)")
    }

    @Test("follows a run whose pipeline names a place, and fails without undoing it") func automatic() async throws {
        let folder = try TestFolder("place")
        let place = folder.file("in")
        let workspace = try Workspace("automatic")
        let pipeline = workspace.folder.file("pipeline.yaml")
        try write(try text(of: Product.pipeline) + "\ndeliver:\n  - { to: there }\n", to: pipeline)
        var job = try await Job.plain()
        job.pipeline = pipeline
        let command = try job.command(workspace.path)
        let config = workspace.path + ".yaml"
        try write(try text(of: config) + "destinations:\n  there: { address: \(place), into: \"\" }\n", to: config)
        let failed = try await command.run()
        #expect(
            failed.code != 0 && failed.out.contains("is published, but not everything of it is delivered"), "\(failed)")
        #expect(exists(workspace.published))
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let ended = try await command.run()
        #expect(ended.status == .exited(0) && ended.out.contains("2 files delivered"), "\(ended)")
        #expect(try Set(Tree(place).files.keys) == ["payroll.csv", "payroll.xml"])
        #expect(try await command.run().status == .exited(3))
    }

    @Test(
        "of a signed run takes a person, and the book has the address",
        .enabled(if: DeliveryServer.kinds.contains("sftp"), "Debian's openssh-server is not installed"))
    func signed() async throws {
        let server = try await DeliveryServer("sftp")
        let month = try await SignedMonth.copy()
        let config = month.workspace.path + ".yaml"
        try write(try text(of: config) + server.destinations("    into: \"\"\n"), to: config)
        #expect(try await month.deliver("--to", "there", "--by", "clerk").run().status == .exited(6))
        try await month.signBoth()
        #expect(try await month.deliver("--to", "there").run().status == .exited(64))
        try await month.deliver("--to", "there", "--by", "clerk").succeed()
        #expect(try Set(server.files().keys) == ["payroll.csv", "payroll.xml"])
        #expect(try month.lines.last?.contains("@127.0.0.1:") == true)
        #expect(try await month.deliver("--to", "there", "--by", "clerk").run().status == .exited(3))
    }

    private func hidden(_ server: DeliveryServer, in folder: String = "") throws -> [String] {
        let isHidden = { (name: String) in
            name.hasPrefix(folder) && (name.contains(".gantry") || name.hasSuffix(".new"))
        }
        return try Array(Tree(server.arrived, where: isHidden).files.keys)
    }
}
