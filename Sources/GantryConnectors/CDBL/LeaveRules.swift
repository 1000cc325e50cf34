internal import GantryEngine
internal import GantryModel

extension CDBL {
    /// A leave that takes its days: one of the server's, or one of a row further up in the sheet.
    struct ExistingLeave: Sendable {
        /// Empty for one of the sheet.
        let id: String
        let type: String
        let status: String
        let start: CivilDate
        let end: CivilDate
        /// Working days as the server counts them.
        let stated: Decimal9
    }

    /// Rules for a new leave that don't depend on other leaves, as documented ("Client-side validation checklist",
    /// "Error codes").
    struct LeaveRules {
        static let mostMedicalWithoutCertificate = 3
        static let mostMedicalWithoutFitness = 7
        static let mostCasualInARow = 3
        static let noticeForEarned = 5
        static let backdatingWindow = 30
        /// This many days ahead the notice is long enough, whatever the holidays.
        static let farAhead = 60
        /// No leave is longer; the documentation names no limit.
        static let longest = 400
        /// The server takes no shorter reason, in characters.
        static let shortestReason = 3
        /// The kinds of leave that the documentation has rules for.
        static let documentedTypes: Set<String> = ["CASUAL", "MEDICAL", "EARNED"]

        let days: LeaveDays
        let today: CivilDate

        /// Every rule that the leave breaks.
        func problems(of leave: LeaveApplication) -> [RowProblem] {
            reason(of: leave) + dates(of: leave)
        }

        private func reason(of leave: LeaveApplication) -> [RowProblem] {
            let length = leave.reason.unicodeScalars.count
            guard length < LeaveRules.shortestReason else { return [] }
            return [
                RowProblem(
                    "invalid_input", field: "reason",
                    "reason has \(length) \(length == 1 ? "character" : "characters"); the server requires at least \(LeaveRules.shortestReason)."
                )
            ]
        }

        private func dates(of leave: LeaveApplication) -> [RowProblem] {
            guard leave.start <= leave.end else {
                return [
                    CDBL.broken(
                        "invalid_dates", field: "end", required: "a day on or after \(leave.start)",
                        provided: "\(leave.end)")
                ]
            }
            let length = leave.end - leave.start + 1
            guard length <= LeaveRules.longest else {
                return [
                    CDBL.broken(
                        "invalid_dates", field: "end", required: "at most \(LeaveRules.longest) days",
                        provided: "\(length)")
                ]
            }
            var problems: [RowProblem] = []
            if !days.knows(from: leave.start, to: leave.end) {
                problems.append(
                    RowProblem(
                        "holidays-unknown", field: "start",
                        "The server lists no holidays for \(years(leave)), so the leave's working days can't be counted."
                    ))
            }
            let earliest = today - LeaveRules.backdatingWindow
            if leave.start < earliest {
                problems.append(
                    CDBL.broken(
                        "invalid_dates", field: "start",
                        required: "a day not more than \(LeaveRules.backdatingWindow) days back, \(earliest) or later",
                        provided: "\(leave.start)"))
            }
            let counted = days.count(from: leave.start, to: leave.end)
            problems += freeDays(leave, counted)
            if let given = leave.workingDays, given != counted {
                problems.append(
                    RowProblem(
                        "invalid_input", field: "working_days",
                        "working_days is \(given), but \(leave.start) to \(leave.end) has \(counted) without Fridays, Saturdays and holidays. "
                            + "Correct it, or leave it empty."))
            }
            if leave.type == "EARNED" { problems += notice(leave) }
            if leave.type == "MEDICAL" { problems += certificates(leave, counted) }
            return problems
        }

        private func years(_ leave: LeaveApplication) -> String {
            let first = leave.start.components.year
            let last = leave.end.components.year
            return first == last ? "\(first)" : "\(first) or \(last)"
        }

