/// The files of `Samples/cdbl-lms/`: the leaves of one invented person in 2026.
enum CDBLSamples {
    static let year = 2026
    static let data = GeneratedData(
        entries: 44, employees: 1, seed: 2026, firstDay: "2026-01-04", days: 290, unusual: false)

    static func files() throws(SandboxError) -> [SampleFile] {
        let generated = try GeneratedLeaves(data)
        let ordinary = (0..<generated.count).map { position in
            var bytes: [UInt8] = []
            generated.append(position, to: &bytes)
            return bytes
        }
        let histories = (0..<generated.count).compactMap { position in
            generated.history(generated.id(position)).flatMap { $0 == ordinary[position] ? nil : $0 }
        }
        return lists() + [
            SampleFile("leave-histories.json", histories),
            SampleFile("leaves.json", exceptions.map { Array($0.utf8) } + ordinary),
        ]
    }

    /// What is the same for sample and computed leaves.
    static func lists() -> [SampleFile] {
        let holidays = CDBLHolidays.all.filter { (2025...2027).contains($0.day.components.year) }.map {
            #"{"date":"\#($0.day.text)","name":\#(jsonString($0.name)),"type":"PUBLIC_HOLIDAY"}"#
        }
        return [
            SampleFile(
                "balance.json",
                [
                    Array(
                        #"{"year":2026,"CASUAL":4,"MEDICAL":9,"EARNED":31,"lastUpdated":"2026-10-31T10:00:00Z"}"#.utf8)
                ]),
            SampleFile("holidays.json", holidays.map { Array($0.utf8) }),
            SampleFile("notifications.json", notifications.map { Array($0.utf8) }),
        ]
    }

    /// Newer than the computed ones. Each is a valid record that a person or an exporter should look at.
    private static let exceptions = [
        // No approval yet, and none stated.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a01","type":"CASUAL","startDate":"2026-11-08T00:00:00Z","endDate":"2026-11-09T00:00:00Z","workingDays":2,"reason":"Visit to the land office","status":"SUBMITTED","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-30T09:12:00Z"}"#,
        // Seven days of the calendar from Sunday to Saturday, but five working days.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a02","type":"EARNED","startDate":"2026-11-15T00:00:00Z","endDate":"2026-11-21T00:00:00Z","workingDays":7,"reason":"Annual holiday","status":"PENDING","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-29T08:00:00Z","approvals":[{"role":"DEPT_HEAD","status":"PENDING","step":1,"actedAt":null,"remarks":null}]}"#,
        // Victory Day is counted as a working day.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a03","type":"CASUAL","startDate":"2026-12-15T00:00:00Z","endDate":"2026-12-17T00:00:00Z","workingDays":3,"reason":"Cousin's wedding","status":"APPROVED","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-28T08:00:00Z","approvals":[{"role":"DEPT_HEAD","status":"APPROVED","step":1,"actedAt":"2026-10-28T11:00:00Z","remarks":"Approved"}]}"#,
        // The same moment of creation as the one before, and a number written as a string.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a04","type":"CASUAL","startDate":"2026-11-01T00:00:00Z","endDate":"2026-11-01T00:00:00Z","workingDays":"1","reason":"","status":"CANCELLED","needsCertificate":false,"policyVersion":"v2.0","createdAt":"2026-10-28T08:00:00Z","approvals":[]}"#,
        // Midnight in Dhaka written in UTC, with milliseconds: the deployed server stores it so. The days are 25 and 26
        // October.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a05","type":"MEDICAL","startDate":"2026-10-24T18:00:00.000Z","endDate":"2026-10-25T18:00:00.000Z","workingDays":2,"reason":"Dentist","status":"APPROVED","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-23T06:30:15.250Z","approvals":[{"role":"DEPT_HEAD","status":"APPROVED","step":1,"actedAt":"2026-10-23T07:00:00.000Z","remarks":null},{"role":"HR_ADMIN","status":"APPROVED","step":2,"actedAt":"2026-10-24T07:00:00.000Z","remarks":"Get well soon"},{"role":"HR_HEAD","status":"APPROVED","step":3,"actedAt":"2026-10-24T09:00:00.000Z","remarks":"ok"}]}"#,
        // The end is before the start.
        #"{"id":"0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a06","type":"EARNED","startDate":"2026-12-10T00:00:00Z","endDate":"2026-12-06T00:00:00Z","workingDays":5,"reason":"Dates entered the wrong way round","status":"REJECTED","needsCertificate":false,"fitnessCertificateUrl":null,"policyVersion":"v2.0","createdAt":"2026-10-22T10:00:00Z","approvals":[{"role":"DEPT_HEAD","status":"REJECTED","step":1,"actedAt":"2026-10-22T12:00:00Z","remarks":"Please check the dates"}]}"#,
    ]

    private static let notifications: [String] = [
        (
            "118", "LEAVE_APPROVED", "Leave Approved", "Your casual leave request has been approved.",
            "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a03", false, "2026-10-28T11:00:00Z"
        ),
        (
            "117", "LEAVE_REJECTED", "Leave Rejected",
            "Your earned leave request was rejected: please check the dates.", "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a06",
            false, "2026-10-22T12:00:00Z"
        ),
        (
            "116", "LEAVE_APPROVED", "Leave Approved", "Your medical leave request has been approved.",
            "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a05", true, "2026-10-24T09:00:00Z"
        ),
        (
            "115", "HOLIDAY_REMINDER", "Durga Puja", "The office is closed on 20 October.\nNo leave is needed.", nil,
            true, "2026-10-18T04:00:00Z"
        ),
        ("114", "BALANCE_UPDATED", "Balance", "ক্যাজুয়াল ছুটি: 4", nil, false, "2026-10-01T04:00:00Z"),
    ].map { (notification: (String, String, String, String, String?, Bool, String)) in
        let (id, type, title, message, target, read, created) = notification
        return #"{"id":"\#(id)","type":"\#(type)","title":\#(jsonString(title)),"message":\#(jsonString(message))"#
            + #","targetId":\#(target.map { "\"\($0)\"" } ?? "null"),"read":\#(read),"createdAt":"\#(created)"}"#
    }
}
