import FoundationEssentials

/// What `POST /api/leaves` asks for.
struct LeaveApplication: Hashable {
    /// Dhaka has no summer time.
    static let eastOfGreenwich = 6 * 3_600

    var type: String
    var firstDay: CivilDay
    var lastDay: CivilDay
    var workingDays: Int
    var reason: String
    var needsCertificate: Bool
    /// Whether the address of a certificate comes along. The deployed server does not keep it.
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
    init(_ bytes: [UInt8]) throws(Refusal) {
        let body: Body
        do {
            body = try JSONDecoder().decode(Body.self, from: Data(bytes))
        } catch {
            throw Refusal(CDBLError.invalidInput.answer("type, startDate, endDate and reason are required"))
        }
        guard LeavesPage.types.contains(body.type) else {
            throw Refusal(
                CDBLError.invalidInput.answer(
                    "The leave type is unknown", required: LeavesPage.types.joined(separator: ", "), provided: body.type
                ))
        }
        // The deployed server's own least length.
        guard body.reason.count >= 3 else {
            throw Refusal(CDBLError.invalidInput.answer("The reason must have 3 characters or more"))
        }
        guard let first = Self.day(body.startDate), let last = Self.day(body.endDate) else {
            throw Refusal(CDBLError.invalidDates.answer("startDate and endDate must be dates"))
        }
        guard first <= last else {
            throw Refusal(CDBLError.invalidDates.answer("The end date is before the start date"))
        }
        guard (body.workingDays ?? 1) > 0 else {
            throw Refusal(CDBLError.invalidInput.answer("workingDays must be 1 or more"))
        }
        type = body.type
        (firstDay, lastDay) = (first, last)
        // The deployed server believes the client, and without a number counts the days of the calendar.
        workingDays = body.workingDays ?? last.daysSince1970 - first.daysSince1970 + 1
        reason = body.reason
        needsCertificate = body.needsCertificate ?? false
        namesCertificate = body.certificateUrl?.isEmpty == false
    }

    /// The day in Dhaka: of midnight there, which is the evening before in UTC, and of midnight UTC, which is its
    /// morning.
    private static func day(_ text: String) -> CivilDay? {
        CivilDay(text) ?? Moment(text)?.day(east: eastOfGreenwich)
    }

    /// What a client can know of it.
    var identity: [String: String] {
        ["type": type, "startDate": firstDay.text, "endDate": lastDay.text, "reason": reason]
    }

    /// The leave as it begins.
    func record(id: String, created: Moment) -> [UInt8] {
        Array(
            (#"{"id":"\#(id)","type":"\#(type)","startDate":"\#(firstDay.text)T00:00:00Z","endDate":"\#(lastDay.text)T00:00:00Z""#
                + #","workingDays":\#(workingDays),"reason":\#(jsonString(reason)),"status":"SUBMITTED","needsCertificate":\#(needsCertificate)"#
                + #","fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"\#(created.text)"}"#).utf8)
    }
}
