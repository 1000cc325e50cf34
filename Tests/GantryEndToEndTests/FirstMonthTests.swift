import FoundationEssentials
import Testing

/// A clerk's first month at a terminal, as Documentation/FirstMonth.md shows it: the page is the golden file.
@Suite("A clerk's first month") struct FirstMonthTests {
    private static let page = "FirstMonth.md"
    private static let run = "payroll/2026-10/r1"

    /// An office that has nothing yet but a folder for its payroll program.
    private func office() async throws -> OfficeMonth {
        let office = try await OfficeMonth.start()
        try remove(office.folder.file("workspace"))
        return office
    }

    /// The answers of an office that pays with Danløn.
    private func answers(_ office: OfficeMonth) -> [String] {
        [
            "ksr-cranes", office.url, "", Sandbox.email, "", "", Sandbox.password, "danlon", "99999993", "1", "2", "3",
            "DK", "da", "Anna Hansen", "Bent Bruun", "./danlon",
        ]
    }

    @Test("goes as the page shows: two commands of the clerk, one of who approves; then a correction")
    func month() async throws {
        var office = try await office()
        /// What a person sees who gives a command and answers.
        func go(_ line: String, _ answers: [String], exit status: Int32 = 0, columns: Int = 80) async throws -> String {
            let ending = try await office.gantry(line, typing: answers, columns: columns)
            #expect(ending.status == .exited(status), "\(line): \(ending.out)\(ending.err)")
            // Where a line with a path is folded depends on the path.
            let text = office.shown(ending).replacing(/\s+danlon(?=\.?\s)/, with: " danlon")
                .replacing(/\bon\s+\d{4}-\d\d-\d\d/, with: "on 2026-11-02").replacing(
                    /127\.0\.0\.1:\d+/, with: "127.0.0.1:8080")
            return "$ gantry \(line)\n" + text.trimmingPrefix("\n").reversed().drop { $0 == "\n" }.reversed()
        }
        var seen = try await [go("init", answers(office))]
        try SessionPage.compare(seen, page: Self.page, block: "init")
        seen = try await [
            go("month 2026-10", ["a", "anna", "The foreman was away that day", "yes"], exit: 6)
        ]
        try SessionPage.compare(seen, page: Self.page, block: "month")
        seen = try await [go("month 2026-10 --by bent", ["yes", "yes", "none"])]
        try SessionPage.compare(seen, page: Self.page, block: "approve")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: office.folder.file("danlon")) == ["danlon-2026-10.csv"])

        office = try await office.later()
        seen = try await [
            go(
                "month 2026-10 --by anna",
                ["yes", "yes", "Approvals after the closing", "a", "The foreman told us on Wednesday", "A", "", "yes"],
                exit: 6, columns: 60)
        ]
        try SessionPage.compare(seen, page: Self.page, block: "correction")
        seen = try await [go("month 2026-10 --by bent", ["yes", "yes", "none"])]
        #expect(seen[0].contains("payroll/2026-10/r2 was delivered to"), "\(seen[0])")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: office.folder.file("danlon")).sorted() == [
                "danlon-2026-10-delta.csv", "danlon-2026-10.csv",
            ])
    }
}
