package import GantryConnectors
internal import GantryEngine
package import GantryModel

/// The checks of a payroll export: for each rule how much it matters, `nil` if it is off.
package struct PayrollChecks: Equatable, Sendable {
    /// The entry isn't APPROVED.
    package var notApproved: Severity? = .blocker
    /// The work date is outside the period.
    package var outsidePeriod: Severity? = .blocker
    /// Some quantity is below zero.
    package var negativeHours: Severity? = .blocker
    /// All quantities are zero.
    package var zeroHours: Severity? = .info
    /// The worker isn't in the list of workers.
    package var unknownWorker: Severity? = .blocker
    /// A pay code has a rate, and the worker has none or 0, by which KSR Cranes means none. A warning is about the
    /// worker: a payroll program may have the rate. A blocker holds the hours that would be priced.
    package var noRate: Severity? = .warning
    /// The worker's rate is negative, absurd or not a number. It prices nothing, whatever this says; a blocker holds
    /// the hours that would be priced.
    package var unusableRate: Severity? = .blocker
    /// The person who approved the entry did the work.
    package var selfApproved: Severity? = .warning
    /// The entry is APPROVED, but not when or by whom, or before it was submitted.
    package var approvalIncomplete: Severity? = .warning
    /// Weekend hours on a workday, or normal hours on a day that is none; needs a calendar.
    package var wrongDayKind: Severity?
    /// The server counts other days of a leave than the calendar has.
    package var leaveDays: Severity? = .warning
    /// The period is none of the source's pay periods.
    package var periodDiffers: Severity?
    /// A pay code pays leave in hours, and nobody knows how long the day of a part-time worker is.
    package var partTime: Severity? = .blocker
    /// Hours on a day of leave.
    package var workOnLeave: Severity? = .warning
    /// Two entries of an employee and day have the same task and hours.
    package var looksDouble: Severity? = .warning
    /// More than 48 hours of an employee in an ISO week. Never a blocker: it is about no entry.
    package var weekHours: Severity? = .info

    /// The hours that are priced, and by which rate of the worker; empty if no pay code has a rate.
    package var priced: Set<PricedHours> = []
    /// The groups that pay codes are for; an employee in none of them is held.
    package var groups = PayGroups(nil)
    /// The checks of employees of groups for whom some check is another one; nothing in these is by groups.
    package var byGroup: [String: PayrollChecks] = [:]
    /// The pay settings that leave is paid by; `nil` where every kind of leave is paid.
    package var pay: PaySettings?
    /// A quantity had more than nine decimals and was rounded.
    package var finerThanKept: Severity? = .info
    /// An exact repeat of an entry, counted once.
    package var repeatedRecord: Severity? = .info
    /// More hours for a person and day than this are counted. `nil`: off.
    package var dayInfo: Hours?
    /// More hours for a person and day than this are worth a look. `nil`: off.
    package var dayWarning: Hours? = Hours(13)
    /// More hours for a person and day than this can't be; every entry of the day that counts is held. `nil`: off.
    package var dayBlocker: Hours? = Hours(24)

    package init() {}

    /// The checks of a group; `nil` for employees without one.
    package func of(group: String?) -> PayrollChecks { group.flatMap { byGroup[$0] } ?? self }

    /// A kind of hours that some pay code prices.
    package struct PricedHours: Hashable, Sendable {
        let quantity: PayQuantity
        let rate: PayRate
        /// Whose hours; empty for everybody's.
        private let groups: [String]

        package init(_ quantity: PayQuantity, by rate: PayRate, of groups: [String] = []) {
            self.quantity = quantity
            self.rate = rate
            self.groups = groups
        }

        func concerns(group: String?) -> Bool {
            groups.isEmpty || group.map { groups.contains($0) } ?? false
        }
    }

    /// The rules by their names in pipeline files and exception lists.
    package enum Rule {
        package static let notApproved = "not-approved"
        package static let outsidePeriod = "outside-period"
        package static let conflictingID = CommonRule.conflictingID
        package static let negativeHours = "negative-hours"
        package static let zeroHours = "zero-hours"
        package static let hoursPerDay = "hours-per-day"
        package static let unknownWorker = "unknown-worker"
        package static let noRate = "no-rate"
        package static let unusableRate = "unusable-rate"
        package static let finerThanKept = "finer-than-kept"
        package static let repeatedRecord = CommonRule.repeatedRecord
        package static let unprintableName = "unprintable-name"
        package static let noPayrollNumber = "no-payroll-number"
        package static let noPayGroup = "no-pay-group"
        package static let selfApproved = "self-approved"
        package static let approvalIncomplete = "approval-incomplete"
        package static let wrongDayKind = "wrong-day-kind"
        package static let periodDiffers = "period-differs"
        /// A record that can't be read, as a finding.
        package static let rejectedRecord = "rejected-record"
        package static let leaveOverlap = "leave-overlap"
        package static let leaveUnclear = "leave-unclear"
        package static let leaveDays = "leave-days"
        package static let workOnLeave = "work-on-leave"
        package static let partTime = "part-time"
        /// A holiday of an employee of whom nothing shows that they were there, or in leave that isn't paid.
        package static let holidayNotPaid = "holiday-not-paid"
        package static let looksDouble = "looks-double"
        package static let weekHours = "week-hours"
        /// Another run was delivered that has paid it.
        package static let paidBefore = "paid-before"
        /// Another revision of the period was delivered, and the run isn't a correction of it.
        package static let periodPaid = "period-paid"
        /// A person keeps the entry out in another period.
        package static let heldElsewhere = "held-elsewhere"
        /// Nothing shows that a list by which people are paid came whole.
        package static let unprovenList = "unproven-list"
        /// The employee was paid under another payroll number in the period before.
        package static let numberChanged = "payroll-number-changed"
        /// Another employee was paid under the payroll number in the period before.
        package static let numberReused = "payroll-number-reused"
        /// Findings that no decision about them can lift: what is paid would be wrong, nobody could tell whose it is,
        /// or the decision that keeps the record out is to be withdrawn.
        package static let neverWaived: Set<String> = [
            outsidePeriod, conflictingID, unknownWorker, unprintableName, noPayrollNumber, noPayGroup, leaveOverlap,
            leaveUnclear, leftOutRecord, paidBefore, periodPaid, Decision.byHand, Misfit.rule,
        ]
        /// Findings that no export folder proves alone: what other runs have paid is elsewhere.
        static let fromOutside: Set<String> = [paidBefore]
    }
}
