import GantryModel
import GantryPayroll
import Testing

@Suite("The checks of a payroll export") struct PayrollChecksTests {
    @Test("take the severity that a pipeline file gives each, except where only a blocker is allowed")
    func severities() {
        var pay = PayCalculationTests.settings([])
        pay.calendar = CalendarSettings(holidays: .denmark)
        let off = PayrollChecks(rule: { _ in .off }, pay: pay)
        for check in PayrollChecks.descriptors
        where !check.hasThresholds && !PayrollChecks.alwaysBlockers.contains(check.name) {
            let on = PayrollChecks(rule: { $0 == check.name ? .severity(.warning) : .off }, pay: pay)
            #expect(on != off, "\(check.name)")
        }
    }
}
