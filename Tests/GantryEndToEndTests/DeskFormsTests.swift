import Testing

/// Forms of the desk that can't be done as they were filled in.
@Suite("A form that was refused") struct DeskFormsTests {
    @Test("is given back with what was typed, but for the password") func setup() async throws {
        let workspace = try Workspace("desk")
        let desk = try await DeskProgram(workspace.path, ["--language", "en"])
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let form = try await desk.get("/setup?system=ksr-cranes", cookie: cookie)
        // Port 9 discards.
        let (address, password) = ("http://127.0.0.1:9", "never-shown-5521")
        let refused = try await desk.send(
            "connect", of: form, to: "/setup",
            [("address", address), ("credential.email", "payroll@example.test"), ("secret.password", password)],
            cookie: cookie)
        let link = try #require(refused.body.firstRange(of: "href=\"/setup?again="), "\(refused)")
        let again = String(refused.body[link.lowerBound...].dropFirst("href=\"".count).prefix { $0 != "\"" })
        let back = try await desk.get(again, cookie: cookie)
        #expect(back.body.contains("value=\"\(address)\""), "\(back)")
        #expect(back.body.contains("value=\"payroll@example.test\""), "\(back)")
        #expect(!back.body.contains(password), "\(back)")
        let kept = try Tree(workspace.path + "/desk")
        #expect(!kept.files.isEmpty)
        for (name, bytes) in kept.files {
            #expect(!String(decoding: bytes, as: UTF8.self).contains(password), "\(name)")
        }
    }

    @Test("stands below the sentence that says why, as it was typed") func period() async throws {
        let office = try await DeskOffice("payroll-monthly")
        let desk = try await office.desk()
        defer { desk.child.end() }
        let cookie = try await desk.enter()
        let page = try await desk.get("/payroll/payroll-monthly", cookie: cookie)
        let refused = try await desk.send(
            "run", of: page, to: "/payroll/payroll-monthly", [("period", "2026-13")], cookie: cookie)
        #expect(refused.status == 422 && refused.body.contains("<h2>This was not done</h2>"), "\(refused)")
        #expect(refused.body.contains("name=\"period\" list=\"periods\" value=\"2026-13\""), "\(refused)")
    }
}
