import FoundationEssentials
import Glibc
import Testing

/// Deliveries of which it isn't known whether they arrived, by the built program.
@Suite("A delivery of which it isn't known whether it arrived") struct DeliveryDoubtTests {
    /// A month with the folder of a receiver inside the workspace, where the fault injector counts.
    private struct Doubt {
        let month: DeliveredMonth
        var place: String { month.workspace.path + "/in" }

        init() async throws {
            month = try await DeliveredMonth("")
            try FileManager.default.createDirectory(
                atPath: month.workspace.path + "/in", withIntermediateDirectories: false)
        }

        func deliver(
            _ more: String..., fault: String? = nil, calls: String? = nil, counts: Bool = false
        ) async throws -> Ending {
            var command = Command(
                [Product.binary, "deliver", DeliveredMonth.run, "--to", place] + more + [
                    "--workspace", month.workspace.path, "--config", month.workspace.path + ".yaml",
                ])
            if fault != nil || counts {
                command.environment = try await Faults.environment(month.workspace, fault, calls: calls)
            }
            return try await command.run()
        }

        /// Killed when the first file is about to get its name.
        func killed() async throws {
            let first = try await Doubt.naming()
            let ending = try await deliver(fault: "kill@\(first)", calls: Doubt.calls.joined(separator: ","))
            #expect(ending.wasKilled, "\(ending)")
            #expect(try names() == [] && hidden().count > 1)
        }

        /// The calls that change names.
        static let calls = ["rename", "link", "unlink"]

        /// Which of these calls of a delivery gives the first file its name.
        static func naming() async throws -> Int {
            let counted = try await Doubt()
            let ending = try await counted.deliver(counts: true)
            ending.expect(exit: 0)
            let lines = try FaultLog(counted.month.workspace.log).lines.filter { calls.contains($0.call) }
            return try #require(lines.firstIndex { $0.call == "rename" && $0.second.hasSuffix("/payroll.csv") }) + 1
        }

        func hidden() throws -> [String] { try Self.list(place).filter { $0.hasPrefix(".") } }
        func names() throws -> [String] { try Self.list(place).filter { !$0.hasPrefix(".") } }
        func clear() throws { for name in try Self.list(place) { try remove(place + "/" + name) } }

        private static func list(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        }
    }

    private static let files = ["payroll.csv", "payroll.xml"]

    @Test("is asked about, and never sent again nor taken for delivered unasked", arguments: [true, false])
    func cleaned(_ wasTaken: Bool) async throws {
        let doubt = try await Doubt()
        try await doubt.killed()
        try doubt.clear()
        for _ in 1...2 {
            let asked = try await doubt.deliver()
            asked.expect(exit: 6)
            #expect(asked.err.contains("--was-taken") && asked.err.contains("--never-delivered"), "\(asked)")
            #expect(try doubt.names().isEmpty)
        }
        let shown = try await doubt.month.command("show", DeliveredMonth.run).succeed()
        #expect(shown.out.contains("0 of 2 files"), "\(shown)")
        let said = try await doubt.deliver(
            wasTaken ? "--was-taken" : "--never-delivered", "--because", "The bank was asked by phone")
        said.expect(exit: 0)
        #expect(try doubt.names() == (wasTaken ? [Self.files[1]] : Self.files))
        #expect(try doubt.hidden().isEmpty)
        #expect(try await doubt.deliver().status == .exited(3))
        let receipts = try await doubt.month.command("show", DeliveredMonth.run, "--json").succeed()
        #expect(receipts.out.contains("The bank was asked by phone"), "\(receipts)")
    }

    @Test(
        "on another disk at the same path is asked about, and continues once the right one is back",
        .enabled(if: geteuid() == 0, "Only root can mount"))
    func disks() async throws {
        let doubt = try await Doubt()
        guard try await Command(["mount", "-t", "tmpfs", "tmpfs", doubt.place]).run().code == 0 else { return }
        let first = doubt.place + "-first"
        do {
            try await doubt.killed()
            try FileManager.default.createDirectory(atPath: first, withIntermediateDirectories: false)
            try await Command(["mount", "--bind", doubt.place, first]).succeed()
            // Both folders have the inode 1.
            try await Command(["umount", doubt.place]).succeed()
            try await Command(["mount", "-t", "tmpfs", "tmpfs", doubt.place]).succeed()
            let other = try await doubt.deliver()
            other.expect(exit: 6)
            #expect(try doubt.names().isEmpty)
            try await Command(["umount", doubt.place]).succeed()
            try await Command(["mount", "--bind", first, doubt.place]).succeed()
            let back = try await doubt.deliver()
            back.expect(exit: 0)
            #expect(try doubt.names() == Self.files && doubt.hidden().isEmpty)
        } catch {
            Issue.record(error)
        }
        for mounted in [doubt.place, doubt.place, first] { _ = try await Command(["umount", mounted]).run() }
    }

