import Foundation
import GantrySandbox
import Testing

@Suite("Booking with AutoDetail Hub")
struct BookingTests {
    static func booking(
        _ start: String, client: String = "Client 7", service: String = "Антидождь", _ more: String = ""
    ) -> String {
        #"{"startIso":"\#(start)","clientName":"\#(client)","serviceName":"\#(service)"\#(more)}"#
    }

    @Test(
        "A new appointment is answered 201 whole, and is found by id, phone and name",
        arguments: [SandboxConfiguration(.autoDetailHub(), today: "2026-11-02"), AutoDetailTests.generated])
    func creates(configuration: SandboxConfiguration) async throws {
        try await withHub(configuration) { hub in
            let before = try await hub.list("/api/client/appointments").count
            let answer = try await hub.post(
                "/api/client/appointments",
                Self.booking("2027-01-05T13:00:00+03:00", client: "Zoë", #","phone":"+79000009999","notes":"""#))
            #expect(answer.status == 201)
            let appointment = answer.object
            let id = try #require(appointment["id"] as? String)
            #expect(appointment["startIso"] as? String == "2027-01-05T10:00:00Z")
            #expect(appointment["endIso"] as? String == "2027-01-05T11:00:00Z")
            #expect(appointment["status"] as? String == "new" && appointment["source"] as? String == "ios")
            #expect(
                (appointment["workPhotos"] as? [Any])?.isEmpty == true
                    && (appointment["defectPhotos"] as? [Any])?.isEmpty == true)
            #expect(appointment["telegram"] is NSNull && appointment["notes"] as? String == "")
            #expect(
                try await hub.get("/api/client/appointments/\(id)").object as NSDictionary == appointment
                    as NSDictionary)
            #expect(try await hub.list("/api/client/appointments").count == before + 1)
            #expect(
                try await hub.list("/api/client/appointments?phone=%2B79000009999").compactMap { $0["id"] as? String }
                    == [id])
            #expect(
                try await hub.list("/api/client/appointments?clientName=zo%C3%AB").compactMap { $0["id"] as? String }
                    == [id])
            let effect = try #require(hub.sandbox.effects.first)
            #expect(effect.endpoint == "create-appointment" && effect.id == id)
            #expect(effect.identity["startIso"] == "2027-01-05T10:00:00Z" && effect.identity["clientName"] == "Zoë")
        }
    }

    @Test(
        "A slot is taken when the same service begins at the same moment, also that of a record from before, and is free otherwise",
        arguments: [SandboxConfiguration(.autoDetailHub()), AutoDetailTests.generated])
    func slots(configuration: SandboxConfiguration) async throws {
        try await withHub(configuration) { hub in
            let path = "/api/client/appointments"
            #expect(try await hub.post(path, Self.booking("2027-01-05T10:00:00Z")).status == 201)
            let taken = try await hub.post(path, Self.booking("2027-01-05T12:00:00.000+02:00", client: "Other"))
            #expect(taken.status == 409 && taken.object["error"] is String)
            #expect(try await hub.post(path, Self.booking("2027-01-05T10:00:00Z", service: "Осмотр")).status == 201)
            let names = try await hub.list("/api/client/services").compactMap { $0["name"] as? String }
            for old in try await hub.list(path).prefix(40) {
                let (start, service) = (
                    try #require(old["startIso"] as? String), try #require(old["serviceName"] as? String)
                )
                guard names.contains(service), !service.contains("\"") else { continue }
                let expected = old["status"] as? String == "cancelled" ? [201, 409] : [409]
                let status = try await hub.post(path, Self.booking(start, service: service)).status
                #expect(expected.contains(status), "\(start) \(service)")
            }
        }
    }

    @Test(
        "is refused with 400 for a body that makes no sense, and nothing is kept",
        arguments: [
            "", "{}", booking("2027-01-05"), booking("2027-13-05T10:00:00Z"), booking("2027-01-05T10:00:00"),
            booking("2027-01-05T10:00:00Z", client: "x"),
            booking("2027-01-05T10:00:00Z", client: String(repeating: "x", count: 101)),
            booking("2027-01-05T10:00:00Z", service: "Nothing"),
            booking("2027-01-05T10:00:00Z", #","telegram":"@me""#),
        ])
    func refused(body: String) async throws {
        try await withHub { hub in
            let answer = try await hub.post("/api/client/appointments", body)
            #expect(answer.status == 400 && answer.object["error"] is String, "\(answer.text)")
            #expect(hub.sandbox.effects.isEmpty)
        }
    }
}

extension KeyedHub {
    func post(_ path: String, _ body: String) async throws -> CurlAnswer {
        try await get(path, options: ["-H", "Content-Type: application/json", "-d", body])
    }
}
