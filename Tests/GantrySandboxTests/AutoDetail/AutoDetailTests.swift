import Foundation
import GantrySandbox
import Testing

@Suite("AutoDetail Hub")
struct AutoDetailTests {
    static let generated = SandboxConfiguration(
        .autoDetailHub(), records: .generated(GeneratedData(entries: 700, employees: 23, seed: 3)))

    @Test("says whether a key is valid, and withdraws keys by order")
    func validation() async throws {
        try await withHub { hub in
            let good = try await hub.validate(#"{"apiKey":"\#(AutoDetailHubOptions.defaultKey)"}"#)
            #expect(good.status == 200)
            #expect(good.object["valid"] as? Bool == true)
            let bad = try await hub.validate(#"{"apiKey":"org_1_x"}"#)
            #expect(bad.status == 401)
            #expect(bad.object["valid"] as? Bool == false)
            #expect(bad.object["error"] is String)
            #expect(try await hub.validate("apiKey=x").status == 400)
            hub.sandbox.expireTokens()
            #expect(try await hub.validate(#"{"apiKey":"\#(AutoDetailHubOptions.defaultKey)"}"#).status == 401)
            #expect(try await hub.get("/api/client/services").status == 401)
        }
    }

    @Test(
        "asks for the key in X-API-Key, and answers {error} without it",
        arguments: [
            "/api/client/services", "/api/client/services/svc-01", "/api/client/appointments",
            "/api/client/appointments/apt-000001",
        ])
    func keyNeeded(path: String) async throws {
        try await withHub { hub in
            for key in [nil, "org_1_x", ""] {
                let answer = try await hub.get(path, key: key)
                #expect(answer.status == 401)
                #expect(answer.object.keys.sorted() == ["error"])
            }
            #expect(try await hub.get(path).status == 200)
        }
    }

    @Test("lists its services, each of which is found by id, with an ETag for the list")
    func services() async throws {
        try await withHub { hub in
            let services = try await hub.list("/api/client/services")
            #expect(services.count == 12)
            for service in services {
                let id = try #require(service["id"] as? String)
                #expect(
                    service["priceRub"] is Int && service["durationMinutes"] is Int && service["createdAt"] is String)
                #expect(
                    try await hub.get("/api/client/services/\(id)").object as NSDictionary == service as NSDictionary)
            }
            let missing = try await hub.get("/api/client/services/svc-99")
            #expect(missing.status == 404)
            #expect(missing.object["error"] is String)
            let headers = try await hub.get("/api/client/services").headers
            let tag = String(try #require(headers.firstMatch(of: /ETag: ("[^"]+")/)?.1))
            #expect(try await hub.get("/api/client/services", options: ["-H", "If-None-Match: \(tag)"]).status == 304)
        }
    }

    @Test(
        "lists appointments once each, all or by phone or name of the client, and gives each by id",
        arguments: [SandboxConfiguration(.autoDetailHub()), generated])
    func appointments(configuration: SandboxConfiguration) async throws {
        try await withHub(configuration) { hub in
            let all = try await hub.list("/api/client/appointments")
            let ids = all.compactMap { $0["id"] as? String }
            #expect(Set(ids).count == all.count)
            for id in ids.prefix(20) + ids.suffix(8) {
                let single = try await hub.get("/api/client/appointments/\(id)").object
                let listed = try #require(all.first { $0["id"] as? String == id })
                #expect(single as NSDictionary == listed as NSDictionary)
            }
            // Each client's appointments together are all that have a phone.
            let phones = Set(all.compactMap { $0["phone"] as? String })
            var found = 0
            for phone in phones {
                let own = try await hub.list("/api/client/appointments?phone=%2B\(phone.dropFirst())")
                #expect(own.allSatisfy { $0["phone"] as? String == phone })
                found += own.count
            }
            #expect(found == all.count { $0["phone"] is String })
            // A plus that is not encoded is a space.
            let phone = try #require(phones.first)
            #expect(try await hub.list("/api/client/appointments?phone=\(phone)").isEmpty)
            let named = try await hub.list("/api/client/appointments?clientName=%D0%9A%D0%BB%D0%B8%D0%B5%D0%BD%D1%82")
            #expect(named.count == all.count { ($0["clientName"] as? String ?? "").lowercased().contains("клиент") })
            #expect(!named.isEmpty)
            #expect(try await hub.get("/api/client/appointments?phone=").status == 400)
            #expect(try await hub.list("/api/client/appointments?clientName=nobody").isEmpty)
            #expect(try await hub.get("/api/client/appointments/apt-0").status == 404)
        }
    }

    @Test(
        "shows exceptions in its sample: unmatched services, photos left out, names of files that must not be trusted")
    func exceptions() async throws {
        try await withHub { hub in
            let services = Set(try await hub.list("/api/client/services").compactMap { $0["name"] as? String })
            let all = try await hub.list("/api/client/appointments")
            #expect(all.count { !services.contains($0["serviceName"] as? String ?? "") } == 2)
            #expect(all.count { $0["workPhotos"] == nil } == 1)
            #expect(Set(all.compactMap { $0["status"] as? String }).count >= 4)
            let addresses = all.flatMap(photos).compactMap { $0["url"] as? String }
            #expect(Set(addresses).count == addresses.count)
            #expect(addresses.contains { $0.contains("..%2F..%2F") })
        }
    }

    @Test(
        "serves each photo at its address without a key, the same bytes each time and as the file in Samples",
        arguments: [SandboxConfiguration(.autoDetailHub()), generated])
    func photoBytes(configuration: SandboxConfiguration) async throws {
        try await withHub(configuration) { hub in
            var seen: Set<Data> = []
            var missing = 0
            for photo in try await hub.list("/api/client/appointments").prefix(60).flatMap(photos) {
                let (id, address) = (try #require(photo["id"] as? String), try #require(photo["url"] as? String))
                #expect(address.hasPrefix(hub.sandbox.baseURL + "/uploads/appointments/"))
                let answer = try await Curl().get(address, ["--path-as-is"])
                if id == "ph-900005-3" {
                    #expect(answer.status == 404)
                    missing += 1
                    continue
                }
                #expect(answer.status == 200)
                #expect(answer.headers.contains("Content-Type: image/jpeg"))
                #expect(answer.body == Data(SandboxPhoto.jpeg(named: id)))
                #expect(answer.body.starts(with: [0xFF, 0xD8, 0xFF]) && answer.body.suffix(2) == Data([0xFF, 0xD9]))
                seen.insert(answer.body)
                #expect(try await Curl().get(String(address.prefix { $0 != "?" }), ["--path-as-is"]).status == 403)
            }
            #expect(seen.count > 15)
            let file = FileManager.default.contents(
                atPath: "\(SampleMonthTests.folder)/autodetail-hub/photos/ph-900004-1.jpg")
            #expect(file == Data(SandboxPhoto.jpeg(named: "ph-900004-1")))
            #expect(missing == (configuration.records == .sampleMonth ? 1 : 0))
        }
    }

    @Test("serves the files of a folder as it serves its own")
    func folder() async throws {
        let configuration = SandboxConfiguration(.autoDetailHub(), records: .folder(SampleMonthTests.folder))
        var texts: [String] = []
        for configuration in [configuration, SandboxConfiguration(.autoDetailHub())] {
            try await withHub(configuration) { hub in
                let text = try await hub.get("/api/client/appointments").text
                texts.append(text.replacing(hub.sandbox.baseURL, with: ""))
                let all = try await hub.list("/api/client/appointments")
                let first = try #require(all.flatMap(photos).first?["url"] as? String)
                #expect(try await Curl().get(first).status == 200)
            }
        }
        #expect(texts[0] == texts[1])
    }

    @Test("heeds faults in its lists, its records and its photos")
    func faults() async throws {
        try await withHub { hub in
            try hub.sandbox.order(try Fault("appointments:record=unknown-enum:index=3"))
            let all = try await hub.list("/api/client/appointments")
            #expect(all[3]["status"] as? String == "PAID_TWICE")
            try hub.sandbox.order(try Fault("service:status=503:retry-after=2"))
            let answer = try await hub.get("/api/client/services/svc-01")
            #expect(answer.status == 503)
            #expect(answer.object["error"] is String)
            let address = try #require(all.flatMap(photos).first?["url"] as? String)
            try hub.sandbox.order(try Fault("photo:truncate"))
            let cut = try await Curl().get(address)
            #expect(cut.exitCode == 18)
            #expect(cut.headers.contains("Content-Type: image/jpeg"))
            try hub.sandbox.order(try Fault("photo:status=403"))
            #expect(try await Curl().get(address).status == 403)
            #expect(try await Curl().get(address).status == 200)
            try hub.sandbox.order(try Fault("appointment:expire-token"))
            #expect(try await hub.get("/api/client/appointments/apt-000001").status == 401)
        }
    }

    @Test("computes the same appointments under the same seed, and asks for numbers that make sense")
    func generatedStable() async throws {
        var texts: [String] = []
        for seed in [3, 3, 4] as [UInt64] {
            let data = GeneratedData(entries: 90, employees: 7, seed: seed)
            try await withHub(SandboxConfiguration(.autoDetailHub(), records: .generated(data))) { hub in
                texts.append(
                    try await hub.get("/api/client/appointments").text.replacing(hub.sandbox.baseURL, with: ""))
            }
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0] != texts[2])
        for system in [SandboxSystem.autoDetailHub, .cdblLMS] {
            let data = GeneratedData(entries: 1, employees: 1, firstDay: "2026-13-01")
            await #expect(throws: SandboxError.self) {
                try await SandboxServer.start(SandboxConfiguration(BackendOptions(system), records: .generated(data)))
            }
        }
    }
}
