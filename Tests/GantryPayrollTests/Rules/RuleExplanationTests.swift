import GantryPayroll
import Testing

@Suite("The explanation of a rule") struct RuleExplanationTests {
    @Test("exists for every check and for every finding that can't be waived") func complete() {
        let known = Set(RuleExplanation.all.map(\.rule))
        #expect(known.count == RuleExplanation.all.count)
        #expect(Set(PayrollChecks.descriptors.map(\.name)).subtracting(known) == [])
        #expect(Set(EntryChange.Rule.allCases.map(\.rawValue)).subtracting(known) == [])
        #expect(PayrollChecks.Rule.neverWaived.subtracting(known) == [])
        for rule in [
            PayrollChecks.Rule.repeatedRecord, PayrollChecks.Rule.rejectedRecord, PayrollChecks.Rule.holidayNotPaid,
            PayrollChecks.Rule.sentToPayroll, PayrollChecks.Rule.unclearDay, PayrollChecks.Rule.unclearTimes,
            PayrollChecks.Rule.heldElsewhere, PayrollChecks.Rule.unprovenList, PayrollChecks.Rule.leftOutRecord,
            PayrollChecks.Rule.numberChanged, PayrollChecks.Rule.numberReused,
        ] { #expect(known.contains(rule), "\(rule)") }
    }

    @Test("says in sentences what it means, what is done, and how it is set") func sentences() {
        for rule in RuleExplanation.all {
            for sentence in [rule.means, rule.usually, rule.setting, rule.danish.means, rule.danish.usually] {
                #expect(sentence.hasSuffix("."), "\(rule.rule): \(sentence)")
                #expect(sentence.first?.isUppercase == true, "\(rule.rule): \(sentence)")
            }
            #expect(rule.means != rule.danish.means && rule.usually != rule.danish.usually, "\(rule.rule)")
        }
        func setting(_ rule: String) -> String? { RuleExplanation.of(rule)?.setting }
        #expect(setting("not-approved")?.contains("need a reason") == true)
        #expect(setting("not-approved")?.hasSuffix("The default is blocker.") == true)
        #expect(setting("period-differs")?.hasSuffix("The default is off.") == true)
        #expect(setting("outside-period")?.contains("always a blocker") == true)
        #expect(setting("no-payroll-number")?.contains("can't change") == true)
        #expect(setting("hours-per-day")?.contains("blocker: 24") == true)
        // A correction pays by the signed rate.
        #expect(RuleExplanation.of("rate-changed")?.usually.contains("in a correction the signed one") == true)
        #expect(RuleExplanation.of("nosuch") == nil)
    }
}
