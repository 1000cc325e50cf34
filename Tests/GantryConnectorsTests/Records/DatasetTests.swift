import GantryConnectors
import GantryModel
import Testing

@Suite("The datasets")
struct DatasetTests {
    @Test("are found by system and name") func lookUp() {
        for names in [Systems.builtIn.all.map(\.name), Systems.builtIn.all.map(\.prefix)] {
            #expect(Set(names).count == names.count)
        }
        for system in Systems.builtIn.all {
            #expect(Systems.builtIn.named(system.name)?.title == system.title)
            for dataset in system.datasets {
                let found = Systems.builtIn.dataset(named: system.qualified(dataset.name))
                #expect(found?.system.name == system.name && found?.dataset.name == dataset.name)
            }
        }
        #expect(Systems.builtIn.dataset(named: "cdbl.leaves")?.dataset.lists.map(\.name) == ["approvals"])
        #expect(Systems.builtIn.dataset(named: "ksr.leaves") == nil)
        #expect(Systems.builtIn.dataset(named: "leaves") == nil)
    }

    @Test(
        "describe every field in a sentence, and name each once",
        arguments: Systems.builtIn.all.flatMap(\.datasets).indices)
    func help(index: Int) {
        let dataset = Systems.builtIn.all.flatMap(\.datasets)[index]
        #expect(dataset.help.hasSuffix("."))
        for fields in [dataset.fields] + dataset.lists.map(\.fields) {
            #expect(Set(fields.map(\.name)).count == fields.count)
            for field in fields { #expect(field.help.hasSuffix("."), "\(dataset.name).\(field.name)") }
        }
    }

    @Test("keep the keys of their system that must not leave it")
    func sensitiveKeys() {
        func keys<D: DatasetDescription>(_ description: D) -> [String] { description.dataset.shape.sensitiveKeys }
        for system in Systems.builtIn.all {
            #expect(!system.sensitiveKeys.isEmpty)
            for dataset in system.datasets { #expect(keys(dataset) == system.sensitiveKeys, "\(dataset.name)") }
        }
    }

    @Test("ask for what the contract documents") func requests() throws {
        let period = try PayPeriod(first: CivilDate(daysSince1970: 20_728), last: CivilDate(daysSince1970: 20_741))
        func asked<D: DatasetDescription>(_ name: String, _ type: D, _ ask: DatasetRequest) -> String {
            type.dataset.request(ask).description
        }
        func request(_ name: String, _ ask: DatasetRequest) -> String? {
            guard let found = Systems.builtIn.dataset(named: name) else { return nil }
            return asked(name, found.dataset, ask)
        }
        let plain = DatasetRequest(period: nil)
        #expect(
            request("ksr.work-entries", DatasetRequest(period: period, page: 3, pageSize: 500))
                == "GET /api/app/work-entries?startDate=\(period.first)&endDate=\(period.last)&page=3&limit=500")
        #expect(
            request(
                "cdbl.leaves",
                DatasetRequest(period: nil, filters: ["status": "PENDING", "type": "CASUAL"], page: 3, pageSize: 50))
                == "GET /api/leaves?status=PENDING&type=CASUAL&limit=50&offset=100")
        #expect(request("cdbl.leave", DatasetRequest(period: nil, key: "17")) == "GET /api/leaves/17")
        #expect(request("cdbl.balance", plain) == "GET /api/balance/mine")
        #expect(
            request("cdbl.holidays", DatasetRequest(period: nil, filters: ["year": "2025"]))
                == "GET /api/holidays?year=2025")
        #expect(request("cdbl.holidays", DatasetRequest(period: period)) == "GET /api/holidays?year=2026")
        #expect(request("cdbl.notifications", plain) == "GET /api/notifications/latest")
        #expect(request("autodetail.services", plain) == "GET /api/client/services")
        #expect(
            request("autodetail.appointments", DatasetRequest(period: nil, key: "a1"))
                == "GET /api/client/appointments/a1")
        #expect(
            request("autodetail.appointment-search", DatasetRequest(period: nil, filters: ["phone": "+1"]))
                == "GET /api/client/appointments?phone=+1")
        #expect(request("vynqtalk.users", plain) == "GET /users")
        #expect(
            request("vynqtalk.user-search", DatasetRequest(period: nil, filters: ["query": "a"]))
                == "GET /users/search?query=a")
        #expect(request("vynqtalk.current-user", plain) == "GET /user")
        #expect(
            request("vynqtalk.messages", DatasetRequest(period: nil, key: "1/2")) == "GET /messages/conversation/1/2")
        #expect(
            request("ksr.leave-requests", DatasetRequest(period: period, page: 2, pageSize: 50))
                == "GET /api/app/chef/leave/requests?start_date=\(period.first)&end_date=\(period.last)&limit=50&offset=50"
        )
        #expect(request("ksr.timesheets", plain) == "GET /api/app/timesheets")
        #expect(request("ksr.workers", plain) == "GET /api/app/chef/workers")
        #expect(request("ksr.customers", DatasetRequest(period: nil, page: 2)) == "GET /api/app/chef/customers?page=2")
        var later = DatasetRequest(period: nil, pageSize: 50)
        later.since = Instant("2026-10-05T16:00:00Z")?.nanosecondsSince1970
        #expect(request("ksr.notifications", later) == "GET /api/app/notifications?limit=50&since=2026-10-05T16:00:00Z")
    }

    @Test("that are asked for by key know what a key looks like") func keys() {
        #expect(CDBL.Leave.history.isKey("a-1"))
        for key in ["", "..", ".", "a/b"] { #expect(!CDBL.Leave.history.isKey(key)) }
        #expect(VynqTalk.Message.dataset.isKey("1/2"))
        for key in ["1", "1/", "/2", "1/..", "1/2/3"] { #expect(!VynqTalk.Message.dataset.isKey(key)) }
    }
}
