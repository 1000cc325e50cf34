internal import GantryJSON
internal import GantryModel

/// The rules for a new leave. The annual limits are not summed up over the leaves of the year, because the samples
/// exceed them; a fitness certificate is due on the return, not before the leave.
enum LeavePolicy {
    private static let noticeForEarned = 5
    private static let mostCasual = 3
    private static let mostMedical = 14
    private static let mostMedicalWithoutCertificate = 3

    /// The working days after `today` up to a day, that day included.
    private static func notice(from today: CivilDate, to day: CivilDate) -> Int {
        // A leave in a far year has enough notice after a year of working days.
        var (cursor, count) = (today, 0)
        while cursor < day, count < 366 {
            cursor = cursor + 1
            if CDBLHolidays.isWorkingDay(cursor) { count += 1 }
        }
        return count
    }

    /// - Parameter balance: The days of its type that are left; nil where there is no balance.
    /// - Throws: ``Refusal`` of a leave that breaks a rule.
    static func check(_ leave: LeaveApplication, today: CivilDate, balance: Int?) throws(Refusal) {
        switch leave.type {
        case "CASUAL":
            let days = leave.lastDay - leave.firstDay + 1
            try require(
                days <= mostCasual, else: .clExceedsConsecutiveLimit,
                "Casual Leave is limited to \(mostCasual) days in a row.", required: mostCasual, provided: days)
            if let day = (0..<days).map({ leave.firstDay + $0 }).first(where: { !CDBLHolidays.isWorkingDay($0) }) {
                throw CDBLError.clCannotTouchHoliday.refusal(
                    "Casual Leave must not touch a Friday, a Saturday or a holiday.", provided: "\(day)")
            }
        case "EARNED":
            let notice = notice(from: today, to: leave.firstDay)
            try require(
                notice >= noticeForEarned, else: .elInsufficientNotice,
                "Earned Leave must be asked for \(noticeForEarned) working days ahead.", required: noticeForEarned,
                provided: notice)
        case "MEDICAL":
            try require(
                leave.workingDays <= mostMedical, else: .mlAnnualCapExceeded,
                "Medical Leave is limited to \(mostMedical) days a year.", required: mostMedical,
                provided: leave.workingDays)
            try require(
                leave.workingDays <= mostMedicalWithoutCertificate || leave.needsCertificate || leave.namesCertificate,
                else: .medicalCertificateRequired,
                "Medical Leave of more than \(mostMedicalWithoutCertificate) days needs a certificate.",
                required: mostMedicalWithoutCertificate, provided: leave.workingDays)
        default: break
        }
        let left = balance ?? .max
        try require(
            leave.workingDays <= left, else: .insufficientBalance, "The leave balance is not enough.",
            required: leave.workingDays, provided: left)
    }

    private static func require(
        _ isKept: Bool, else code: CDBLError, _ message: String, required: Int, provided: Int
    ) throws(Refusal) {
        guard isKept else {
            throw code.refusal(message, required: .integer(required), provided: .integer(provided))
        }
    }
}
