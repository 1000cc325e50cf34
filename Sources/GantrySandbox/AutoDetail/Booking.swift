import FoundationEssentials

/// What `POST /api/client/appointments` asks for.
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
    let start: Moment

    var serviceName: String { body.serviceName }

    /// - Throws: ``Refusal`` with 400.
    init(_ bytes: [UInt8]) throws(Refusal) {
        do {
            body = try JSONDecoder().decode(Body.self, from: Data(bytes))
        } catch {
            throw Refusal(.error(400, "startIso, clientName and serviceName are required"))
        }
        guard let start = Moment(body.startIso) else {
            throw Refusal(.error(400, "startIso must be a date and time as ISO 8601"))
        }
        guard (2...100).contains(body.clientName.count) else {
            throw Refusal(.error(400, "clientName must have 2 to 100 characters"))
        }
        guard (body.notes ?? "").count <= 500 else {
            throw Refusal(.error(400, "notes must have 500 characters at most"))
        }
        guard body.telegram?.hasPrefix("@") != true else {
            throw Refusal(.error(400, "telegram must not begin with @"))
        }
        self.start = start
    }

    var identity: [String: String] {
        ["clientName": body.clientName, "startIso": start.text, "serviceName": serviceName, "phone": body.phone ?? ""]
            .filter { !$0.value.isEmpty }
    }

    /// The appointment as it begins.
    ///
    /// - Parameter minutes: How long the service takes; nil where nobody knows.
    func record(id: String, minutes: Int?, created: Moment) -> [UInt8] {
        func text(_ value: String?) -> String { value.map { jsonString($0) } ?? "null" }
        return Array(
            (#"{"id":"\#(id)","source":"ios","status":"new","startIso":"\#(start.text)","endIso":\#(text(minutes.map { start.adding($0 * 60).text }))"#
                + #","clientName":\#(jsonString(body.clientName)),"phone":\#(text(body.phone)),"telegram":\#(text(body.telegram))"#
                + #","carMake":\#(text(body.carMake)),"carPlate":\#(text(body.carPlate)),"serviceName":\#(jsonString(serviceName))"#
                + #","notes":\#(text(body.notes)),"workPhotos":[],"defectPhotos":[]"#
                + #","createdAt":"\#(created.text)","updatedAt":"\#(created.text)"}"#).utf8)
    }
}
