internal import GantryJSON
internal import GantryModel

/// The body of `POST /api/client/appointments`.
struct Booking {
    private struct Body: Decodable {
        var startIso: String
        var clientName: String
        var serviceName: String
        var phone: String?
        var telegram: String?
        var carMake: String?
        var carPlate: String?
        var notes: String?
    }

    private let body: Body
    let start: Instant

    var serviceName: String { body.serviceName }

    /// - Throws: ``Refusal`` with 400.
    init(_ request: BackendRequest) throws(Refusal) {
        guard let body = request.decoded(Body.self) else {
            throw .error(400, "startIso, clientName and serviceName are required")
        }
        guard let start = Instant(withTime: body.startIso) else {
            throw .error(400, "startIso must be a date and time as ISO 8601")
        }
        guard (2...100).contains(body.clientName.count) else {
            throw .error(400, "clientName must have 2 to 100 characters")
        }
        guard (body.notes ?? "").count <= 500 else { throw .error(400, "notes must have 500 characters at most") }
        guard body.telegram?.hasPrefix("@") != true else { throw .error(400, "telegram must not begin with @") }
        self.body = body
        self.start = start
    }

    var identity: [String: String] {
        ["clientName": body.clientName, "startIso": "\(start)", "serviceName": serviceName, "phone": body.phone ?? ""]
            .filter { !$0.value.isEmpty }
    }

    /// The new appointment.
    ///
    /// - Parameter minutes: How long the service takes; nil where this is unknown.
    func record(id: String, minutes: Int?, created: Instant) -> JSONTree {
        [
            "id": .string(id), "source": "ios", "status": "new", "startIso": "\(start)",
            "endIso": JSONTree(minutes.map { start.adding(seconds: $0 * 60).description }),
            "clientName": .string(body.clientName), "phone": JSONTree(body.phone), "telegram": JSONTree(body.telegram),
            "carMake": JSONTree(body.carMake), "carPlate": JSONTree(body.carPlate), "serviceName": .string(serviceName),
            "notes": JSONTree(body.notes), "workPhotos": [], "defectPhotos": [], "createdAt": "\(created)",
            "updatedAt": "\(created)",
        ]
    }
}
