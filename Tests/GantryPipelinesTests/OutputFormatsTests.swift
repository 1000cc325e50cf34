import Foundation
import GantryEngine
import GantryJSON
import GantryModel
import GantryOutputs
import GantryRuns
import GantryTestSupport
import Testing

@Suite("The formats of outputs") struct OutputFormatsTests {
    @Test("have names of their own, which are those of the schema of payroll pipelines") func names() throws {
        let names = OutputFormats.all.map(\.name)
        #expect(Set(names).count == names.count)
        let schema = try String(contentsOfFile: ShippedPipelines.folder + "/pipeline.schema.json", encoding: .utf8)
        for name in names { #expect(schema.contains("\"const\": \"\(name)\""), "\(name)") }
    }

    @Test("state a file by its name, its format and its words, and all but schemas and pages how much is in it")
    func entries() {
        let mark = FileCheckpoint(name: "a.csv", length: 7, sha256: "", rows: 3)
        for format in OutputFormats.all {
            var output = Output(
                file: mark.name, format: format, choices: ["dialect": "excel-da", "language": "da", "other": "x"])
            // A workbook of a payroll export counts its entries only where it has them.
            output.columns = [OutputColumn(field: FieldReference(name: "id"), heading: "id", decimals: nil)]
            guard case .object(let members) = format.entry(of: output, mark).tree else {
                Issue.record("\(format.name) is no object")
                continue
            }
            let words = format.choices.map(\.name)
            #expect(members.map(\.key).starts(with: ["file", "format"] + words))
            #expect(members[1].value == .string(format.name))
            let counted = members.contains { ["rows", "employees"].contains($0.key) && $0.value == .integer(3) }
            #expect(counted == (format.content != .page))
            #expect(output.choices["other"] == nil)
            #expect(!words.contains("dialect") || members.contains { $0.value == .string("excel-da") })
        }
    }

    @Test("end file names as their words say") func endings() {
        for format in OutputFormats.all {
            #expect(format.ending([:]).text.hasPrefix("."), "\(format.name)")
        }
        #expect(CSVFormat().ending([:]).text == ".csv" && ArchiveFormat().ending([:]).text == ".jsonl.zst")
        #expect(ArchiveFormat().ending(["compression": "gzip"]).text == ".jsonl.gz")
    }
}
