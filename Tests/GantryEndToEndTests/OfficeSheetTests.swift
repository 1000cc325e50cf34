import FoundationEssentials
import Testing

@Suite("A CSV file for people") struct OfficeSheetTests {
    private static let soffice = "/usr/bin/soffice"

    @Test(
        "opens with its columns and numbers in a spreadsheet of the office's country",
        .enabled(if: exists(soffice)), arguments: ["DK", "GB"])
    func opens(country: String) async throws {
        let workspace = try Workspace("office-sheet")
        let sandbox = try await Sandbox.plain.value
        try BackEnd.ksrCranes.configure(workspace, sandbox.url)
        let config = workspace.path + "/gantry.yaml"
        try write(try text(of: config) + "office: { country: \(country) }\n", to: config)
        let run = try await Command(
            [Product.binary, "run", "payroll-monthly", "--period", "2026-10", "--workspace", workspace.path],
            environment: BackEnd.ksrCranes.credentials
        ).run()
        #expect([0, 2].contains(run.code), "\(run)")
        let data = workspace.published + "/data/"
        let isDanish = country == "DK"
        let listed = SheetText.rows(try text(of: data + "payroll.csv"), delimiter: isDanish ? ";" : ",")
        let opened = try await Command(
            [Product.python, Product.tools + "/open_sheet.py", data + "payroll.csv", Self.soffice, country],
            timeout: .seconds(240)
        ).succeed()
        let rows = try opened.lines.map {
            try JSONDecoder().decode([Cell].self, from: Data($0.utf8))
        }
        #expect(rows.count == listed.count && rows.allSatisfy { $0.count == 6 }, "\(opened)")
        for (row, cells) in zip(rows, listed).dropFirst() {
            for place in 3..<6 where !cells[place].isEmpty {
                guard case .number(let number) = row[place] else {
                    Issue.record("\(cells[place]) is a text: \(row)")
                    continue
                }
                #expect(Double(cells[place].replacing(",", with: ".")) == number)
            }
            #expect(row[1] == .text(cells[1]))
        }
        // The machine of the night job has another locale, and writes the same.
        let again = try await Command(
            [
                Product.binary, "run", "payroll-monthly", "--from", "payroll-monthly/2026-10/r1", "--workspace",
                workspace.path,
            ], environment: BackEnd.ksrCranes.credentials.merging(["LANG": "de_CH.UTF-8", "LC_ALL": "C"]) { $1 }
        ).run()
        #expect([0, 2, 3].contains(again.code), "\(again)")
        let next = workspace.exports + "/payroll-monthly/2026-10/r2/data/payroll.csv"
        if exists(next) { #expect(try read(next) == read(data + "payroll.csv")) }
    }

    private enum Cell: Decodable, Equatable {
        case text(String)
        case number(Double)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try value.decode(String.self))
            }
        }
    }
}
