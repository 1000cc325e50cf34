import FoundationEssentials
import Testing

@Suite("The status of a payroll pipeline") struct StatusPayTests {
    private static let month = "payroll-monthly/2026-10/r1"

    private func status(_ office: PaidMonth, _ more: [String] = []) async throws -> String {
        try await said(office, ["status"] + more)
    }

    private func said(_ office: PaidMonth, _ words: [String]) async throws -> String {
        // The checkout's own Pipelines/ would be found before the workspace's.
        var command = office.command(words)
        command.folder = office.workspace.path
        let said = try await command.run()
        said.expect(exit: 0)
        return said.out.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("says where and when its newest run was delivered, and what a correction of it still needs")
    func delivered() async throws {
        let office = try PaidMonth(url: try await Sandbox.plain.value.url, signed: false)
        try await office.run("payroll-monthly", "2026-10").succeed()
        #expect(try await status(office).contains("r1 isn't delivered"))
        try await office.accept(Self.month)
        try await office.deliver(Self.month).succeed()
        let after = try await status(office)
        #expect(after.contains("r1 was delivered to \(office.inbox) on 20"), "\(after)")
        #expect(try await status(office, ["--json"]).contains(#""delivered":"was delivered to \#(office.inbox) on "#))
        let again = try await office.run("payroll-monthly", "2026-10").run()
        #expect(
            again.status == .exited(3)
                && again.out.contains(
                    "so nothing was fetched or changed. \(Self.month) was delivered to \(office.inbox)")
                && again.out.contains("To correct it by the server's current data"), "\(again)")
        try await office.decide(Self.month, ["--hold", "--employee", "1001"]).succeed()
        try await office.rewrite(Self.month).succeed()
        let next = try await status(office)
        let review = try await office.command(["review", "payroll-monthly/2026-10/r2", "--json"]).run().out
        let open = review.matches(of: /"state":"open"/).count
        #expect(
            open > 1
                && next.contains(
                    "r2 waits for \(open) decisions; corrects r1, which was delivered to \(office.inbox) on 20"),
            "\(open): \(next)")
        // Every list says the same of a run.
        let words = "waits for \(open) decisions; corrects r1, which was delivered to \(office.inbox) on 20"
        let paid = "was delivered to \(office.inbox) on 20"
        for command in [["runs"], ["show", "payroll-monthly/2026-10/r2"]] {
            #expect(try await said(office, command).contains(words))
        }
        let first = try await said(office, ["show", Self.month])
        #expect(first.contains("Pay \(paid)") && first.contains("corrected by r2"), "\(first)")
        let list = try await said(office, ["runs"])
        #expect(list.contains(paid) && list.contains("corrected by r2") && !list.contains("superseded"), "\(list)")
        let json = try await status(office, ["--json"])
        #expect(json.contains(#""corrects":"payroll-monthly/2026-10/r1""#), "\(json)")
    }

    @Test("says where decisions are newer than the files, and where nobody can say what is open") func unwritten()
        async throws
    {
        let office = try PaidMonth(url: try await Sandbox.plain.value.url, signed: false)
        try await office.run("payroll-monthly", "2026-10").succeed()
        try await office.accept(Self.month)
        try await office.decide(Self.month, ["--hold", "--employee", "1001"]).succeed()
        let unwritten = try await status(office)
        #expect(unwritten.contains("r1 waits to be written anew: its files don't show the newest"), "\(unwritten)")
        let folder = "\(office.workspace.path)/decisions"
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
        for file in files { try write("{", to: "\(folder)/\(file)") }
        let damaged = try await status(office)
        #expect(
            damaged.contains("r1 isn't delivered and can't be reviewed: gantry review says why"), "\(files) \(damaged)")
    }

    @Test("says who has to sign its newest run") func signed() async throws {
        let office = try PaidMonth(url: try await Sandbox.plain.value.url, signed: true)
        let folder = office.workspace.path + "/Pipelines"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try write(text(of: office.file("payroll-monthly")), to: folder + "/payroll-monthly.yaml")
        try await office.run("payroll-monthly", "2026-10").succeed()
        try await office.accept(Self.month)
        let fresh = try await status(office)
        #expect(fresh.contains("r1 waits for clerk to prepare it"), "\(fresh)")
        try await office.command(["sign", Self.month, "--by", "clerk"]).succeed()
        #expect(try await status(office).contains("r1 waits for manager to approve it"))
        #expect(try await status(office, ["--json"]).contains(#""waits":1,"waitsFor":"manager""#))
        try await office.command(["sign", Self.month, "--by", "manager"]).succeed()
        #expect(try await status(office).contains("r1 is signed and isn't delivered"))
        try await office.deliver(Self.month).succeed()
        #expect(try await status(office).contains("r1 was delivered to \(office.inbox) on 20"))
    }
}
