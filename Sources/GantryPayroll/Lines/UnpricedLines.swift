/// Pay lines without an amount, told apart by why they have none.
package struct UnpricedLines: Equatable, Sendable {
    /// Lines of pay codes that have no rate.
    package private(set) var byDesign = 0
    /// Lines of pay codes that have a rate, for workers who have none that can be used.
    package private(set) var missing = 0
    /// Employees with such a line.
    package private(set) var employees = 0

    private let pricedCodes: Set<String>

    /// - Parameter pricedCodes: the pay codes that have a rate.
    package init(pricedCodes: some Sequence<String>) { self.pricedCodes = Set(pricedCodes) }

    /// - Parameter isSalaried: whether the employee's lines never have an amount.
    package mutating func add(_ employee: PayrollEmployee, isSalaried: Bool) {
        var isMissing = false
        for line in employee.lines where line.rate == nil {
            if !isSalaried, pricedCodes.contains(line.payCode) {
                missing += 1
                isMissing = true
            } else {
                byDesign += 1
            }
        }
        if isMissing { employees += 1 }
    }
}
