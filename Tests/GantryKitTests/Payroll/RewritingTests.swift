import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryKit
import GantryModel
import GantryRuns
import Testing

@Suite("A run of pay by roles that is written again") struct RewritingTests {
    private func settings(_ request: ExportRequest) -> [RunIdentity.Setting] {
        request.identity(of: request.source).settings
    }

    private func publish(_ kept: KeptRuns) async throws -> RunID {
        let request = try describedPay(kept.workspace)
        return try await kept.publish(
            "pay/2026-10/r1", kind: .payroll,
            from: RunSource(
                system: "hours", address: request.connection.baseURL.description, account: nil),
            settings: settings(request))
    }

    @Test(
        "is refused where its records are read otherwise now, with the names of what differs",
        arguments: [
            ("amount: hours", "amount: billable", "records.roles.hours.amount: \"hours\" → \"billable\""),
            ("approved: [OK]", "approved: [OK, NEW]", "records.roles.status.NEW: nothing → \"APPROVED\""),
            ("rate: rate,", "rate: raised,", "join.roles.rate: \"rate\" → \"raised\""),
            (
                "hours: { type: decimal,", "hours: { type: decimal, unit: minutes,",
                "system-file: what it said then → what it says now"
            ),
            ("name: {}", "name: { at: full_name }", "system-file: what it said then → what it says now"),
            ("      name: {}", "      email: {}\n      name: {}", "system-file: what it said then → what it says now"),
        ])
    func otherRoles(old: String, new: String, difference: String) async throws {
        let kept = try KeptRuns()
        let run = try await publish(kept)
        let request = try describedPay(kept.workspace, changing: (old, new))
        let error = await #expect(throws: RunError.self) { _ = try await Gantry.rewrite(run, request: request) }
        #expect(error?.code == .settingsChanged)
        #expect(error?.details == [difference])
        #expect(error?.advice?.text(spelling: { "\($0)" }).contains("nextRevision") == true)
        #expect(!kept.exists("exports/pay/2026-10/r2"))
    }

    @Test(
        "takes a system file that reads its records in the same way",
        arguments: [
            ("get: /me,", "get: /account,"), ("get: /hours\n", "get: /work\n"), ("size: 100 }", "size: 50 }"),
            ("title: Hours", "title: Work"),
            (
                "  users:\n",
                "  teams:\n    help: Teams.\n    get: /teams\n    records: items\n    key: id\n    paging: none\n"
                    + "    total: none\n    fields: { id: { type: integer, required: true } }\n  users:\n"
            ),
            (
                "      day: { type: date, required: true }\n      user: { type: integer, required: true }\n",
                "      user: { type: integer, required: true }\n      day: { type: date, required: true }\n"
            ),
        ])
    func otherRequests(old: String, new: String) async throws {
        let kept = try KeptRuns()
        let record = try #require(try await kept.journal.run(publish(kept)))
        let now = settings(try describedPay(kept.workspace, changing: (old, new)))
        #expect(old.contains("title") || now != record.identity.settings)
        try record.requireSameReading(as: RunIdentity(.payroll, settings: now))
    }

    @Test("takes other pay codes, checks and files") func otherFiles() async throws {
        let kept = try KeptRuns()
        let record = try #require(try await kept.journal.run(publish(kept)))
        for change in [
            ("code: \"1000\"", "code: \"2000\""), ("outputs:", "checks: { looks-double: off }\noutputs:"),
            ("file: payroll.csv", "file: lines.csv"),
        ] {
            let now = settings(try describedPay(kept.workspace, changing: change))
            #expect(now != record.identity.settings)
            try record.requireSameReading(as: RunIdentity(.payroll, settings: now))
        }
    }

    @Test("was published and begun with the same settings where it doesn't say yet what its system file says of them")
    func unsaid() async throws {
        let kept = try KeptRuns()
        let request = try describedPay(kept.workspace)
        let now = request.identity(of: request.source)
        let older = now.settings.filter { !EntryKeys.settings.contains($0.key) }
        #expect(older.count == now.settings.count - EntryKeys.settings.count)
        let run = try await kept.publish(
            "pay/2026-10/r1", kind: .payroll, from: request.source, settings: older)
        let record = try #require(try await kept.journal.run(run))
        var identity = record.identity
        identity.settings = now.settings
        try record.requireSameSettings(as: identity)
        try record.requireSame(as: identity)
        try record.requireSameReading(as: identity)
        identity.settings = identity.settings.map {
            RunIdentity.Setting($0.key, $0.key == "system-file" ? "other" : $0.value)
        }
        #expect(throws: RunError.self) { try record.requireSameSettings(as: identity) }
    }

    @Test("is refused where nobody knows how its records were read, unless they have no roles")
    func unknown() async throws {
        let kept = try KeptRuns()
        let run = try await kept.publish("pay/2026-10/r1", kind: .payroll, settings: [RunIdentity.unknownSettings])
        let record = try #require(try await kept.journal.run(run))
        let roles = RunIdentity(.payroll, settings: settings(try describedPay(kept.workspace)))
        let error = #expect(throws: RunError.self) { try record.requireSameReading(as: roles) }
        #expect(error?.explanation.contains("entered from its folder") == true)
        let none = [RunIdentity.Setting("records.dataset", "\"ksr.work-entries\"")]
        try record.requireSameReading(as: RunIdentity(.payroll, settings: none))
    }
}
