import Glibc
import Synchronization
import Testing

/// What a fault of the server makes of a row: its state, the exit code, and what the server has.
@Suite("A row that meets a fault of the server") struct SendingFaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let faults: [String]
        let exit: Int32
        /// Of the first row; the other two are done where the run ends.
        let state: String
        let effects: Int
        /// How often it was sent, as the result sheet says; nil where that can differ.
        var attempts: Int?
        var testDescription: String { faults.joined(separator: ", ") }

        static let all = [
            // What the server did not take is sent again.
            Case(faults: ["certificate:unread"], exit: 0, state: "done", effects: 3, attempts: 2),
            Case(faults: ["certificate:status=500"], exit: 0, state: "done", effects: 3, attempts: 2),
            Case(faults: ["certificate:status=503"], exit: 0, state: "done", effects: 3, attempts: 2),
            Case(faults: ["certificate:status=408"], exit: 0, state: "done", effects: 3, attempts: 2),
            // A server that says not now has not acted; the gate sends it again.
            Case(faults: ["certificate:status=429"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:status=429:retry-after=1"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:expire-token"], exit: 0, state: "done", effects: 3, attempts: 1),
            // What it took is found.
            Case(faults: ["certificate:stored-status=500"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:stored-status=503"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:reset"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:close"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:truncate"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:wrong-length=20"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:html"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:garbage"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:empty"], exit: 0, state: "done", effects: 3, attempts: 1),
            Case(faults: ["certificate:stall=2"], exit: 0, state: "done", effects: 3, attempts: 1),
            // A false page was not taken, though it calls itself a success.
            Case(faults: ["certificate:status=200"], exit: 0, state: "done", effects: 3, attempts: 2),
            // What it refuses stays refused.
            Case(faults: ["certificate:status=400"], exit: 2, state: "refused", effects: 2, attempts: 1),
            Case(faults: ["certificate:status=404"], exit: 2, state: "refused", effects: 2, attempts: 1),
            Case(faults: ["certificate:status=409"], exit: 2, state: "refused", effects: 2, attempts: 1),
            Case(faults: ["certificate:status=413"], exit: 2, state: "refused", effects: 2, attempts: 1),
            Case(faults: ["certificate:status=422"], exit: 2, state: "refused", effects: 2, attempts: 1),
            // Where the lookup fails too it is made again.
            Case(faults: ["certificate:close", "leave:status=503"], exit: 0, state: "done", effects: 3, attempts: 1),
            // An answer to the lookup that is none, or a 404 of something in between, leaves it to the next command.
            Case(
                faults: ["certificate:close", "leave:garbage:times=always"], exit: 75, state: "sent", effects: 3,
                attempts: 1),
            Case(
                faults: ["certificate:status=500", "leave:html:times=always"], exit: 75, state: "sent", effects: 2,
                attempts: 1),
            Case(
                faults: ["certificate:close", "leave:times=always:status=404:body=<html>"], exit: 75, state: "sent",
                effects: 3, attempts: 1),
            // It can't be told only where the server's answer to the lookup says nothing.
            Case(
                faults: ["certificate:close", SendingFaultTests.silentLookup], exit: 1, state: "unknown", effects: 3,
                attempts: 1),
            Case(
                faults: ["certificate:status=500", SendingFaultTests.silentLookup], exit: 1, state: "unknown",
                effects: 2, attempts: 1),
        ]
    }

    /// A leave that does not say what certificates it has.
    static let silentLookup = "leave:times=always:status=200:body={}"

    @Test("ends as the table says, and nothing arrives twice", arguments: Case.all) func table(
        _ fault: Case
    ) async throws {
        let upload = try await Upload(faults: fault.faults)
        try await upload.fill(3)
        let ending = try await upload.command(["--transfers", "1"]).run()
        #expect(ending.status == .exited(fault.exit), "\(ending)")
        let rows = try await upload.results()
        #expect(rows.map(\.status) == [fault.state, "done", "done"], "\(rows.map(\.error))")
        if let attempts = fault.attempts { #expect(rows.first?.cells["gantry_attempts"] == "\(attempts)") }
        if ["refused", "unknown"].contains(fault.state) { #expect(rows.first?.error.isEmpty == false) }
        let effects = try upload.effects()
        #expect(effects.count == fault.effects && Set(effects.map(\.target)).count == fault.effects)
        if fault.state == "done" { #expect(try await upload.broken(rows: 3) == nil) }
    }

    @Test("twice, in the same words, is refused with them and ends the run; the words are in every report")
    func failsAlike() async throws {
        let body = #"{"error":"internal_server_error","message":"ORA-01017 in batch 7","traceId":"t-77"}"#
        let upload = try await Upload(faults: ["certificate:times=2:status=500:body=\(body)"])
        try await upload.fill(3)
        let run = try await upload.command(["--transfers", "1", "--json"]).run()
        #expect(run.code == 2 && run.out.contains(#"The server answered 500 \"ORA-01017 in batch 7\""#), "\(run)")
        let row = try await upload.results()[0]
        #expect(
            row.status == "refused" && row.cells["gantry_http_status"] == "500" && row.cells["gantry_attempts"] == "2")
        #expect(row.error == "The server answered 500 \"ORA-01017 in batch 7\". (trace id t-77)")
        #expect(try upload.effects().count == 2)
        let words = [Product.binary, "show", "certificates-upload/october/r1", "--workspace", upload.workspace.path]
        let shown = try await Command(words, environment: BackEnd.cdblLMS.credentials).run()
        #expect(
            shown.out.contains("ORA-01017 in batch 7") && shown.out.contains("t-77") && shown.out.contains("500"),
            "\(shown)")
        let json = try await Command(words + ["--json"], environment: BackEnd.cdblLMS.credentials).run()
        #expect(
            json.out.contains(#""state":"refused","code":"internal_server_error""#)
                && json.out.contains(#""traceId":"t-77""#), "\(json)")
    }

    @Test("that can't be looked up says why, and a person can decide about it") func notLookedUp() async throws {
        let upload = try await Upload(faults: ["certificate:close", "leave:garbage:times=always"])
        try await upload.fill(2)
        let run = try await upload.command(["--transfers", "1"]).run()
        #expect(
            run.code == 75 && run.err.contains("1 row was sent, but the outcome couldn't be looked up")
                && run.err.contains("--accept-unknown"), "\(run)")
        let row = try await upload.results()[0]
        #expect(
            row.status == "sent" && row.error.contains("The lookup failed: ") && row.error.contains("GET /api/leaves/"),
            "\(row.error)")
        let shown = try await Command([
            Product.binary, "show", "certificates-upload/october/r1", "--workspace", upload.workspace.path,
        ]).run()
        #expect(shown.out.contains("The lookup failed"), "\(shown)")
        let first = try await upload.command(["--transfers", "1", "--accept-unknown"]).run()
        first.expect(exit: 1)
        #expect(try await upload.results().map(\.status) == ["unknown", "done"])
        let second = try await upload.command(["--transfers", "1", "--accept-unknown"]).run()
        second.expect(exit: 0)
        #expect(try upload.effects().count == 2)
    }

    @Test("of which it can't be told is decided by a person", arguments: ["--accept-unknown", "--resend-unknown"])
    func unknown(_ choice: String) async throws {
        let upload = try await Upload(faults: ["certificate:close", Self.silentLookup])
        try await upload.fill(2)
        for _ in 0..<2 {
            let ending = try await upload.command().run()
            #expect(ending.status == .exited(1) && ending.err.contains("--accept-unknown"), "\(ending)")
            #expect(try upload.effects().count == 2)
        }
        let ending = try await upload.command([choice]).run()
        ending.expect(exit: 0)
        #expect(try upload.effects().count == (choice == "--resend-unknown" ? 3 : 2))
        #expect(try await upload.results().map(\.status) == ["done", "done"])
    }

    @Test("are decided about one by one, where a person names them") func named() async throws {
        let upload = try await Upload(faults: ["certificate:close:times=2", Self.silentLookup])
        try await upload.fill(3)
        #expect(try await upload.command(["--transfers", "1"]).run().code == 1)
        #expect(try await upload.results().map(\.status) == ["unknown", "unknown", "done"])
        let one = try await upload.command(["--accept-unknown", "--rows", "2"]).run()
        #expect(one.code == 1 && one.err.contains("The outcome of 1 row is unknown"), "\(one)")
        #expect(try await upload.results().map(\.status) == ["done", "unknown", "done"])
        let known = try await upload.command(["--resend-unknown", "--rows", "2,3"]).run()
        #expect(known.code == 64 && known.err.contains("The outcome of row 2 isn't unknown"), "\(known)")
        #expect(try await upload.results().map(\.status) == ["done", "unknown", "done"])
        #expect(try await upload.command(["--resend-unknown", "--rows", "3"]).run().code == 0)
        #expect(try upload.effects().count == 4)
        #expect(try await upload.command(["--rows", "3"]).run().code == 64)
    }

    @Test("are decided about by the numbers of the sheet that is sent, also where it has those of another one")
    func numbered() async throws {
        let upload = try await Upload(faults: ["certificate:close:times=2", Self.silentLookup])
        try await upload.fill(2)
        let path = upload.folder.file("october.csv")
        let lines = try text(of: path).split(whereSeparator: \.isNewline)
        try write(zip(lines, ["gantry_row", "3", "2"]).map { "\($0),\($1)\r\n" }.joined(), to: path)
        #expect(try await upload.command(["--transfers", "1"]).run().code == 1)
        let numbers = try await upload.results().map { [$0.cells["gantry_row"], $0.cells["gantry_first_row"]] }
        #expect(numbers == [["2", "3"], ["3", "2"]])
        let shown = try await Command([
            Product.binary, "show", "certificates-upload/october/r1", "--workspace", upload.workspace.path,
        ]).succeed()
        #expect(shown.out.contains("2  unknown") && shown.out.contains("3  unknown"), "\(shown)")
        let one = try await upload.command(["--accept-unknown", "--rows", "2"]).run()
        #expect(one.code == 1 && one.err.contains("Counted as done, as you decided: row 2 (scan-0.pdf"), "\(one)")
        #expect(try await upload.results().map(\.status) == ["done", "unknown"])
    }

    @Test(
        "whose leave had a certificate that may be replaced is unknown when its answer is lost, and not taken for the old one"
    )
    func replaced() async throws {
        let upload = try await Upload(faults: ["certificate:after=2:status=500"])
        try await upload.fill(2)
        #expect(try await upload.command().run().status == .exited(0))
        for number in 0..<2 { try write(Upload.certificate(500 + number), to: upload.scan("scan-\(number).pdf")) }
        try write(try text(of: upload.folder.file("october.csv")), to: upload.folder.file("november.csv"))
        let refused = try await upload.command(verb: "plan", sheet: "november.csv").run()
        #expect(refused.status == .exited(2) && refused.out.contains("has-certificate"), "\(refused)")
        let pipeline = try text(of: Product.root + "/Pipelines/certificates-upload.yaml").replacing(
            "# allow:", with: "allow:")
        try write(pipeline, to: upload.folder.file("certificates-upload.yaml"))
        upload.pipeline.withLock { $0 = upload.folder.file("certificates-upload.yaml") }
        let ending = try await upload.command(["--transfers", "1"], sheet: "november.csv").run()
        ending.expect(exit: 1)
        let rows = try await upload.results("november")
        #expect(
            rows.map(\.status) == ["unknown", "done"] && rows[0].error.contains("already had"), "\(rows.map(\.error))")
    }

    @Test("is as if nothing was sent where nobody answers or every answer is not now") func notNow() async throws {
        let upload = try await Upload(faults: ["certificate:status=429:times=always:retry-after=3600"])
        try await upload.fill(3)
        let limited = try await upload.command(["--transfers", "1"]).run()
        limited.expect(exit: 75)
        #expect(try await upload.results().map(\.status) == ["planned", "planned", "planned"])
        #expect(try upload.effects().isEmpty)
        let away = try await Upload()
        try await away.fill(2)
        try BackEnd.cdblLMS.configure(away.workspace, "http://127.0.0.1:9")
        let child = try away.command().start()
        try await child.says("Attempt ")
        child.signal(SIGTERM)
        let refused = try await child.ending()
        refused.expect(exit: 75)
        #expect(try away.effects().isEmpty)
    }

    @Test("is left where the server is broken for all of them, and the run ends before it has tried them all")
    func broken() async throws {
        let upload = try await Upload(faults: ["certificate:status=503:times=always"])
        try await upload.fill(20)
        let ending = try await upload.command(["--transfers", "1"]).run()
        ending.expect(exit: 75)
        #expect(try upload.effects().isEmpty)
        let rows = try await upload.results()
        #expect(
            rows.allSatisfy { $0.status == "planned" } && rows.last?.cells["gantry_attempts"] == "0",
            "\(rows.map(\.cells))")
    }
}
