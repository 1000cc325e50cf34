/// Leaves computed from their position, the newest first, so that any page of any number of them costs only itself.
///
/// Each has two approvals. Moments of creation never go up with the position, and now and then two are equal.
struct GeneratedLeaves: Sendable {
    /// Type and status repeat after so many positions, so that a filter need not look at all of them.
    static let period = 512

    let count: Int
    private let unusual: Bool
    private let scatter: Scatter
    private let ids: PositionedID
    private let start: Moment
    private let span: Int

    /// - Throws: ``SandboxError`` with `.unusableConfiguration` when a number is out of range or the first day is no
    ///   date.
    init(_ data: GeneratedData) throws(SandboxError) {
        guard let firstDay = CivilDay(data.firstDay), (0...100_000_000).contains(data.entries),
            (1...3_660).contains(data.days)
        else {
            throw SandboxError(
                .unusableConfiguration, "Generated leaves",
                "they take 0 to 100,000,000 entries, 1 to 3,660 days and a first day as YYYY-MM-DD",
                next: "Change the numbers.")
        }
        count = data.entries
        unusual = data.unusual
        scatter = Scatter(seed: data.seed)
        ids = PositionedID(seed: data.seed, kind: 3)
        start = Moment(firstDay)
        span = data.days * 86_400
    }

    var records: RecordSet {
        RecordSet(count: count, period: Self.period, append: { append($0, to: &$1) }) { field, position in
            switch field {
            case "type": type(position).rawValue
            case "status": status(position).rawValue
            default: nil
            }
        }
    }

    /// The leave of an id with its whole history; nil for an id that is none of these.
    @Sendable func history(_ id: String) -> [UInt8]? {
        guard let position = ids.position(id, below: count) else { return nil }
        var bytes: [UInt8] = []
        append(position, withReturn: scatter(UInt64(position) &+ 1, 12) % 4 == 0, to: &bytes)
        return bytes
    }

    @Sendable func position(_ id: String) -> Int? { ids.position(id, below: count) }

    func id(_ position: Int) -> String { ids.text(position) }

    private func cycleNoise(_ position: Int) -> UInt64 { scatter(UInt64(position % Self.period) &+ 1, 31) }

    private enum LeaveType: String {
        case casual = "CASUAL"
        case medical = "MEDICAL"
        case earned = "EARNED"
    }
    private enum Status: String {
        case approved = "APPROVED"
        case pending = "PENDING"
        case submitted = "SUBMITTED"
        case cancelled = "CANCELLED"
        case rejected = "REJECTED"
    }

    private func type(_ position: Int) -> LeaveType {
        switch cycleNoise(position) % 20 {
        case 0..<9: .casual
        case 9..<14: .medical
        default: .earned
        }
    }

    private func status(_ position: Int) -> Status {
        switch cycleNoise(position) >> 8 & 31 {
        case 0: .submitted
        case 1, 2: .pending
        case 3, 4: .cancelled
        case 5: .rejected
        default: .approved
        }
    }

    private func created(_ position: Int) -> Moment {
        let place = position / 2 % 9 == 4 ? position & ~1 : position
        let seconds = (count - 1 - place) * span / max(1, count)
        return start.adding(seconds - seconds % 60)
    }

