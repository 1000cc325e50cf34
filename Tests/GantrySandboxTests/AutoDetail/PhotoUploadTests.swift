import Foundation
import GantrySandbox
import Testing

@Suite("Photos for AutoDetail Hub")
struct PhotoUploadTests {
    static let photo = SandboxPhoto.jpeg(named: "new")

    @Test("are put to an address without a key, linked by their reference, shown in the appointment and served again")
    func chain() async throws {
        try await withHub { hub in
            let signed = try await hub.presign("apt-000001", "work", "photo_1.5 ü.jpg")
            #expect(signed.status == 200)
            let key = try #require(signed.object["key"] as? String)
            #expect(key == "appointments/apt-000001/work/photo_1.5__.jpg")
            let reference = try #require(signed.object["ref"] as? String)
            #expect(reference == "s3:" + key)
            #expect(hub.sandbox.effects.isEmpty)
            #expect(try await hub.link("apt-000001", "work", reference).status == 400)
            let put = try await hub.put(try #require(signed.object["uploadUrl"] as? String), Self.photo)
            #expect(put.status == 200)
            let linked = try await hub.link("apt-000001", "work", reference)
            #expect(
                linked.status == 200 && linked.object["success"] as? Bool == true && linked.object["message"] is String)
            let shown = try #require(
                try await hub.get("/api/client/appointments/apt-000001").object["workPhotos"] as? [[String: Any]])
            #expect(shown.count == 1 && shown[0]["id"] is String && shown[0]["createdAt"] is String)
            #expect(try await Curl().get(try #require(shown[0]["url"] as? String)).body == Data(Self.photo))
            #expect(try await Curl().get(try #require(signed.object["accessUrl"] as? String)).body == Data(Self.photo))
            #expect(hub.sandbox.effects.map(\.endpoint) == ["put-photo", "link-photo"])
            #expect(hub.sandbox.effects[0].size == Self.photo.count && hub.sandbox.effects[0].identity["key"] == key)
            #expect(
                hub.sandbox.effects[1].identity == ["appointmentId": "apt-000001", "kind": "work", "ref": reference])
        }
    }

    @Test("that come twice are two effects: a second put replaces, a second link shows the photo twice")
    func twice() async throws {
        try await withHub { hub in
            // This one has photos already.
            let id = "apt-000002"
            let before = photos(try await hub.get("/api/client/appointments/\(id)").object).count
            let signed = try await hub.presign(id, "defect", "a.jpg").object
            let (url, reference) = (
                try #require(signed["uploadUrl"] as? String), try #require(signed["ref"] as? String)
            )
            _ = try await hub.put(url, Self.photo)
            #expect(try await hub.put(url, SandboxPhoto.jpeg(named: "other")).status == 200)
            _ = try await hub.link(id, "defect", reference)
            #expect(try await hub.link(id, "defect", reference).status == 200)
            let shown = photos(try await hub.get("/api/client/appointments/\(id)").object)
            #expect(shown.count == before + 2)
            #expect(Set(shown.compactMap { $0["id"] as? String }).count == before + 2)
            #expect(hub.sandbox.effects.map(\.endpoint) == ["put-photo", "put-photo", "link-photo", "link-photo"])
            #expect(hub.sandbox.effects[0].sha256 != hub.sandbox.effects[1].sha256)
            let served = try await Curl().get(try #require(signed["accessUrl"] as? String))
            #expect(served.body == Data(SandboxPhoto.jpeg(named: "other")))
        }
    }

    @Test("are refused with 403 for another type, another name, a forged signature and an address that has ended")
    func refused() async throws {
        var configuration = SandboxConfiguration(.autoDetailHub())
        try await withHub(configuration) { hub in
            let url = try #require(try await hub.presign("apt-000001", "work", "a.jpg").object["uploadUrl"] as? String)
            #expect(try await hub.put(url, Self.photo, type: "image/png").status == 403)
            #expect(try await hub.put(url, Self.photo, type: nil).status == 403)
            #expect(try await hub.put(url.replacing("/a.jpg", with: "/b.jpg"), Self.photo).status == 403)
            #expect(
                try await hub.put(url.replacing("X-Amz-Expires=", with: "X-Amz-Expires=9"), Self.photo).status == 403)
            #expect(try await hub.put(String(url.dropLast(2)), Self.photo).status == 403)
            #expect(hub.sandbox.effects.isEmpty)
            #expect(try await hub.put(url, Self.photo).status == 200)
        }
        configuration.backend = .autoDetailHub(AutoDetailHubOptions(uploadLife: .milliseconds(1)))
        try await withHub(configuration) { hub in
            let url = try #require(try await hub.presign("apt-000001", "work", "a.jpg").object["uploadUrl"] as? String)
            try await Task.sleep(for: .milliseconds(5))
            #expect(try await hub.put(url, Self.photo).status == 403)
        }
    }

    @Test("get no address for what is not there or no photo, and are not linked where one of them is missing")
    func badRequests() async throws {
        try await withHub { hub in
            #expect(try await hub.presign("none", "work", "a.jpg").status == 404)
            #expect(try await hub.presign("apt-000001", "after", "a.jpg").status == 400)
            #expect(try await hub.presign("apt-000001", "work", "").status == 400)
            #expect(try await hub.presign("apt-000001", "work", "a.gif", type: "image/gif").status == 400)
            let signed = try await hub.presign("apt-000001", "work", "a.jpg").object
            _ = try await hub.put(try #require(signed["uploadUrl"] as? String), Self.photo)
            let reference = try #require(signed["ref"] as? String)
            let path = "/api/client/appointments/apt-000001/photos"
            for body in [
                #"{"kind":"work","photoUrls":["\#(reference)","s3:appointments/apt-000001/work/b.jpg"]}"#,
                #"{"kind":"work","photoUrls":[]}"#,
                #"{"kind":"x","photoUrls":["\#(reference)"]}"#, "{}",
            ] { #expect(try await hub.post(path, body).status == 400) }
            #expect(try await hub.link("none", "work", reference).status == 404)
            #expect(hub.sandbox.effects.map(\.endpoint) == ["put-photo"])
            #expect(photos(try await hub.get("/api/client/appointments/apt-000001").object).isEmpty)
        }
    }
}

extension KeyedHub {
    func presign(
        _ appointment: String, _ kind: String, _ file: String, type: String = "image/jpeg"
    ) async throws -> CurlAnswer {
        try await post(
            "/api/uploads/presign",
            #"{"appointmentId":"\#(appointment)","kind":"\#(kind)","filename":"\#(file)","contentType":"\#(type)"}"#)
    }

    func put(_ url: String, _ bytes: [UInt8], type: String? = "image/jpeg") async throws -> CurlAnswer {
        try await withFile(bytes) { path in
            try await Curl().get(
                url, ["-X", "PUT", "--data-binary", "@\(path)", "-H", "Content-Type:\(type.map { " \($0)" } ?? "")"])
        }
    }

    func link(_ appointment: String, _ kind: String, _ reference: String) async throws -> CurlAnswer {
        try await post(
            "/api/client/appointments/\(appointment)/photos", #"{"kind":"\#(kind)","photoUrls":["\#(reference)"]}"#)
    }
}
