import GantryModel
import GantryPayroll
import Testing

@Suite("The checks of a payroll export") struct PayrollChecksTests {
    @Test("take the severity that a pipeline file gives each, except where only a blocker is allowed")
    func severities() {
        let off = PayrollChecks(rule: { _ in .off }, pay: nil)
        for check in PayrollChecks.descriptors
        where !check.hasThresholds && !PayrollChecks.alwaysBlockers.contains(check.name) {
            let on = PayrollChecks(rule: { $0 == check.name ? .severity(.warning) : .off }, pay: nil)
            #expect(on != off, "\(check.name)")
        }
    }
}
