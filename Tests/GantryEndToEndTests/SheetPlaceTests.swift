import FoundationEssentials
import Testing

/// Which sheet a command takes, and where its files lie.
@Suite("The place of a sheet and of its files") struct SheetPlaceTests {
    @Test(
        "A sheet that lies in the folder by chance is not taken; one that the pipeline file names is, and its path is printed"
    )
    func nobodysSheet() async throws {
        let job = try await KSRSending("customers-import")
        let path = try job.sheet("customer_id,phone\n201,+45 00 00 0999\n", named: "customers.csv")
        for verb in ["plan", "run"] {
            let ending = try await job.command([verb, "\(Product.root)/Pipelines/customers-import.yaml"]).run()
            #expect(
                ending.code == 64 && ending.err.contains("needs a sheet") && ending.err.contains("--sheet"), "\(ending)"
            )
        }
        #expect(try job.effects().isEmpty)
        let file = try job.sheet(
            "pipeline: own\nconnection: ksr\nsubmit: ksr.customer-rows\nsheet: { file: customers.csv }\n",
            named: "own.yaml")
        let plan = try await job.command(["plan", file]).run()
        #expect(plan.code == 0 && plan.out.contains("Sheet\n  \(path)\n"), "\(plan)")
        let run = try await job.command(["run", file]).run()
        #expect(
            run.code == 0 && run.err.contains("The sheet is \(path).")
                && run.out.contains("  Sheet   \(path)\n"), "\(run)")
        let again = try await job.command(["run", file, "--json"]).run()
        #expect(again.code == 3 && again.out.contains(#""sheet":"\#(path)""#), "\(again)")
    }

    @Test("A row has the number of the sheet that is sent, and a refused one besides always that of the first sheet")
    func rowNumbers() async throws {
        let job = try await KSRSending("customers-import")
        func column(_ name: String, _ file: String, of batch: String) throws -> [String] {
            try SheetText.column(name, of: "\(job.workspace.exports)/customers-import/\(batch)/r1/data/\(file)")
        }
        let sheet = try job.sheet(
            "customer_id,phone\n9999,+45 00 00 0001\n201,+45 00 00 0999\n\n202,x\n9998,+45 00 00 0002\n")
        #expect(try await job.command("run", "own", sheet: sheet).run().code == 2)
        #expect(try column("gantry_row", "result.csv", of: "own") == ["2", "3", "5", "6"])
        #expect(try column("gantry_row", "refused.csv", of: "own") == ["2", "5", "6"])
        let refused = try text(of: "\(job.workspace.exports)/customers-import/own/r1/data/refused.csv")
        let again = try job.sheet(refused.replacing("202,x", with: "202,+45 00 00 0998"), named: "again.csv")
        #expect(try await job.command("run", "again", sheet: again).run().code == 2)
        #expect(try column("gantry_row", "result.csv", of: "again") == ["2", "3", "4"])
        #expect(try column("gantry_first_row", "result.csv", of: "again") == ["2", "5", "6"])
        #expect(try column("gantry_row", "refused.csv", of: "again") == ["2", "4"])
        #expect(try column("gantry_first_row", "refused.csv", of: "again") == ["2", "6"])
        let third = try job.sheet(
            try text(of: "\(job.workspace.exports)/customers-import/again/r1/data/refused.csv"), named: "third.csv")
        #expect(try await job.command("run", "third", sheet: third).run().code == 2)
        #expect(try column("gantry_row", "refused.csv", of: "third") == ["2", "3"])
        #expect(try column("gantry_first_row", "refused.csv", of: "third") == ["2", "6"])
        #expect(try await job.command(["verify", "customers-import/again/r1"]).run().code == 0)
    }

    @Test("A sheet with letters that two encodings read differently is sent after a person has said which it has")
    func uncertainEncoding() async throws {
        let job = try await KSRSending("workers-import")
        let start = "employee_id,name,email,hourly_rate,employment_type\n\n,"
        let bytes = Array(start.utf8) + [0xA3] + Array("ukasz,l@ny.example.test,255.50,fuld_tid\n".utf8)
        let sheet = try job.sheet("")
        try #require(FileManager.default.createFile(atPath: sheet, contents: Data(bytes)))
        for verb in ["plan", "run"] {
            let ending = try await job.command(verb, "own", sheet: sheet, ["--create"]).run()
            #expect(
                ending.code == 64
                    && ending.err.contains(
                        #"Row 3, column B (name): "£ukasz" in windows-1252, "Łukasz" in windows-1250"#)
                    && ending.err.contains("--set sheet.encoding=windows-1252"), "\(ending)")
        }
        #expect(try job.effects().isEmpty && !FileManager.default.fileExists(atPath: job.workspace.exports))
        let settled = ["--create", "--set", "sheet.encoding=windows-1250"]
        #expect(try await job.command("run", "own", sheet: sheet, settled).run().code == 0)
        #expect(try job.states("own") == ["done"])
        #expect(try await job.command(["verify", "workers-import/own/r1"]).run().code == 0)
        // The result has the encoding that the person named.
        let report = try await job.command(["report", "workers-import/own/r1"]).run()
        let page = report.lines.first.map(String.init) ?? ""
        #expect(report.code == 0 && (try? text(of: page))?.contains("Łukasz") == true, "\(report)")
    }

    @Test("The list of runs tells how far a sheet is sent, and how many rows were refused")
    func runs() async throws {
        let job = try await KSRSending("customers-import", faults: ["update-customer:after=1:times=always:status=503"])
        let sheet = try job.sheet("customer_id,phone\n201,+45 00 00 0999\n202,+45 00 00 0998\n9999,+45 00 00 0001\n")
        let run = try await job.command("run", "own", sheet: sheet, ["--transfers", "1"]).run()
        run.expect(exit: 75)
        let unfinished = try await job.command(["runs"]).run()
        #expect(unfinished.out.contains("sending: 1 of 3") && unfinished.out.contains("1 refused; "), "\(unfinished)")
        let refused = try job.sheet(
            "customer_id,phone\n9999,+45 00 00 0001\n9998,+45 00 00 0002\n", named: "refused-ones.csv")
        #expect(try await job.command("run", "refused-ones", sheet: refused).run().code == 2)
        let runs = try await job.command(["runs"]).run()
        #expect(runs.out.contains(try Regex("customers-import/refused-ones/r1 +published .* 2 refused")), "\(runs)")
        #expect(
            try await job.command(["runs", "--json"]).run().out.contains(
                #""rows":{"all":2,"done":0,"doneBefore":0,"refused":2,"unknown":0,"left":0}"#))
    }

    @Test("Neither a plan nor an event has what stands in columns that are not read, or the name of a person")
    func noNames() async throws {
        let job = try await KSRSending("workers-import")
        let sheet = try job.sheet(
            "employee_id,name,email,hourly_rate,employment_type,CPR\n1004,Secret Name,secret@example.test,x,fuld_tid,010203-1234\n,Secret Name,secret@example.test,200,fuld_tid,010203-1234\n"
        )
        for more in [[], ["--json"]] {
            for verb in ["plan", "run"] {
                let ending = try await job.command(verb, "own", sheet: sheet, ["--create"] + more).run()
                #expect([2, 3].contains(ending.code), "\(ending)")
                for word in ["Secret", "secret@", "010203"] {
                    #expect(!(ending.out + ending.err).contains(word), "\(word): \(ending)")
                }
            }
        }
        let plan = try await job.command("plan", "other", sheet: sheet, ["--create", "--json", "--period", "2026-10"])
            .run()
        #expect(plan.out.contains(#""row":2,"target":"1004, fuld_tid""#), "\(plan)")
    }

    @Test("Files that lie in another folder are told of once, with that folder")
    func otherFolder() async throws {
        let job = try await KSRSending("documents-upload")
        let folder = job.workspace.folder
        // A path of another system among them says nothing of the folder.
        _ = try job.sheet(
            "file,worker,category\nx\\a.pdf,1001,contracts\na.pdf,1001,contracts\nb.pdf,1002,contracts\nc.pdf,1003,contracts\n"
        )
        func run(_ verb: String, _ more: String...) async throws -> Ending {
            try await job.command(
                [verb, "\(Product.root)/Pipelines/documents-upload.yaml", "--sheet", "own.csv"] + more
            ).run()
        }
        let nowhere = try await run("plan")
        #expect(
            nowhere.code == 64 && nowhere.err.contains("None of the sheet's 3 files is in \"\(folder.path)\"."),
            "\(nowhere)")
        try FileManager.default.createDirectory(atPath: folder.file("scans"), withIntermediateDirectories: false)
        for name in ["a", "b"] {
            try write(
                try read("\(Product.root)/Samples/uploads/documents/contract-1001.pdf"),
                to: folder.file("scans/\(name).pdf"))
        }
        for verb in ["plan", "run"] {
            let ending = try await run(verb)
            ending.expect(exit: 64)
            #expect(
                ending.err.contains(
                    "None of the sheet's 3 files is in \"\(folder.path)\"; \"scans\" has 2 of them."), "\(ending)")
            #expect(ending.err.contains("--files scans"), "\(ending)")
        }
        // Where each can be found, nobody has to name the folder.
        _ = try job.sheet("file,worker,category\na.pdf,1001,contracts\nb.pdf,1002,contracts\n", named: "found.csv")
        let found = try await job.command([
            "plan", "\(Product.root)/Pipelines/documents-upload.yaml", "--sheet", "found.csv",
        ]).run()
        #expect(found.code == 0 && found.out.contains("row 2: a.pdf is scans/a.pdf"), "\(found)")
        // Where one is there, each row says what is wrong with its own.
        let plan = try await run("plan", "--files", "scans")
        #expect(plan.code == 2 && plan.out.contains("There is no file \"c.pdf\""), "\(plan)")
    }
}
