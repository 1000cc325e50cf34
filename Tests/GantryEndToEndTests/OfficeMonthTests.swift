import FoundationEssentials
import Testing

/// The month of a payroll office, as Documentation/Payroll.md shows it: the page is the golden file.
@Suite("The month of a payroll office") struct OfficeMonthTests {
    @Test("goes as the page shows, from the first export to the receipt") func month() async throws {
        var office = try await OfficeMonth.start()
        var seen: [String] = []
        /// Runs a line of the session and adds it to what was seen.
        func go(
            _ line: String, exit status: Int32 = 0, rows: Int = .max, _ hidden: [String] = []
        ) async throws {
            let ending = try await office.gantry(line, hidden)
            #expect(ending.status == .exited(status), "\(line): \(ending)")
            var lines = office.shown(ending).split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            while lines.last == "" { lines.removeLast() }
            if lines.count > rows { lines = lines[..<rows] + ["…"] }
            seen.append(
                (["$ gantry " + office.shown(line)] + lines).joined(separator: "\n")
                    + (status == 0 ? "" : "\n[exit code \(status)]"))
        }
        let run = OfficeMonth.run
        try await go("run payroll-monthly --period 2026-10", ["--snapshot-time", "2026-11-02T06:00:00Z"])
        try await go("review \(run)", exit: 6)
        try await go("sign \(run) --by clerk", exit: 6)
        try await go(
            "review \(run) XKFJR4FD --accept --by clerk --because \"Foreman on leave; the manager saw the crane log\"")
        try await go(
            "review \(run) 7QTJGEPN --hold --by clerk --because \"Foreman back on Wednesday, paid as correction\"")
        try await go("review \(run)")
        try await go("sign \(run) --by clerk")
        // The manager, on another machine, with a copy of the folder.
        let manager = try TestFolder("manager")
        let folder = office.folder
        try await Command(["cp", "-a", folder.file("workspace/exports/\(run)"), manager.file("october")]).succeed()
        let proven = try await Command([Product.binary, "verify", manager.file("october")]).run()
        proven.expect(exit: 0)
        try await office.sign(1)
        try await go("sign \(run) --by manager --signature r1.statement.sig")
        try await go("deliver \(run) --to danlon/ --by clerk")
        #expect(
            try read(folder.file("danlon/danlon.csv"))
                == read(Product.root + "/Tests/GantryPipelinesTests/Profiles/Golden/danlon.txt"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("danlon")) == ["danlon.csv"])
        try write("%PDF-1.4 received", to: folder.file("danlon-kvittering.pdf"))
        try await go("deliver \(run) --receipt danlon-kvittering.pdf --by clerk")
        try SessionPage.compare(seen, page: "Payroll.md", block: "a clerk's month")
        if Product.environment["GANTRY_REGENERATE_GOLDEN"] == "1" { try await keepSignedMonth(of: folder) }
        let judged = try await Command([
            Product.python, Product.tools + "/read_workbook.py", folder.file("workspace/exports/\(run)"),
            "payroll.xlsx",
        ]).run()
        judged.expect(exit: 0)

        // Two days later.
        seen = []
        office = try await office.later()
        let next = OfficeMonth.run.replacing("/r1", with: "/r2")
        try await go(
            "review \(run) 7QTJGEPN --withdraw --by clerk --because \"The foreman approved it on Wednesday\"")
        try await go("diff payroll-monthly/2026-10 server", exit: 6)
        try await go(
            "run payroll-monthly --period 2026-10 --revision next --because \"Approvals after the closing\"",
            ["--snapshot-time", "2026-11-04T09:00:00Z"])
        try await go("review \(next)", exit: 6)
        // A finding of r1 that is none any more.
        let gone = try await office.gantry(
            "review \(next) 7qtjgepn --waive --by clerk --because \"The foreman told us on Wednesday\"")
        #expect(gone.status == .exited(64))
        #expect(
            gone.err.contains(
                "\(next) has no finding 7QTJGEPN any more: in \(OfficeMonth.run) it was about \"SUBMITTED\", and nothing of the kind is found now."
            ), "\(gone)")
        let open = try await office.gantry("review \(next)").openFindings
        try await go(
            "review \(next) \(open.joined(separator: " ")) --accept --by clerk --because \"The foreman told us on Wednesday\""
        )
        try await go("sign \(next) --by clerk")
        try await office.sign(2)
        try await go("sign \(next) --by manager --signature r2.statement.sig")
        try await go("deliver \(next) --to danlon/ --by clerk")
        #expect(
            try read(folder.file("danlon/danlon-delta.csv"))
                == read(Product.root + "/Tests/GantryPipelinesTests/Profiles/Golden/danlon-delta.txt"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("danlon")).sorted() == [
                "danlon-delta.csv", "danlon.csv",
            ])
        let seal = try text(of: folder.file("workspace/signoff/\(next).statement"))
        #expect(seal.contains("kind: correction\n"))
        try await go("verify \(OfficeMonth.run) --seal \(try await office.seal(1))", rows: 17)
        #expect(seen.last?.contains("r1 + r2 = the month as it stands: 12 374.91 DKK") ?? false, "\(seen.last ?? "")")
        try SessionPage.compare(seen, page: "Payroll.md", block: "after pay day")
        let whole = try await Command([
            Product.python, Product.tools + "/read_workbook.py", folder.file("workspace/exports/\(next)"),
            "payroll.xlsx",
        ]).run()
        whole.expect(exit: 0)
    }

    /// Replaces the signed month that the tests of the library change bit by bit.
    private func keepSignedMonth(of folder: TestFolder) async throws {
        let kept = Product.root + "/Tests/GantryKitTests/SignOff/SignedMonth"
        for name in ["r1", "r1.signed"] {
            try remove("\(kept)/\(name)")
            try await Command([
                "cp", "-r", folder.file("workspace/exports/payroll-monthly/2026-10/\(name)"), "\(kept)/\(name)",
            ]).succeed()
        }
        try await Command(["chmod", "-R", "u=rwX,go=rX", kept]).succeed()
    }
}
