import Foundation
import GantrySandbox
import Testing

@Suite("Files for KSR Cranes")
struct WorkerFilesTests {
    static let worker = "/api/app/chef/workers/1001"

    @Test("A profile image is taken by its declared type and shown on the worker; size and type are refused with 400")
    func profileImage() async throws {
        try await withSignedIn { client in
            let path = "\(Self.worker)/profile-image"
            let answer = try await withFile([1, 2, 3]) {
                try await client.form(path, ["profile_image=@\($0);type=image/webp;filename=a.webp"])
            }
            #expect(answer.status == 200)
            let url = try #require(answer.object["imageUrl"] as? String)
            #expect(answer.object["profile_picture_url"] as? String == url && answer.object["success"] as? Bool == true)
            let listed = try #require(try await client.get("/api/app/chef/workers").json as? [[String: Any]])
            #expect(listed.first?["profile_picture_url"] as? String == url)
            try await withFile([UInt8](repeating: 7, count: (5 << 20) + 1)) { file in
                let large = try await client.form(path, ["profile_image=@\(file);type=image/jpeg"])
                #expect(large.status == 400)
                #expect(try await client.form(path, ["profile_image=@\(file);type=image/gif"]).status == 400)
                #expect(
                    try await client.form("/api/app/chef/workers/1/profile-image", ["profile_image=@\(file)"]).status
                        == 404)
            }
            try await withFile([UInt8](repeating: 7, count: 13 << 20)) { file in
                let large = try await client.form(path, ["profile_image=@\(file);type=image/jpeg"])
                #expect(large.status == 400 && large.object["error"] is String)
            }
            #expect(try await client.form(path, ["image=x"]).status == 400)
            #expect(client.sandbox.effects.map(\.size) == [3])
        }
    }

    @Test("Documents are taken several at a time, and one that is too large is left out without a word")
    func documents() async throws {
        try await withSignedIn { client in
            let path = "\(Self.worker)/documents"
            try await withFile([UInt8](repeating: 7, count: (10 << 20) + 1)) { large in
                try await withFile([9]) { small in
                    let answer = try await client.form(
                        path,
                        [
                            "files=@\(small);filename=Kran Bevis.PDF;type=application/pdf",
                            "files=@\(large);filename=b.pdf", "category=certificates",
                        ])
                    #expect(
                        answer.status == 200 && answer.object["success"] as? Bool == true
                            && answer.object["worker_id"] as? Int == 1_001)
                    let uploaded = try #require(answer.object["uploaded"] as? [[String: Any]])
                    #expect(uploaded.count == 1)
                    #expect(uploaded[0]["name"] as? String == "kran_bevis.pdf" && uploaded[0]["size"] as? Int == 1)
                    #expect(uploaded[0]["key"] as? String == "documents/1001/certificates/kran_bevis.pdf")
                    // Again: one object, two effects.
                    _ = try await client.form(
                        path, ["files=@\(small);filename=Kran Bevis.PDF", "category=certificates"])
                }
            }
            let list = try await client.get(path).object
            #expect(list["total_count"] as? Int == 1 && list["worker_name"] as? String == "Worker 1001")
            let document = try #require((list["documents"] as? [[String: Any]])?.first)
            #expect(
                document["extension"] as? String == "pdf" && document["url"] is String
                    && document["isFolder"] as? Bool == false)
            #expect(list["categories"] as? [String] == ["certificates"])
            #expect(client.sandbox.effects.map { $0.identity["fileName"] } == ["Kran Bevis.PDF", "Kran Bevis.PDF"])
            #expect(try await client.form(path, ["category=x"]).status == 400)
            #expect(try await client.send(path, "{}").status == 400)
        }
    }

    @Test("A timesheet is a new row each time, under one address, and needs its fields, its task and its entries")
    func timesheets() async throws {
        try await withSignedIn { client in
            let path = "/api/app/upload-timesheet"
            let fields = ["employeeId=1001", "taskId=110", "weekNumber=40", "year=2026", "entries=[100001,100002]"]
            let before = try #require(try await client.get("/api/app/timesheets").json as? [[String: Any]])
            try await withFile(Array("%PDF-".utf8)) { file in
                let pdf = "pdf=@\(file);filename=t.pdf"
                let first = try await client.form(path, [pdf] + fields)
                #expect(first.status == 200 && first.object["success"] as? Bool == true)
                let second = try await client.form(path, [pdf] + fields)
                #expect(second.object["timesheetUrl"] as? String == first.object["timesheetUrl"] as? String)
                for index in fields.indices {
                    var fewer = fields
                    fewer.remove(at: index)
                    #expect(try await client.form(path, [pdf] + fewer).status == 400, "\(fields[index])")
                }
                #expect(try await client.form(path, fields).status == 400)
                #expect(
                    try await client.form(
                        path, [pdf, "employeeId=1001", "taskId=9", "weekNumber=40", "year=2026", "entries=[100001]"]
                    ).status == 404)
                #expect(try await client.form(path, [pdf] + fields.dropLast() + ["entries=[1]"]).status == 404)
            }
            let after = try #require(try await client.get("/api/app/timesheets").json as? [[String: Any]])
            #expect(after.count == before.count + 2)
            #expect(after.first?["weekNumber"] as? Int == 40 && after.first?["entriesCount"] as? Int == 2)
            #expect(client.sandbox.effects.map(\.size) == [5, 5])
        }
    }

    @Test("A signature is a PNG in base64")
    func signature() async throws {
        try await withSignedIn { client in
            let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).base64EncodedString()
            let answer = try await client.send("/api/app/signature", #"{"signatureBase64":"\#(png)"}"#)
            #expect(
                answer.status == 201 && answer.object["signatureId"] as? Int == 1
                    && answer.object["signatureUrl"] is String)
            for wrong in [#"{"signatureBase64":"?"}"#, #"{"signatureBase64":"AAAA"}"#, "{}"] {
                #expect(try await client.send("/api/app/signature", wrong).status == 400)
            }
            #expect(client.sandbox.effects.map(\.size) == [8])
        }
    }
}
