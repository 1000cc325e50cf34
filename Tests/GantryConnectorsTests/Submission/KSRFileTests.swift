import GantryConnectors
import GantryEngine
import Testing

@Suite("A file for KSR Cranes")
struct KSRFileTests: OfficeRows {
    static let workers =
        #"[{"employee_id":1001,"name":"A","email":"a@example.test"},{"employee_id":1002,"name":"B","email":"b@example.test"}]"#
    static let documents = "/api/app/chef/workers/1001/documents"
    typealias Document = KSRCranes.WorkerDocument
    typealias Sheet = KSRCranes.TimesheetFile

    @Test("is refused for a worker that does not exist") func worker() async throws {
        let calls = OfficeCalls(["/api/app/chef/workers": Self.workers])
        let picture = try await KSRCranes.ProfileImage.loadReferenceData(calls)
        let document = try await Document.loadReferenceData(calls)
        #expect(row(KSRCranes.ProfileImage.submission, ["worker": "1001"]).check(picture, today: someDay).isEmpty)
        #expect(
            row(KSRCranes.ProfileImage.submission, ["worker": "7"]).check(picture, today: someDay).map(\.code) == [
                "unknown-worker"
            ])
        let bad = row(Document.submission, ["worker": "7", "category": "../x"])
        #expect(bad.check(document, today: someDay).map(\.code) == ["unknown-worker", "category"])
    }

    @Test("is for the only worker of a number, an e-mail address or a full name") func names() async throws {
        let same = #"{"employee_id":1003,"name":"Ida Holm"},{"employee_id":1004,"name":"ida  holm"}"#
        let calls = OfficeCalls(["/api/app/chef/workers": Self.workers.replacing("]", with: ",\(same)]")])
        let workers = try await Document.loadReferenceData(calls)
        for (text, number) in [("1001", 1001), ("01002", 1002), ("B@Example.test", 1002), ("a", 1001)]
            as [(String, Int64)]
        {
            var row = row(Document.submission, ["worker": text, "file": "x.pdf"])
            let state = row.resumeState(workers)
            row.restore(state)
            #expect(row.worker == number && row.check(workers, today: someDay).isEmpty, "\(text)")
            #expect(row.identity.target == String(number))
        }
        let several = row(Document.submission, ["worker": "Ida Holm"])
        #expect(several.resumeState(workers).isEmpty)
        #expect(several.check(workers, today: someDay).first?.sentence.contains("Their numbers: 1003, 1004.") == true)
        let near = row(Document.submission, ["worker": "Holm"]).check(workers, today: someDay)
        #expect(near.map(\.code) == ["unknown-worker"] && near[0].sentence.contains("contains it: 1003, 1004."))
        // One that can't be read may have the name as well.
        let odd = #"{"employee_id":1005,"name":"C","hourly_rate":"n/a"}"#
        let hidden = try await Document.loadReferenceData(
            OfficeCalls(["/api/app/chef/workers": Self.workers.replacing("]", with: ",\(odd)]")]))
        #expect(
            row(Document.submission, ["worker": "A"]).check(hidden, today: someDay).map(\.code) == [
                "workers-unreadable"
            ])
        #expect(row(Document.submission, ["worker": "a@example.test"]).check(hidden, today: someDay).isEmpty)
    }

    @Test("is refused for a worker or a task that can't be read, and the refusal says why") func unreadable()
        async throws
    {
        let odd = #"{"employee_id":1003,"name":"C","hourly_rate":"n/a"}"#
        let calls = OfficeCalls([
            "/api/app/chef/workers": Self.workers.replacing("]", with: ",\(odd)]"),
            "/api/app/tasks": #"[{"task_id":281},{"task_id":282,"title":"T"}]"#,
            "/api/app/timesheets": "[]",
        ])
        let picture = row(KSRCranes.ProfileImage.submission, ["worker": "1003"]).check(
            try await KSRCranes.ProfileImage.loadReferenceData(calls), today: someDay)
        let document = row(Document.submission, ["worker": "1003"]).check(
            try await Document.loadReferenceData(calls), today: someDay)
        #expect(picture == document && picture.map(\.code) == ["unknown-worker"])
        #expect(
            picture.first?.sentence.hasSuffix(
                " The server lists 1 unreadable worker, which may be it. Have that corrected there.") == true)
        let sheet = row(Sheet.submission, Self.cells).check(try await Sheet.loadReferenceData(calls), today: someDay)
        #expect(
            sheet.map(\.code) == ["unknown-task"]
                && sheet[0].sentence.contains("The server lists 1 unreadable task, which may be it."))
    }

    @Test("that is a timesheet may be a second one where the list has one that can't be read") func hiddenTimesheet()
        async throws
    {
        let good = #"{"id":1,"task_id":281,"employee_id":1001,"weekNumber":44,"year":2026}"#
        let calls = OfficeCalls([
            "/api/app/tasks": #"[{"task_id":281,"title":"T"}]"#,
            "/api/app/timesheets": #"[\#(good),{"id":2,"task_id":281,"employee_id":1001,"year":2026}]"#,
        ])
        let referenceData = try await Sheet.loadReferenceData(calls)
        func codes(_ week: String) -> [String] {
            row(Sheet.submission, Self.cells.merging(["weekNumber": week]) { $1 }).check(referenceData, today: someDay)
                .map(
                    \.code)
        }
        #expect(codes("44") == ["has-timesheet"] && codes("45") == ["timesheets-unreadable"])
    }

    @Test("is stored when the server reports success, with its address under either name or without it")
    func picture() async throws {
        let rows = outgoing([row(KSRCranes.ProfileImage.submission, ["worker": "1001"])])
        let found = try await KSRCranes.ProfileImage.find(rows, step: 0, server: OfficeCalls())
        #expect(word(found) == "repeatable")
        func read(_ text: String) -> String { word(KSRCranes.ProfileImage.receive(answer(text), for: rows, step: 0)) }
        #expect(
            read(#"{"success":true,"profile_picture_url":"https://f.test/p.jpg?X-Amz-Signature=1"}"#)
                == "taken https://f.test/p.jpg")
        #expect(read(#"{"success":true,"imageUrl":"https://f.test/p.jpg"}"#) == "taken https://f.test/p.jpg")
        for bare in ["", #"{"success":true}"#, #"{"success":true,"imageUrl":""}"#] { #expect(read(bare) == "taken ") }
        #expect(read(#"{"success":false,"error":"No"}"#) == "refused server-said-no")
        #expect(read("<html>") == "unclear unclear-answer")
    }

    @Test("is refused when the server leaves it out, and for a person when it took another") func leftOut() {
        let rows = outgoing(
            [row(Document.submission, ["file": "a/My Scan.PDF", "worker": "1001", "category": "contracts"])],
            content: "file=00/10240")
        func read(_ uploaded: String) -> String {
            word(
                Document.receive(
                    answer(#"{"success":true,"uploaded":[\#(uploaded)],"worker_id":1001}"#), for: rows, step: 0)
            )
        }
        let taken =
            #"{"name":"my_scan.pdf","key":"documents/1001/contracts/my_scan.pdf","category":"contracts","size":10240}"#
        #expect(read(taken) == "taken documents/1001/contracts/my_scan.pdf")
        #expect(read("") == "refused left-out")
        #expect(read(taken.replacing("10240", with: "10239")) == "doubtful other-document")
        #expect(read(taken.replacing("my_scan.pdf\",\"key", with: "other.pdf\",\"key")) == "doubtful other-document")
        #expect(read(taken + "," + taken) == "doubtful other-document")
        #expect(word(Document.receive(answer(#"{"success":true}"#), for: rows, step: 0)) == "unconfirmed unconfirmed")
        #expect(word(Document.receive(answer("<html>"), for: rows, step: 0)) == "unclear unclear-answer")
    }

    @Test("is found by name, category and length, and never taken for another of its length") func findDocument()
        async throws
    {
        let rows = outgoing(
            [row(Document.submission, ["file": "Scan 1.pdf", "worker": "1001", "category": "contracts"])],
            content: "file=00/10240")
        func find(_ documents: String, taken: Set<String> = []) async throws -> String {
            word(
                try await Document.find(
                    rows, step: 0,
                    server: OfficeCalls([Self.documents: #"{"documents":[\#(documents)]}"#], taken: taken))
            )
        }
        let there =
            #"{"key":"documents/1001/contracts/scan_1.pdf","name":"scan_1.pdf","size":10240,"category":"contracts"}"#
        #expect(try await find(there) == "there documents/1001/contracts/scan_1.pdf")
        #expect(try await find("") == "missing")
        #expect(try await find(there.replacing("10240", with: "5")) == "missing")
        #expect(try await find(there.replacing("scan_1", with: "1699-x")) == "cannot tell")
        #expect(try await find(there.replacing("contracts", with: "licences")) == "missing")
        // One that the ledger has for another row says nothing about this one.
        let other = there.replacing("scan_1", with: "scan_2")
        let taken: Set = ["documents/1001/contracts/scan_2.pdf"]
        #expect(try await find(other, taken: taken) == "missing")
        #expect(try await find("\(other),\(there)") == "there documents/1001/contracts/scan_1.pdf")
    }

    @Test("of a name that is there is refused unless it is to be replaced") func hasDocument() async throws {
        let list =
            #"{"documents":[{"key":"documents/1001/general/scan.pdf","name":"scan.pdf","size":7,"category":"general"}]}"#
        let calls = OfficeCalls([Self.documents: list])
        let plain = row(Document.submission, ["file": "Scan.pdf", "worker": "1001"])
        let replacing = row(Document.submission, ["file": "Scan.pdf", "worker": "1001", "replace": "yes"])
        #expect(
            word(try await Document.request(for: outgoing([plain]), step: 0, server: calls)) == "refuse has-document")
        #expect(
            word(try await Document.request(for: outgoing([replacing]), step: 0, server: calls))
                == "POST \(Self.documents)")
        #expect(
            word(try await Document.request(for: outgoing([plain]), step: 0, server: OfficeCalls()))
                == "refuse unknown-worker")
        #expect(
            replacing.identity.replaces && !plain.identity.replaces
                && !row(Document.submission, ["replace": "no"]).identity.replaces)
    }

    static let cells = [
        "employeeId": "1001", "taskId": "281", "weekNumber": "45", "year": "2026", "entries": "[1, 2 3]",
    ]

    @Test("that is a timesheet is refused for a week that is none, a task unknown, or a second one")
    func timesheetChecks() async throws {
        let calls = OfficeCalls([
            "/api/app/tasks": #"[{"task_id":281,"title":"T"}]"#,
            "/api/app/timesheets":
                #"[{"id":70001,"task_id":281,"employee_id":1001,"weekNumber":44,"year":2026,"timesheetUrl":"https://f.test/a.pdf"}]"#,
        ])
        let referenceData = try await Sheet.loadReferenceData(calls)
        func codes(_ change: [String: String]) -> [String] {
            row(Sheet.submission, Self.cells.merging(change) { $1 }).check(referenceData, today: someDay).map(\.code)
        }
        #expect(codes([:]) == [])
        #expect(codes(["weekNumber": "44"]) == ["has-timesheet"])
        #expect(codes(["weekNumber": "53", "year": "2025"]) == ["no-such-week"])
        #expect(codes(["taskId": "9", "entries": "1;x"]) == ["entries", "unknown-task"])
        let blind = try await Sheet.loadReferenceData(
            OfficeCalls(forbidden: ["/api/app/tasks", "/api/app/timesheets"]))
        #expect(row(Sheet.submission, Self.cells.merging(["taskId": "9"]) { $1 }).check(blind, today: someDay).isEmpty)
    }

    @Test("that is a timesheet is found among those that were not there before") func findTimesheet() async throws {
        func list(_ ids: [Int]) -> String {
            "["
                + ids.map {
                    #"{"id":\#($0),"task_id":281,"employee_id":1001,"weekNumber":45,"year":2026,"timesheetUrl":"https://f.test/\#($0).pdf?s=1"}"#
                }
                .joined(separator: ",") + #",{"id":1,"task_id":281,"employee_id":1001,"weekNumber":40,"year":2026}]"#
        }
        let own = "/api/app/worker/timesheets"
        let all = "/api/app/timesheets"
        let sheet = row(Sheet.submission, Self.cells)
        func find(_ resumeState: String, _ calls: OfficeCalls) async throws -> String {
            word(try await Sheet.find(outgoing([sheet], resumeState: resumeState), step: 1, server: calls))
        }
        #expect(
            word(try await Sheet.request(for: outgoing([sheet]), step: 0, server: OfficeCalls([own: list([5, 6])])))
                == "there seen:5 6")
        #expect(
            word(
                try await Sheet.request(
                    for: outgoing([sheet]), step: 0, server: OfficeCalls([all: list([5])], forbidden: [own])))
                == "there seen:5")
        #expect(
            word(try await Sheet.request(for: outgoing([sheet]), step: 0, server: OfficeCalls(forbidden: [own, all])))
                == "there seen:?")
        #expect(try await find("seen:5", OfficeCalls([own: list([5, 6])])) == "there https://f.test/6.pdf")
        #expect(try await find("seen:", OfficeCalls([own: list([6])])) == "there https://f.test/6.pdf")
        #expect(try await find("seen:5", OfficeCalls([own: list([5])])) == "missing")
        #expect(try await find("seen:?", OfficeCalls([own: list([5])])) == "cannot tell")
        #expect(try await find("seen:5", OfficeCalls(forbidden: [own, all])) == "cannot tell")
    }

    @Test("that is a signature goes as base64 in JSON, and is never looked up") func signature() async throws {
        #expect(try await !KSRCranes.SignatureFile().canBeFound(OfficeCalls(), allowing: []))
        let rows = outgoing([KSRCranes.SignatureFile()])
        guard
            case .call(let request) = try await KSRCranes.SignatureFile.request(
                for: rows, step: 0, server: OfficeCalls()),
            case .jsonWithFile(let before, "file", let after) = request.body
        else { return #expect(Bool(false), "it is no JSON with a file") }
        #expect(before + "AA==" + after == #"{"signatureBase64":"AA=="}"# && !request.isRepeatable)
        #expect(
            word(
                KSRCranes.SignatureFile.receive(
                    answer(#"{"signatureId":3,"signatureUrl":"u"}"#, status: 201), for: rows, step: 0)) == "taken 3")
        #expect(
            word(KSRCranes.SignatureFile.receive(answer("{}", status: 201), for: rows, step: 0))
                == "unconfirmed unconfirmed")
        #expect(word(try await KSRCranes.SignatureFile.find(rows, step: 0, server: OfficeCalls())) == "cannot tell")
    }
}
