internal import GantryJSON
internal import GantryModel

/// The body of `POST /api/leaves`.
struct LeaveApplication {
    /// Dhaka has no summer time.
    static let dhaka = UTCOffset(hours: 6)

    var type: String
    var firstDay: CivilDate
    var lastDay: CivilDate
    var workingDays: Int
    var reason: String
    var needsCertificate: Bool
    /// Whether the body has the address of a certificate. The deployed server does not store it.
    var namesCertificate: Bool

    private struct Body: Decodable {
        var type: String
        var startDate: String
        var endDate: String
        var workingDays: Int?
        var reason: String
        var needsCertificate: Bool?
        var certificateUrl: String?
    }

    /// - Throws: ``Refusal`` with `invalid_input` or `invalid_dates`.
    init(_ request: BackendRequest) throws(Refusal) {
        guard let body = request.decoded(Body.self) else {
            throw CDBLError.invalidInput.refusal("type, startDate, endDate and reason are required")
        }
        guard LeavesPage.types.contains(body.type) else {
            throw CDBLError.invalidInput.refusal(
                "The leave type is unknown", required: .string(LeavesPage.types.joined(separator: ", ")),
                provided: .string(body.type))
        }
        // The deployed server's limit.
        guard body.reason.count >= 3 else {
            throw CDBLError.invalidInput.refusal("The reason must have 3 characters or more")
        }
        guard let first = Self.day(body.startDate), let last = Self.day(body.endDate) else {
            throw CDBLError.invalidDates.refusal("startDate and endDate must be dates")
        }
        guard first <= last else { throw CDBLError.invalidDates.refusal("The end date is before the start date") }
        guard (body.workingDays ?? 1) > 0 else {
            throw CDBLError.invalidInput.refusal("workingDays must be 1 or more")
        }
        type = body.type
        (firstDay, lastDay) = (first, last)
        // The deployed server trusts the client's number and counts calendar days where there is none.
        workingDays = body.workingDays ?? last - first + 1
        reason = body.reason
        needsCertificate = body.needsCertificate ?? false
        namesCertificate = body.certificateUrl?.isEmpty == false
    }

    /// The day in Dhaka: of midnight there, which is the evening before in UTC, and of midnight UTC, which is the
    /// morning in Dhaka.
    private static func day(_ text: String) -> CivilDate? { Instant(text).map { dhaka.date(at: $0) } }

    /// What the client can know of it.
    var identity: [String: String] {
        ["type": type, "startDate": "\(firstDay)", "endDate": "\(lastDay)", "reason": reason]
    }

    /// What makes two requests equal: not the number of days, nor the certificate.
    var repeatKey: [String] { [type, "\(firstDay)", "\(lastDay)", reason] }

    /// The new leave.
    func record(id: String, created: Instant) -> JSONTree {
        [
            "id": .string(id), "type": .string(type), "startDate": "\(firstDay)T00:00:00Z",
            "endDate": "\(lastDay)T00:00:00Z", "workingDays": .integer(workingDays), "reason": .string(reason),
            "status": "SUBMITTED", "needsCertificate": .bool(needsCertificate), "fitnessCertificateUrl": .null,
            "policyVersion": "v2.0", "createdAt": "\(created)",
        ]
    }
}
