import FoundationEssentials
import Testing

/// The desk in Chromium.
@Suite("A desk in a browser") struct DeskBrowserTests {
    @Test("has no page that axe, the console or a narrow window finds fault with, and nothing for a stranger")
    func everyPage() async throws {
        let month = try await SignedMonth.copy()
        try await month.sign("--by", "clerk").succeed()
        let desk = try await DeskProgram(month.workspace.path)
        defer { desk.child.end() }
        let entrance = "http://127.0.0.1:\(desk.port)\(desk.entrance)"
        let checked = try await Command(
            [Product.python, Product.tools + "/check_desk.py", entrance], timeout: .seconds(480)
        ).run()
        let said = try desk.child.errSoFar() + desk.child.outSoFar()
        #expect(checked.code == 0, "\(checked) \(desk.child.hasEnded) \(said)")
    }

    @Test("pays a first month with the keyboard alone, from the set-up to the receipt") func firstMonth() async throws {
        let folder = try TestFolder("month")
        let inbox = folder.file("inbox")
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: false)
        let desk = try await DeskProgram(folder.file("workspace"), ["--language", "en"], folder: folder.path)
        defer { desk.child.end() }
        let went = try await Command(
            [
                Product.python, Product.tools + "/desk_month.py", "http://127.0.0.1:\(desk.port)\(desk.entrance)",
                try await Sandbox.plain.value.url, Sandbox.password, inbox,
            ], timeout: .seconds(480)
        ).run()
        went.expect(exit: 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: inbox) == ["danlon-2026-10.csv"])
        // What was typed as a password is in the file that keeps it, and nowhere else.
        let kept = try await Command(["grep", "-rl", Sandbox.password, folder.path]).run()
        let files: [Substring] = kept.lines.compactMap { $0.split(separator: "/").last }
        #expect(files == ["ksr.password"], "\(kept)")
    }

    @Test(
        "sends 200 certificates and 100 photos with five kinds of mistakes, and goes on after the run and the desk are killed"
    )
    func sheet() async throws {
        let office = try await DeskOffice("documents-upload")
        let folder = try TestFolder("scans")
        func go(_ part: String, _ desk: DeskProgram, _ words: [String]) async throws {
            let went = try await Command(
                [
                    Product.python, Product.tools + "/desk_sheet.py", part,
                    "http://127.0.0.1:\(desk.port)\(desk.entrance)",
                ] + words, timeout: .seconds(280)
            ).run()
            went.expect(exit: 0)
        }
        let first = try await office.desk()
        defer { first.child.end() }
        try await go("begin", first, [folder.path, Product.root + "/Samples/uploads"])
        first.child.end()
        let second = try await office.desk()
        defer { second.child.end() }
        try await go("end", second, [])
    }

    @Test("tells one person that another decided meanwhile, and keeps what was typed") func twoBrowsers() async throws {
        let office = try await DeskOffice(
            "payroll-monthly", own: try await Sandbox(["--entries", "1500", "--employees", "60", "--seed", "7"]))
        try await office.command(["run", "payroll-monthly", "--period", "2026-10"]).succeed()
        let (one, other) = (try await office.desk(), try await office.desk())
        defer {
            one.child.end()
            other.child.end()
        }
        let went = try await Command(
            [Product.python, Product.tools + "/desk_people.py", "two"]
                + [one, other].map { "http://127.0.0.1:\($0.port)\($0.entrance)" }
                + ["/payroll/payroll-monthly/2026-10/r1/review"], timeout: .seconds(240)
        ).run()
        went.expect(exit: 0)
    }

    @Test("makes a correction of a delivered month") func correction() async throws {
        let office = try await OfficeMonth.delivered().later()
        let desk = try await DeskProgram(
            office.folder.file("workspace"), ["--language", "en"],
            environment: Sandbox.environment, folder: office.folder.path)
        defer { desk.child.end() }
        let went = try await Command(
            [
                Product.python, Product.tools + "/desk_people.py", "correction",
                "http://127.0.0.1:\(desk.port)\(desk.entrance)", "/payroll/\(OfficeMonth.run)/deliver",
            ], timeout: .seconds(240)
        ).run()
        went.expect(exit: 0)
    }
}
