/// AutoDetail Hub as its documentation describes it: an API key, services, appointments, and the photos inside them.
enum AutoDetailHub {
    static let serviceFields = RecordFields(word: "name", required: "id", text: "description", number: "priceRub")
    static let appointmentFields = RecordFields(word: "status", required: "startIso", text: "notes", number: "createdAt")

    static func backend(_ configuration: SandboxConfiguration) throws(SandboxError) -> Backend {
        let keys = KeyRing(keys: configuration.apiKeys)
        let records = try AutoDetailRecords(configuration.records)
        let validation = Endpoint(
            name: "validate-key", method: .post, path: "/api/auth/validate-key", access: .open,
            fields: RecordFields(word: "message", required: "valid", text: "message", number: "valid")
        ) { keys.validate($0) }
        return Backend(
            endpoints: [validation] + services(records, keys.access) + appointments(records, keys.access) + [photo(records)],
            error: BackendAnswer.error, expireTokens: { keys.withdrawAll() })
    }

    private static func services(_ records: AutoDetailRecords, _ access: Access) -> [Endpoint] {
        [
            Endpoint(name: "services", path: "/api/client/services", access: access, hasETag: true, fields: serviceFields) { request in
                let services = records.services
                var bytes: [UInt8] = []
                bytes.append("[")
                services.append(0..<services.count, of: services.selection(), request.alteration, serviceFields, to: &bytes)
                bytes.append("]")
                return BackendAnswer(body: bytes)
            },
            Endpoint(name: "service", path: "/api/client/services/:id", access: access, fields: serviceFields) { request in
                guard let service = records.service(request.parameters["id"] ?? "") else { return .error(404, "Service not found") }
                return BackendAnswer(body: service.spoiled(request.alteration, serviceFields))
            },
        ]
    }

    private static func appointments(_ records: AutoDetailRecords, _ access: Access) -> [Endpoint] {
        [
            Endpoint(name: "appointments", path: "/api/client/appointments", access: access, fields: appointmentFields) { request in
                for name in ["phone", "clientName"] where request.query[name]?.isEmpty == true {
                    return .error(400, "\(name) must not be empty")
                }
                let appointments = records.appointments
                let selection = records.search(phone: request.query["phone"], clientName: request.query["clientName"])
                var bytes: [UInt8] = []
                bytes.append("[")
                appointments.append(0..<selection.count, of: selection, request.alteration, appointmentFields, to: &bytes)
                bytes.append("]")
                return BackendAnswer(body: PhotoAddress.placed(bytes, at: request.origin))
            },
            Endpoint(name: "appointment", path: "/api/client/appointments/:id", access: access, fields: appointmentFields) { request in
                guard let appointment = records.appointment(request.parameters["id"] ?? "") else {
                    return .error(404, "Appointment not found")
                }
                return BackendAnswer(
                    body: PhotoAddress.placed(appointment.spoiled(request.alteration, appointmentFields), at: request.origin))
            },
        ]
    }

    /// A signed address needs no key, as with the object store that the deployed server uses.
    private static func photo(_ records: AutoDetailRecords) -> Endpoint {
        Endpoint(
            name: "photo", path: PhotoAddress.pattern, access: .open, hasETag: true,
            fields: RecordFields(word: "id", required: "id", text: "id", number: "id")
        ) { request in
            let address = PhotoAddress(
                appointment: request.parameters["id"] ?? "", kind: request.parameters["kind"] ?? "",
                file: request.parameters["file"] ?? "")
            guard request.query["X-Amz-Signature"] == address.signature else { return .error(403, "The signature does not match") }
            guard let photo = records.photo(address) else { return .error(404, "Photo not found") }
            return BackendAnswer(contentType: "image/jpeg", body: photo)
        }
    }
}
