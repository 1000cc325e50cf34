import FoundationEssentials
import Testing

@Suite("Folders that are entered into a journal") struct AdoptTests {
    struct Report: Decodable {
        struct Adopted: Decodable {
            let run: String
            let isSigned: Bool
            let unknown: [String]
        }
        struct Refused: Decodable {
            let folder, why: String
            let isOfSheet: Bool
        }
        let adopted: [Adopted]
        let known: [String]
        let refused: [Refused]
    }

    private func lose(_ workspace: Workspace) throws {
        for suffix in ["", "-wal", "-shm"] where exists(workspace.journal + suffix) {
            try remove(workspace.journal + suffix)
        }
    }

    private func adopt(_ workspace: Workspace, _ more: String...) -> Command {
        Command(
            [Product.binary, "adopt"] + (more.isEmpty ? [workspace.exports] : more)
                + ["--json", "--workspace", workspace.path])
    }

    @Test("A lost journal is made again: settings, marks and revisions are those of the folders") func lost()
        async throws
    {
        let month = try await KeptMonth.copy()
        try await month.run("--revision", "next").succeed()
        try await month.withdraw().succeed()
        try lose(month.workspace)
        let report = try KeptMonth.result(Report.self, try await adopt(month.workspace).succeed())
        #expect(report.adopted.count == 2 && report.refused.isEmpty && report.adopted[0].unknown.count == 2)
        let listed = try await month.listed()
        #expect(listed.allSatisfy { $0.folderState == "present" && $0.isPublished })
        #expect(listed.first { $0.run == Job.run }?.withdrawn?.because == KeptMonth.reason)
        // The same settings: nothing to do. Nothing is made twice.
        #expect(try await month.run().run().code == 3)
        #expect(try await adopt(month.workspace).run().code == 3)
        #expect(try await month.command("verify", "payroll-monthly/2026-10/r2").run().code == 0)
        #expect(try await month.command("show", "payroll-monthly/2026-10/r2").succeed().out.contains("payroll.csv"))
    }

    @Test("A folder that isn't what was published, or is elsewhere, is refused") func refused() async throws {
        let month = try await KeptMonth.copy()
        let copy = month.workspace.folder.file("copy")
        try await Command(["cp", "-a", month.workspace.published, copy]).succeed()
        try lose(month.workspace)
        let elsewhere = try await adopt(month.workspace, copy).run()
        #expect(elsewhere.code == 4 && elsewhere.out.contains("copy it with what lies beside it"), "\(elsewhere)")
        try write("changed", to: month.workspace.published + "/data/payroll.csv")
        let changed = try await adopt(month.workspace).run()
        #expect(changed.code == 4 && changed.out.contains("isn't what was published"), "\(changed)")
        // No journal, so that nothing is paid again.
        #expect(try await month.run().run().code == 66)
        #expect(try await adopt(month.workspace, month.workspace.folder.file("nothing")).run().code == 1)
    }

    @Test("A signed and delivered month keeps its signatures, and is not paid again") func signed() async throws {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        let before = try month.lines
        try lose(month.workspace)
        for name in try FileManager.default.contentsOfDirectory(atPath: month.workspace.path + "/signoff") {
            try remove(month.workspace.path + "/signoff/" + name)
        }
        let report = try KeptMonth.result(Report.self, try await adopt(month.workspace).succeed())
        #expect(report.adopted.map(\.isSigned) == [true])
        #expect(try month.lines == before)
        try await Command(["python3", Product.tools + "/check_book.py", month.book]).succeed()
        #expect(try await month.deliver("--to", month.importer, "--by", "clerk").run().code == 3)
        try await month.verify("--seal", month.seal()).succeed()
    }

    @Test("A book that contradicts another copy is refused with its runs") func contradiction() async throws {
        let month = try await SignedMonth.copy()
        try await month.sign("--by", "clerk").succeed()
        let book = try text(of: month.book)
        try write(book.replacing("Payroll Clerk", with: "Another Clerk"), to: month.book)
        try lose(month.workspace)
        let refused = try await adopt(month.workspace).run()
        #expect(refused.code == 4 && refused.out.contains("contradicts"), "\(refused)")
        #expect(!exists(month.workspace.journal))
    }

    @Test("What was sent can't be known again, so its folder is refused") func sent() async throws {
        let sending = try await KSRSending("workers-import")
        let sheet = try sending.sheet(
            "name,email,hourly_rate,employment_type\nNew Worker,new.worker@example.test,200,fuld_tid\n")
        let run = sending.command("run", "own", sheet: sheet, ["--create"])
        try await run.succeed()
        try lose(sending.workspace)
        let refused = try await adopt(sending.workspace).run()
        #expect(refused.code == 4 && refused.out.contains("\"isOfSheet\":true"), "\(refused)")
        #expect(try await run.run().code == 66)
        #expect(try sending.effects().count == 1)
    }

