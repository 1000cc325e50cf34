internal import GantryModel

// The checks as pipeline files know them.
extension PayrollChecks {
    /// Checks that can only be blockers: pay would be wrong otherwise.
    package static let alwaysBlockers = [Rule.outsidePeriod, Rule.conflictingID]

    /// Checks that are the same for all groups: they are about the period or about who somebody is.
    package static let ofEverybody: Set<String> = [
        Rule.outsidePeriod, Rule.conflictingID, Rule.unknownWorker, Rule.periodDiffers,
    ]

    /// Checks that may be `off` or `info` only with a reason: hours that nobody approved are paid without a trace.
    package static let needsReason: Set<String> = [Rule.notApproved]

    /// Every check, in the order in which a pipeline file's checks are kept and listed.
    package static let descriptors = [
        CheckDescriptor(
            name: Rule.notApproved, help: "The entry is not approved.", hasThresholds: false),
        CheckDescriptor(
            name: Rule.outsidePeriod, help: "The work date is outside the period.",
            hasThresholds: false),
        CheckDescriptor(
            name: Rule.conflictingID, help: "Two different entries have the same id.",
            hasThresholds: false),
        CheckDescriptor(
            name: Rule.negativeHours, help: "Some hours are negative.", hasThresholds: false),
        CheckDescriptor(
            name: Rule.zeroHours, help: "All hours are zero.", hasThresholds: false,
            standard: .severity(.info)),
        CheckDescriptor(
            name: Rule.hoursPerDay, help: "One person's total hours on a day.",
            hasThresholds: true,
            standard: .thresholds([
                CheckThreshold(severity: .warning, above: Hours(13)),
                CheckThreshold(severity: .blocker, above: Hours(24)),
            ])),
        CheckDescriptor(
            name: Rule.unknownWorker, help: "No worker has the entry's employee number.",
            hasThresholds: false),
        CheckDescriptor(
            name: Rule.noRate, help: "The worker has no rate, but the pay code of the hours uses one.",
            hasThresholds: false, standard: .severity(.warning)),
        CheckDescriptor(
            name: Rule.unusableRate,
            help: "The worker's rate is negative, above \(Roster.largestRate) or not a number.", hasThresholds: false),
        CheckDescriptor(
            name: Rule.finerThanKept,
            help: "Hours have more than nine decimals and are rounded to nine.",
            hasThresholds: false, standard: .severity(.info)),
        CheckDescriptor(
            name: Rule.selfApproved, help: "The person who approved the entry did the work.", hasThresholds: false,
            standard: .severity(.warning)),
        CheckDescriptor(
            name: Rule.approvalIncomplete,
            help: "The entry is approved, but not when or by whom, or before it was submitted.", hasThresholds: false,
            standard: .severity(.warning)),
        CheckDescriptor(
            name: Rule.wrongDayKind,
            help: "Weekend hours on a workday, or normal hours on a Saturday, Sunday or holiday; needs pay.calendar.",
            hasThresholds: false, standard: .severity(.warning)),
        CheckDescriptor(
            name: Rule.leaveDays, help: "The server counts other days of a leave than the calendar has.",
            hasThresholds: false, standard: .severity(.warning)),
        CheckDescriptor(
            name: Rule.periodDiffers, help: "The period is none of the pay periods of KSR Cranes.",
            hasThresholds: false,
            standard: .off),
        CheckDescriptor(
            name: Rule.workOnLeave, help: "Hours on a day of approved leave.", hasThresholds: false,
            standard: .severity(.warning)),
        CheckDescriptor(
            name: Rule.partTime,
            help: "Leave in hours of a part-time worker of whom the list of employees has no hours or workdays.",
            hasThresholds: false),
        CheckDescriptor(
            name: Rule.looksDouble, help: "Two entries of a worker and day have the same task and hours.",
            hasThresholds: false, standard: .severity(.warning)),
        CheckDescriptor(
            name: Rule.weekHours, help: "A worker has more than 48 hours in an ISO week; never a blocker.",
            hasThresholds: false, standard: .severity(.info)),
    ]

    /// Whether the settings of every run list the check. The others are listed where a pipeline file changes them, so
    /// that a run that began before there was such a check can still be finished.
    package static func isPartOfEveryIdentity(_ check: String) -> Bool {
        !Rule.added.contains(check)
    }

    /// The checks as a pipeline file orders them.
    ///
    /// - Parameters:
    ///   - rule: what the file says about the check with a name; `off` for one that it doesn't have.
    ///   - pay: the pay codes; those with a rate price hours.
    package init(rule: (_ check: String) -> CheckRule, pay: PaySettings?) {
        self.init()
        func severity(_ check: String) -> Severity? {
            if case .severity(let severity) = rule(check) { return severity }
            return nil
        }
        notApproved = severity(Rule.notApproved)
        outsidePeriod = severity(Rule.outsidePeriod)
        negativeHours = severity(Rule.negativeHours)
        zeroHours = severity(Rule.zeroHours)
        unknownWorker = severity(Rule.unknownWorker)
        noRate = severity(Rule.noRate)
        unusableRate = severity(Rule.unusableRate)
        selfApproved = severity(Rule.selfApproved)
        approvalIncomplete = severity(Rule.approvalIncomplete)
        wrongDayKind = pay?.calendar == nil ? nil : severity(Rule.wrongDayKind)
        leaveDays = severity(Rule.leaveDays)
        workOnLeave = severity(Rule.workOnLeave)
        partTime = severity(Rule.partTime)
        looksDouble = severity(Rule.looksDouble)
        weekHours = severity(Rule.weekHours)
        periodDiffers = severity(Rule.periodDiffers)
        priced = Set(
            (pay?.codes ?? []).compactMap { code in
                guard case .hours(let hours) = code.pays, case .rate(let rate, _)? = code.price else { return nil }
                return PricedHours(hours.quantity, by: rate, of: code.groups)
            })
        groups = PayGroups(pay)
        self.pay = pay
        finerThanKept = severity(Rule.finerThanKept)
        dayInfo = nil
        dayWarning = nil
        dayBlocker = nil
        if case .thresholds(let limits) = rule(Rule.hoursPerDay) {
            for limit in limits {
                switch limit.severity {
                case .warning: dayWarning = limit.above
                case .blocker: dayBlocker = limit.above
                case .info, .waived, .critical: dayInfo = limit.above
                }
            }
        }
    }
}