        /// Fridays, Saturdays and holidays: casual leave contains none of them, other leave neither begins nor ends on
        /// one.
        private func freeDays(_ leave: LeaveApplication, _ counted: Int) -> [RowProblem] {
            if leave.type == "CASUAL" {
                let touched = (0...(leave.end - leave.start)).map { leave.start + $0 }.filter { !days.isWorking($0) }
                guard let first = touched.first else { return [] }
                let more = touched.count > 1 ? " and \(touched.count - 1) more" : ""
                return [
                    CDBL.broken(
                        "cl_cannot_touch_holiday", field: "start", required: "working days only",
                        provided: "\(named(first))\(more)")
                ]
            }
            guard LeaveRules.documentedTypes.contains(leave.type) else {
                return counted > 0
                    ? []
                    : [
                        CDBL.broken(
                            "invalid_dates", field: "start", required: "at least one working day", provided: "none")
                    ]
            }
            var problems: [RowProblem] = []
            if !days.isWorking(leave.start) {
                problems.append(
                    CDBL.broken(
                        "invalid_dates", field: "start", required: "a working day", provided: named(leave.start)))
            }
            if !days.isWorking(leave.end), leave.end != leave.start {
                problems.append(
                    CDBL.broken("invalid_dates", field: "end", required: "a working day", provided: named(leave.end)))
            }
            return problems
        }

        private func named(_ day: CivilDate) -> String {
            switch day.isoWeekday {
            case 5: "\(day), a Friday"
            case 6: "\(day), a Saturday"
            default: "\(day), a holiday"
            }
        }

        /// The working days after today, the first day of the leave included.
        private func notice(_ leave: LeaveApplication) -> [RowProblem] {
            guard leave.start - today < LeaveRules.farAhead else { return [] }
            let notice = days.count(from: today + 1, to: leave.start)
            guard notice < LeaveRules.noticeForEarned else { return [] }
            return [
                CDBL.broken(
                    "el_insufficient_notice", field: "start", required: "\(LeaveRules.noticeForEarned)",
                    provided: "\(notice)")
            ]
        }

        private func certificates(_ leave: LeaveApplication, _ counted: Int) -> [RowProblem] {
            var problems: [RowProblem] = []
            if counted > LeaveRules.mostMedicalWithoutCertificate, !leave.hasMedical {
                problems.append(
                    CDBL.broken(
                        "medical_certificate_required", field: "certificate", required: "a certificate",
                        provided: "none, for \(counted) working days"))
            }
            if counted > LeaveRules.mostMedicalWithoutFitness, !leave.hasFitness {
                problems.append(
                    CDBL.broken(
                        "fitness_certificate_required", field: "fitness_certificate", required: "a certificate",
                        provided: "none, for \(counted) working days"))
            }
            return problems
        }

        // MARK: Other leaves

        /// Leaves of the server that have days of this one.
        func overlaps(of leave: LeaveApplication, with standing: [ExistingLeave]) -> [RowProblem] {
            guard leave.start <= leave.end else { return [] }
            return standing.filter { $0.start <= leave.end && leave.start <= $0.end }.map { other in
                let name =
                    "\(singleLine(other.id)), \(other.type) from \(other.start) to \(other.end), which is \(other.status)"
                guard other.type == leave.type, other.start == leave.start, other.end == leave.end else {
                    return RowProblem("overlap", field: "start", "The server already has leave on these days: \(name).")
                }
                return RowProblem(
                    "overlap", field: "start",
                    "The server already has this leave: \(name). It is not requested again; upload a certificate for it with certificates-upload."
                )
            }
        }

        /// Leaves of rows further up that have days of this one.
        static func overlaps(of leave: LeaveApplication, inSheetWith earlier: [ExistingLeave]) -> [RowProblem] {
            earlier.filter { $0.start <= leave.end && leave.start <= $0.end }.map {
                RowProblem(
                    "overlap", field: "start",
                    "A row above has leave on these days: \($0.type) from \($0.start) to \($0.end).")
            }
        }
    }

    /// A broken rule in the words of the documented table, with what is required and what was found.
    static func broken(_ code: String, field: String, required: String, provided: String) -> RowProblem {
        RowProblem(
            code, field: field,
            "\(errors[code] ?? "The leave breaks a rule.") Required: \(required); provided: \(provided).")
    }
}
