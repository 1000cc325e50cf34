import HTTPTypes

/// AutoDetail Hub as documented: an API key, services, appointments, and their photos.
enum AutoDetailHub {
    private static let serviceFields = RecordFields(
        word: "name", required: "id", text: "description", number: "priceRub")
    private static let appointmentFields = RecordFields(
        word: "status", required: "startIso", text: "notes", number: "createdAt")

    static func backend(_ options: AutoDetailHubOptions, _ setup: BackendSetup) throws(SandboxError) -> Backend {
        try options.check()
        let keys = APIKeys(options.apiKeys)
        let records = try AutoDetailRecords(setup.records)
        let store = AppointmentStore(records, setup: setup, options: options)
        let validation = Endpoint(
            name: "validate-key", method: .post, path: "/api/auth/validate-key", access: .open,
            fields: RecordFields(word: "message", required: "valid", text: "message", number: "valid")
        ) { try keys.validate($0) }
        return Backend(
            endpoints: [validation] + services(records, keys.access) + appointments(store, keys.access)
                + writes(store, keys.access) + [photo(store)],
            error: BackendAnswer.error, expireTokens: { keys.withdrawAll() })
    }

    private static func services(_ records: AutoDetailRecords, _ access: Access) -> [Endpoint] {
        [
            Endpoint(
                name: "services", path: "/api/client/services", access: access, hasETag: true, fields: serviceFields
            ) { BackendAnswer(body: records.services.list(records.services.selection(), for: $0)) },
            Endpoint(name: "service", path: "/api/client/services/:id", access: access, fields: serviceFields) {
                request in
                guard let service = records.service(request.id) else { throw Refusal.error(404, "Service not found") }
                return request.answer(service)
            },
        ]
    }

    private static func appointments(_ store: AppointmentStore, _ access: Access) -> [Endpoint] {
        [
            Endpoint(name: "appointments", path: "/api/client/appointments", access: access, fields: appointmentFields)
            { request in
                for name in ["phone", "clientName"] where request.query[name]?.isEmpty == true {
                    throw Refusal.error(400, "\(name) must not be empty")
                }
                let appointments = store.appointments
                let selection = AutoDetailRecords.search(
                    appointments, phone: request.query["phone"], clientName: request.query["clientName"])
                let list = appointments.list(selection, for: request)
                return BackendAnswer(body: PhotoAddress.placed(list, at: request.origin))
            },
            Endpoint(
                name: "appointment", path: "/api/client/appointments/:id", access: access, fields: appointmentFields
            ) { request in
                guard let appointment = store.appointment(request.id) else {
                    throw Refusal.error(404, "Appointment not found")
                }
                return BackendAnswer(body: PhotoAddress.placed(request.altered(appointment), at: request.origin))
            },
        ]
    }

    private static func writes(_ store: AppointmentStore, _ access: Access) -> [Endpoint] {
        let linkFields = RecordFields(word: "message", required: "success", text: "message", number: "success")
        return [
            Endpoint(
                name: "create-appointment", method: .post, path: "/api/client/appointments", access: access,
                isWrite: true, fields: appointmentFields
            ) { try store.create($0) },
            Endpoint(
                name: "presign", method: .post, path: "/api/uploads/presign", access: access,
                fields: RecordFields(word: "ref", required: "uploadUrl", text: "key", number: "key")
            ) { try store.presign($0) },
            Endpoint(
                name: "put-photo", method: .put, path: PhotoAddress.pattern, access: .open, bodyLimit: 12 << 20,
                isWrite: true, fields: linkFields
            ) { try store.put($0) },
            Endpoint(
                name: "link-photo", method: .post, path: "/api/client/appointments/:id/photos", access: access,
                isWrite: true, fields: linkFields
            ) { try store.link($0) },
        ]
    }

    /// A signed address needs no key, as in the object store of the deployed server.
    private static func photo(_ store: AppointmentStore) -> Endpoint {
        Endpoint(
            name: "photo", path: PhotoAddress.pattern, access: .open, hasETag: true,
            fields: RecordFields(word: "id", required: "id", text: "id", number: "id")
        ) { request in
            let address = PhotoAddress(request.parameters)
            guard request.query["X-Amz-Signature"] == address.signature else {
                throw Refusal.error(403, "The signature does not match")
            }
            guard let photo = store.photo(address) else { throw Refusal.error(404, "Photo not found") }
            return BackendAnswer(contentType: "image/jpeg", body: photo)
        }
    }
}
