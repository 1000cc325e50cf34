import GantryRuns
import GantryYAML
import Testing

@Suite("A file that sends rows") struct ImportPipelineTests {
    private func read(
        _ kind: String, _ more: String, _ overrides: [String] = []
    ) throws(PipelineFileError) -> Pipeline.Import? {
        let text = "pipeline: p\nconnection: c\nsubmit: \(kind)\n\(more)\n"
        let file = try Pipeline.read(Array(text.utf8), named: "p.yaml", catalog: Catalog.built, overrides: overrides)
        if case .imports(let work) = file.work { return work }
        return nil
    }

    @Test("makes new records only where it says so, and only where its rows can") func creates() throws {
        #expect(try read("ksr.worker-rows", "")?.creates == false)
        #expect(try read("ksr.worker-rows", "creates: true")?.creates == true)
        #expect(try read("ksr.customer-rows", "", ["creates=true"])?.creates == true)
        for (kind, more, found) in [
            ("ksr.notifications-read", "creates: true", "The rows of ksr.notifications-read have no record numbers."),
            ("ksr.worker-rows", "creates: yes", "Found the text \"yes\" for creates."),
        ] {
            let error = #expect(throws: PipelineFileError.self) { _ = try read(kind, more) }
            #expect(error?.mistakes.map(\.found) == [found])
        }
    }

    @Test("can have columns named by an option alone") func columns() throws {
        let file = try read("ksr.worker-rows", "", ["sheet.columns.employee_id=Medarbejdernr"])
        #expect(
            file?.sheet.columns == [.init(field: "employee_id", heading: "Medarbejdernr")] && file?.sheet.file == nil)
    }

    @Test("ignores columns, named in the file or by options one after the other") func ignored() throws {
        let more = "sheet: { ignore: [Note], columns: { employee_id: Nr, phone: Telefon } }"
        let file = try read("ksr.worker-rows", more, ["sheet.ignore[1]=Telefon"])
        #expect(file?.sheet.ignored == ["Note", "Telefon"])
        #expect(file?.sheet.columns == [.init(field: "employee_id", heading: "Nr")])
        let options = ["sheet.ignore[0]=Note", "sheet.ignore[1]=A = B"]
        #expect(try read("ksr.worker-rows", "", options)?.sheet.ignored == ["Note", "A = B"])
        let error = #expect(throws: PipelineFileError.self) {
            _ = try read("ksr.worker-rows", "", ["sheet.ignore[1]=Note"])
        }
        #expect(error?.mistakes.map(\.found) == [#""sheet.ignore[1]" names an item where there is no list."#])
    }

    @Test("takes words with any signs from an option, in quotation marks") func quotedWords() throws {
        let words = ["Del. tid", "a=b", "[1]", "x \"y\" \\ z"]
        let file = try read(
            "ksr.worker-rows", "", words.map { "sheet.values.employment_type.\(literal($0))=deltid" })
        #expect(file?.sheet.values["employment_type"]?.keys.sorted() == words.sorted())
        for wrong in [
            #"sheet.values.employment_type."a=deltid"#, #"sheet.values.employment_type."a"b=deltid"#, #"a.""=1"#,
        ] {
            let error = #expect(throws: PipelineFileError.self) { _ = try read("ksr.worker-rows", "", [wrong]) }
            #expect(error?.mistakes.first?.code == .syntax, "\(wrong)")
        }
    }
}
