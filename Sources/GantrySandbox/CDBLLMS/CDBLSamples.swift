internal import GantryJSON
internal import GantryModel

/// The files of `Samples/cdbl-lms/`: the leaves of one invented person in 2026.
enum CDBLSamples {
    static let year = 2026
    static let data = GeneratedData(
        entries: 44, employees: 1, seed: 2026, firstDay: "2026-01-04", days: 290, unusual: false)

    static func files() throws(SandboxError) -> [SampleFile] {
        let generated = try GeneratedLeaves(data)
        let ordinary = generated.records.records()
        let histories = ordinary.compactMap { leave in
            leave.text("id").flatMap(generated.history).flatMap { $0 == leave ? nil : $0 }
        }
        return lists() + [
            SampleFile("leave-histories.json", histories),
            SampleFile("leaves.json", exceptions.map { Array($0.utf8) } + ordinary),
        ]
    }

    /// The files that sample and computed leaves share.
    static func lists() -> [SampleFile] {
        let holidays = CDBLHolidays.all.filter { (2025...2027).contains($0.day.components.year) }.map { day, name in
            ["date": "\(day)", "name": .string(name), "type": "PUBLIC_HOLIDAY"] as JSONTree
        }
        let balance: JSONTree = [
            "year": .integer(year), "CASUAL": 4, "MEDICAL": 9, "EARNED": 31, "lastUpdated": "2026-10-31T10:00:00Z",
        ]
        return [
            SampleFile("balance.json", [balance]), SampleFile("holidays.json", holidays),
            SampleFile("notifications.json", notifications),
        ]
    }

    /// Newer than the computed leaves. Each is a valid record that a person or an exporter should check, with the
    /// spelling that it is served with.
    private static let exceptions = [
        // No approval yet, and no list of approvals.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a01","type":"CASUAL","startDate":"2026-11-08T00:00:00Z","endDate":"2026-11-09T00:00:00Z","workingDays":2,"reason":"Visit to the land office","status":"SUBMITTED","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-30T09:12:00Z"}"#,
        // Seven calendar days from Sunday to Saturday, but five working days.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a02","type":"EARNED","startDate":"2026-11-15T00:00:00Z","endDate":"2026-11-21T00:00:00Z","workingDays":7,"reason":"Annual holiday","status":"PENDING","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-29T08:00:00Z","approvals":[{"role":"DEPT_HEAD","status":"PENDING","step":1,"actedAt":null,"remarks":null}]}"#,
        // Victory Day is counted as a working day.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a03","type":"CASUAL","startDate":"2026-12-15T00:00:00Z","endDate":"2026-12-17T00:00:00Z","workingDays":3,"reason":"Cousin's wedding","status":"APPROVED","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-28T08:00:00Z","approvals":[{"role":"DEPT_HEAD","status":"APPROVED","step":1,"actedAt":"2026-10-28T11:00:00Z","remarks":"Approved"}]}"#,
        // Created at the same time as the one before, and a number written as a string.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a04","type":"CASUAL","startDate":"2026-11-01T00:00:00Z","endDate":"2026-11-01T00:00:00Z","workingDays":"1","reason":"","status":"CANCELLED","needsCertificate":false,"policyVersion":"v2.0","createdAt":"2026-10-28T08:00:00Z","approvals":[]}"#,
        // Midnight in Dhaka written in UTC, with milliseconds, as the deployed server stores it. The days are 25 and 26
        // October.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a05","type":"MEDICAL","startDate":"2026-10-24T18:00:00.000Z","endDate":"2026-10-25T18:00:00.000Z","workingDays":2,"reason":"Dentist","status":"APPROVED","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-23T06:30:15.250Z","approvals":[{"role":"DEPT_HEAD","status":"APPROVED","step":1,"actedAt":"2026-10-23T07:00:00.000Z","remarks":null},{"role":"HR_ADMIN","status":"APPROVED","step":2,"actedAt":"2026-10-24T07:00:00.000Z","remarks":"Get well soon"},{"role":"HR_HEAD","status":"APPROVED","step":3,"actedAt":"2026-10-24T09:00:00.000Z","remarks":"ok"}]}"#,
        // The end is before the start.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a06","type":"EARNED","startDate":"2026-12-10T00:00:00Z","endDate":"2026-12-06T00:00:00Z","workingDays":5,"reason":"Dates entered the wrong way round","status":"REJECTED","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-22T10:00:00Z","approvals":[{"role":"DEPT_HEAD","status":"REJECTED","step":1,"actedAt":"2026-10-22T12:00:00Z","remarks":"Please check the dates"}]}"#,
    ]

    private static func notification(
        _ id: String, type: String, title: String, message: JSONTree, target: String? = nil, isRead: Bool,
        created: String
    ) -> JSONTree {
        [
            "id": .string(id), "type": .string(type), "title": .string(title), "message": message,
            "targetId": JSONTree(target), "read": .bool(isRead), "createdAt": .string(created),
        ]
    }

    private static let notifications = [
        notification(
            "118", type: "LEAVE_APPROVED", title: "Leave Approved",
            message: "Your casual leave request has been approved.", target: "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a03",
            isRead: false, created: "2026-10-28T11:00:00Z"),
        notification(
            "117", type: "LEAVE_REJECTED", title: "Leave Rejected",
            message: "Your earned leave request was rejected: please check the dates.",
            target: "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a06", isRead: false, created: "2026-10-22T12:00:00Z"),
        notification(
            "116", type: "LEAVE_APPROVED", title: "Leave Approved",
            message: "Your medical leave request has been approved.", target: "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a05",
            isRead: true, created: "2026-10-24T09:00:00Z"),
        notification(
            "115", type: "HOLIDAY_REMINDER", title: "Durga Puja",
            message: .verbatim(#""The office is closed on 20 October.\u000aNo leave is needed.""#), isRead: true,
            created: "2026-10-18T04:00:00Z"),
        notification(
            "114", type: "BALANCE_UPDATED", title: "Balance", message: "ক্যাজুয়াল ছুটি: 4", isRead: false,
            created: "2026-10-01T04:00:00Z"),
    ]
}
