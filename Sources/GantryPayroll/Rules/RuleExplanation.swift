internal import GantryEngine
internal import GantryModel

/// What a rule of pay means, for a clerk who meets it in a list of findings.
package struct RuleExplanation: Sendable {
    /// As lists of exceptions name it: `not-approved`.
    package let rule: String
    /// What it found, in a sentence.
    package let means: String
    /// What a clerk usually does, in a sentence.
    package let usually: String

    /// How the rule is set in a pipeline file, or that it can't be.
    package var setting: String {
        guard let check = PayrollChecks.descriptors.first(where: { $0.name == rule }) else {
            return "It is always checked, and a pipeline file can't change that."
        }
        if PayrollChecks.alwaysBlockers.contains(rule) {
            return "It is always a blocker: pay would be wrong without it."
        }
        if check.hasThresholds {
            return
                "Set the limits in the pipeline file under checks, such as \(rule): { warning: 13, blocker: 24 }, or off."
        }
        let words = rule == PayrollChecks.Rule.weekHours ? "warning, info" : "blocker, warning, info"
        let reason =
            PayrollChecks.needsReason.contains(rule)
            ? "; off and info need a reason: { severity: off, because: … }" : ""
        let standard = if case .severity(let severity) = check.standard { severity.rawValue } else { "off" }
        return
            "Set it in the pipeline file under checks: \(rule): \(words) or off\(reason). The default is \(standard)."
    }

    /// Whether a decision can pay the record all the same.
    package var canBeWaived: Bool { !PayrollChecks.Rule.neverWaived.contains(rule) }

    /// Every rule, in the order in which they are listed.
    package static let all: [RuleExplanation] = [
        RuleExplanation(
            rule: "not-approved", means: "The entry's status isn't APPROVED, so nobody has confirmed the hours.",
            usually:
                "Have it approved on the server and run the period again; or hold it, so that a correction pays it later."
        ),
        RuleExplanation(
            rule: "outside-period", means: "The work date is outside the period.",
            usually: "Have the date corrected on the server, or pay the entry with the period that it belongs to."),
        RuleExplanation(
            rule: "conflicting-id",
            means: "The server sent different entries with one number, and nobody can tell which of them is true.",
            usually: "Have whoever runs the server correct them, then run the period again."),
        RuleExplanation(
            rule: "repeated-record", means: "The server sent the same entry more than once; it is counted once.",
            usually: "Nothing: it is only counted."),
        RuleExplanation(
            rule: "negative-hours", means: "The entry has fewer than zero hours.",
            usually: "Have it corrected on the server; waive it where it takes back hours that were paid before."),
        RuleExplanation(
            rule: "zero-hours", means: "All hours of the entry are zero.",
            usually: "Nothing, unless the worker was there: then have the hours entered."),
        RuleExplanation(
            rule: "hours-per-day", means: "A worker has more hours on a day than the limit.",
            usually:
                "Look whether an entry is there twice or has the wrong times; accept it where the day was that long."),
        RuleExplanation(
            rule: "week-hours",
            means:
                "A worker has more than 48 hours in an ISO week, counting the days of the period only; never a blocker.",
            usually: "Tell whoever plans the work: it is about rest, and pays nothing differently."),
        RuleExplanation(
            rule: "unknown-worker", means: "No worker on the server has the entry's employee number.",
            usually: "Have the worker entered or the number corrected on the server, then run the period again."),
        RuleExplanation(
            rule: "no-rate", means: "The worker has no rate, but the pay code of the hours uses one.",
            usually: "Have the rate entered; without it the line has hours and no amount."),
        RuleExplanation(
            rule: "unusable-rate",
            means: "The worker's rate is negative, above \(Roster.largestRate) or no number, and prices nothing.",
            usually: "Have the rate corrected on the server, then run the period again."),
        RuleExplanation(
            rule: "finer-than-kept", means: "The hours have more than nine decimals and are rounded to nine.",
            usually: "Nothing: the difference is less than a thousandth of a second."),
        RuleExplanation(
            rule: "self-approved", means: "The person who approved the entry did the work.",
            usually: "Ask somebody else to confirm the hours, then accept the finding with who did."),
        RuleExplanation(
            rule: "approval-incomplete",
            means:
                "The entry is approved, but it isn't said by whom or when, or it was approved before it was submitted.",
            usually: "Ask whoever approves, then accept the finding with what they said."),
        RuleExplanation(
            rule: "wrong-day-kind",
            means:
                "Weekend hours are on a workday, or normal hours on a Saturday, Sunday or holiday; needs pay.calendar.",
            usually: "Look at the date: it is often a day off. Accept it where the hours are of the kind that is meant."
        ),
        RuleExplanation(
            rule: "looks-double", means: "Two entries of a worker and day have the same task and hours.",
            usually: "Ask whether both were worked; hold the one that is there twice."),
        RuleExplanation(
            rule: "unclear-day",
            means:
                "The work date is a time that isn't midnight, so its day can be another one at the office than by UTC.",
            usually: "Ask which day it was. Waive it where the day that counts is right; else have the date corrected."),
        RuleExplanation(
            rule: "unknown-kind",
            means: "The pipeline file doesn't say what hours of this kind are paid as, so they count as zero.",
            usually: "Add the word at records.roles.hours.kinds, or have the entry corrected on the server."),
        RuleExplanation(
            rule: "unclear-times", means: "The times of the entry can't be right, so its hours count as zero.",
            usually: "Have the times corrected on the server, then run the period again."),
        RuleExplanation(
            rule: "left-out-record",
            means:
                "The description of the system leaves the record out, such as a removed one, so it has no hours that count.",
            usually:
                "Nothing, where it was removed. Else have it restored on the server, or leave-out corrected in the file of the system."
        ),
        RuleExplanation(
            rule: "sent-to-payroll", means: "The server says that the entry was handed to payroll before.",
            usually: "Hold it. Waive it only where you know that it was never paid."),
        RuleExplanation(
            rule: "paid-before",
            means:
                "Another run was delivered that has paid this entry, day of leave or holiday, or other hours of a day or week that are paid together with this entry.",
            usually:
                "Hold it and write the files again; say why where it is to be paid again. The rest of a day or week is paid by a correction of the other run."
        ),
        RuleExplanation(
            rule: "period-paid",
            means: "Another revision of the period was delivered, and this one isn't a correction of it.",
            usually: "Run the period again as its next revision, which pays only what changed."),
        RuleExplanation(
            rule: "period-differs", means: "The period is none of the pay periods of KSR Cranes.",
            usually: "Look whether the days that you chose are the ones to pay."),
        RuleExplanation(
            rule: "no-payroll-number", means: "The list with the payroll numbers doesn't have this person.",
            usually: "Add the person to the list with the number of the payroll program, then write the files again."),
        RuleExplanation(
            rule: "no-pay-group", means: "Pay codes are for groups, and the person is in none of them.",
            usually: "Write the group into the list of employees, then write the files again."),
        RuleExplanation(
            rule: "unprintable-name",
            means: "The worker's name is too long or has a character that no payroll file can hold.",
            usually: "Have the name corrected on the server, then run the period again."),
        RuleExplanation(
            rule: "does-not-fit", means: "A file of the payroll program can't hold a value, so that file is left out.",
            usually: "Correct what the finding names, such as a number that is too long, then write the files again."),
        RuleExplanation(
            rule: "rejected-record", means: "The server sent a record that can't be read, so it isn't paid.",
            usually:
                "Have it corrected on the server, then run the period again; where it is no work, two people waive it."),
        RuleExplanation(
            rule: "leave-days", means: "The server counts other days of a leave than the calendar has.",
            usually: "Look at the holidays of the calendar, and have the one that is wrong corrected."),
        RuleExplanation(
            rule: "leave-overlap", means: "Two approved requests want the same day of leave, and the day isn't paid.",
            usually: "Have one of them corrected, or hold the request that doesn't count."),
        RuleExplanation(
            rule: "leave-unclear", means: "A leave ends before it starts, or is for half a day over several days.",
            usually: "Have the request corrected on the server, then run the period again."),
        RuleExplanation(
            rule: "work-on-leave", means: "There are hours on a day of approved leave.",
            usually:
                "Ask whether the person worked; have the leave or the hours corrected, so that the day is paid once."),
        RuleExplanation(
            rule: "part-time",
            means:
                "Leave of a part-time worker is paid in hours, and the list of employees doesn't say how long their day is.",
            usually: "Write hours_a_day or workdays into the list of employees, then write the files again."),
        RuleExplanation(
            rule: "holiday-not-paid",
            means:
                "A holiday isn't paid: no hours or paid leave around it show that the person was there, or it is in leave that isn't paid.",
            usually:
                "Accept it where that is so; else have the missing hours entered, or the request for leave corrected."),
        RuleExplanation(
            rule: "held-by-decision", means: "A person keeps this out of the pay.",
            usually: "Withdraw the decision when it is settled."),
        RuleExplanation(
            rule: "held-elsewhere",
            means:
                "A person keeps this out in another period, from which the day of the entry was moved, or into which the leave reaches.",
            usually: "Hold it here too; accept it where what it was held for is settled."),
        RuleExplanation(
            rule: "unproven-list",
            means:
                "Nothing in the server's answers shows that a list came whole, so hours, workers or leave may be missing.",
            usually: "Compare the sums with those of the server, and accept it with what was compared."),
        RuleExplanation(
            rule: "big-change",
            means: "A line of an employee is a quarter more or less than in the period before.",
            usually: "Ask why; accept it with the reason, such as overtime or a holiday."),
        RuleExplanation(
            rule: PayrollChecks.Rule.numberChanged,
            means: "The employee was paid under another payroll number in the period before.",
            usually:
                "Look which number the payroll program has, and correct the list of employees; accept it where the number is another one there too."
        ),
        RuleExplanation(
            rule: PayrollChecks.Rule.numberReused,
            means:
                "Another employee was paid under this payroll number in the period before, so the pay can go to the wrong person.",
            usually:
                "Correct the number in the list of employees, then write the files again; where it is right in the payroll program, two people waive it."
        ),
        RuleExplanation(
            rule: "new-worker",
            means: "The employee has lines for the first time.",
            usually: "Look whether it is somebody new; it is only a note."),
        RuleExplanation(
            rule: "nobody-home",
            means: "The employee had lines in the period before, and has none now.",
            usually: "Look whether they have left or hours are missing; it is only a note."),
        RuleExplanation(
            rule: "late",
            means: "A correction pays an entry that wasn't paid before.",
            usually: "Accept it where the hours were entered or approved late."),
        RuleExplanation(
            rule: "vanished",
            means: "A correction takes back an entry that was paid and isn't there any more.",
            usually: "Ask why it was removed before you accept it."),
        RuleExplanation(
            rule: "changed-after-signing",
            means: "An entry has other values than when the period was signed.",
            usually: "Ask who changed it and why; accept it where the new value is right."),
        RuleExplanation(
            rule: "rate-changed",
            means: "The worker's rate is another one than before.",
            usually:
                "Ask from which day it counts: one rate prices the whole period. It is that of today, or in a correction the signed one where the finding says so."
        ),
        RuleExplanation(
            rule: "rate-new",
            means: "The worker has a rate now, and had none that could be used.",
            usually: "Accept it where the rate is right: the hours get an amount."),
        RuleExplanation(
            rule: "employee-differs",
            means:
                "The list of employees or the server has other words about a person than when the period was signed.",
            usually: "Look which of the two is right; the finding says which is paid."),
        RuleExplanation(
            rule: "settings-changed",
            means: "A setting of pay is another one than when the period was signed.",
            usually: "Accept it where the change is meant for the corrected period too."),
        RuleExplanation(
            rule: "leave-changed",
            means: "Approved leave came, went or changed since the period was signed.",
            usually: "Ask whether the change is right, then accept it."),
        RuleExplanation(
            rule: "line-differs",
            means: "A pay line differs from what was signed, and no entry, rate, leave or setting explains it.",
            usually: "Don't sign before somebody has found out why."),
        RuleExplanation(
            rule: "batch-step",
            means: "A payroll batch on the server took a step that doesn't follow the one before.",
            usually: "Ask whoever approves batches what was done."),
        RuleExplanation(
            rule: "batch-missing",
            means: "The payroll batch that was made isn't listed on the server any more.",
            usually: "Ask who removed it; without it nothing is paid from there."),
        RuleExplanation(
            rule: "batch-hours",
            means: "The payroll batch on the server has other hours than were sent.",
            usually: "Compare the two before anybody approves the batch."),
        RuleExplanation(
            rule: "batch-workers",
            means: "The payroll batch on the server has another number of workers than was sent.",
            usually: "Compare the two before anybody approves the batch."),
        RuleExplanation(
            rule: "future-time", means: "The record was made later than the run began, by the server's clock.",
            usually: "Have the server's clock looked at; the next run takes the record again."),
        RuleExplanation(
            rule: "missing-photo", means: "A booking has a photo that couldn't be fetched.",
            usually: "Look the photo up on the server, then fetch the period again as its next revision."),
        RuleExplanation(
            rule: "unknown-name",
            means: "A field names a record of another dataset that the server doesn't list, or several.",
            usually: "Have the name corrected on the server."),
        RuleExplanation(
            rule: "unknown-service",
            means: "The booking names a service that the server doesn't list, or several of one name.",
            usually: "Have the name of the service corrected on the server."),
    ]

    /// The explanation of a rule; `nil` where there is no such rule.
    package static func of(_ rule: String) -> RuleExplanation? { all.first { $0.rule == rule } }
}
