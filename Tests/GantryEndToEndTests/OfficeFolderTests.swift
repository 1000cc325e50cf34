import Synchronization
import Testing

/// A folder of certificates as an office has it: an Excel workbook in Danish, files named by another computer, without endings, in
/// other capitals and in a folder for each leave, and two rows that are wrong; with photos of bookings in another sheet of the workbook.
@Suite("A folder of an office") struct OfficeFolderTests {
    @Test("is sent in two rounds, and the plan names every doubt before anything goes") func rounds() async throws {
        let upload = try await OfficeFolder.upload()
        let plan = try await upload.command(verb: "plan", sheet: "october.xlsx").run()
        plan.expect(exit: 2)
        for said in [
            "Recognised columns: Fil is file, Ansøgning is leave, Art is type", "Ignored columns: note",
            "The headings are in row 3", "a sum: I alt", "would be refused",
            "\"scan-\(OfficeFolder.doubtful).jpg\" and",
            "There is no file \"scan-\(OfficeFolder.missing)\"",
        ] { #expect(plan.out.contains(said), "\(said): \(plan)") }
        #expect(plan.lines.count { $0.contains("file-missing") } == 2, "\(plan)")
        let first = try await upload.command(sheet: "october.xlsx").run()
        first.expect(exit: 2)
        #expect(try upload.effects().count == OfficeFolder.count - 2)
        // What was wrong is set right: the file is there, and the row names one of two.
        try write(Upload.certificate(OfficeFolder.missing), to: upload.scan("scan-\(OfficeFolder.missing).pdf"))
        let refused = try text(of: upload.published() + "/data/refused.csv")
        try write(
            refused.replacing("scan-\(OfficeFolder.doubtful),", with: "scan-\(OfficeFolder.doubtful).pdf,"),
            to: upload.folder.file("rest.csv"))
        let second = try await upload.command(sheet: "rest.csv").run()
        second.expect(exit: 0)
        let effects = try upload.effects()
        #expect(effects.count == OfficeFolder.count && Set(effects.map(\.target)).count == OfficeFolder.count)
        let leaves = try await Upload.leaves.value
        let nested = effects.first { $0.target == "\(leaves[3]) medical" }?.sha256
        let digests = try await upload.digests(["\(leaves[3]) Ferie/attest.pdf"])
        #expect(nested == digests.values.first)
    }

    @Test("has words and headings that were mapped once, which are offered for the next sheet") func mapped()
        async throws
    {
        let upload = try await Upload()
        try await upload.fill(2)
        let leaves = try await Upload.leaves.value
        func sheet(_ name: String, _ scan: Int) throws {
            try write(
                "\u{FEFF}Bilag,Sag,type\r\nscan-\(scan).pdf,\(leaves[scan]),Lægeattest\r\n",
                to: upload.folder.file(name))
        }
        try sheet("october.csv", 0)
        try sheet("november.csv", 1)
        let shipped = upload.pipeline.withLock { $0 }
        let columns = "columns: { file: \"Bilag\", leave: \"Sag\" }"
        func use(_ lines: String) throws {
            let file = upload.folder.file("certificates-upload.yaml")
            try write(try text(of: shipped) + "sheet: { \(lines) }\n", to: file)
            upload.pipeline.withLock { $0 = file }
        }
        let unknown = try await upload.command(verb: "plan").run()
        #expect((unknown.code ?? 0) != 0 && !unknown.err.contains("read a sheet with these headings"), "\(unknown)")
        let values = "values: { type: { \"Lægeattest\": \"medical\" } }"
        try use("\(columns), \(values)")
        let first = try await upload.command().run()
        first.expect(exit: 0)
        upload.pipeline.withLock { $0 = shipped }
        let offered = try await upload.command(sheet: "november.csv").run()
        #expect(
            offered.err.contains("certificates-upload/october/r1 read a sheet with these headings.")
                && offered.err.contains("sheet: { \(columns) }"), "\(offered)")
        // What the pipeline file has already is not offered again.
        try write(
            "\u{FEFF}Bilag,Sag,Xyz\r\nscan-1.pdf,\(leaves[1]),medical\r\n", to: upload.folder.file("december.csv"))
        try use(columns)
        let lacking = try await upload.command(sheet: "december.csv").run()
        #expect(
            lacking.err.contains("Required columns are missing: \"type\"") && !lacking.err.contains("these headings"),
            "\(lacking)")
        let word = try await upload.command(verb: "plan", sheet: "november.csv").run()
        #expect(word.code == 2 && word.out.contains("sheet: { \(values) }"), "\(word)")
        try use("\(columns), \(values)")
        #expect(try await upload.command(sheet: "november.csv").run().code == 0)
        #expect(try upload.effects().count == 2)
    }

    @Test("arrives once, however often its sending is killed") func killed() async throws {
        let template = try await OfficeFolder.upload()
        let whole = try await template.command(sheet: "october.xlsx").run()
        try #require(whole.code == 2, "\(whole)")
        let pace = Pace(whole.took)
        let trials = Trials(what: "SIGKILL of an office's folder", test: "OfficeFolderTests")
        await trials.run(hits: 20 * Product.trials) { number in
            var random = Seeded(trial: number, salt: 83)
            let upload = try await OfficeFolder.upload()
            let command = upload.command(sheet: "october.xlsx")
            let killed = try await command.killed(after: pace.instant(using: &random))
            guard killed.wasKilled else {
                pace.took(killed.took)
                return .late
            }
            let again = try await command.run()
            guard again.code == 2 || again.code == 3 else { return .broken("\(again)") }
            let targets = try upload.effects().map(\.target)
            return targets.count == OfficeFolder.count - 2 && Set(targets).count == targets.count
                ? .held : .broken("\(targets.count) certificates arrived for \(Set(targets).count) leaves")
        }
    }
}
