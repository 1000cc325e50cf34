import FoundationEssentials
import Testing

/// SIGKILL before every file call of a step: the book has one line more or none, and the same command ends the step.
@Suite("A signature or a delivery that is killed") struct SignOffKillTests {
    @Test("prepares once") func prepare() async throws {
        try await killAtCalls("prepare", SignedMonth.copy()) { $0.sign("--by", "clerk") }
    }

    @Test("approves once") func approve() async throws {
        let month = try await SignedMonth.copy()
        try await month.sign("--by", "clerk").succeed()
        try await approval(of: month)
        try await killAtCalls("approve", month) { month in
            month.sign("--by", "manager", "--signature", month.workspace.folder.file("approval.sig"))
        }
    }

    @Test("delivers every file once, even where the payroll program takes it at once") func deliver() async throws {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        try await killAtCalls("deliver", month) { $0.deliver("--to", $0.importer, "--by", "clerk") }
    }

    @Test("keeps a receipt once") func receipt() async throws {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        try write("Received", to: month.workspace.folder.file("answer.txt"))
        try await killAtCalls("receipt", month) {
            $0.deliver("--receipt", $0.workspace.folder.file("answer.txt"), "--by", "clerk")
        }
    }

    @Test("takes signatures back once") func withdraw() async throws {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        try await killAtCalls("withdraw", month) {
            $0.sign("--withdraw", "--by", "clerk", "--because", "The crane log is wrong")
        }
    }

    @Test("and a decision that is killed is there once or not at all") func decide() async throws {
        let template = try await SignedMonth.copy()
        @Sendable func decide(_ month: SignedMonth) -> Command {
            Command([
                Product.binary, "review", SignedMonth.run, "--hold", "--employee", "1001", "--by", "clerk", "--because",
                "Disputed by the customer", "--workspace", month.workspace.path,
            ])
        }
        @Sendable func decisions(_ month: SignedMonth) throws -> Int {
            let path = "\(month.workspace.path)/decisions/payroll-monthly/2026-10.jsonl"
            return exists(path)
                ? try text(of: path).split(separator: "\n", omittingEmptySubsequences: false).count - 1 : 0
        }
        try await Trials.kill("review", of: template, test: "SignOffKillTests", by: decide) { month in
            guard try decisions(month) <= 1 else { return .broken("two decisions after the kill") }
            let again = try await decide(month).run()
            guard again.code == 0, try decisions(month) == 1 else { return .broken("the same command ended: \(again)") }
            return .held
        }
    }

    private func approval(of month: SignedMonth) async throws {
        let signature = try await month.signature(of: month.statement, by: "manager")
        try write(try read(signature), to: month.workspace.folder.file("approval.sig"))
    }

    private func killAtCalls(
        _ name: String, _ template: SignedMonth, _ command: @escaping @Sendable (SignedMonth) -> Command
    ) async throws {
        let before = try template.lines
        try await Trials.kill(name, of: template, test: "SignOffKillTests", tenths: 9, by: command) { month in
            let found = exists(month.book) ? try text(of: month.book) : ""
            guard found.hasPrefix(before.map { $0 + "\n" }.joined()), try month.lines.count <= before.count + 1 else {
                return .broken("the book after the kill: \(found)")
            }
            // The payroll program takes what it sees.
            let taken = try visible(in: month.importer)
            for file in taken { try remove("\(month.importer)/\(file)") }
            let again = try await command(month).run()
            guard [0, 3].contains(again.code) else { return .broken("the same command ended: \(again)") }
            guard try month.lines.count == before.count + 1 else {
                return .broken("the book: \(try text(of: month.book))")
            }
            try await Command(["python3", Product.tools + "/check_book.py", month.book]).succeed()
            try await month.verify().succeed()
            let there = try FileManager.default.contentsOfDirectory(atPath: month.importer)
            if name == "deliver", (taken + there).sorted() != ["payroll.csv", "payroll.xml"] {
                return .broken("the payroll program took \(taken) and then found \(there)")
            }
            guard try visible(in: month.importer) == there.sorted() else {
                return .broken("hidden files stay: \(there)")
            }
            let third = try await command(month).run()
            return third.status == .exited(3) ? .held : .broken("a third command ended: \(third)")
        }
    }

