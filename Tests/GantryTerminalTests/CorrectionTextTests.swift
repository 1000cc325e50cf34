import GantryJSON
import GantryRuns
import GantryTerminal
import Testing

@Suite("The files of a correction") struct CorrectionTextTests {
    private func lines(_ files: String, byHand: String = "") throws -> String {
        let tree = try JSONTree(
            Array(
                #"""
                {"kind": "correction", "base": {"run": "pay/2026-09/r1"}, "changes": {"rows": 1, "by_hand": [\#(byHand)]},
                 "files": [\#(files)]}
                """#.utf8))
        let total = try #require(ExportTotals.CorrectionTotal(tree))
        return CorrectionText.files(total, currency: "DKK").joined(separator: "\n")
    }

    @Test("are typed only where no output has a layout, and never where a file isn't written yet") func typed() throws {
        let none = try lines("")
        #expect(none.contains("No file is in the layout of a payroll program, so somebody types the changes below."))
        let missing = try lines(#"{"file": "does-not-fit.csv", "left_out": [{"file": "danlon-delta.csv"}]}"#)
        #expect(!missing.contains("somebody types"), "\(missing)")
        #expect(missing.contains("danlon-delta.csv: it isn't written yet"), "\(missing)")
        let byHand = try lines("", byHand: #""zenegy.xlsx""#)
        #expect(byHand.contains("zenegy.xlsx: its layout takes no corrections, so somebody types"), "\(byHand)")
        #expect(!byHand.contains("No file is in the layout"), "\(byHand)")
    }
}
