internal import GantryJSON
internal import GantryModel

/// Leaves computed from their position, the newest first, so that any page of any number of leaves costs only itself.
///
/// Each has two approvals. The creation time never increases with the position, and sometimes two are equal.
struct GeneratedLeaves: Sendable {
    /// Type and status repeat after so many positions, so a filter need not look at all leaves.
    private static let period = 512

    let count: Int
    private let unusual: Bool
    private let random: SplitMix64
    private let ids: PositionedID
    private let start: Instant
    private let span: Int

    /// - Throws: ``SandboxError`` with `.unusableConfiguration` when a number is out of range or the first day is not
    ///   a date.
    init(_ data: GeneratedData) throws(SandboxError) {
        start = Instant(try data.checked("Generated leaves"))
        count = data.entries
        unusual = data.unusual
        random = SplitMix64(seed: data.seed)
        ids = PositionedID(seed: data.seed, kind: 3)
        span = data.days * 86_400
    }

    var records: RecordSet {
        RecordSet(count: count, period: Self.period, record: { leave($0) }) { field, position in
            switch field {
            case "type": type(position).rawValue
            case "status": status(position).rawValue
            default: nil
            }
        }
    }

    /// The leave of an id with its complete history; nil for an unknown id.
    @Sendable func history(_ id: String) -> [UInt8]? {
        position(id).map { leave($0, wasReturned: random(position: $0, series: 12) % 4 == 0).bytes }
    }

    @Sendable func position(_ id: String) -> Int? { ids.position(id, below: count) }

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
        case returned = "RETURNED"
    }

    private func cycleNoise(_ position: Int) -> UInt64 { random(position: position % Self.period, series: 31) }

    private func type(_ position: Int) -> LeaveType {
        switch cycleNoise(position) % 20 {
        case 0..<9: .casual
        case 9..<14: .medical
        default: .earned
        }
    }

    private func status(_ position: Int) -> Status {
        switch cycleNoise(position).bits(8, 5) {
        case 0: .submitted
        case 1, 2: .pending
        case 3, 4: .cancelled
        case 5: .rejected
        default: .approved
        }
    }

    private func created(_ position: Int) -> Instant {
        let place = position / 2 % 9 == 4 ? position & ~1 : position
        let seconds = (count - 1 - place) * span / max(1, count)
        return start.adding(seconds: seconds - seconds % 60)
    }

    /// - Parameter wasReturned: Whether the leave was first returned by an earlier round of approval.
    private func leave(_ position: Int, wasReturned: Bool = false) -> JSONTree {
        let noise = random(position: position, series: 11)
        let (type, status, created) = (type(position), status(position), created(position))
        let days = days(of: type, created: created, noise)
        let isLongIllness = type == .medical && days.worked > 7
        let certificate: JSONTree =
            isLongIllness
            ? "https://lms.cdbl.com.bd/api/uploads/fit-\(position + 1).pdf?token=ft_\(noise >> 4)" : .null
        let acted = created.adding(seconds: 5_400 + noise.bits(40, 16))
        let earlier = approval(
            step: 1, .returned, at: acted.adding(seconds: -3_600), remarks: "Please correct the dates")
        let (first, second): (Status, Status) =
            switch status {
            case .approved: (.approved, .approved)
            case .pending, .cancelled: (.approved, .pending)
            case .rejected: (.approved, .rejected)
            case .submitted, .returned: (.pending, .pending)
            }
        return [
            "id": .string(ids.text(position)), "type": .string(type.rawValue),
            "startDate": "\(days.first)T00:00:00Z", "endDate": "\(days.last)T00:00:00Z",
            "workingDays": .integer(days.stated), "reason": Self.reasons[Int((noise >> 24) % 16)],
            "status": .string(status.rawValue),
            "needsCertificate": .bool(type == .medical && days.worked > 3), "certificateUrl": .null,
            "fitnessCertificateUrl": isLongIllness || noise % 61 != 3 ? certificate : nil, "policyVersion": "v2.0",
            "createdAt": "\(created)",
            "approvals": .array(
                (wasReturned ? [earlier] : []) + [
                    approval(step: 1, first, at: acted, remarks: Self.remarks[noise.bits(32, 3)]),
                    approval(
                        step: 2, second, at: acted.adding(seconds: 86_400), remarks: Self.remarks[noise.bits(35, 3)]),
                ]),
        ]
    }

    private func approval(step: Int, _ status: Status, at acted: Instant, remarks: JSONTree) -> JSONTree {
        let isPending = status == .pending
        return [
            "role": step == 1 ? "DEPT_HEAD" : "HR_ADMIN", "status": .string(status.rawValue), "step": .integer(step),
            "actedAt": isPending ? .null : "\(acted)", "remarks": isPending ? .null : remarks,
        ]
    }

    /// First and last day, the working days between them, and the number that the record states. The two differ
    /// sometimes, because some client counted calendar days.
    private func days(
        of type: LeaveType, created: Instant, _ noise: UInt64
    ) -> (first: CivilDate, last: CivilDate, worked: Int, stated: Int) {
        let (ahead, worked) =
            switch type {
            case .casual: (1 + Int(noise % 14), 1 + noise.bits(8, 8) % 3)
            case .medical: (Int(noise % 6) - 2, 1 + noise.bits(8, 8) % 10)
            case .earned: (7 + Int(noise % 34), 2 + noise.bits(8, 8) % 14)
            }
        var first = created.utcDate + ahead
        while !CDBLHolidays.isWorkingDay(first) { first = first + 1 }
        var last = first
        var left = worked - 1
        while left > 0 {
            last = last + 1
            if CDBLHolidays.isWorkingDay(last) { left -= 1 }
        }
        let calendar = last - first + 1
        let isWrong = unusual && noise.bits(16, 6) == 5
        return (first, last, worked, isWrong ? (calendar == worked ? worked + 1 : calendar) : worked)
    }

    private static let remarks: [JSONTree] = [
        .null, "Approved", "Approved", "ok", "", "Handover to colleague; see mail", "=HYPERLINK(\"x\")", "অনুমোদিত",
    ]
    private static let reasons: [JSONTree] = [
        "Family event", "Medical treatment", "পারিবারিক অনুষ্ঠান", "Annual holiday", "Wedding of a cousin, Sylhet",
        "=SUM(A1)", "Fever\nand cough", "Follow-up visit; \"Dr. A\"", "Travel 🧳", "+880 visit", "Exam; 2nd part",
        " spaces ", "-", .verbatim(#""na\u00efve caf\u00e9""#), "@home", "House moving",
    ]
}
