import FoundationEssentials
import Testing

/// A clerk's first month at a terminal, as Documentation/FirstMonth.md shows it: the page is the golden file.
@Suite("A clerk's first month") struct FirstMonthTests {
    private static let page = "FirstMonth.md"
    private static let run = "payroll/2026-10/r1"

    @Test("goes as the page shows: two commands of the clerk, one of who approves; then a correction")
    func month() async throws {
        var office = try await OfficeMonth.empty()
        func go(_ line: String, _ answers: [String], exit status: Int32 = 0, columns: Int = 80) async throws -> String {
            try await office.seen(line, answers, exit: status, columns: columns)
        }
        var seen = try await [go("init", office.answers)]
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
