import FoundationEssentials
import Testing

@Suite("A clerk's second month") struct SecondMonthTests {
    private static let page = Product.tools.replacing("/Tools", with: "/Fixtures/second-month.md")

    @Test("compares with the first, and asks nothing again that was answered for good") func month() async throws {
        let office = try await OfficeMonth.empty(also: "2026-09")
        _ = try await office.seen("init", office.answers)
        _ = try await office.seen(
            "month 2026-09", ["a", "anna", "The foreman was away that day", "yes"], exit: 6)
        _ = try await office.seen("month 2026-09 --by bent", ["yes", "yes", "none"])
        #expect(exists(office.folder.file("danlon/danlon-2026-09.csv")))

        var seen = try await [
            office.seen(
                "month 2026-10 --by anna", ["a", "The foreman was away again", "yes"], exit: 6, columns: 60)
        ]
        try SessionPage.compare(seen, page: Self.page, block: "prepare")
        seen = try await [office.seen("month 2026-10 --by bent", ["yes", "yes", "none"], columns: 60)]
        try SessionPage.compare(seen, page: Self.page, block: "approve")
        let paid = try FileManager.default.contentsOfDirectory(atPath: office.folder.file("danlon")).sorted()
        #expect(paid == ["danlon-2026-09.csv", "danlon-2026-10.csv"])
    }

    @Test("is paid once, wherever a person was when the program was killed or the terminal closed")
    func interrupted() async throws {
        let template = try await OfficeMonth.empty()
        _ = try await template.seen("init", template.answers)
        let anna = [
            "Answer=>a", "Why=>The foreman was away that day", "Sign as=>yes", "Deliver to=>yes", "File with=>none",
            "changed since=>no",
        ]
        /// Both persons, one after the other.
        @Sendable func pay(_ folder: TestFolder) async throws -> Ending {
            _ = try await template.gantry("month 2026-10 --by anna", typing: anna, in: folder.path)
            return try await template.gantry("month 2026-10 --by bent", typing: anna, in: folder.path)
        }
        @Sendable func office() async throws -> TestFolder {
            let folder = try TestFolder("interrupted")
            for name in ["workspace", "danlon"] {
                try await Command(["cp", "-a", template.folder.file(name), folder.file(name)]).succeed()
            }
            // The files go where the program of this office looks for them.
            let path = folder.file("workspace/gantry.yaml")
            try write(
                try text(of: path).replacing(template.folder.file("danlon"), with: folder.file("danlon")), to: path)
            return folder
        }
        @Sendable func paid(_ folder: TestFolder) throws -> [String] {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("danlon")).sorted()
            return try names + names.map { try text(of: folder.file("danlon/" + $0)) }
        }
        let whole = try await office()
        let done = try await pay(whole)
        done.expect(exit: 0)
        let expected = try paid(whole)
        #expect(expected.count == 2, "\(expected)")
        let trials = Trials(what: "a question that nobody answers", test: "SecondMonthTests")
        // Anna is asked three times, Bent three times.
        await trials.run(0..<12, leastHits: 12) { number in
            let folder = try await office()
            let end = number % 2 == 0 ? "\\x00" : "\\x01"
            let question = number / 2 % 3 + 1
            let isBent = number >= 6
            if isBent { _ = try await template.gantry("month 2026-10 --by anna", typing: anna, in: folder.path) }
            let left = try await template.gantry(
                "month 2026-10 --by \(isBent ? "bent" : "anna")", typing: anna + ["\(question):\(end)"],
                in: folder.path)
            guard left.status != .exited(0) else { return .late }
            let again = try await pay(folder)
            guard again.status == .exited(0) else { return .broken("\(number): \(again)") }
            guard try paid(folder) == expected else { return .broken("\(number): other files were delivered") }
            let book = try text(of: folder.file("workspace/signoff/payroll.jsonl")).split(separator: "\n")
            guard book.count == 3 else { return .broken("\(number): \(book.count) lines in the book") }
            let decisions = try text(of: folder.file("workspace/decisions/payroll/2026-10.jsonl"))
            return decisions.split(separator: "\n").count == 1 ? .held : .broken("\(number): \(decisions)")
        }
    }
}