    @Test("A delivered month whose signatures are lost is told as one that may have been paid") func signatures()
        async throws
    {
        let month = try await CorrectedMonth.copy()
        try lose(month.workspace)
        try remove(month.workspace.path + "/signoff")
        try remove(month.folder(1) + ".signed")
        let adopted = try await adopt(month.workspace).run()
        #expect(adopted.code == 0 && adopted.out.contains("whether it was signed and paid"), "\(adopted)")
        let sign = month.command(["sign", month.name(1), "--by", "clerk"])
        let refused = try await sign.run()
        #expect(
            refused.code == 64 && refused.err.contains("isn't known whether pay of 2026-10 was delivered"), "\(refused)"
        )
        #expect(try await adopt(month.workspace, month.workspace.exports, "--never-delivered").run().code == 0)
        #expect(try await sign.run().code != 64)
    }

    @Test("A copy from between the second signature and the delivery isn't paid again") func staleCopy() async throws {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        let exports = month.workspace.exports
        try await Command(["cp", "-a", exports, month.workspace.folder.file("copy")]).succeed()
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
        for file in try FileManager.default.contentsOfDirectory(atPath: month.importer) {
            try remove("\(month.importer)/\(file)")
        }
        try lose(month.workspace)
        try remove(month.workspace.path + "/signoff")
        try remove(exports)
        try await Command(["cp", "-a", month.workspace.folder.file("copy"), exports]).succeed()
        let adopted = try await adopt(month.workspace).run()
        #expect(adopted.code == 0 && adopted.out.contains("delivered and paid since"), "\(adopted)")
        let refused = try await month.deliver("--to", month.importer, "--by", "clerk").run()
        #expect(refused.code == 64 && refused.err.contains("--never-delivered"), "\(refused)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).isEmpty)
        #expect(try await adopt(month.workspace, exports, "--never-delivered").run().code == 0)
        try await month.deliver("--to", month.importer, "--by", "clerk").succeed()
    }

    @Test("Somebody says that a signed month was delivered: its book has it, and nothing is brought") func said()
        async throws
    {
        let month = try await SignedMonth.copy()
        try await month.signBoth()
        try lose(month.workspace)
        try await adopt(month.workspace).succeed()
        let said = ["--to", month.importer, "--was-taken", "--by", "clerk"]
        let unfounded = try await month.command(["deliver", SignedMonth.run] + said).run()
        #expect(unfounded.code == 64 && unfounded.err.contains("--because"), "\(unfounded)")
        let told = try await month.command(
            ["deliver", SignedMonth.run] + said + ["--because", "The bank has paid it out"]
        ).run()
        #expect(told.code == 0, "\(told)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: month.importer).isEmpty)
        let line = try #require(try month.lines.last)
        #expect(line.contains("\"delivered\"") && line.contains("The bank has paid it out"), "\(line)")
        #expect(try await month.deliver("--to", month.importer, "--by", "clerk").run().code == 3)
        try await month.verify("--seal", month.seal()).succeed()
    }

    @Test("Pay that nobody signed isn't delivered again before somebody says that it never was") func delivered()
        async throws
    {
        let folder = try TestFolder("place")
        let month = try await DeliveredMonth("destinations:\n  there: { address: \(folder.path), into: \"\" }\n")
        try await month.deliver("--to", "there").succeed()
        // The payroll program takes them.
        for name in ["payroll.csv", "payroll.xml"] { try remove(folder.file(name)) }
        try lose(month.workspace)
        let adopted = try await adopt(month.workspace).run()
        #expect(adopted.code == 0 && adopted.out.contains("whether it was delivered and paid"), "\(adopted)")
        let refused = try await month.deliver("--to", "there").run()
        #expect(refused.code == 64 && refused.err.contains("--never-delivered"), "\(refused)")
        let shown = try await month.command("show", DeliveredMonth.run).succeed()
        #expect(shown.out.contains("whether it was delivered and paid before isn't known"), "\(shown)")
        #expect(try Tree(folder.path).files.isEmpty)
        let copy = month.workspace.folder.file("copy")
        try await Command(["cp", "-a", month.workspace.path, copy]).succeed()
        let words = ["--to", "there", "--was-taken", "--because", "The bank has paid it out"]
        let place = ["--workspace", copy, "--config", month.workspace.path + ".yaml"]
        let said = try await Command([Product.binary, "deliver", DeliveredMonth.run] + words + place).run()
        #expect(said.code == 0 && said.out.contains("counts as delivered to there"), "\(said)")
        #expect(try Tree(folder.path).files.isEmpty)
        let status = try await Command([Product.binary, "status"] + place).run()
        #expect(status.out.contains("was delivered to there"), "\(status)")
        #expect(try await adopt(month.workspace, month.workspace.exports, "--never-delivered").run().code == 0)
        try await month.deliver("--to", "there").succeed()
        #expect(try Tree(folder.path).files.count == 2)
    }

    @Test("A run that somebody says was delivered has nothing in its way of which nobody knows before it")
    func overtaken() async throws {
        let (office, first, second) = try await revisions()
        try await adopt(office.workspace).succeed()
        let said = ["--to", office.inbox, "--was-taken", "--because", "The bank has paid it out"]
        try await office.command(["deliver", second] + said).succeed()
        let review = try await office.command(["review", second]).run()
        #expect(!review.out.contains("period-paid"), "\(review)")
        let early = try await office.command(["deliver", first, "--to", office.inbox]).run()
        #expect(early.code != 0, "\(early)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: office.inbox).isEmpty)
    }

    @Test("That nothing was delivered is taken back by who says that a run was, and the period is asked about anew")
    func takenBack() async throws {
        let (office, first, second) = try await revisions()
        let period = office.workspace.exports + "/payroll-monthly/2026-10"
        try await adopt(office.workspace).succeed()
        try await adopt(office.workspace, period, "--never-delivered").succeed()
        let said = ["--to", office.inbox, "--was-taken", "--because", "The bank has paid it out"]
        let told = try await office.command(["deliver", first] + said).succeed()
        #expect(told.out.contains("\(first) counts as delivered to"), "\(told)")
        let refused = try await office.command(["deliver", second, "--to", office.inbox]).run()
        #expect(refused.code == 64 && refused.err.contains("--never-delivered"), "\(refused)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: office.inbox).isEmpty)
    }

    /// Two whole revisions of a month that nobody signs, whose journal is lost.
    private func revisions() async throws -> (office: PaidMonth, first: String, second: String) {
        let office = try PaidMonth(url: try await Sandbox.plain.value.url, signed: false)
        let (first, second) = ("payroll-monthly/2026-10/r1", "payroll-monthly/2026-10/r2")
        try await office.run("payroll-monthly", "2026-10").succeed()
        try await office.decide(first, ["--hold", "--employee", "1001"]).succeed()
        try await office.rewrite(first).succeed()
        try lose(office.workspace)
        return (office, first, second)
    }

    @Test("A run that was forgotten comes back only where that is asked for, with the files that it had")
    func forgotten() async throws {
        let month = try await KeptMonth.copy()
        try await month.run("--revision", "next").succeed()
        let published = month.workspace.published
        let copy = month.workspace.folder.file("copy")
        try await Command(["cp", "-a", published, copy]).succeed()
        try await month.command("forget", Job.run, "--yes", "--because", KeptMonth.reason).succeed()
        try await Command(["cp", "-a", copy, published]).succeed()
        let command = adopt(month.workspace, published)
        let report = try KeptMonth.result(Report.self, try await command.run())
        let why = try #require(report.refused.first).why
        #expect(why.contains("was forgotten on purpose on 20") && why.contains(KeptMonth.reason), "\(why)")
        let told = try await month.command("adopt", published).run()
        #expect(told.code == 4 && told.out.contains("add --forgotten"), "\(told)")
        #expect(try await month.listed().count == 1)
        try await adopt(month.workspace, published, "--forgotten").succeed()
        #expect(try await month.listed().count == 2)
        try await month.command("verify", Job.run).succeed()
        // Its number stays taken, and what is forgotten again is refused again.
        try await month.command("forget", Job.run, "--yes").succeed()
        try await Command(["cp", "-a", copy, published]).succeed()
        #expect(try await command.run().code == 4)
        // Other files under the name of a forgotten run are none of it, so nobody forgot them.
        let change =
            "import sqlite3,sys;c=sqlite3.connect(sys.argv[1]);c.execute('update forgotten set bag=1');c.commit()"
        try await Command(["python3", "-c", change, month.workspace.journal]).succeed()
        try await adopt(month.workspace, published).succeed()
    }

    @Test("Killed at any call, there is a whole journal or none, and the same command ends it") func killed()
        async throws
    {
        let template = try await KeptMonth.copy()
        try lose(template.workspace)
        try await Trials.kill("adopt", of: template, test: "AdoptTests", tenths: 7) {
            adopt($0.workspace)
        } judge: { month in
            if exists(month.workspace.journal) {
                guard try await month.listed().map(\.run) == [Job.run] else { return .broken("half a journal") }
            }
            let again = try await adopt(month.workspace).run()
            guard [0, 3].contains(again.code), try await month.listed().map(\.run) == [Job.run],
                !exists(month.workspace.path + "/.adopting")
            else { return .broken("the same command ended: \(again)") }
            return .held
        }
    }
}
