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
        check(Rule.notApproved),
        check(Rule.outsidePeriod),
        check(Rule.conflictingID),
        check(Rule.negativeHours),
        check(Rule.zeroHours, standard: .severity(.info)),
        check(
            Rule.hoursPerDay, hasThresholds: true,
            standard: .thresholds([
                CheckThreshold(severity: .warning, above: Hours(13)),
                CheckThreshold(severity: .blocker, above: Hours(24)),
            ])),
        check(Rule.unknownWorker),
        check(Rule.noRate, standard: .severity(.warning)),
        check(Rule.unusableRate),
        check(Rule.finerThanKept, standard: .severity(.info)),
        check(Rule.selfApproved, standard: .severity(.warning)),
        check(Rule.approvalIncomplete, standard: .severity(.warning)),
        check(Rule.wrongDayKind, standard: .severity(.warning)),
        check(Rule.leaveDays, standard: .severity(.warning)),
        check(Rule.periodDiffers, standard: .off),
        check(Rule.workOnLeave, standard: .severity(.warning)),
        check(Rule.partTime),
        check(Rule.looksDouble, standard: .severity(.warning)),
        check(Rule.weekHours, standard: .severity(.info)),
    ]

    private static func check(
        _ name: String, hasThresholds: Bool = false, standard: CheckRule = .severity(.blocker)
    ) -> CheckDescriptor {
        CheckDescriptor(
            name: name, help: RuleExplanation.of(name)?.means ?? "", hasThresholds: hasThresholds, standard: standard)
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
