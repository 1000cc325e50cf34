/// How a pay line of a correction differs from the line that was delivered.
///
/// Where the rate is another one there are two: the old line alone, and the new line alone.
package struct PayrollChange: Hashable, Sendable {
    /// What an importer is told to do with a line.
    package enum Action: String, Sendable {
        case add = "Add"
        case change = "Change"
        case void = "Void"
    }

    /// The number under which payroll knows the employee.
    package var payrollNumber: String
    package var name: String?
    /// The line that was delivered; `nil` where there was none.
    package var old: PayrollLine?
    /// The line as it stands now; `nil` where there is none any more.
    package var new: PayrollLine?

    package init(payrollNumber: String, name: String?, old: PayrollLine?, new: PayrollLine?) {
        self.payrollNumber = payrollNumber
        self.name = name
        self.old = old
        self.new = new
    }

    package var action: Action {
        switch (old, new) {
        case (nil, _): .add
        case (_, nil): .void
        default: .change
        }
    }
}
