import FoundationEssentials
import Testing

/// A sheet with its files, dropped, mended and sent in the desk.
@Suite("Sending a sheet in the desk") struct DeskSendingTests {
    private static let pipeline = "documents-upload"
    private static let page = "/send/documents-upload"

    @Test("shows an office's own pipeline beside those of the program") func own() async throws {
        let office = try await DeskOffice(Self.pipeline)
        let folder = office.workspace.path + "/Pipelines/"
        try write("pipeline: kunder\nextends: customers-import\n", to: folder + "kunder.yaml")
        let desk = try await office.desk()
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let all = try await desk.get("/send", cookie: cookie)
        for name in ["kunder", "customers-import", Self.pipeline] {
            #expect(all.body.contains("<b>\(name)</b>"), "\(all)")
            #expect(try await desk.get("/send/\(name)", cookie: cookie).status == 200)
        }
    }

    @Test("shows its columns, refuses two rows, mends them beside the sheet and sends every row once") func mended()
        async throws
    {
        let office = try await DeskOffice(Self.pipeline)
        let workspace = office.workspace
        let desk = try await office.desk()
        let cookie = try await desk.enter()
        defer { desk.child.end() }
        #expect(try await desk.get("/send", cookie: cookie).body.contains("<b>documents-upload</b>"))
        let first = try await desk.get(Self.page, cookie: cookie)
        let (put, token) = DeskProgram.upload(in: first.body)
        let pdf = try [UInt8](
            Data(contentsOf: URL(filePath: Product.root + "/Samples/uploads/certificates/" + Self.certificate)))
        let mark = workspace.path.filter(\.isNumber).suffix(8)
        let names = (1...4).map { "desk-\(mark)-\($0).pdf" }
        for name in names {
            #expect(try await desk.put("\(put)/\(name)", pdf, token: token, cookie: cookie).status == 201)
        }
        let rows = ["Filnavn;Nummer på medarbejder;Type"] + names.enumerated().map { "\($1);\(1001 + $0);contracts" }
        let sheet = rows.joined(separator: "\n").replacing("\(names[3]);1004", with: "\(names[3]);9999")
            .replacing("\(names[2]);", with: "nowhere.pdf;")
        #expect(try await desk.put("\(put)/oktober.csv", Array(sheet.utf8), token: token, cookie: cookie).status == 201)

        let dropped = try await desk.send("dropped", of: first, to: Self.page, cookie: cookie)
        #expect(
            dropped.body.contains("<h1>oktober.csv</h1>") && dropped.body.contains("Nummer på medarbejder"),
            "\(dropped)")
        let id = put.split(separator: "/").last.map(String.init) ?? ""
        let own = "\(Self.page)/\(id)"
        let columns = [("column.1", "worker"), ("column.2", "category")]
        let checked = try await desk.send("check", of: dropped, to: own, columns, cookie: cookie)
        #expect(
            checked.body.contains("2 refused") && checked.body.contains("The server has no worker 9999."), "\(checked)")
        // A missing file is told by its name, with the way to where it can be dropped, and not by the folder of the desk.
        let reasons = checked.texts(from: "<span class=\"error\">", to: "</td>")
        #expect(
            reasons.contains {
                $0.contains("There is no file &quot;nowhere.pdf&quot; among the dropped files.")
                    && $0.contains("href=\"#files-card\"")
            } && !reasons.contains { $0.contains("desk/dropped") }, "\(reasons)")
        let mended = try await desk.send(
            "mend", of: checked, to: own,
            [
                ("cell.4.0", names[2]), ("cell.4.1", "1003"), ("cell.5.0", names[3]), ("cell.5.1", "1004"),
                ("cell.5.2", "contracts"),
            ],
            cookie: cookie)
        #expect(mended.body.contains("nothing refused") && mended.body.contains("2 cells mended"), "\(mended)")
        #expect(try text(of: "\(workspace.path)/desk/dropped/\(id)/files/oktober.csv") == sheet)
        // A picture is one that the program made, whatever the file is.
        let picture = try await desk.get("\(put)/\(names[0])", cookie: cookie)
        #expect(picture.headers["content-type"] == ["image/jpeg"], "\(picture.headers)")
        #expect(try await desk.get("\(put)/oktober.csv", cookie: cookie).headers["content-type"] == ["image/svg+xml"])
        #expect(try await desk.get("\(put)/\(names[0])").status == 403)
        // Another sheet of the name has other rows, and the one that was mended has its changes again.
        let other = Array((sheet + "\nnoch.pdf;1001;contracts").utf8)
        #expect(try await desk.put("\(put)/oktober.csv", other, token: token, cookie: cookie).status == 201)
        #expect(try await desk.get(own, cookie: cookie).body.contains("This is another sheet than the one"))
        #expect(try await desk.put("\(put)/oktober.csv", Array(sheet.utf8), token: token, cookie: cookie).status == 201)
        let sent = try await desk.send("send", of: mended, to: own, cookie: cookie)
        #expect(sent.body.contains("<th scope=\"row\">Sent</th><td class=\"n\">4</td>"), "\(sent)")
        let run = sent.body.firstRange(of: "href=\"/runs/").map {
            "/runs/" + String(sent.body[$0.upperBound...].prefix { $0 != "\"" })
        }
        let report = try await desk.get(try #require(run), cookie: cookie)
        #expect(report.status == 200 && report.body.contains(names[2]), "\(report)")
        #expect(try await desk.get("/send", cookie: cookie).body.contains("oktober.csv"))
        // The next sheet with these headings is read as this one was.
        let next = try await desk.get(Self.page, cookie: cookie)
        let (nextPut, nextToken) = DeskProgram.upload(in: next.body)
        #expect(
            try await desk.put("\(nextPut)/november.csv", Array(sheet.utf8), token: nextToken, cookie: cookie).status
                == 201)
        let remembered = try await desk.send("dropped", of: next, to: Self.page, cookie: cookie)
        #expect(remembered.body.contains("<option value=\"worker\" selected>"), "\(remembered)")
    }

    private static let certificate = "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a05_medical.pdf"

    @Test("has only Danish words on a Danish page, in its columns and in why rows are refused") func danish()
        async throws
    {
        let office = try await DeskOffice(Self.pipeline)
        let desk = try await office.desk(language: "da")
        let cookie = try await desk.enter()
        defer { desk.child.end() }
        let first = try await desk.get(Self.page, cookie: cookie)
        let (put, token) = DeskProgram.upload(in: first.body)
        let pdf = try [UInt8](
            Data(contentsOf: URL(filePath: Product.root + "/Samples/uploads/certificates/" + Self.certificate)))
        for (name, bytes) in [("a.pdf", pdf), ("b.pdf", Array(pdf.prefix(200))), ("c.pdf", Array("Ikke en PDF".utf8))] {
            #expect(try await desk.put("\(put)/\(name)", bytes, token: token, cookie: cookie).status == 201)
        }
        let sheet = """
            file;worker;category;replace
            a.pdf;9999;contracts;
            nowhere.pdf;1001;contracts;
            b.pdf;1001;contracts;
            c.pdf;1001;contracts;
            a.pdf;;contracts;
            a.pdf;1002;=A1;
            a.pdf;1003;#N/A;
            a.pdf;1004;contracts;maybe
            a.pdf;Nobody Here;a b;
            a.pdf;1001;one;x;y
            """
        #expect(
            try await desk.put("\(put)/oktober.csv", Array(sheet.utf8), token: token, cookie: cookie).status == 201)
        let dropped = try await desk.send("dropped", of: first, to: Self.page, cookie: cookie)
        let id = put.split(separator: "/").last.map(String.init) ?? ""
        let checked = try await desk.send("check", of: dropped, to: "\(Self.page)/\(id)", cookie: cookie)
        let sentences = checked.texts(from: "<span class=\"error\">", to: "</span>")
        #expect(sentences.count >= 10, "\(checked)")
        let help = first.texts(from: "<td>", to: "</td>")
        #expect(
            sentences.contains { $0.contains("&quot;nowhere.pdf&quot; mellem de filer, der er lagt her") }, "\(checked)"
        )
        #expect(help.contains { $0.contains("Medarbejderens nummer") }, "\(first)")
        for text in sentences + help {
            #expect(EnglishWords.of(text).isEmpty, "\(text)")
        }
    }

    @Test("is told what its words mean, leaves a row out, and is checked again where files came") func words()
        async throws
    {
        let office = try await DeskOffice(
            "workers-import", own: try await Sandbox(["--entries", "60", "--employees", "6"]))
        let desk = try await office.desk()
        let cookie = try await desk.enter()
        defer { desk.child.end() }
        let page = "/send/workers-import"
        func drop(
            _ name: String, worker: Int
        ) async throws -> (page: DeskProgram.Answer, own: String, put: String, token: String) {
            let first = try await desk.get(page, cookie: cookie)
            let (put, token) = DeskProgram.upload(in: first.body)
            let sheet = Array("employee_id,employment_type\n\(worker),Del. tid\n9999,Del. tid\n".utf8)
            #expect(try await desk.put("\(put)/\(name)", sheet, token: token, cookie: cookie).status == 201)
            let own = "\(page)/\(put.split(separator: "/").last ?? "")"
            return (try await desk.send("dropped", of: first, to: page, cookie: cookie), own, put, token)
        }
        let (dropped, own, put, token) = try await drop("one.csv", worker: 1001)
        #expect(dropped.body.contains("<th scope=\"row\">Del. tid</th>"), "\(dropped)")
        let chosen = [("column.0", "employee_id"), ("column.1", "employment_type"), ("value.1.0", "deltid")]
        let checked = try await desk.send("check", of: dropped, to: own, chosen, cookie: cookie)
        #expect(checked.body.contains("1 refused") && checked.body.contains("9999"), "\(checked)")
        #expect(checked.body.contains("<option value=\"deltid\" selected>"), "\(checked)")
        let out = try await desk.send("mend", of: checked, to: own, [("out.3", "1")], cookie: cookie)
        #expect(out.body.contains("nothing refused") && out.body.contains("1 row left out"), "\(out)")
        #expect(try await desk.put("\(put)/late.pdf", [1], token: token, cookie: cookie).status == 201)
        let stale = try await desk.get(own, cookie: cookie)
        #expect(
            stale.body.contains("Files came, went or changed since the check.")
                && !stale.body.contains("name=\"what\" value=\"send\""), "\(stale)")
        let again = try await desk.send("check", of: stale, to: own, chosen, cookie: cookie)
        let sent = try await desk.send("send", of: again, to: own, [("pace", "5000")], cookie: cookie)
        #expect(
            sent.body.contains("<th scope=\"row\">Sent</th><td class=\"n\">1</td>")
                && sent.body.contains("--limit-rate 5000k"), "\(sent)")
        #expect(
            sent.body.contains("<th scope=\"row\">Left out</th><td class=\"n\">1</td>")
                && sent.body.contains("<th scope=\"row\">In the sheet</th><td class=\"n\">2</td>"), "\(sent)")
        // What was said once is known the next time.
        let (next, nextOwn, _, _) = try await drop("two.csv", worker: 1002)
        #expect(next.body.contains("<option value=\"deltid\" selected>"), "\(next)")
        // A row that stays behind is shown with why, wherever the sheet is.
        let known = try await desk.send("check", of: next, to: nextOwn, chosen, cookie: cookie)
        let partly = try await desk.send("send", of: known, to: nextOwn, cookie: cookie)
        #expect(partly.body.contains("1 row was refused") && partly.body.contains("9999"), "\(partly)")
        #expect(try await desk.get("/send", cookie: cookie).body.contains("sent, 1 refused"))
        #expect(try await desk.get("/", cookie: cookie).body.contains("href=\"\(nextOwn)\""))
        let twice = try await desk.send(
            "check", of: partly, to: nextOwn, [("column.0", "phone"), ("column.1", "phone")], cookie: cookie)
        #expect(twice.status == 422 && twice.body.contains("are both read as phone"), "\(twice)")
    }

    @Test("has a column that is recognised and not read, as the next sheet of these headings has") func notRead()
        async throws
    {
        let office = try await DeskOffice(
            "workers-import", own: try await Sandbox(["--entries", "60", "--employees", "6"]))
        let desk = try await office.desk()
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let page = "/send/workers-import"
        func drop(_ name: String) async throws -> (page: DeskProgram.Answer, own: String) {
            let first = try await desk.get(page, cookie: cookie)
            let (put, token) = DeskProgram.upload(in: first.body)
            let sheet = Array("employee_id,employment_type,Telefon\n1001,deltid,#N/A\n".utf8)
            #expect(try await desk.put("\(put)/\(name)", sheet, token: token, cookie: cookie).status == 201)
            return (
                try await desk.send("dropped", of: first, to: page, cookie: cookie),
                "\(page)/\(put.split(separator: "/").last ?? "")"
            )
        }
        let (dropped, own) = try await drop("one.csv")
        let isRead = "<option value=\"phone\" selected>"
        #expect(dropped.body.contains(isRead), "\(dropped)")
        let columns = [("column.0", "employee_id"), ("column.1", "employment_type"), ("column.2", "")]
        let checked = try await desk.send("check", of: dropped, to: own, columns, cookie: cookie)
        #expect(
            checked.body.contains("nothing refused") && checked.body.contains("sheet.ignore[0]=Telefon")
                && !checked.body.contains(isRead), "\(checked)")
        let sent = try await desk.send("send", of: checked, to: own, cookie: cookie)
        #expect(sent.body.contains("<th scope=\"row\">Sent</th><td class=\"n\">1</td>"), "\(sent)")
        let (next, nextOwn) = try await drop("two.csv")
        #expect(!next.body.contains(isRead), "\(next)")
        let again = [("column.0", "employee_id"), ("column.1", "employment_type"), ("column.2", "phone")]
        let refused = try await desk.send("check", of: next, to: nextOwn, again, cookie: cookie)
        #expect(refused.body.contains("1 refused") && refused.body.contains(isRead), "\(refused)")
    }

    @Test(
        "is for a person where what was sent can't be looked up: it says so, is led to, and stays until that is decided"
    )
    func lost() async throws {
        let upload = try await Upload(faults: ["certificate:close", "leave:garbage:times=always"])
        try await upload.fill(2)
        let (workspace, page) = (upload.workspace.path, "/send/certificates-upload")
        try FileManager.default.createDirectory(atPath: workspace + "/Pipelines", withIntermediateDirectories: true)
        try write(
            try text(of: Product.root + "/Pipelines/certificates-upload.yaml"),
            to: workspace + "/Pipelines/certificates-upload.yaml")
        let desk = try await DeskProgram(
            workspace, ["--language", "en"], environment: BackEnd.cdblLMS.credentials)
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let first = try await desk.get(page, cookie: cookie)
        let (put, token) = DeskProgram.upload(in: first.body)
        let own = "\(page)/\(put.split(separator: "/").last ?? "")"
        for path in [upload.scan("scan-0.pdf"), upload.scan("scan-1.pdf"), upload.folder.file("october.csv")] {
            let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
            let name = path.split(separator: "/").last ?? ""
            #expect(try await desk.put("\(put)/\(name)", bytes, token: token, cookie: cookie).status == 201)
        }
        let dropped = try await desk.send("dropped", of: first, to: page, cookie: cookie)
        let checked = try await desk.send("check", of: dropped, to: own, cookie: cookie)
        let sent = try await desk.send("send", of: checked, to: own, cookie: cookie)
        #expect(
            sent.body.contains("<th scope=\"row\">Without a clear answer</th><td class=\"n\">1</td>")
                && sent.body.contains("<th scope=\"row\">Waiting</th><td class=\"n\">0</td>"), "\(sent)")
        #expect(try await desk.get("/", cookie: cookie).body.contains("href=\"\(own)\""))
        let kept = try await desk.post(
            own,
            [("token", sent.token(for: own)), ("what", "forget"), ("form", String(repeating: "0", count: 32))],
            cookie: cookie)
        #expect(kept.status == 422 && kept.body.contains("only this page can finish it"), "\(kept)")
        // It is looked up once more first; what still can't be is decided about.
        let unknown = try await desk.send("accept-unknown", of: sent, to: own, cookie: cookie)
        let done = try await desk.send(
            "accept-unknown", of: unknown, to: own, [("what", "accept-unknown"), ("row", "2")], cookie: cookie)
        #expect(done.body.contains("<th scope=\"row\">Sent</th><td class=\"n\">2</td>"), "\(done)")
        #expect(try upload.effects().count == 2)
        let sure = try await desk.get(own + "?sure=forget", cookie: cookie)
        _ = try await desk.send("forget", of: sure, to: own, cookie: cookie)
        #expect(try await desk.get(own, cookie: cookie).status == 404)
    }

    @Test("is removed by itself once nobody has worked on it for a month") func old() async throws {
        let office = try await DeskOffice(Self.pipeline)
        let desk = try await office.desk()
        let cookie = try await desk.enter()
        defer { desk.child.end() }
        let root = office.workspace.path + "/desk/dropped/"
        func leave(_ digit: String, touched: String?) throws -> String {
            let folder = root + String(repeating: digit, count: 32)
            try FileManager.default.createDirectory(atPath: folder + "/files", withIntermediateDirectories: true)
            if let touched {
                try write(
                    #"{"pipeline":"\#(Self.pipeline)","dropped":"2025-01-01T00:00:00Z","touched":"\#(touched)"}"#,
                    to: folder + "/sheet.json")
            }
            return folder
        }
        let old = try leave("1", touched: "2025-01-01T00:00:00Z")
        let new = try leave("2", touched: "2100-01-01T00:00:00Z")
        let receipt = try leave("3", touched: nil)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: receipt)
        let first = try await desk.get(Self.page, cookie: cookie)
        #expect(try await desk.send("dropped", of: first, to: Self.page, cookie: cookie).status == 200)
        #expect(!exists(old) && exists(new) && !exists(receipt))
    }

    @Test("isn't repeated from the page of its command, where rows without a clear answer would be sent once more")
    func repeated() async throws {
        let office = try await DeskOffice(Self.pipeline)
        let desk = try await office.desk()
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        for (kind, isOffered) in [("send", false), ("check", false), ("login", false), ("verify", true)] {
            let id = String(repeating: "0", count: 31) + (isOffered ? "1" : "2")
            let folder = "\(office.workspace.path)/desk/commands/\(id)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try write("", to: folder + "/events.jsonl")
            try write(
                """
                {"kind":"\(kind)","subject":"a","command":["gantry","run","a","--resend-unknown"],\
                "started":"2026-11-28T12:00:00Z","process":1,"next":"/send"}
                """, to: folder + "/command.json")
            let page = try await desk.get("/commands/\(id)", cookie: cookie)
            #expect(page.status == 200 && page.body.contains("It ended without a word"), "\(kind): \(page)")
            #expect(page.body.contains("value=\"again\"") == isOffered, "\(kind): \(page)")
            #expect(page.body.contains("href=\"/send\">Go on</a>") == !isOffered, "\(kind): \(page)")
        }
    }

    @Test("keeps no file without its form, of a name that leads elsewhere, or too large") func refusedFiles()
        async throws
    {
        let office = try await DeskOffice(Self.pipeline)
        let workspace = office.workspace
        let desk = try await office.desk()
        let cookie = try await desk.enter()
        defer { desk.child.end() }
        let first = try await desk.get(Self.page, cookie: cookie)
        let (put, token) = DeskProgram.upload(in: first.body)
        let bytes = Array("text".utf8)
        #expect(try await desk.put("\(put)/a.csv", bytes, token: "", cookie: cookie).status == 403)
        #expect(
            try await desk.put("\(put)/a.csv", bytes, token: token, cookie: cookie, origin: "http://evil.example")
                .status
                == 403)
        #expect(try await desk.put("\(put)/a.csv", bytes, token: token, cookie: "").status == 403)
        let other = "/uploads/" + String(repeating: "0", count: 32)
        #expect(try await desk.put("\(other)/a.csv", bytes, token: token, cookie: cookie).status == 403)
        for name in ["..", "%2E%2E/%2E%2E/x", ".hidden", "a%2F..%2F..%2Fb", "a%00b", "", "a//b", "x.part", "a%0Ab"] {
            let answer = try await desk.put("\(put)/\(name)", bytes, token: token, cookie: cookie)
            #expect((400..<500).contains(answer.status), "\(name): \(answer)")
        }
        let large = try await desk.put("\(put)/a.csv", [], token: token, cookie: cookie, length: 2_000_000_000)
        #expect(large.status == 413, "\(large)")
        let found = try await Command(["find", workspace.path + "/desk", "-type", "f"]).run()
        #expect(found.out.isEmpty, "\(found)")
        #expect(try await desk.put("\(put)/mappe/a.csv", bytes, token: token, cookie: cookie).status == 201)
    }
}
