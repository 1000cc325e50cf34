import Foundation
import GantryKit
import GantryOutputs
import GantryRuns
import GantryTestSupport
import Testing

@Suite("A pipeline file that extends another") struct ExtendingFileTests {
    private static let shipped = PipelineFolders([ShippedPipelines.folder])

    private func read(
        _ text: String, named name: String = "office.yaml", _ folders: PipelineFolders? = shipped
    ) throws -> Pipeline {
        try Pipeline.read(
            Array(text.utf8), named: name, catalog: Gantry.catalog,
            profiles: ProfileFolders([ShippedPipelines.folder + "/../Profiles"]), pipelines: folders)
    }

    @Test("has the other's keys, and its own in their place") func merged() throws {
        let base = try Pipeline.load(path: ShippedPipelines.folder + "/payroll-monthly.yaml", catalog: Gantry.catalog)
        let office = try read(
            """
            extends: payroll-monthly
            pipeline: payroll
            checks:
              zero-hours: warning
              hours-per-day: { warning: 10 }
            rejects:
            outputs:
              - { file: payroll.csv, format: payroll-csv, dialect: excel-da }
              - { file: payroll.xml, format: none }
              - { file: prolon.txt, format: prolon }
            """)
        #expect(office.name == "payroll" && office.title == base.title && office.connection == base.connection)
        let checks = Dictionary(uniqueKeysWithValues: (office.payroll?.checks ?? []).map { ($0.name, $0) })
        let before = Dictionary(uniqueKeysWithValues: (base.payroll?.checks ?? []).map { ($0.name, $0) })
        #expect(checks["zero-hours"] != before["zero-hours"] && checks["not-approved"] == before["not-approved"])
        // The blocker is the other file's, the warning its own.
        #expect("\(checks["hours-per-day"].debugDescription)".contains("24"))
        #expect(office.payroll?.pay == base.payroll?.pay)
        let files = (office.payroll?.outputs ?? []).map(\.file)
        #expect(
            files == [
                "payroll-{period}.xlsx", "work-entries.csv", "payroll.csv", "exceptions.csv", "work-entries.jsonl.zst",
                "prolon.txt",
            ])
        #expect(!office.text.contains("extends"))
        // What an export keeps is read without the other file.
        #expect(try read(office.text, named: "exported.yaml", nil) == office)
    }

    @Test("shows a mistake in the file that has it") func mistakes() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            try String(contentsOfFile: ShippedPipelines.folder + "/payroll-monthly.yaml", encoding: .utf8).replacing(
                "half-up", with: "halfup"), to: "base.yaml")
        let error = try #require(throws: PipelineFileError.self) {
            try read("extends: base\npipeline: payroll\nrejects: { maximum: 3 }\n", PipelineFolders([folder.path]))
        }
        let text = error.render()
        #expect(text.contains("office.yaml:3:12: Unknown key \"maximum\""), "\(text)")
        #expect(text.contains("\(folder.path)/base.yaml:") && text.contains("rounding: halfup"), "\(text)")
    }

    @Test(
        "says nothing twice, and leaves out nothing that isn't there",
        arguments: [
            ("  - { file: payrol.xml, format: none }", "Unknown format"),
            (
                "  - { file: payroll.csv, format: payroll-csv }\n  - { file: payroll.csv, format: payroll-csv }",
                "payroll.csv"
            ),
        ])
    func outputs(items: String, said: String) throws {
        let error = try #require(throws: PipelineFileError.self) {
            try read("extends: payroll-monthly\npipeline: payroll\noutputs:\n" + items + "\n")
        }
        #expect(error.render().contains(said) && error.render().contains("office.yaml:"), "\(error.render())")
    }

    @Test("names a file that is there and extends none, but can have the name of the file that it extends")
    func names() throws {
        let folder = try TemporaryFolder()
        try folder.write("extends: payroll-monthly\npipeline: one\n", to: "own/one.yaml")
        try folder.write("extends: payroll-monthly\ntitle: Ours\n", to: "own/payroll-monthly.yaml")
        let folders = PipelineFolders([folder.path + "/own", ShippedPipelines.folder])
        for (text, said) in [
            ("extends: one\npipeline: two\n", "extends another file itself"),
            ("extends: payrol-monthly\npipeline: two\n", "There is no pipeline called \"payrol-monthly\""),
            ("extends: [one]\npipeline: two\n", "extends nothing that can be found"),
        ] {
            let error = try #require(throws: PipelineFileError.self) { try read(text, folders) }
            #expect(error.render().contains(said) && error.render().contains("office.yaml:1:10"), "\(error.render())")
        }
        let path = folder.path + "/own/payroll-monthly.yaml"
        let own = try Pipeline.load(path: path, catalog: Gantry.catalog, pipelines: folders)
        #expect(own.title == "Ours" && own.name == "payroll-monthly")
    }
}
