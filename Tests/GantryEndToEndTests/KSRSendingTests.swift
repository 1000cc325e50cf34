import Testing

/// The shipped pipelines that send to KSR Cranes, through the built program against the sample back end.
@Suite("Sending to KSR Cranes") struct KSRSendingTests {
    @Test("Pictures are put once, and a second run does nothing")
    func profileImages() async throws {
        let job = try await KSRSending("profile-images-upload")
        let plan = try await job.command("plan", "profile-images").run()
        plan.expect(exit: 2)
        #expect(try job.effects().isEmpty)
        let run = try await job.command("run", "profile-images").run()
        try #require(run.code == 2, "\(run)")
        #expect(try job.states("profile-images") == ["done", "done", "refused", "refused"])
        let effects = try job.effects()
        #expect(Set(effects.map(\.id)) == Set(try job.ids("profile-images").prefix(2)) && effects.count == 2)
        #expect(try job.errors("profile-images").first?.contains("no worker 999") == true)
        #expect(try await job.command("run", "profile-images").run().code == 3)
        #expect(try job.effects().count == 2)
    }

    @Test("A picture whose answer is lost is put again, in its own place")
    func lostPicture() async throws {
        let job = try await KSRSending("profile-images-upload", faults: ["profile-image:close"])
        let sheet = try job.sheet("file,worker\nprofile-images/1001.jpg,1001\n")
        let run = try await job.command("run", "own", sheet: sheet).run()
        run.expect(exit: 0)
        #expect(try job.effects().last?.id == job.ids("own").first)
    }

