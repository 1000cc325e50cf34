import Testing

/// Servers that show what they have otherwise than it was sent, or later: each row is there once, and the run says so.
@Suite("What a server has taken") struct SentOnceTests {
    @Test(
        "is not sent again where it shows texts otherwise, with an answer or without",
        arguments: [["send-message:times=always:escaped"], ["send-message:close"]])
    func escapedMessage(faults: [String]) async throws {
        let job = try await TalkSending(faults: faults + ["conversation:times=always:escaped"])
        let file = job.workspace.folder.file("rest.yaml")
        try write(try text(of: Product.root + "/Pipelines/messages-send.yaml") + "\ntransport: rest\n", to: file)
        let run = try await job.command("run", sheet: try job.sheet([("2", "Kran & Co")]), pipeline: file).run()
        run.expect(exit: 0)
        #expect(try job.effects().count == 1)
    }

    @Test(
        "is not sent again where it shows names otherwise, with an answer or without",
        arguments: [["create-customer:escaped"], ["create-customer:close", "customers:after=1:times=always:escaped"]])
    func escapedCustomer(faults: [String]) async throws {
        let job = try await KSRSending("customers-import", faults: faults)
        let sheet = try job.sheet("name,cvr,phone\nKran & Co,12345678,+4512345678\n")
        let run = try await job.command("run", "own", sheet: sheet, ["--create"]).run()
        run.expect(exit: 0)
        #expect(try job.effects().count == 1 && job.states("own") == ["done"])
    }

    @Test("is left to a person where nothing but the name could tell, and it is shown otherwise")
    func unknownCustomer() async throws {
        let job = try await KSRSending(
            "customers-import", faults: ["create-customer:close", "customers:after=1:times=always:escaped"])
        let sheet = try job.sheet("name\nKran & Co\n")
        for _ in 1...2 {
            let run = try await job.command("run", "own", sheet: sheet, ["--create"]).run()
            #expect(run.code == 1 && run.err.contains("The outcome of 1 row is unknown"), "\(run)")
        }
        #expect(try job.effects().count == 1)
    }

    @Test(
        "is done where the answer to a change has no body or says success alone",
        arguments: [
            ("workers-import", "employee_id,phone\n1001,+4512345678\n", "update-worker"),
            ("customers-import", "customer_id,phone\n201,+4512345678\n", "update-customer"),
            ("profile-images-upload", "file,worker\nprofile-images/1001.jpg,1001\n", "profile-image"),
        ])
    func bareSuccess(pipeline: String, sheet: String, endpoint: String) async throws {
        for fault in ["stored-status=204", "stored-status=200:body={\"success\":true}"] {
            let job = try await KSRSending(pipeline, faults: ["\(endpoint):times=always:\(fault)"])
            let run = try await job.command("run", "own", sheet: try job.sheet(sheet)).run()
            #expect(run.code == 0, "\(fault): \(run)")
            #expect(try job.effects().count == 1 && job.states("own") == ["done"])
        }
    }

    @Test("long after its gateway gave up is waited for and there once") func late() async throws {
        let job = try await KSRSending("documents-upload", faults: ["documents:late=3"])
        let path = job.workspace.path + "/gantry.yaml"
        try write(try text(of: path).replacing("settle: 300ms", with: "settle: 20s"), to: path)
        let run = try await job.command(
            "run", "own",
            sheet: try job.sheet(
                "file,worker,category\ndocuments/contract-1001.pdf,1001,contracts\n")
        ).run()
        run.expect(exit: 0)
        #expect(try job.effects().count == 1 && job.states("own") == ["done"])
    }
}
