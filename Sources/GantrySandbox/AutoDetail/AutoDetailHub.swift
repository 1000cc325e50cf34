/// AutoDetail Hub as its documentation describes it: an API key, services, appointments, and the photos inside them.
enum AutoDetailHub {
    static let serviceFields = RecordFields(word: "name", required: "id", text: "description", number: "priceRub")
    static let appointmentFields = RecordFields(
        word: "status", required: "startIso", text: "notes", number: "createdAt")

    static func backend(
        _ configuration: SandboxConfiguration, _ effects: EffectLedger, _ clock: SandboxClock
    ) throws(SandboxError) -> Backend {
        let keys = KeyRing(keys: configuration.apiKeys)
        let records = try AutoDetailRecords(configuration.records)
        let book = AppointmentBook(
            records, effects, clock, uploadLife: configuration.uploadLife,
            keepsPhotoNames: configuration.keepsPhotoNames)
        let validation = Endpoint(
            name: "validate-key", method: .post, path: "/api/auth/validate-key", access: .open,
            fields: RecordFields(word: "message", required: "valid", text: "message", number: "valid")
        ) { keys.validate($0) }
        return Backend(
            endpoints: [validation] + services(records, keys.access) + appointments(book, keys.access)
                + writes(book, keys.access) + [photo(book)],
            error: BackendAnswer.error, expireTokens: { keys.withdrawAll() })
    }

    private static func services(_ records: AutoDetailRecords, _ access: Access) -> [Endpoint] {
        [
            Endpoint(
                name: "services", path: "/api/client/services", access: access, hasETag: true, fields: serviceFields
            ) { request in
                let services = records.services
                var bytes: [UInt8] = []
                bytes.append("[")
                services.append(
                    0..<services.count, of: services.selection(), request.alteration, serviceFields, to: &bytes)
                bytes.append("]")
                return BackendAnswer(body: bytes)
            },
            Endpoint(name: "service", path: "/api/client/services/:id", access: access, fields: serviceFields) {
                request in
                guard let service = records.service(request.parameters["id"] ?? "") else {
                    return .error(404, "Service not found")
                }
                return BackendAnswer(body: service.spoiled(request.alteration, serviceFields))
            },
        ]
    }

    private static func appointments(_ book: AppointmentBook, _ access: Access) -> [Endpoint] {
        [
            Endpoint(name: "appointments", path: "/api/client/appointments", access: access, fields: appointmentFields)
            { request in
                for name in ["phone", "clientName"] where request.query[name]?.isEmpty == true {
                    return .error(400, "\(name) must not be empty")
                }
                let appointments = book.appointments
                let selection = AutoDetailRecords.search(
                    appointments, phone: request.query["phone"], clientName: request.query["clientName"])
                var bytes: [UInt8] = []
                bytes.append("[")
                appointments.append(
                    0..<selection.count, of: selection, request.alteration, appointmentFields, to: &bytes)
                bytes.append("]")
                return BackendAnswer(body: PhotoAddress.placed(bytes, at: request.origin))
            },
            Endpoint(
                name: "appointment", path: "/api/client/appointments/:id", access: access, fields: appointmentFields
            ) { request in
                guard let appointment = book.appointment(request.parameters["id"] ?? "") else {
                    return .error(404, "Appointment not found")
                }
                return BackendAnswer(
                    body: PhotoAddress.placed(
                        appointment.spoiled(request.alteration, appointmentFields), at: request.origin))
            },
        ]
    }

    private static func writes(_ book: AppointmentBook, _ access: Access) -> [Endpoint] {
        let presignFields = RecordFields(word: "ref", required: "uploadUrl", text: "key", number: "key")
        let linkFields = RecordFields(word: "message", required: "success", text: "message", number: "success")
        return [
            Endpoint(
                name: "create-appointment", method: .post, path: "/api/client/appointments", access: access,
                takes: true,
                fields: appointmentFields
            ) { book.create($0) },
            Endpoint(
                name: "presign", method: .post, path: "/api/uploads/presign", access: access, fields: presignFields
            ) { request in
                let answer = book.presign(request)
                return answer.status == 200
                    ? BackendAnswer(body: answer.body.spoiled(request.alteration, presignFields)) : answer
            },
            Endpoint(
                name: "put-photo", method: .put, path: PhotoAddress.pattern, access: .open, bodyLimit: 12 << 20,
                takes: true,
                fields: linkFields
            ) { book.put($0) },
            Endpoint(
                name: "link-photo", method: .post, path: "/api/client/appointments/:id/photos", access: access,
                takes: true, fields: linkFields
            ) { book.link($0) },
        ]
    }

    /// A signed address needs no key, as with the object store that the deployed server uses.
    private static func photo(_ book: AppointmentBook) -> Endpoint {
        Endpoint(
            name: "photo", path: PhotoAddress.pattern, access: .open, hasETag: true,
            fields: RecordFields(word: "id", required: "id", text: "id", number: "id")
        ) { request in
            let address = PhotoAddress(request.parameters)
            guard request.query["X-Amz-Signature"] == address.signature else {
                return .error(403, "The signature does not match")
            }
            guard let photo = book.photo(address) else { return .error(404, "Photo not found") }
            return BackendAnswer(contentType: "image/jpeg", body: photo)
        }
    }
}
