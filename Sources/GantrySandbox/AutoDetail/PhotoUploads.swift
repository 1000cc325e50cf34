internal import GantryJSON
import HTTPTypes
import Synchronization

/// How a photo is added to an appointment: the client asks for an address, puts the bytes there, and links their key.
extension AppointmentStore {
    private static let kinds = ["work", "defect"]

    private struct Presigning: Decodable {
        var appointmentId: String
        var kind: String
        var filename: String
        var contentType: String
    }

    /// `POST /api/uploads/presign`. Nothing is stored yet. Where names are kept, equal names give equal keys, so a
    /// second photo of a name replaces the first.
    func presign(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(Presigning.self) else {
            throw .error(400, "appointmentId, kind, filename and contentType are required")
        }
        guard Self.kinds.contains(asked.kind) else { throw .error(400, "kind must be work or defect") }
        guard asked.contentType == "image/jpeg" else { throw .error(400, "contentType must be image/jpeg") }
        guard (1...200).contains(asked.filename.count) else {
            throw .error(400, "filename must have 1 to 200 characters")
        }
        guard state.withLock({ $0.appointments.has(asked.appointmentId) }) else {
            throw .error(404, "Appointment not found")
        }
        let file = storedName(keepsPhotoNames ? asked.filename : "\(randomUUID()).jpg")
        let address = PhotoAddress(
            appointment: asked.appointmentId, kind: asked.kind, file: file.allSatisfy { $0 == "." } ? "_" : file)
        return request.answer([
            "uploadUrl": .string(uploads.text(address, type: asked.contentType, origin: request.origin)),
            "ref": "s3:\(address.key)",
            "accessUrl": .string(request.origin + address.text.dropFirst(PhotoAddress.originMark.count)),
            "key": .string(address.key),
        ])
    }

    /// `PUT` of the bytes, without a key but with the signature of the address.
    func put(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let address = PhotoAddress(request.parameters)
        guard uploads.allows(address, type: request.headers[.contentType] ?? "", query: request.query) else {
            throw .error(403, "The address has ended, or its signature does not match")
        }
        state.withLock { state in
            state.photos[address] = request.body
            effects.enter(
                "put-photo", ["appointmentId": address.appointment, "kind": address.kind, "key": address.key],
                id: address.key, content: request.body[...])
        }
        return BackendAnswer(body: [])
    }

    private struct Linking: Decodable {
        var kind: String
        var photoUrls: [String]
    }

    /// `POST /api/client/appointments/{id}/photos`. All references are linked or none; a photo that is linked again is
    /// in the list twice.
    func link(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(Linking.self) else { throw .error(400, "kind and photoUrls are required") }
        guard Self.kinds.contains(asked.kind) else { throw .error(400, "kind must be work or defect") }
        guard !asked.photoUrls.isEmpty else { throw .error(400, "photoUrls must not be empty") }
        let id = request.id
        let now = "\(clock.now)"
        return try state.withLock { (state) throws(Refusal) in
            guard let appointment = state.appointments.record(id) else { throw .error(404, "Appointment not found") }
            var addresses: [PhotoAddress] = []
            for reference in asked.photoUrls {
                guard let address = PhotoAddress(reference: reference), state.photos[address] != nil else {
                    throw .error(400, "A reference is not that of an uploaded photo")
                }
                addresses.append(address)
            }
            let field = "\(asked.kind)Photos"
            var list = appointment.value(field)?.dropLast() ?? [UInt8(ascii: "[")]
            for address in addresses {
                let photo = "ph-\(randomUUID())"
                var shown = address
                if !keepsPhotoNames {
                    shown.file = "\(randomUUID()).jpg"
                    state.photos[shown] = state.photos[address]
                }
                if list.count > 1 { list.append(UInt8(ascii: ",")) }
                list += shown.photo(photo, created: now).bytes
                effects.enter(
                    "link-photo", ["appointmentId": id, "kind": asked.kind, "ref": "s3:\(address.key)"], id: photo)
            }
            state.appointments.set(field, to: .verbatim(Array(list) + [UInt8(ascii: "]")]), of: id)
            state.appointments.set("updatedAt", to: .string(now), of: id)
            return BackendAnswer(["success": true, "message": "Photos added"])
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