    @Test("A picture that is refused after a lost answer may be there, and a person decides")
    func refusedAfterLoss() async throws {
        let job = try await KSRSending(
            "profile-images-upload", faults: ["profile-image:close", "profile-image:after=1:status=422"])
        let sheet = try job.sheet("file,worker\nprofile-images/1001.jpg,1001\n")
        let run = try await job.command("run", "own", sheet: sheet).run()
        run.expect(exit: 1)
        #expect(try job.effects().count == 1)
        let shown = try await job.command(["show", "profile-images-upload/own/r1"]).run()
        #expect(
            shown.out.contains("unknown") && shown.out.contains("can't be asked whether it has the row"), "\(shown)")
    }

    /// A shipped pipeline with its sample sheet, and what becomes of the rows.
    struct Sample: Sendable, CustomTestStringConvertible {
        let pipeline: String
        let sheet: String
        /// How many rows are taken first, and how many are refused after them.
        let done: Int
        let refused: Int
        let effects: [String]
        var more: [String] = []
        var testDescription: String { pipeline }

        static let all = [
            Sample(
                pipeline: "documents-upload", sheet: "documents", done: 3, refused: 2,
                effects: Array(repeating: "documents", count: 3)),
            Sample(
                pipeline: "timesheets-upload", sheet: "timesheets", done: 2, refused: 2,
                effects: Array(repeating: "upload-timesheet", count: 2)),
            Sample(pipeline: "signatures-upload", sheet: "signatures", done: 1, refused: 1, effects: ["signature"]),
            Sample(
                pipeline: "work-entries-import", sheet: "work-entries", done: 6, refused: 3,
                effects: Array(repeating: "write-work-entries", count: 6)),
            Sample(
                pipeline: "customers-import", sheet: "customers", done: 4, refused: 2,
                effects: ["create-customer", "create-customer", "update-customer", "update-customer"],
                more: ["--create"]),
            Sample(
                pipeline: "workers-import", sheet: "workers", done: 4, refused: 2,
                effects: ["create-worker", "create-worker", "update-worker", "update-worker"], more: ["--create"]),
            Sample(
                pipeline: "notifications-read", sheet: "notifications", done: 3, refused: 1,
                effects: Array(repeating: "read-notification", count: 3)),
        ]
    }

    @Test("A sample sheet is checked, sent once for each row, and not again", arguments: Sample.all)
    func samples(sample: Sample) async throws {
        let job = try await KSRSending(sample.pipeline)
        #expect(try await job.command("plan", sample.sheet, sample.more).run().code == 2)
        #expect(try job.effects().isEmpty)
        let run = try await job.command("run", sample.sheet, sample.more).run()
        try #require(run.code == 2, "\(run)")
        let states = try job.states(sample.sheet)
        let done = Array(repeating: "done", count: sample.done)
        let expected: [String] = done + Array(repeating: "refused", count: sample.refused)
        #expect(states == expected)
        #expect(try job.effects().map(\.endpoint).sorted() == sample.effects)
        #expect(try job.errors(sample.sheet).allSatisfy { !$0.isEmpty })
        #expect(try await job.command("run", sample.sheet, sample.more).run().code == 3)
        #expect(try job.effects().count == sample.effects.count)
    }

    @Test("A timesheet is for the only worker of a name or an address, and goes on so after a lost answer")
    func timesheetsByName() async throws {
        let job = try await KSRSending(
            "timesheets-upload",
            faults: ["upload-timesheet:close", "upload-timesheet:after=1:status=503:times=40"])
        let columns = "file,employeeId,taskId,weekNumber,year,entries\n"
        let sheet = try job.sheet(
            columns + "timesheets/1001-W45.pdf,worker 1001,281,45,2026,100001 100007\n"
                + "timesheets/1002-W45.pdf,WORKER1002@example.test,335,45,2026,100002\n"
                + "timesheets/1002-W45.pdf,Worker,335,46,2026,100002\n")
        let plan = try await job.command("plan", "own", sheet: sheet).run()
        #expect(plan.code == 2 && plan.out.contains("1001/281, 2026-W45"), "\(plan)")
        #expect(plan.out.contains("Numbers of workers whose name contains it: 1001, 1002"), "\(plan)")
        #expect(plan.out.contains("2 rows name a record by something else than its id:"), "\(plan)")
        #expect(plan.out.contains("row 3: WORKER1002@example.test is worker 1002, Worker 1002"), "\(plan)")
        var last = try await job.command("run", "own", sheet: sheet).run()
        last.expect(exit: 75)
        for _ in 0..<20 where last.code == 75 { last = try await job.command("run", "own", sheet: sheet).run() }
        last.expect(exit: 2)
        #expect(try job.states("own") == ["done", "done", "refused"])
        #expect(try job.effects().count == 2)
        // By their numbers they are the same rows.
        let numbers = try job.sheet(
            columns + "timesheets/1001-W45.pdf,1001,281,45,2026,100001 100007\n"
                + "timesheets/1002-W45.pdf,1002,335,45,2026,100002\n", named: "numbers.csv")
        let again = try await job.command("run", "numbers", sheet: numbers).run()
        #expect(again.code == 0 && again.out.contains("sent by an earlier run"), "\(again)")
        #expect(try job.effects().count == 2)
    }

    /// What is added is looked for, and found where it is: no effect comes twice.
    @Test(
        "A lost answer is found, and nothing is sent twice",
        arguments: [
            ("documents-upload", "documents", "documents", "documents"),
            ("timesheets-upload", "timesheets", "upload-timesheet", "upload-timesheet"),
            ("work-entries-import", "work-entries", "write-work-entries", "write-work-entries"),
            ("customers-import", "customers", "create-customer", "create-customer"),
            ("workers-import", "workers", "create-worker", "create-worker"),
        ])
    func lostAnswers(pipeline: String, sheet: String, endpoint: String, effect: String) async throws {
        let wanted = try #require(Sample.all.first { $0.pipeline == pipeline })
        for fault in ["close", "stored-status=500", "garbage"] {
            let job = try await KSRSending(pipeline, faults: ["\(endpoint):\(fault)"])
            let run = try await job.command("run", sheet, ["--transfers", "1"] + wanted.more).run()
            #expect(run.code == 2, "\(fault): \(run)")
            #expect(try job.effects().map(\.endpoint).sorted() == wanted.effects, "\(fault)")
            #expect(try job.states(sheet).count { $0 == "done" } == wanted.done, "\(fault)")
        }
    }

    @Test("A sheet whose column of numbers is not known makes nobody, unless new workers are asked for")
    func unknownNumbers() async throws {
        let job = try await KSRSending("workers-import")
        let sheet = try job.sheet(
            "Lønnr,name,email,hourly_rate,employment_type\n1004,New One,one@ny.example.test,255.50,fuld_tid\n1005,New Two,two@ny.example.test,260,fuld_tid\n"
        )
        let plan = try await job.command("plan", "own", sheet: sheet).run()
        #expect(
            plan.code == 2 && plan.out.contains("The sheet has no column for employee_id")
                && plan.out.contains("Columns that aren't read: \"Lønnr\""), "\(plan)")
        #expect(
            plan.out.contains("sheet: { columns: { employee_id: Lønnr } }")
                && plan.out.contains("creates: true"),
            "\(plan)")
        #expect(try await job.command("run", "own", sheet: sheet).run().code == 2)
        #expect(try job.states("own") == ["refused", "refused"] && job.effects().isEmpty)
        let creating = try await job.command("plan", "own", sheet: sheet, ["--create", "--json"]).run()
        #expect(creating.out.contains(#""effects":{"create":2,"change":0,"nothing":0}"#), "\(creating)")
        #expect(try await job.command("run", "own", sheet: sheet, ["--create"]).run().code == 0)
        #expect(try job.effects().map(\.endpoint) == ["create-worker", "create-worker"])
        let notices = try await KSRSending("notifications-read")
        let other = try await notices.command("plan", "notifications", ["--create"]).run()
        #expect(other.code == 64 && other.err.contains("notifications-read doesn't take --create"), "\(other)")
    }

    @Test(
        "The same sheet with other columns mapped is other rows: a new revision, or no way on for a run that has not ended"
    )
    func otherMapping() async throws {
        let job = try await KSRSending("customers-import", faults: ["update-customer:times=always:status=503"])
        let sheet = try job.sheet("customer_id,name,phone,Telefon\n201,,+45 00 00 0998,+45 00 00 0999\n")
        func run(_ verb: String, _ more: String...) async throws -> Ending {
            try await job.command(verb, "own", sheet: sheet, more).run()
        }
        let unfinished = try await run("run")
        unfinished.expect(exit: 75)
        let mapping = ["--set", "sheet.columns.phone=Telefon"]
        for verb in ["run", "plan"] {
            let other = try await job.command(verb, "own", sheet: sheet, mapping).run()
            #expect(other.code == 78 && other.err.contains("sheet.columns.phone: nothing → \"Telefon\""), "\(other)")
        }
        let free = try await KSRSending("customers-import")
        let same = try free.sheet("customer_id,name,phone,Telefon\n201,,+45 00 00 0998,+45 00 00 0999\n")
        #expect(try await free.command("run", "own", sheet: same).run().code == 0)
        #expect(try await free.command("run", "own", sheet: same).run().code == 3)
        let plan = try await free.command("plan", "own", sheet: same, mapping).run()
        #expect(plan.code == 0 && plan.out.contains("customers-import/own/r2 would start as a new run."), "\(plan)")
        #expect(try await free.command("run", "own", sheet: same, mapping).run().code == 0)
        #expect(try free.effects().count == 2)
        #expect(try await free.command("run", "own", sheet: same, mapping).run().code == 3)
    }

    @Test("A plan counts rows that make, change and leave alone a record apart")
    func effects() async throws {
        let job = try await KSRSending("customers-import")
        let sheet = try job.sheet("customer_id,name,phone\n,New ApS,\n201,,+45 00 00 0999\n202,,\n")
        let plan = try await job.command("plan", "own", sheet: sheet, ["--create"]).run()
        let counts = [("create a record", 1), ("change a record", 1), ("change nothing", 1)]
        for (words, count) in counts { #expect(plan.out.contains(try Regex("  \(words) +\(count)\n")), "\(plan)") }
        let refused = try await job.command("plan", "own", sheet: sheet).run()
        #expect(
            refused.code == 2 && refused.out.contains("customer_id is empty, so the row would create a new customer."),
            "\(refused)")
    }

    @Test("A signature whose answer is lost is unknown until a person decides")
    func lostSignature() async throws {
        let job = try await KSRSending("signatures-upload", faults: ["signature:stored-status=500"])
        let sheet = try job.sheet("file\nsignature.png\n")
        let run = try await job.command("run", "own", sheet: sheet).run()
        run.expect(exit: 1)
        #expect(try job.effects().count == 1)
        #expect(try await job.command("run", "own", sheet: sheet, ["--accept-unknown"]).run().code == 0)
        #expect(try job.states("own") == ["done"] && job.effects().count == 1)
        let report = try await Command(
            [Product.binary, "report", "signatures-upload/own", "--workspace", job.workspace.path]
        ).succeed()
        let page = try text(of: report.lines.first.map(String.init) ?? "")
        #expect(page.contains("1 to look at, see below") && page.contains("A person accepted it as done."), "\(page)")
    }

    @Test("Hours that were handed in refuse their row and no other of the request")
    func lockedHours() async throws {
        let job = try await KSRSending("work-entries-import")
        let header = "task_id,work_date,start_time,end_time,km,is_draft\n"
        let first = try job.sheet(
            header + "281,2026-10-05,07:00,15:00,10,no\n281,2026-10-06,07:00,15:00,10,yes\n", named: "first.csv")
        #expect(try await job.command("run", "first", sheet: first).run().code == 0)
        let second = try job.sheet(
            header + "281,2026-10-05,07:00,16:00,,no\n281,2026-10-06,07:00,16:00,,no\n281,2026-10-07,07:00,16:00,,no\n",
            named: "second.csv")
        let run = try await job.command("run", "second", sheet: second).run()
        run.expect(exit: 2)
        #expect(try job.states("second") == ["refused", "done", "done"])
        #expect(try job.errors("second").first?.contains("already submitted") == true)
        #expect(try job.effects().count == 4)
    }

    @Test("A day has 24 hours in all rows of a sheet together, refused rows aside")
    func fullDay() async throws {
        let job = try await KSRSending("work-entries-import")
        let rows = [
            "281,2026-10-05,00:00,14:00", "1,2026-10-05,00:00,24:00", "335,2026-10-05,14:00,24:00",
            "334,2026-10-05,10:00,10:01",
        ]
        let sheet = try job.sheet("task_id,work_date,start_time,end_time\n" + rows.joined(separator: "\n") + "\n")
        #expect(try await job.command("run", "own", sheet: sheet).run().code == 2)
        #expect(try job.states("own") == ["done", "refused", "done", "refused"])
        #expect(
            try job.errors("own").last?.contains("more than 24 hours. The first is row 2.")
                == true)
    }

    @Test("Rows that are refused together are sent alone")
    func split() async throws {
        let job = try await KSRSending("work-entries-import", faults: ["write-work-entries:status=400"])
        let sheet = try job.sheet(
            "task_id,work_date,start_time,end_time\n281,2026-10-05,07:00,15:00\n281,2026-10-06,07:00,15:00\n")
        let run = try await job.command("run", "own", sheet: sheet).run()
        run.expect(exit: 0)
        #expect(try job.states("own") == ["done", "done"] && job.effects().count == 2)
    }

    @Test("A customer keeps what the sheet does not name")
    func customerKeeps() async throws {
        let job = try await KSRSending("customers-import")
        let first = try job.sheet("customer_id,phone\n201,+45 00 00 0999\n", named: "first.csv")
        #expect(try await job.command("run", "first", sheet: first).run().code == 0)
        // What is there already needs no request: name, address and number are still those of the sample.
        let second = try job.sheet(
            "customer_id,name,contact_email,phone,address,cvr\n201,Customer 201 A/S,office201@example.test,+45 00 00 0999,\"Havnegade 1, 0000 Eksempelby\",00062705\n",
            named: "second.csv")
        let run = try await job.command("run", "second", sheet: second).run()
        run.expect(exit: 0)
        #expect(try job.states("second") == ["done"] && job.effects().count == 1)
    }

    @Test(
        "A payroll batch that the server can't make is counted by its rows, and ends where the answer does not change")
    func failingBatch() async throws {
        let words = #"{"error":"Failed to create payroll batch","message":"Unique constraint failed on batch_number"}"#
        let job = try await KSRSending(
            "payroll-monthly",
            faults: [
                "create-payroll-batch:times=3:status=503", "create-payroll-batch:times=always:status=500:body=\(words)",
            ])
        // Without a batch at all the server's list says nothing.
        func run(_ words: String...) async throws -> Ending {
            try await job.command(words + ["--period", "2026-W43-W44"]).run()
        }
        #expect([0, 2].contains(try await run("run", "payroll-monthly").code))
        let away = try await run("run", "payroll-batch-create")
        let count = try #require(
            away.err.firstMatch(of: #/(\d+) rows couldn't be sent: the server answered 503/#)?.1, "\(away)")
        #expect(away.code == 75 && (Int(count) ?? 0) > 100, "\(away)")
        let refused = try await run("run", "payroll-batch-create")
        #expect(refused.code == 2 && refused.out.contains("Unique constraint failed on batch_number"), "\(refused)")
        #expect(try job.effects().isEmpty)
        #expect(try await run("run", "payroll-batch-create").code == 3)
    }

    @Test(
        "A payroll batch reads the columns of an export by their fields: another heading changes nothing, and a missing one is refused"
    )
    func batchColumns() async throws {
        let job = try await KSRSending("payroll-monthly")
        func run(_ words: String...) async throws -> Ending {
            try await job.command(words + ["--period", "2026-W43-W44"]).run()
        }
        let shipped = try text(of: Product.root + "/Pipelines/payroll-monthly.yaml")
        let column = "      - { field: overtimeHours, heading: overtime_hours, decimals: exact }\n"
        #expect(shipped.contains(column))
        let file = job.workspace.path + "/payroll-monthly.yaml"
        try write(shipped.replacing(column, with: ""), to: file)
        #expect([0, 2].contains(try await run("run", file).code))
        let refused = try await run("run", "payroll-batch-create")
        #expect(refused.code == 78 && refused.err.contains("no column for overtimeHours"), "\(refused)")
        try write(shipped.replacing(column, with: column.replacing("overtime_hours", with: "Overtidstimer")), to: file)
        #expect([0, 2].contains(try await run("run", file, "--revision", "next").code))
        let sent = try await run("run", "payroll-batch-create")
        sent.expect(exit: 0)
        #expect(try job.effects().count == 1)
    }

    @Test("A payroll batch is made of all rows or of none, unless a pipeline allows a part")
    func wholeBatch() async throws {
        let job = try await KSRSending("payroll-monthly")
        let period = "2026-W43-W44"
        func run(_ words: String...) async throws -> Ending {
            try await job.command(words + ["--period", period]).run()
        }
        let export = try await run("run", "payroll-monthly")
        #expect([0, 2].contains(export.code), "\(export)")
        let entries = try text(of: "\(job.workspace.exports)/payroll-monthly/\(period)/r1/data/work-entries.csv")
        let lines = entries.split(whereSeparator: \.isNewline).prefix(4)
        for (allowed, effects) in [("", 0), ("allow: [not-whole]\n", 1)] {
            let sheet = try job.sheet(
                (lines + ["99999999\(effects)" + lines[1].drop(while: \.isNumber)]).joined(separator: "\n") + "\n")
            let file = try job.sheet(
                "pipeline: batch\nconnection: ksr\nsubmit: ksr.batch-entries\n\(allowed)", named: "batch.yaml")
            let plan = try await run("plan", file, "--sheet", sheet)
            #expect(plan.code == 2 && plan.out.contains("not-whole") == allowed.isEmpty, "\(plan)")
            let sent = try await run("run", file, "--sheet", sheet)
            sent.expect(exit: 2)
            #expect(try job.effects().count == effects, "\(sent)")
        }
    }

    @Test("A document of a name that is there is replaced only where the row says so")
    func documents() async throws {
        let job = try await KSRSending("documents-upload")
        let header = "file,worker,category,replace\n"
        let first = try job.sheet(header + "documents/contract-1001.pdf,1001,contracts,\n", named: "first.csv")
        #expect(try await job.command("run", "first", sheet: first).run().code == 0)
        try write(
            try read("\(Product.root)/Samples/uploads/documents/contract-1002.pdf"),
            to: job.workspace.folder.file("contract-1001.pdf"))
        for (name, replace, code, count) in [("plain", "", Int32(2), 1), ("replacing", "yes", 0, 2)] {
            let sheet = try job.sheet(header + "contract-1001.pdf,1001,contracts,\(replace)\n", named: "\(name).csv")
            let run = try await job.command("run", name, sheet: sheet, ["--files", job.workspace.folder.path]).run()
            #expect(run.code == code, "\(run)")
            #expect(try job.effects().count == count)
        }
    }
}