    @Test("ends a delivery of another run before anything else is signed, or asks for it") func others() async throws {
        let month = try await interruptedDelivery()
        try await month.hold("1001")
        var job = try await Job.plain()
        job.pipeline = month.workspace.folder.file("pipeline.yaml")
        try await job.command(
            month.workspace.path, ["--revision", "next", "--because", "Approvals after the closing"]
        ).succeed()
        let next = month.command(["sign", "payroll-monthly/2026-10/r2", "--by", "clerk"])
        try FileManager.default.moveItem(atPath: month.importer, toPath: month.importer + "-away")
        let blocked = try await next.run()
        #expect(blocked.status == .exited(1) && blocked.err.contains(month.importer), "\(blocked)")
        try FileManager.default.moveItem(atPath: month.importer + "-away", toPath: month.importer)
        #expect(try await next.run().status == .exited(6))
        #expect(try visible(in: month.importer) == ["payroll.csv", "payroll.xml"])
    }

    @Test("leaves nothing hidden where it is marked as failed, whether its folder is there or not") func failed()
        async throws
    {
        let month = try await interruptedDelivery()
        let reason = ["--failed", "--by", "clerk", "--because", "The importer is gone"]
        try await month.command(["deliver", SignedMonth.run] + reason).succeed()
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).isEmpty)
        #expect(try month.lastAction() == "failed")
        let other = try await interruptedDelivery()
        try remove(other.importer)
        try await other.command(["deliver", SignedMonth.run] + reason).succeed()
        #expect(try other.lastAction() == "failed")
    }

    @Test("waits for a person until the delivery in the book is made, with the command that ends it") func waits()
        async throws
    {
        let month = try await interruptedDelivery()
        let asked = try await month.command(["month", "2026-10"]).run()
        #expect(asked.status == .exited(6) && asked.out.contains("and isn't finished."), "\(asked)")
        #expect(asked.out.contains("gantry deliver \(SignedMonth.run) --to \(month.importer) --by"), "\(asked)")
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        let done = try await month.command(["month", "2026-10"]).run()
        #expect(done.status == .exited(0) && done.out.contains("was delivered to"), "\(done)")
    }

    /// A month whose delivery is in the book, but whose files have only their hidden names.
    private func interruptedDelivery() async throws -> SignedMonth {
        let template = try await SignedMonth.copy()
        try await template.signBoth()
        let counted = try await template.copied()
        var counting = counted.deliver("--to", counted.importer, "--by", "clerk")
        counting.environment = try await Faults.environment(counted.workspace)
        try await counting.succeed()
        let log = try FaultLog(counted.workspace.log)
        let rename = try #require(log.lines.first { $0.call == "rename" && $0.second.hasSuffix("/payroll.csv") }).number
        let month = try await template.copied()
        var killed = month.deliver("--to", month.importer, "--by", "clerk")
        killed.environment = try await Faults.environment(month.workspace, "kill@\(rename)")
        #expect(try await killed.run().wasKilled)
        #expect(try month.lastAction() == "delivered" && visible(in: month.importer).isEmpty)
        return month
    }

    private func visible(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
    }

    @Test("finds any flipped bit of the folder and of what lies beside it") func flips() async throws {
        let template = try await SignedMonth.copy()
        try await template.signBoth()
        try await template.deliver("--to", template.importer, "--by", "clerk").succeed()
        let seal = try await template.seal()
        let files = try ["", ".signed"].flatMap { ending in
            try Tree(template.workspace.published + ending).files.keys.sorted().map { Job.run + ending + "/" + $0 }
        }
        let trials = Trials(what: "flipped bits in \(files.count) files", test: "SignOffKillTests")
        await trials.run(0..<200 * Product.trials, leastHits: 150) { number in
            var random = Seeded(trial: number, salt: 61)
            let month = try await template.copied()
            let file = files[Int.random(in: files.indices, using: &random)]
            let path = "\(month.workspace.exports)/\(file)"
            var bytes = try read(path)
            guard !bytes.isEmpty else { return .late }
            let index = Int.random(in: bytes.indices, using: &random)
            bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            try write(bytes, to: path)
            let ending = try await month.verify("--seal", seal).run()
            return ending.status == .exited(4) ? .held : .broken("byte \(index) of \(file): \(ending)")
        }
    }
}