    @Test(
        "where no rename refuses: a kill between the two names is made up or asked about", arguments: 2...4,
        [true, false])
    func link(_ call: Int, _ takes: Bool) async throws {
        let doubt = try await Doubt()
        let first = try await Doubt.naming()
        let ending = try await doubt.deliver(
            fault: "error:EINVAL@\(first),kill@\(first + call - 1)", calls: Doubt.calls.joined(separator: ","))
        #expect(ending.wasKilled, "\(ending)")
        let taken = takes ? try doubt.names() : []
        for name in taken { try remove(doubt.place + "/" + name) }
        let again = try await doubt.deliver()
        if call == 2 || takes && call == 3 {
            // It was about to get its own name beside the hidden one, and nothing shows whether it did.
            again.expect(exit: 6)
            #expect(try await doubt.deliver(call == 3 ? "--was-taken" : "--never-delivered").status == .exited(0))
        } else {
            again.expect(exit: 0)
        }
        #expect(try (taken + doubt.names()).sorted() == Self.files && doubt.hidden().isEmpty)
    }

    /// A signed month whose delivery was killed when the file was about to get its name.
    private func cutOff() async throws -> SignedMonth {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        var killed = month.deliver("--to", month.importer, "--by", "clerk")
        let counted = try await month.copied()
        var counting = counted.deliver("--to", counted.importer, "--by", "clerk")
        counting.environment = try await Faults.environment(counted.workspace)
        try await counting.succeed()
        let rename = try #require(
            FaultLog(counted.workspace.log).lines.first { $0.call == "rename" && $0.second.hasSuffix("/payroll.csv") })
        killed.environment = try await Faults.environment(month.workspace, "kill@\(rename.number)")
        #expect(try await killed.run().wasKilled)
        return month
    }

    @Test("of a signed run that was cut off is still finished where it can't be marked as failed") func refusedFailure()
        async throws
    {
        let month = try await cutOff()
        let stranger = try await month.command(
            ["deliver", SignedMonth.run, "--failed", "--by", "ghost", "--because", "The importer shows no file"]
        ).run()
        #expect(stranger.status == .exited(64), "\(stranger)")
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        #expect(exists(month.importer + "/payroll.csv"))
        try await month.verify().succeed()
    }

    @Test("of a signed run is said by a person with a reason, and keeps everything else from being signed")
    func signed()
        async throws
    {
        let month = try await cutOff()
        for name in try FileManager.default.contentsOfDirectory(atPath: month.importer) {
            try remove("\(month.importer)/\(name)")
        }
        let asked = try await month.deliver("--to", month.importer, "--by", "clerk").run()
        #expect(asked.status == .exited(6) && asked.err.contains("--was-taken"), "\(asked)")
        let silent = try await month.deliver("--to", month.importer, "--by", "clerk", "--was-taken").run()
        silent.expect(exit: 64)
        let because = ["--because", "The importer shows the file"]
        let stranger = try await month.command(
            ["deliver", SignedMonth.run, "--to", month.importer, "--by", "ghost", "--was-taken"] + because
        ).run()
        stranger.expect(exit: 64)
        let said = try await month.command(
            ["deliver", SignedMonth.run, "--to", month.importer, "--by", "clerk", "--was-taken"] + because
        ).run()
        #expect([0, 3].contains(said.code), "\(said)")
        #expect(try month.lastAction() == "delivered")
        try await month.verify().succeed()
    }

    @Test("of a store that stored and answered 500 is looked for, and never sent twice", arguments: [true, false])
    func store(_ takes: Bool) async throws {
        let server = try await DeliveryServer(takes ? "s3-fails-takes" : "s3-fails")
        let month = try await DeliveredMonth(server.destinations("    into: \"\"\n"))
        let ended = try await month.deliver("--to", "there").run()
        #expect(ended.status == .exited(takes ? 6 : 0), "\(ended)")
        if takes {
            #expect(try await month.deliver("--to", "there").run().status == .exited(6))
            #expect(try await month.deliver("--to", "there", "--was-taken").run().status == .exited(0))
        }
        let puts = try text(of: server.arrived + "/log").split(separator: "\n")
        #expect(puts.count == 2 && Set(puts).count == 2, "\(puts)")
    }

    @Test("of a store that loses or cuts what it says it has is not delivered") func lost() async throws {
        let loses = try await DeliveryServer("s3-loses")
        let month = try await DeliveredMonth(loses.destinations("    into: \"\"\n"))
        let asked = try await month.deliver("--to", "there").run()
        #expect(asked.status == .exited(6) && asked.err.contains("isn't there right afterwards"), "\(asked)")
        let cuts = try await DeliveryServer("s3-cuts")
        let other = try await DeliveredMonth(cuts.destinations("    into: \"\"\n"))
        let refused = try await other.deliver("--to", "there").run()
        #expect(refused.status == .exited(1) && refused.err.contains("has other bytes under its name"), "\(refused)")
        #expect(try await other.deliver("--to", "there").run().status == .exited(1))
    }
}
