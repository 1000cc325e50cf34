import GantryEngine
import GantryKit
import GantryModel
import GantryRuns
import Testing

@Suite("Keys of entries of two runs of pay") struct EntryKeysTests {
    private func keys(_ one: [String: String]?, _ other: [String: String]?) async throws -> EntryKeys {
        let kept = try KeptRuns()
        func publish(_ name: String, _ settings: [String: String]?) async throws -> RunID {
            try await kept.publish(
                name, kind: .payroll,
                settings: settings?.map { RunIdentity.Setting($0.key, "\"\($0.value)\"") }
                    ?? [RunIdentity.unknownSettings])
        }
        return try await kept.journal.entryKeys(
            of: publish("pay/2026-10/r1", one), besides: publish("calls/2026-10/r1", other))
    }

    @Test("tell the same entries where they are of one list, whatever its system is called") func oneList()
        async throws
    {
        let hours = ["records.dataset": "tracker.hours"]
        #expect(try await keys(hours, hours) == .same)
        #expect(try await keys(hours, ["records.dataset": "office.hours"]) == .same)
        #expect(try await keys(["records.dataset": "ksr.work-entries"], nil) == .same)
    }

    @Test("show nothing where they are of another field of one list") func otherField() async throws {
        func list(_ path: String?, of name: String = "tracker.hours") -> [String: String] {
            ["records.dataset": name, "records.key": path].compactMapValues(\.self)
        }
        #expect(try await keys(list("id"), list("uuid")) == .ofOtherField)
        #expect(try await keys(list("id"), list("id", of: "office.hours")) == .same)
        #expect(try await keys(list("id"), list("uuid", of: "tracker.on-call")) == .ofOtherList)
        #expect(try await keys(list("id"), list(nil)) == .same)
    }

    @Test("tell the same entries where the list is asked for in the same way, whatever it is called") func oneRequest()
        async throws
    {
        func list(_ request: String?, as name: String = "tracker.hours") -> [String: String] {
            ["records.dataset": name, "records.list": request].compactMapValues(\.self)
        }
        let hours = "GET /hours at items"
        #expect(try await keys(list(hours), list(hours, as: "tracker.worklog")) == .same)
        #expect(try await keys(list(hours), list(hours, as: "office.worklog")) == .same)
        // Two files of one server, each with a list of its own under one name.
        #expect(try await keys(list(hours), list("GET /hours?kind=extra at items", as: "extra.hours")) == .ofOtherList)
        // A list that is asked for otherwise by now still gives its keys.
        #expect(try await keys(list(hours), list("GET /hours?sort=id at items")) == .same)
        // A run that doesn't say it is known by the name.
        #expect(try await keys(list(hours), list(nil, as: "office.hours")) == .same)
        #expect(try await keys(list(hours), list(nil, as: "tracker.worklog")) == .ofOtherList)
    }

    @Test("are of the list that a system file asks for, which the identity of a run has") func asked() throws {
        let workspace = Workspace(path: "/nowhere")
        func list(_ change: (String, String)? = nil) throws -> String? {
            let request = try describedPay(workspace, changing: change)
            let identity = request.identity(of: RunSource(system: "hours", address: "https://a.example", account: nil))
            return identity.settings.first { $0.key == EntryKeys.listSetting }?.value
        }
        let get = "get: /hours\n"
        #expect(try list() == "GET /hours at items")
        #expect(
            try list((get, get + "    query: { sort: id, kind: extra }\n")) == "GET /hours?kind=extra&sort=id at items")
        #expect(try list(("Hours of work.", "All hours.")) == "GET /hours at items")
    }

    @Test("are of the field that a system file says, which the identity of a run has") func described() throws {
        let workspace = Workspace(path: "/nowhere")
        func path(_ change: (String, String)? = nil) throws -> String? {
            let request = try describedPay(workspace, changing: change)
            let identity = request.identity(of: RunSource(system: "hours", address: "https://a.example", account: nil))
            return identity.settings.first { $0.key == EntryKeys.setting }?.value
        }
        let id = "id: { type: integer, required: true }\n      day:"
        #expect(try path() == "id")
        #expect(try path((id, "id: { required: true }\n      day:")) == "id")
        #expect(try path((id, "id: { at: node.uuid, required: true }\n      day:")) == "node.uuid")
    }

    @Test("are given anew by each list of a system") func otherList() async throws {
        let calls = ["records.dataset": "tracker.on-call"]
        #expect(try await keys(["records.dataset": "tracker.hours"], calls) == .ofOtherList)
    }
}