    /// - Parameter withReturn: Whether an earlier round of approval comes first, in which the leave was sent back.
    func append(_ position: Int, withReturn: Bool = false, to bytes: inout [UInt8]) {
        let noise = scatter(UInt64(position) &+ 1, 11)
        let (type, status, created) = (type(position), status(position), created(position))
        let days = days(type, created, noise)
        bytes.append(#"{"id":""#)
        ids.append(position, to: &bytes)
        bytes.append(#"","type":""#)
        bytes.append(type.rawValue)
        bytes.append(#"","startDate":""#)
        bytes.append(days.first)
        bytes.append(#"T00:00:00Z","endDate":""#)
        bytes.append(days.last)
        bytes.append(#"T00:00:00Z","workingDays":"#)
        bytes.append(decimal: days.stated)
        bytes.append(#","reason":"#)
        bytes.append(contentsOf: Self.reasons[Int((noise >> 24) % UInt64(Self.reasons.count))])
        bytes.append(#","status":""#)
        bytes.append(status.rawValue)
        let certificate = type == .medical && days.worked > 3
        bytes.append(certificate ? #"","needsCertificate":true"# : #"","needsCertificate":false"#)
        bytes.append(#","certificateUrl":null"#)
        if type == .medical, days.worked > 7 {
            bytes.append(#","fitnessCertificateUrl":"https://lms.cdbl.com.bd/api/uploads/fit-"#)
            bytes.append(decimal: position + 1)
            bytes.append(#".pdf?token=ft_"#)
            bytes.append(decimal: Int(noise >> 4))
            bytes.append(#"""#)
        } else if noise % 61 != 3 {
            bytes.append(#","fitnessCertificateUrl":null"#)
        }
        bytes.append(#","policyVersion":"v2.0","createdAt":""#)
        bytes.append(created)
        bytes.append(#"","approvals":["#)
        let acted = created.adding(5_400 + Int(noise >> 40 & 0xFFFF))
        if withReturn {
            append("DEPT_HEAD", .returned, 1, acted.adding(-3_600), #""Please correct the dates""#, to: &bytes)
            bytes.append(",")
        }
        let (first, second) = Self.decisions(status)
        append("DEPT_HEAD", first, 1, acted, Self.remarks[Int(noise >> 32 & 7)], to: &bytes)
        bytes.append(",")
        append("HR_ADMIN", second, 2, acted.adding(86_400), Self.remarks[Int(noise >> 35 & 7)], to: &bytes)
        bytes.append("]}")
    }

    private enum Decision: String {
        case approved = "APPROVED"
        case pending = "PENDING"
        case rejected = "REJECTED"
        case returned = "RETURNED"
    }

    private static func decisions(_ status: Status) -> (Decision, Decision) {
        switch status {
        case .approved: (.approved, .approved)
        case .pending, .cancelled: (.approved, .pending)
        case .submitted: (.pending, .pending)
        case .rejected: (.approved, .rejected)
        }
    }

    private func append(
        _ role: String, _ decision: Decision, _ step: Int, _ acted: Moment, _ remarks: String, to bytes: inout [UInt8]
    ) {
        bytes.append(#"{"role":""#)
        bytes.append(role)
        bytes.append(#"","status":""#)
        bytes.append(decision.rawValue)
        bytes.append(#"","step":"#)
        bytes.append(decimal: step)
        if decision == .pending { return bytes.append(#","actedAt":null,"remarks":null}"#) }
        bytes.append(#","actedAt":""#)
        bytes.append(acted)
        bytes.append(#"","remarks":"#)
        bytes.append(remarks)
        bytes.append("}")
    }

    /// First and last day, the working days between them, and the number that the record states. The two differ now and then,
    /// because some client counted the days of the calendar.
    private func days(
        _ type: LeaveType, _ created: Moment, _ noise: UInt64
    ) -> (first: CivilDay, last: CivilDay, worked: Int, stated: Int) {
        let (ahead, worked) =
            switch type {
            case .casual: (1 + Int(noise % 14), 1 + Int(noise >> 8 & 0xFF) % 3)
            case .medical: (Int(noise % 6) - 2, 1 + Int(noise >> 8 & 0xFF) % 10)
            case .earned: (7 + Int(noise % 34), 2 + Int(noise >> 8 & 0xFF) % 14)
            }
        var first = CivilDay(daysSince1970: created.seconds / 86_400 + ahead)
        while !CDBLHolidays.isWorkingDay(first) { first = first.adding(days: 1) }
        var last = first
        var left = worked - 1
        while left > 0 {
            last = last.adding(days: 1)
            if CDBLHolidays.isWorkingDay(last) { left -= 1 }
        }
        let calendar = last.daysSince1970 - first.daysSince1970 + 1
        let isWrong = unusual && noise >> 16 & 63 == 5
        return (first, last, worked, isWrong ? (calendar == worked ? worked + 1 : calendar) : worked)
    }

    private static let remarks = [
        "null", #""Approved""#, #""Approved""#, #""ok""#, #""""#, #""Handover to colleague; see mail""#,
        #""=HYPERLINK(\"x\")""#,
        #""অনুমোদিত""#,
    ]
    private static let reasons = [
        #""Family event""#, #""Medical treatment""#, #""পারিবারিক অনুষ্ঠান""#, #""Annual holiday""#,
        #""Wedding of a cousin, Sylhet""#,
        #""=SUM(A1)""#, #""Fever\nand cough""#, #""Follow-up visit; \"Dr. A\"""#, #""Travel 🧳""#, #""+880 visit""#,
        #""Exam; 2nd part""#,
        #"" spaces ""#, #""-""#, #""na\u00efve caf\u00e9""#, #""@home""#, #""House moving""#,
    ].map { Array($0.utf8) }
}
