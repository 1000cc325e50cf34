import GantrySandbox
import Testing

@Suite("Certificates of CDBL LMS")
struct CertificateTests {
    static let pdf = Array("%PDF-1.7\r\nof no use\r\n--\r\n".utf8)

    @Test(
        "are kept with their digest and shown on the leave; the other fields stay", arguments: ["medical", "fitness"])
    func uploads(kind: String) async throws {
        try await withPaired { device in
            let leave = try #require(try await device.leaves(limit: 100, "&type=MEDICAL").last)
            let id = try #require(leave["id"] as? String)
            let answer = try await withFile(Self.pdf) {
                try await device.upload(id, ["file=@\($0);filename=a\"b.pdf", "type=\(kind)"])
            }
            #expect(answer.status == 200)
            let url = try #require(answer.object["url"] as? String)
            #expect(url.hasPrefix(device.sandbox.baseURL + "/api/uploads/") && url.hasSuffix(".pdf"))
            #expect((answer.object["signedUrl"] as? String)?.hasPrefix(url + "?token=") == true)
            #expect(answer.object["expiresAt"] is String)
            let effect = try #require(device.sandbox.effects.first)
            #expect(effect.endpoint == "certificate")
            #expect(effect.identity == ["id": id, "type": kind, "fileName": "a\"b.pdf"])
            #expect(effect.size == Self.pdf.count)
            #expect(effect.sha256 == "0843049e5e2a40258ff006775c82a089cbdb1a85c2e8074b14dac8ea42e37849")
            let shown = try await device.get("/api/leaves/\(id)").object
            #expect(
                shown[kind == "medical" ? "certificateUrl" : "fitnessCertificateUrl"] as? String == answer.object[
                    "signedUrl"] as? String)
            #expect(shown["needsCertificate"] as? Bool == leave["needsCertificate"] as? Bool)
            let listed = try await device.leaves(limit: 100).first { $0["id"] as? String == id }
            #expect(listed?[kind == "medical" ? "certificateUrl" : "fitnessCertificateUrl"] is String)
            // A second one for the same leave is a second effect.
            let again = try await withFile(Self.pdf) { try await device.upload(id, ["file=@\($0)", "type=\(kind)"]) }
            #expect(again.status == 200)
            #expect(device.sandbox.effects.map(\.number) == [1, 2])
        }
    }

    @Test("are refused for what they are, or for the leave that is not there, and nothing is kept")
    func refused() async throws {
        try await withPaired { device in
            let id = try #require(try await device.leaves(limit: 1).first?["id"] as? String)
            let cases: [([UInt8], String, [String], Int, String)] = [
                (Array("GIF89a".utf8), id, ["type=medical"], 400, "unsupported_file_type"),
                ([], id, [], 400, "unsupported_file_type"),
                (Self.pdf + [UInt8](repeating: 0, count: 5 << 20), id, ["type=medical"], 413, "file_too_large"),
                (Self.pdf + [UInt8](repeating: 0, count: 13 << 20), id, ["type=medical"], 413, "file_too_large"),
                (Self.pdf, id, ["type=dental"], 400, "invalid_input"),
                (Self.pdf, "none", ["type=medical"], 404, "not_found"),
            ]
            for (bytes, id, fields, status, code) in cases {
                let answer = try await withFile(bytes) { try await device.upload(id, ["file=@\($0)"] + fields) }
                #expect(
                    answer.status == status && isCDBLError(answer, code),
                    "\(bytes.count) bytes: \(answer.status) \(answer.text)")
            }
            #expect(try await isCDBLError(device.upload(id, ["type=medical"]), "invalid_input"))
            #expect(
                try await isCDBLError(
                    device.upload(id, ["file=x", "type=medical"], headers: device.headers()), "invalid_input"))
            #expect(device.sandbox.effects.isEmpty)
        }
    }

    @Test("of exactly 5 MiB are taken, as JPEG and PNG too")
    func largest() async throws {
        try await withPaired { device in
            let id = try #require(try await device.leaves(limit: 1).first?["id"] as? String)
            for start: [UInt8] in [[0xFF, 0xD8, 0xFF], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]] {
                let bytes = start + [UInt8](repeating: 13, count: (5 << 20) - start.count)
                let answer = try await withFile(bytes) { try await device.upload(id, ["file=@\($0)", "type=medical"]) }
                #expect(answer.status == 200)
            }
            #expect(device.sandbox.effects.map(\.size) == [5 << 20, 5 << 20])
        }
    }
}
