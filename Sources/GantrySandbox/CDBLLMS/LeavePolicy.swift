/// The rules that a new leave has to keep. The annual caps are not summed up over the leaves of the year, because the
/// samples break them; a certificate of fitness is due on the return, not before the leave.
enum LeavePolicy {
    static let noticeForEarned = 5
    static let mostCasual = 3
    static let mostMedical = 14
    static let mostMedicalWithoutCertificate = 3

    /// The working days after `today` up to a day, that day included.
    static func notice(from today: CivilDay, to day: CivilDay) -> Int {
        // More than enough is as good as enough, so a leave in a far year costs nothing to check.
        var (cursor, count) = (today, 0)
        while cursor < day, count < 366 {
            cursor = cursor.adding(days: 1)
            if CDBLHolidays.isWorkingDay(cursor) { count += 1 }
        }
        return count
    }

    /// The refusal of a leave that breaks a rule.
    ///
    /// - Parameter balance: The days of its type that are left; nil where nobody counts them.
    static func refusal(_ leave: LeaveApplication, today: CivilDay, balance: Int?) -> BackendAnswer? {
        let days = leave.lastDay.daysSince1970 - leave.firstDay.daysSince1970 + 1
        switch leave.type {
        case "CASUAL":
            if days > mostCasual {
                return CDBLError.clExceedsConsecutiveLimit.answer(
                    "Casual Leave is limited to \(mostCasual) days in a row.", required: mostCasual, provided: days)
            }
            if let day = (0..<days).map({ leave.firstDay.adding(days: $0) }).first(where: {
                !CDBLHolidays.isWorkingDay($0)
            }) {
                return CDBLError.clCannotTouchHoliday.answer(
                    "Casual Leave must not touch a Friday, a Saturday or a holiday.", provided: day.text)
            }
        case "EARNED":
            let notice = notice(from: today, to: leave.firstDay)
            if notice < noticeForEarned {
                return CDBLError.elInsufficientNotice.answer(
                    "Earned Leave must be asked for \(noticeForEarned) working days ahead.", required: noticeForEarned,
                    provided: notice)
            }
        case "MEDICAL":
            if leave.workingDays > mostMedical {
                return CDBLError.mlAnnualCapExceeded.answer(
                    "Medical Leave is limited to \(mostMedical) days a year.", required: mostMedical,
                    provided: leave.workingDays)
            }
            if leave.workingDays > mostMedicalWithoutCertificate, !leave.needsCertificate, !leave.namesCertificate {
                return CDBLError.medicalCertificateRequired.answer(
                    "Medical Leave of more than \(mostMedicalWithoutCertificate) days needs a certificate.",
                    required: mostMedicalWithoutCertificate, provided: leave.workingDays)
            }
        default: break
        }
        guard let balance, leave.workingDays > balance else { return nil }
        return CDBLError.insufficientBalance.answer(
            "The leave balance is not enough.", required: leave.workingDays, provided: balance)
    }
}
