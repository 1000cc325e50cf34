import FoundationEssentials
import HTTPTypes
import Synchronization

/// How a photo comes to an appointment: an address is asked for, the bytes are put there, and their key is linked.
extension AppointmentBook {
    static let kinds = ["work", "defect"]

    private struct Presigning: Decodable {
        var appointmentId: String
        var kind: String
        var filename: String
        var contentType: String
    }

    /// `POST /api/uploads/presign`. Nothing is kept yet. Where names are kept the same name gives the same key, so a
    /// second photo of a name replaces the first.
    func presign(_ request: BackendRequest) -> BackendAnswer {
        let asked: Presigning
        do {
            asked = try JSONDecoder().decode(Presigning.self, from: Data(request.body))
        } catch {
            return .error(400, "appointmentId, kind, filename and contentType are required")
        }
        guard Self.kinds.contains(asked.kind) else { return .error(400, "kind must be work or defect") }
        guard asked.contentType == "image/jpeg" else { return .error(400, "contentType must be image/jpeg") }
        guard (1...200).contains(asked.filename.count) else {
            return .error(400, "filename must have 1 to 200 characters")
        }
        guard state.withLock({ $0.book.has(asked.appointmentId) }) else { return .error(404, "Appointment not found") }
        let name = keepsPhotoNames ? asked.filename : "\(randomUUID()).jpg"
        let file = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "_" })
        let address = PhotoAddress(
            appointment: asked.appointmentId, kind: asked.kind, file: file.allSatisfy { $0 == "." } ? "_" : file)
        let put = uploads.text(address, type: asked.contentType, origin: request.origin)
        let get = "\(request.origin)\(address.text.dropFirst(PhotoAddress.originMark.count))"
        let body =
            #"{"uploadUrl":\#(jsonString(put)),"ref":"s3:\#(address.key)","accessUrl":\#(jsonString(get)),"key":"\#(address.key)"}"#
        return BackendAnswer(body: Array(body.utf8))
    }

    /// `PUT` of the bytes, without a key but with the signature of the address.
    func put(_ request: BackendRequest) -> BackendAnswer {
        let address = PhotoAddress(request.parameters)
        let type = request.headers[.contentType] ?? ""
        guard uploads.allows(address, type: type, query: request.query) else {
            return .error(403, "The address has ended, or its signature does not match")
        }
        state.withLock { state in
            state.photos[address] = request.body
            effects.enter(
                "put-photo", ["appointmentId": address.appointment, "kind": address.kind, "key": address.key],
                id: address.key,
                content: request.body[...])
        }
        return BackendAnswer(body: [])
    }

    private struct Linking: Decodable {
        var kind: String
        var photoUrls: [String]
    }

    /// `POST /api/client/appointments/{id}/photos`. All references are linked or none; one that is linked again is
    /// there twice.
    func link(_ request: BackendRequest) -> BackendAnswer {
        let asked: Linking
        do {
            asked = try JSONDecoder().decode(Linking.self, from: Data(request.body))
        } catch {
            return .error(400, "kind and photoUrls are required")
        }
        guard Self.kinds.contains(asked.kind) else { return .error(400, "kind must be work or defect") }
        guard !asked.photoUrls.isEmpty else { return .error(400, "photoUrls must not be empty") }
        let id = request.parameters["id"] ?? ""
        let now = clock.now.text
        return state.withLock { state in
            guard let appointment = state.book.record(id) else { return .error(404, "Appointment not found") }
            var addresses: [PhotoAddress] = []
            for reference in asked.photoUrls {
                guard let address = PhotoAddress(reference: reference), state.photos[address] != nil else {
                    return .error(400, "A reference is not that of an uploaded photo")
                }
                addresses.append(address)
            }
            var list = appointment.value("\(asked.kind)Photos") ?? Array("[]".utf8)
            for address in addresses {
                let photo = "ph-\(randomUUID())"
                var shown = address
                if !keepsPhotoNames {
                    shown.file = "\(randomUUID()).jpg"
                    state.photos[shown] = state.photos[address]
                }
                let json = #"{"id":"\#(photo)","url":"\#(shown.text)","createdAt":"\#(now)"}"#
                list =
                    Array(list.dropLast()) + Array((list.count > 2 ? "," : "").utf8) + Array(json.utf8) + [
                        UInt8(ascii: "]")
                    ]
                effects.enter(
                    "link-photo", ["appointmentId": id, "kind": asked.kind, "ref": "s3:\(address.key)"], id: photo)
            }
            state.book.set("\(asked.kind)Photos", to: list, of: id)
            state.book.set("updatedAt", to: Array("\"\(now)\"".utf8), of: id)
            return BackendAnswer(body: Array(#"{"success":true,"message":"Photos added"}"#.utf8))
        }
    }
}

extension PhotoAddress {
    /// What the object store calls it.
    var key: String { String(path.dropFirst("/uploads/".count)) }

    /// Reads `s3:` and a key; nil for any other text.
    init?(reference: String) {
        guard reference.hasPrefix("s3:"), let address = PhotoAddress("/uploads/\(reference.dropFirst(3))"),
            "s3:\(address.key)" == reference
        else { return nil }
        self = address
    }

    /// The parameters of ``pattern``.
    init(_ parameters: [String: String]) {
        self.init(appointment: parameters["id"] ?? "", kind: parameters["kind"] ?? "", file: parameters["file"] ?? "")
    }
}
